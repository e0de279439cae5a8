package analyzers

import (
	"wobbly/abstract"
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
)

// Held is a path and the lock level at which it is accessed.
type Held struct {
	Path string
	Lock il.Level
	Top  bool // the analysis does not know the level; Lock is 2 then
}

// note returns a text such as "a.f under 1 and b.f under 0". core is nil for analyzers that count
// locks without their names.
func note(core *il.Core, held [2]Held) string {
	side := func(h Held) string {
		switch {
		case h.Top:
			return h.Path + " under ⊤"
		case core == nil:
			return h.Path + " under " + h.Lock.String()
		}
		return h.Path + " under " + core.Written(h.Lock)
	}
	return side(held[0]) + " and " + side(held[1])
}

// End is one access of a report, in terms of the unit that its thread runs.
type End struct {
	Held
	// Within is the method in whose variables the path is written, because it begins with a local
	// of that method; nil if it is written in those of the unit.
	Within *il.Unit
	Calls  []il.Pos // call sites from the unit down, outermost first
	// Assumed means that the report does not say how the thread gets there: Calls is one path of
	// the call graph.
	Assumed bool
	// Unreached means that the unit does not reach the method of the access. Path and lock level
	// are then those in the method.
	Unreached bool
}

// endOf describes the access that a method makes by a command, after the given calls, outermost
// first. As in the call rule of Figure 7, arguments replace parameters as long as the path begins
// with a parameter.
func endOf(core *il.Core, calls []*il.Call, c il.Command, lock il.Level) End {
	e := End{Held: Held{Lock: lock}}
	access, ok := il.AccessOf(c)
	if !ok {
		panic(il.Unknown(c))
	}
	path := abstract.ExprOf(access.Path)
	for i := len(calls) - 1; i >= 0 && e.Within == nil; i-- {
		callee := core.Methods[calls[i].Method]
		if callee.Formal(path.Root()) < 0 {
			e.Within = callee
			break
		}
		path = path.Subst(abstract.Substitution(callee, calls[i]))
	}
	e.Path = string(path)
	for _, c := range calls {
		e.Calls = append(e.Calls, c.At)
	}
	return e
}

// endAfter returns the access that a thread is about to make after its part of moves.
func endAfter(core *il.Core, moves []semantics.Move, i semantics.Tid, c il.Command) End {
	var calls []*il.Call
	var lock il.Level
	for _, m := range moves {
		if m.Thread != i {
			continue
		}
		if push, ok := m.Command.(il.Push); ok {
			calls = append(calls, push.Call)
		} else if il.FrameChange(m.Command) < 0 {
			calls = calls[:len(calls)-1]
		}
		lock = lock.After(m.Command)
	}
	return endOf(core, calls, c, lock)
}

// endsIn returns the accesses of two events of an execution, in the order of the sites. first and
// second are indices of the events.
func endsIn(x *dynamic.Execution, s il.Sites, first, second int) *[2]End {
	if x.Events[first].Thread == semantics.B {
		first, second = second, first
	}
	if x.Events[first].Site() != s[0] {
		first, second = second, first
	}
	var ends [2]End
	for i, n := range []int{first, second} {
		ends[i] = endAfter(x.Core, x.Moves[:n], x.Events[n].Thread, x.Moves[n].Command)
	}
	return &ends
}
