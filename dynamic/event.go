package dynamic

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
)

type Kind uint8

const (
	Local   Kind = iota // x := y, x := new()
	Read                // x := π
	Write               // π := x
	Acquire             // lock()
	Release             // unlock()
	Call                // push(e1, ..., en)
	Return              // pop()
)

func (k Kind) String() string {
	return [...]string{"local", "read", "write", "acquire", "release", "call", "return"}[k]
}

// An Event is one step of an execution.
type Event struct {
	Thread semantics.Tid
	Kind   Kind
	At     il.Pos         // the position of the statement
	In     *il.Unit       // the unit of the statement; for a Return, the caller
	Callee *il.Unit       // the method, for Call and Return
	Cell   semantics.Addr // the cell, for Read and Write
	Level  il.Level       // the level of the thread after the step
	Slot   int            // the slot of the lock in il.Level, for Acquire and Release
}

// Site returns the load or store of a Read or Write.
func (e Event) Site() il.Site {
	s := il.Site{At: e.At}
	if e.Kind == Write {
		s.Kind = il.Write
	}
	return s
}

// Takes reports whether the event is a lock() by a thread that did not hold the lock.
func (e Event) Takes() bool { return e.Kind == Acquire && e.Level.DepthOf(e.Slot) <= 1 }

// Frees reports whether the event is an unlock() after which the thread no longer holds the lock.
func (e Event) Frees() bool { return e.Kind == Release && e.Level.DepthOf(e.Slot) <= 0 }

// After returns the level after the event of a thread that was at level l.
func (e Event) After(l il.Level) il.Level {
	switch e.Kind {
	case Acquire:
		return l.With(e.Slot, l.DepthOf(e.Slot)+1)
	case Release:
		return l.With(e.Slot, l.DepthOf(e.Slot)-1)
	default:
		return l
	}
}

// IsAccess reports whether the event is a Read or a Write.
func (e Event) IsAccess() bool { return e.Kind == Read || e.Kind == Write }

// Conflicts reports whether two events of different threads access one cell and one of them writes.
func (e Event) Conflicts(o Event) bool {
	return e.Thread != o.Thread && e.IsAccess() && o.IsAccess() && e.Cell == o.Cell &&
		(e.Kind == Write || o.Kind == Write)
}

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

var kinds = map[semantics.Rule]Kind{
	semantics.RuleCopy: Local, semantics.RuleNew: Local,
	semantics.RuleLoad: Read, semantics.RuleStore: Write,
	semantics.RuleLock: Acquire, semantics.RuleUnlock: Release,
	semantics.RulePush: Call, semantics.RulePop: Return,
}

// eventOf returns the event of a move from one configuration to another, without its cell.
func eventOf(before, after semantics.Config, m semantics.Move) Event {
	from, to := before.Threads[m.Thread], after.Threads[m.Thread]
	e := Event{
		Thread: m.Thread, Kind: kinds[semantics.RuleOf(m.Command)], At: m.Command.Pos(),
		Level: to.L, Slot: il.SlotOf(m.Command), In: from.Point.Unit(),
	}
	switch e.Kind {
	case Call:
		e.Callee = to.Point.Unit()
	case Return:
		e.Callee, e.In = e.In, to.Point.Unit()
	}
	return e
}
