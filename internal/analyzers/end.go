package analyzers

import (
	"cmp"
	"fmt"
	"strconv"

	"wobbly/abstract"
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/witness"
)

// Held is a path and the lock level at which it is accessed.
type Held struct {
	Path string
	Lock int  // how often the thread holds the lock
	Top  bool // some number of times, which the analysis does not know; Lock is 2 then
}

// String is "a.f under 1".
func (h Held) String() string {
	lock := strconv.Itoa(h.Lock)
	if h.Top {
		lock = "⊤"
	}
	return fmt.Sprintf("%s under %s", h.Path, lock)
}

// note says both sides of a report.
func note(h [2]Held) string { return fmt.Sprintf("%s and %s", h[0], h[1]) }

// End is one access of a report, in terms of the unit of its thread.
type End struct {
	Held
	Within    *il.Unit // whose local the path begins with, and in whose terms it is; nil for the unit itself
	Calls     []il.Pos // call sites from the unit down, outermost first
	Assumed   bool     // the report does not say how the thread comes there: it is one way of the call graph
	Unreached bool     // the unit does not call what holds the access, in whose terms path and lock level are
}

// endOf is the access that a unit makes by a command, behind calls, the outermost
// first. The actuals of a call stand for its formals, as in the call rule of
// Figure 7, as far up as the path begins with a formal.
func endOf(core *il.Core, calls []*il.Call, c il.Command, lock int) End {
	e := End{Held: Held{Lock: lock}}
	path := abstract.ExprOf(accessed(c))
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

// accessed is the path of a load or store.
func accessed(c il.Command) il.Expr {
	switch c := c.(type) {
	case *il.Load:
		return c.Src
	case *il.Store:
		return c.Dst
	default:
		panic(il.Unknown(c))
	}
}

// endBehind is the access before which a thread stands when it has made its part
// of moves.
func endBehind(core *il.Core, moves []semantics.Move, i semantics.Tid, c il.Command) End {
	var calls []*il.Call
	lock := 0
	for _, m := range moves {
		if m.Thread != i {
			continue
		}
		switch c := m.Command.(type) {
		case il.Push:
			calls = append(calls, c.Call)
		case il.Pop:
			calls = calls[:len(calls)-1]
		case *il.Lock:
			lock++
		case *il.Unlock:
			lock--
		}
	}
	return endOf(core, calls, c, lock)
}

// endsIn are two accesses that an execution makes, in the order of sites.
func endsIn(x *dynamic.Execution, s il.Sites, first, second int) *[2]End {
	if x.Events[first].Thread == semantics.B {
		first, second = second, first
	}
	if x.Events[first].Site() != s[0] {
		first, second = second, first
	}
	var ends [2]End
	for i, n := range []int{first, second} {
		ends[i] = endBehind(x.Core, x.Moves[:n], x.Events[n].Thread, x.Moves[n].Command)
	}
	return &ends
}

// Places finds the statements of a program, and how units come to them by the call
// graph. It is for one goroutine.
type Places struct {
	core   *il.Core
	calls  map[il.Pos]*il.Call
	named  map[string]*il.Call // by position in the words of a witness
	access map[il.Site]il.Command
	within map[il.Site]*il.Unit
	depth  map[il.Site]int               // lock() open in the unit at the access
	open   map[*il.Call]int              // and at the call
	best   map[*il.Unit]map[*il.Unit]way // from a unit, to all that it calls
}

// NewPlaces reads a program.
func NewPlaces(core *il.Core) *Places {
	x := &Places{
		core: core, calls: map[il.Pos]*il.Call{}, named: map[string]*il.Call{},
		access: map[il.Site]il.Command{}, within: map[il.Site]*il.Unit{}, depth: map[il.Site]int{}, open: map[*il.Call]int{}, best: map[*il.Unit]map[*il.Unit]way{},
	}
	for _, u := range core.Units {
		depth := 0
		il.Walk(u.Body, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Lock:
				depth++
			case *il.Unlock:
				depth--
			case *il.Call:
				x.open[s] = depth
				x.calls[s.At], x.named[core.Source.At(s.At)] = s, s
			case *il.Load:
				x.enter(u, s, depth)
			case *il.Store:
				x.enter(u, s, depth)
			}
		})
	}
	return x
}

// enter enters a load or store of a unit.
func (x *Places) enter(u *il.Unit, c il.Command, depth int) {
	s, _ := il.SiteOf(c)
	x.access[s], x.within[s], x.depth[s] = c, u, depth
}

// endOn is the access that a thread of a witness makes next after its steps.
func (x *Places) endOn(w *witness.Witness, thread string, s il.Site) End {
	var calls []*il.Call
	lock := 0
	for _, step := range w.Steps {
		if step.Thread != thread {
			continue
		}
		switch step.Do {
		case witness.Push:
			calls = append(calls, x.named[step.At])
		case witness.Pop:
			calls = calls[:len(calls)-1]
		case il.Text(&il.Lock{}):
			lock++
		case il.Text(&il.Unlock{}):
			lock--
		}
	}
	return endOf(x.core, calls, x.access[s], lock)
}

// way is how a unit comes to a method by the call graph: the locks held there, and
// the last of the calls.
type way struct {
	lock, calls int
	last        *il.Call
	from        *il.Unit
}

// Reached tells whether both units come to their access.
func (x *Places) Reached(p il.Pair, s il.Sites) bool {
	_, left := x.ways(p.Left)[x.within[s[0]]]
	_, right := x.ways(p.Right)[x.within[s[1]]]
	return left && right
}

// Ends are the accesses of two units at sites, of which nothing is known but the
// text: each on the way of the call graph that holds the fewest locks, and of these a
// shortest one.
func (x *Places) Ends(p il.Pair, s il.Sites) [2]End {
	return [2]End{x.assumed(p.Left, s[0]), x.assumed(p.Right, s[1])}
}

// assumed is one side of Ends.
func (x *Places) assumed(u *il.Unit, s il.Site) End {
	ways := x.ways(u)
	in, access := x.within[s], x.access[s]
	to, ok := ways[in]
	if !ok {
		e := endOf(x.core, nil, access, x.depth[s])
		e.Unreached, e.Within = true, in
		return e
	}
	calls := make([]*il.Call, to.calls)
	for v, i := in, to.calls-1; i >= 0; i-- {
		calls[i] = ways[v].last
		v = ways[v].from
	}
	e := endOf(x.core, calls, access, to.lock+x.depth[s])
	e.Assumed = true
	return e
}

// ways are the best ways from a unit to all that it calls.
func (x *Places) ways(from *il.Unit) map[*il.Unit]way {
	if known := x.best[from]; known != nil {
		return known
	}
	ways := map[*il.Unit]way{from: {}}
	x.best[from] = ways
	for pending := []*il.Unit{from}; len(pending) > 0; {
		u := pending[0]
		pending = pending[1:]
		il.Walk(u.Body, func(s il.Stmt) {
			c, ok := s.(*il.Call)
			if !ok {
				return
			}
			callee := x.core.Methods[c.Method]
			next := way{ways[u].lock + x.open[c], ways[u].calls + 1, c, u}
			if best, known := ways[callee]; !known || cmp.Or(cmp.Compare(next.lock, best.lock), cmp.Compare(next.calls, best.calls)) < 0 {
				ways[callee] = next
				pending = append(pending, callee)
			}
		})
	}
	return ways
}
