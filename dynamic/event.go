package dynamic

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
)

// Kind is what a step does, as far as detectors tell steps apart.
type Kind uint8

// The kinds.
const (
	Local   Kind = iota // x := y, x := new()
	Read                // x := π
	Write               // π := x
	Acquire             // lock()
	Release             // unlock()
	Call                // push(e1, ..., en)
	Return              // pop()
)

// String is a word for tables.
func (k Kind) String() string {
	return [...]string{"local", "read", "write", "acquire", "release", "call", "return"}[k]
}

// Event is one step of an execution.
type Event struct {
	Thread semantics.Tid
	Kind   Kind
	At     il.Pos         // of the statement
	In     *il.Unit       // whose body the statement stands in; of a Return, the caller's
	Callee *il.Unit       // of Call and Return
	Cell   semantics.Addr // of Read and Write
	Level  int            // the thread's lock level after the step
}

// Site is the load or store of a Read or Write.
func (e Event) Site() il.Site {
	s := il.Site{At: e.At}
	if e.Kind == Write {
		s.Kind = il.Write
	}
	return s
}

// IsAccess tells whether the event is a Read or a Write.
func (e Event) IsAccess() bool { return e.Kind == Read || e.Kind == Write }

// Conflicts tells whether two events access one cell, in different threads, and
// one of them writes.
func (e Event) Conflicts(o Event) bool {
	return e.Thread != o.Thread && e.IsAccess() && o.IsAccess() && e.Cell == o.Cell &&
		(e.Kind == Write || o.Kind == Write)
}

// String prints the event on one line, for tests and logs.
func (e Event) String() string {
	s := fmt.Sprintf("%s %s", e.Thread, e.Kind)
	switch {
	case e.IsAccess():
		s += " " + e.Cell.String()
	case e.Callee != nil:
		s += " " + e.Callee.Name
	}
	return s
}

// eventOf is the event of a move that leads from one configuration to another.
func eventOf(before, after semantics.Config, m semantics.Move) Event {
	e := Event{Thread: m.Thread, At: m.Command.Pos(), Level: after.Threads[m.Thread].L}
	e.In = before.Threads[m.Thread].Point.Unit()
	switch c := m.Command.(type) {
	case *il.Copy, *il.New:
		e.Kind = Local
	case *il.Load:
		e.Kind = Read
	case *il.Store:
		e.Kind = Write
	case *il.Lock:
		e.Kind = Acquire
	case *il.Unlock:
		e.Kind = Release
	case il.Push:
		e.Kind, e.Callee = Call, c.Callee
	case il.Pop:
		e.Kind, e.Callee = Return, c.Callee
		e.In = after.Threads[m.Thread].Point.Unit()
	default:
		panic(il.Unknown(c))
	}
	return e
}
