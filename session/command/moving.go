package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
)

// moving has the commands that make moves or undo them.
var moving = []Command{
	{Name: StepA, Keys: []string{"a"}, Words: []string{"a"}, Arg: Arg{Name: "N"}, Hint: "step A",
		Help:  "step thread A; where it has to choose, you are asked",
		Lines: "step thread A, once or N times",
		Off:   stays(semantics.A), Do: steps(semantics.A)},
	{Name: StepB, Keys: []string{"b"}, Words: []string{"b"}, Arg: Arg{Name: "N"}, Hint: "step B",
		Help: "step thread B",
		Off:  stays(semantics.B), Do: steps(semantics.B)},
	{Name: RunA, Keys: []string{"A"}, Words: []string{"A", "run-a"},
		Help: "run A until it waits, ends, has to choose, or would touch a cell that B can reach",
		Off:  stays(semantics.A), Do: runs(semantics.A)},
	{Name: RunB, Keys: []string{"B"}, Words: []string{"B", "run-b"}, Help: "run B likewise",
		Off: stays(semantics.B), Do: runs(semantics.B)},
	{Name: thenName, Words: []string{"then"}, Arg: Arg{Name: "a or b"},
		Help: "take the then-branch", Do: chooses(semantics.Then)},
	{Name: elseName, Words: []string{"else"}, Arg: Arg{Name: "a or b"},
		Help: "take the else-branch", Do: chooses(semantics.Else)},
	{Name: loopName, Words: []string{"loop"}, Arg: Arg{Name: "a or b"}, Help: "go round the loop",
		Do: chooses(semantics.Loop)},
	{Name: exitName, Words: []string{"exit"}, Arg: Arg{Name: "a or b"}, Help: "leave the loop",
		Do: chooses(semantics.Exit)},
	{Name: playName, Words: []string{"play"}, Arg: Arg{Name: "SCHEDULE"},
		Help: "make the moves of a schedule such as A2 B from here; play itself may be left out",
		Do:   play},
	{Name: Undo, Keys: []string{"u"}, Words: []string{"u", "undo"}, Arg: Arg{Name: "N"},
		Hint:  "undo",
		Help:  "undo the last move, or all moves that one key made",
		Lines: "undo the last move, or the last N",
		Do:    times((*session.Session).Undo)},
	{Name: Redo, Keys: []string{"ctrl+r"}, Words: []string{"redo"}, Arg: Arg{Name: "N"},
		Help: "redo", Do: times((*session.Session).Redo)},
	{Name: Random, Keys: []string{"r"}, Words: []string{"r", "random"}, Arg: Arg{Name: "SEED"},
		Help:  `a random run from here; the seed is shown, ":seed 7" sets it`,
		Lines: "a random run from here", Do: random},
	{Name: seedName, Words: []string{"seed"}, Arg: Arg{Name: "N"},
		Help: "set the seed of the next random run; without N, show it", Do: seed},
	{Name: Minimise, Keys: []string{"m"}, Words: []string{"m", "minimise"},
		Help:  "minimise: leave out moves, and find a shorter schedule to this race",
		Lines: "leave out moves, and find a shorter schedule to this race",
		Off:   (*Controls).NoRace, Do: minimise},
}

func operation(f func(*session.Session) session.Result) action {
	return func(_ context.Context, cs *Controls, _ string) Answer { return did(f(cs.Session)) }
}

// by returns the action of an operation whose argument is a number, by default 1.
func by(f func(*session.Session, int) session.Result) action {
	return func(_ context.Context, cs *Controls, arg string) Answer {
		n, err := number(arg)
		if err != nil {
			return refuseError(err)
		}
		return did(f(cs.Session, n))
	}
}

// times returns the action that does an operation a number of times, by default once.
func times(f func(*session.Session) session.Result) action {
	return by(func(s *session.Session, n int) session.Result {
		r := f(s)
		for done := 1; r.OK() && done < n; done++ {
			next := f(s)
			if !next.OK() {
				next.Text = fmt.Sprintf("%d of %d times. %s", done, n, next.Text)
			}
			next.Moves += r.Moves
			r = next
		}
		return r
	})
}

// number parses a number that is at least 1. It is 1 if the text is empty.
func number(arg string) (int, error) {
	if arg == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q will not do: give a number, at least 1", arg)
	}
	return n, nil
}

// stays returns a function for Command.Off that says why a thread cannot step.
func stays(i semantics.Tid) func(*Controls) Refusal {
	return func(cs *Controls) Refusal {
		n := cs.Session.Now().Next(i)
		return When(n.Stop != session.Went && n.Stop != session.AtChoice, n.Text)
	}
}

// steps returns the action that steps a thread a number of times, by default once, until it
// cannot go on or has to choose.
func steps(i semantics.Tid) action {
	return func(_ context.Context, cs *Controls, arg string) Answer {
		n, err := number(arg)
		if err != nil {
			return refuseError(err)
		}
		if q, asked := cs.question(i); asked && arg == "" && cs.predicting() {
			return asks(ThreadWord(i), q)
		}
		made := 0
		for made < n-1 && cs.Session.Step(i).OK() {
			made++
		}
		a := step(cs.Session, i)
		if cs.predicting() && arg == "" && a.OK() && !a.Asks {
			a.Text += " That was obvious, so there was no question."
		}
		if made > 0 && !a.OK() {
			a.Lead = []string{fmt.Sprintf("%s made %s of %d.", i, words.Count(made, "step"), n)}
		}
		a.Moves += made
		return a
	}
}

// step steps a thread once. If it has to choose, the answer asks.
func step(s *session.Session, i semantics.Tid) Answer {
	a := did(s.Step(i))
	a.Asks = a.Stop == session.AtChoice
	return a
}

func runs(i semantics.Tid) action {
	return operation(func(s *session.Session) session.Result { return s.RunThread(i) })
}

// chooses returns the action that resolves a choice of the named thread, or of the only one that
// has to choose.
func chooses(t semantics.Take) action {
	return func(_ context.Context, cs *Controls, arg string) Answer {
		v := cs.Session.Now()
		for _, i := range semantics.Tids {
			named := strings.EqualFold(arg, i.String())
			if named || arg == "" && v.Next(i).Stop == session.AtChoice &&
				v.Next(i.Other()).Stop != session.AtChoice {
				return did(cs.Session.Choose(i, t))
			}
		}
		return refuse("Say which thread: " + string(t) + " a, or " + string(t) + " b.")
	}
}

// Branch is a way to resolve a choice.
type Branch struct {
	Key  string // the key on a screen
	Sign string // the sign in schedules
	Word string // the word in lines
	Text string // what the thread does, as in "leaves the loop"
}

// BranchOf returns the Branch of t.
func BranchOf(t semantics.Take) Branch {
	return map[semantics.Take]Branch{
		semantics.Then: {"t", "+", "then", "takes the then-branch"},
		semantics.Else: {"e", "-", "else", "takes the else-branch"},
		semantics.Loop: {"l", "+", "loop", "goes round the loop"},
		semantics.Exit: {"x", "-", "exit", "leaves the loop"},
	}[t]
}

// ThreadWord returns the word that steps a thread, which is also its key.
func ThreadWord(i semantics.Tid) string { return [2]string{"a", "b"}[i] }

// play makes the moves of a schedule from the present state. If a single step has to choose,
// the answer asks.
func play(_ context.Context, cs *Controls, arg string) Answer {
	moves, err := schedule.Parse(arg)
	switch {
	case err != nil:
		return refuse("No schedule: " + err.Error() + ".")
	case len(moves) == 0:
		return refuse("Say which moves: play A2 B.")
	case len(moves) == 1 && moves[0].Do == schedule.Step:
		return step(cs.Session, moves[0].Thread)
	}
	return did(cs.Session.Play(moves))
}

// random makes a random run. The next one has the next seed.
func random(_ context.Context, cs *Controls, arg string) Answer {
	if err := cs.setSeed(arg); err != nil {
		return refuseError(err)
	}
	a := did(cs.Session.RunRandom(cs.Seed))
	a.Lead = []string{fmt.Sprintf("Seed %d.", cs.Seed)}
	if a.Moves > 0 && !strings.Contains(a.Text, "seed") {
		a.Sum = fmt.Sprintf("A random run of seed %d. %s", cs.Seed, a.Text)
	}
	cs.Seed++
	return a
}

// seed sets the seed of the next random run, if one is given, and says which it is.
func seed(_ context.Context, cs *Controls, arg string) Answer {
	if err := cs.setSeed(arg); err != nil {
		return refuseError(err)
	}
	return said(fmt.Sprintf("%s makes a random run of seed %d.", cs.call(Random), cs.Seed))
}

// setSeed sets the seed of the next random run; an empty text leaves it.
func (cs *Controls) setSeed(text string) error {
	if text == "" {
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not a seed: a seed is a number, at least 0", text)
	}
	cs.Seed = n
	return nil
}

// minimise goes to the present race along a schedule from which unnecessary moves are removed.
func minimise(_ context.Context, cs *Controls, _ string) Answer {
	m, err := cs.Session.Minimise()
	if err != nil {
		return refuseError(err)
	}
	before := cs.Session.At()
	a := did(cs.Session.Paste(m.Schedule))
	for _, n := range m.Needs {
		a.Rows = append(a.Rows, [2]string{n.Event.Thread.String() + " " + n.Event.Label, n.Text})
	}
	a.Title = "why each move is needed"
	if a.OK() {
		a.Sum = fmt.Sprintf("Minimised from %s to %d: %s.", words.Count(before, "move"),
			len(m.Schedule), m.Schedule)
	}
	return a
}
