package schedule

import (
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Do is what a thread does in a move.
type Do uint8

// The kinds of move.
const (
	Step  Do = iota // execute the next command
	Plus            // take the then-branch, or go round the loop once more
	Minus           // take the else-branch, or leave the loop
)

// Move is an element of a schedule. Moves compare with ==.
type Move struct {
	Thread semantics.Tid
	Do     Do
}

// Schedule is a sequence of moves, from the initial state on.
type Schedule []Move

// MaxMoves is the longest schedule that Parse reads, so that a number of many
// digits does no harm.
const MaxMoves = 1_000_000

// Take is the way in which m resolves a choice at an if or while, and whether m
// resolves one and at is one.
func (m Move) Take(at il.Stmt) (semantics.Take, bool) {
	if m.Do == Step {
		return "", false
	}
	return semantics.TakeOf(at, m.Do == Plus)
}

// Choose is the move that resolves a choice of thread i in a way.
func Choose(i semantics.Tid, t semantics.Take) Move {
	switch t {
	case semantics.Then, semantics.Loop:
		return Move{i, Plus}
	case semantics.Else, semantics.Exit:
		return Move{i, Minus}
	default:
		panic(il.Unknown(t))
	}
}

// Steps is the number of steps, choices left out.
func (s Schedule) Steps() int {
	return slice.Count(s, func(m Move) bool { return m.Do == Step })
}

// Switches is the number of context switches: how often a step is made by
// another thread than the step before.
func (s Schedule) Switches() int {
	n, first, last := 0, true, semantics.A
	for _, m := range s {
		if m.Do != Step {
			continue
		}
		if !first && m.Thread != last {
			n++
		}
		first, last = false, m.Thread
	}
	return n
}

// String is the canonical short form, "A2 B A+".
func (s Schedule) String() string { return s.join(" ") }

// join prints the tokens with a text between them.
func (s Schedule) join(between string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		if i > 0 {
			out.WriteString(between)
		}
		n := s.token(i)
		write(&out, s[i:i+n])
		i += n
	}
	return out.String()
}

// token is the number of moves of the longest token that begins at i: choices
// and then steps, of one thread.
func (s Schedule) token(i int) int {
	n, thread := i, s[i].Thread
	for n < len(s) && s[n].Thread == thread && s[n].Do != Step {
		n++
	}
	for n < len(s) && s[n].Thread == thread && s[n].Do == Step {
		n++
	}
	return n - i
}

// write prints the moves of one token.
func write(out *strings.Builder, token Schedule) {
	out.WriteString(token[0].Thread.String())
	for _, m := range token {
		switch m.Do {
		case Plus:
			out.WriteByte('+')
		case Minus:
			out.WriteByte('-')
		}
	}
	if steps := token.Steps(); steps != 1 {
		out.WriteString(strconv.Itoa(steps))
	}
}
