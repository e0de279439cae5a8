package command

import (
	"context"

	"wobbly/session"
	"wobbly/session/schedule"
)

// writing has the commands that import and export texts.
var writing = []Command{
	{Name: Schedule, Keys: []string{"y"}, Words: []string{"y", "schedule"}, Hint: "copy",
		Help:  "copy a link to this state; it is printed at the end too",
		Lines: "the schedule to here, and a link to this state", Do: link},
	{Name: Paste, Keys: []string{"p"}, Words: []string{"p", "paste"},
		Arg:   Arg{Name: "SCHEDULE", Prompt: "schedule", Such: "such as A2 B, or a link"},
		Help:  "paste a schedule (A2 B A+) or a link",
		Lines: "go where a schedule (A2 B A+) or a link leads", Do: paste},
	{Name: Initial, Words: []string{"init"}, Arg: Arg{Name: "STATE"},
		Help: "begin from another initial state: one, different, file, or A.b=o1,B.b=o2; " +
			"alone: show this one", Do: initial},
	{Name: Save, Keys: []string{"S"}, Words: []string{"S", "save"},
		Arg:  Arg{Name: "FILE", Prompt: "save as", Begin: (*Controls).traceName},
		Help: "save the trace up to here as a file", Off: CannotSave, Do: save},
}

// link prints the schedule to the present state and a link to it. If there is a page, the link is
// its address, because both a browser and a terminal can open it.
func link(_ context.Context, cs *Controls, _ string) Answer {
	l := cs.link()
	a := Answer{
		Title: "the schedule to here",
		Lines: []string{"Schedule: " + cs.Session.Schedule().String(), l.String()},
		Link:  l.String(),
	}
	if cs.Files.Address != nil {
		a.Link = cs.Files.Address(cs.File, cs.Session)
		a.Lines = append(a.Lines, a.Link)
	}
	return a
}

// paste goes to the end of a schedule from the initial state, or opens a session of the same
// program at the state of a link.
func paste(_ context.Context, cs *Controls, text string) Answer {
	if !schedule.IsLink(text) {
		moves, err := schedule.Parse(text)
		if err != nil {
			return refuse("No schedule: " + err.Error() + ".")
		}
		return did(cs.Session.Paste(moves))
	}
	l, err := schedule.ParseLink(text)
	if err != nil {
		return refuse("No link: " + err.Error() + ".")
	}
	s, changed, err := session.OpenLink(cs.Session.Core(), l)
	if err != nil {
		return refuseError(err)
	}
	o := &Opening{Session: s}
	if changed {
		o.Note = "The program has changed since the line was made; every move still fits. "
	}
	return Answer{Open: o}
}

// initial prints the initial state of the session, or opens a session from another one.
func initial(_ context.Context, cs *Controls, text string) Answer {
	s := cs.Session
	if text == "" {
		return said("The initial state is " + session.InitText(s.Core(), s.Pair(), s.Init()) + ".")
	}
	in, err := session.ParseInit(s.Core(), s.Pair(), text)
	if err != nil {
		return refuseError(err)
	}
	other, err := session.New(s.Core(), s.Pair(), in)
	if err != nil {
		return refuseError(err)
	}
	return Answer{Open: &Opening{Session: other}}
}

// CannotSave says why nothing can be saved.
func CannotSave(cs *Controls) Refusal {
	return When(cs.Files.Save == nil, "Nothing can be saved from here.")
}

func save(_ context.Context, cs *Controls, name string) Answer {
	switch why := CannotSave(cs); {
	case why.Refuses():
		return refuse(why.String())
	case name == "":
		return refuse("Say where: save FILE.")
	}
	where, err := cs.Files.Save(name, []byte(cs.Session.Trace(cs.Files.Tool, "none").String()))
	if err != nil {
		a := refuseError(err)
		a.Sum = "Not saved: " + err.Error() + "."
		return a
	}
	return Answer{Result: session.Result{Text: "Saved: " + where}, Saved: where}
}
