package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"wobbly/semantics"
	"wobbly/session"
)

// looking has the commands that go to other states of the recorded trace.
var looking = []Command{
	{Name: Left, Keys: []string{"left", "h"}, Words: []string{"left", "h"}, Arg: Arg{Name: "N"},
		Hint:  "back",
		Help:  "back along the recorded trace; changes nothing",
		Lines: "back along the recorded trace", Do: by((*session.Session).Left)},
	{Name: Right, Keys: []string{"right", "l"}, Words: []string{"right", "l"}, Arg: Arg{Name: "N"},
		Hint: "next",
		Help: "forward along the recorded trace", Do: by((*session.Session).Right)},
	{Name: FarLeft, Keys: []string{"pgup"}, Help: "back by 10",
		Do: operation(func(s *session.Session) session.Result { return s.Left(10) })},
	{Name: FarRight, Keys: []string{"pgdown"}, Help: "forward by 10",
		Do: operation(func(s *session.Session) session.Result { return s.Right(10) })},
	{Name: First, Keys: []string{"home", "0"}, Words: []string{"first", "home", "R"},
		Help: "the first state", Do: operation((*session.Session).First)},
	{Name: Last, Keys: []string{"end", "$"}, Words: []string{"last", "end"}, Help: "the last state",
		Do: operation((*session.Session).Last)},
	{Name: Restart, Keys: []string{"R"}, Words: []string{"restart"},
		Help:  "restart: back to the first state; what you do next begins a new branch",
		Lines: "back to the first state; what you do next begins a new branch",
		Off:   atStart, Do: operation((*session.Session).First)},
	{Name: Go, Keys: []string{"g"}, Words: []string{"g", "go"},
		Arg: Arg{
			Name: "STATE", Prompt: "go to state", Such: "such as 12, 2.14, or r for the first race",
		},
		Help: "go to a state: 12, 2.14 (branch 2), or r for the first race", Do: goTo},
	{Name: PreviousBranch, Keys: []string{"["}, Words: []string{"[", "previous-branch"},
		Help: "the previous branch at the last fork",
		Off:  noFork, Do: operation((*session.Session).PreviousBranch)},
	{Name: NextBranch, Keys: []string{"]"}, Words: []string{"]", "next-branch"},
		Help: "the next branch at the last fork",
		Off:  noFork, Do: operation((*session.Session).NextBranch)},
	{Name: NextRace, Keys: []string{"n"}, Words: []string{"n", "next-race"}, Hint: "race",
		Help: "the next racing state of the trace",
		Do:   operation((*session.Session).NextRace)},
	{Name: PreviousRace, Keys: []string{"N"}, Words: []string{"N", "previous-race"},
		Help: "the previous racing state",
		Do:   operation((*session.Session).PreviousRace)},
	{Name: Until, Keys: []string{"/"}, Words: []string{"/", "until"},
		Arg: Arg{
			Name: "CONDITION", Prompt: "run until",
			Such:  "such as race, switch, touch o1.f, or an expression",
			Begin: func(cs *Controls) string { return cs.Until },
		},
		Help: "set the condition of c and C: " + conditionHelp, Do: setUntil},
	{Name: Continue, Keys: []string{"c"}, Words: []string{"c", "continue"},
		Help:  "forward to where the condition holds: in the trace, then by searching from its end",
		Lines: "forward to where the condition holds",
		Off:   noUntil, Do: until(forward)},
	{Name: Back, Keys: []string{"C"}, Words: []string{"C", "back"},
		Help: "back to where the condition held",
		Off:  noUntil, Do: until((*session.Session).Back)},
	{Name: LastWrite, Keys: []string{"W"}, Words: []string{"W", "write"},
		Arg: Arg{
			Name: "CELL", Prompt: "back to the last write of",
			Such: "such as o1.f, or a variable: x, B.x",
		},
		Help:  "back to the last write of the highlighted cell; in the locals, of the variable",
		Lines: "back to the last write of a cell, o1.f, or of a variable, A.x or x", Do: lastWrite},
}

func atStart(cs *Controls) Refusal { return When(cs.Session.At() == 0, "This is the first state.") }

func noFork(cs *Controls) Refusal {
	return When(len(cs.Session.Branches()) < 2,
		"There is one branch only. Go back and make another move, and there are two.")
}

func noUntil(cs *Controls) Refusal {
	return When(cs.Until == "", "There is no condition yet.").Then(cs.call(Until), "sets one")
}

// goTo goes to a state: a number, an Index, or r for the first race.
func goTo(_ context.Context, cs *Controls, text string) Answer {
	if text == "r" {
		return did(firstRace(cs.Session))
	}
	branch, at, dotted := strings.Cut(text, ".")
	if !dotted {
		at = branch
	}
	n, err := strconv.Atoi(at)
	b, err2 := strconv.Atoi(branch)
	switch {
	case err != nil || err2 != nil:
		return refuse(fmt.Sprintf("%q is not a state: use a number, a place such as 2.14, or r "+
			"for the first race.", text))
	case dotted:
		return did(cs.Session.GoTo(session.Index{Branch: b, At: n}))
	}
	return did(cs.Session.Go(n))
}

// firstRace goes to the first racing state of the trace. If there is none, the session stays.
func firstRace(s *session.Session) session.Result {
	at := s.At()
	s.First()
	if _, races := s.Now().Race(); races {
		return s.Go(0)
	}
	r := s.NextRace()
	if !r.OK() {
		s.Go(at)
	}
	return r
}

func setUntil(_ context.Context, cs *Controls, text string) Answer {
	if _, err := cs.condition(text); err != nil {
		return refuseError(err)
	}
	cs.Until = text
	return Answer{Result: session.Result{Text: "c goes on to, and C back to, where this holds: " +
		text + "."}}
}

// until returns the action of an operation that goes to a state that satisfies a condition.
func until(f func(*session.Session, session.Condition) session.Result) action {
	return func(_ context.Context, cs *Controls, _ string) Answer {
		if why := noUntil(cs); why.Refuses() {
			return refuse(why.String())
		}
		c, err := cs.condition(cs.Until)
		if err != nil {
			return refuseError(err)
		}
		return did(f(cs.Session, c))
	}
}

// forward goes along the trace, and searches from its end. If it finds nothing there, it searches
// from the present state.
func forward(s *session.Session, c session.Condition) session.Result {
	at, end := s.At(), s.Len()
	if r := s.Forward(c); r.OK() {
		return r
	}
	if at < end {
		s.Last()
		if r := s.Seek(c, s.SeekLimits()); r.OK() {
			r.Text = fmt.Sprintf("Beyond state %d, the end of the trace: %s", end, r.Text)
			return r
		}
		s.Go(at)
	}
	return s.Seek(c, s.SeekLimits())
}

// lastWrite goes back to the last write of a cell such as "o1.f", or of a variable such as "A.x" or
// "x".
func lastWrite(_ context.Context, cs *Controls, text string) Answer {
	if text == "" {
		return refuse("Say of what: write o1.f, or write A.x.")
	}
	for _, i := range semantics.Tids {
		if name, ok := strings.CutPrefix(text, i.String()+"."); ok {
			return did(cs.Session.BackToAssignment(i, name))
		}
	}
	if !strings.Contains(text, ".") {
		return did(cs.Session.BackToAssignment(cs.focus(), text))
	}
	cell, err := cs.cell(text)
	if err != nil {
		return refuseError(err)
	}
	return did(cs.Session.BackToWrite(cell))
}
