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

const (
	Step  Do = iota // execute the next command
	Plus            // take the then-branch, or another iteration of the loop
	Minus           // take the else-branch, or leave the loop
)

// Move is an element of a schedule.
type Move struct {
	Thread semantics.Tid
	Do     Do
}

// Schedule is a sequence of moves from an initial state.
type Schedule []Move

// MaxMoves limits the schedules that Parse reads, so that a number of many digits does no harm.
const MaxMoves = 1_000_000

// Take returns how m resolves a choice at an if or while. It returns false if m is a step, or if at
// is neither.
func (m Move) Take(at il.Stmt) (semantics.Take, bool) {
	if m.Do == Step {
		return "", false
	}
	return semantics.TakeOf(at, m.Do == Plus)
}

// Choose returns the move that resolves a choice of thread i.
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

// Steps returns the number of steps, without choices.
func (s Schedule) Steps() int {
	return slice.Count(s, func(m Move) bool { return m.Do == Step })
}

// Switches returns the number of context switches: steps by another thread than the step before.
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

// String returns the canonical short form, such as "A2 B A+".
func (s Schedule) String() string { return s.join(" ") }

// join returns the tokens, each the longest possible one, with a separator between them.
func (s Schedule) join(separator string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		if i > 0 {
			out.WriteString(separator)
		}
		thread := s[i].Thread
		out.WriteString(thread.String())
		for ; i < len(s) && s[i].Thread == thread && s[i].Do != Step; i++ {
			out.WriteByte(" +-"[s[i].Do])
		}
		steps := 0
		for ; i < len(s) && s[i].Thread == thread && s[i].Do == Step; i++ {
			steps++
		}
		if steps != 1 {
			out.WriteString(strconv.Itoa(steps))
		}
	}
	return out.String()
}
