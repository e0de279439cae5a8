package command

import (
	"fmt"

	"wobbly/semantics"
)

// Spoken returns the present state in lines for a screen reader: where it is, what both
// threads do next, and what is special. Other commands describe the memory.
func (x *Controls) Spoken() []string {
	v := x.Session.Now()
	lines := []string{Headline(x.Session)}
	for _, i := range semantics.Tids {
		lines = append(lines, ThreadWord(i)+": "+x.NextText(v.Next(i)))
	}
	if r, ok := v.Race(); ok {
		lines = append(lines, r.Text+" "+v.WhyLock())
	}
	for n := range x.Watches {
		if value, err := x.Watch(n); err == nil {
			lines = append(lines, "Watch: "+value)
		}
	}
	return lines
}

// Spoken returns in such lines what a command did. It does not mention a session to open:
// that is for the caller.
func (a Answer) Spoken() []string {
	lines := append([]string{}, a.Lead...)
	for _, row := range a.Rows {
		lines = append(lines, row[0]+": "+row[1])
	}
	for _, text := range a.Lines {
		if text != "" {
			lines = append(lines, text)
		}
	}
	switch {
	case a.Open != nil:
	case a.Question != nil:
		lines = append(lines, a.Question.Spoken()...)
	case a.Asks:
		lines = append(lines, a.Text)
		for _, c := range a.Options {
			lines = append(lines, fmt.Sprintf("%s %s: %s %s", c.Take, ThreadWord(a.Thread), a.Thread, BranchOf(c.Take).Text))
		}
	case !a.OK() && a.Moves == 0:
		lines = append(lines, "Not done: "+a.Text)
	case a.Text != "":
		lines = append(lines, a.Text)
	}
	return lines
}

// Shows reports whether the present state should be shown behind the answer.
func (a Answer) Shows() bool {
	return a.Open == nil && !a.Asks && a.Question == nil && (a.OK() || a.Moves > 0) && a.State
}
