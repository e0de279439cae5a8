package findings

import (
	"wobbly/abstract"
	"wobbly/il"
)

// maxElements bounds how many elements of summaries one access is followed
// to; there can be exponentially many.
const maxElements = 1000

// element is an element of A of a unit, or an access that the unit drops,
// with the calls that lead down to it.
type element struct {
	abstract.Side
	calls   []*il.Call // outermost first
	dropped bool       // the path does not begin with a formal of the unit
}

// callSite is a call and the unit whose body holds it.
type callSite struct {
	unit *il.Unit
	call *il.Call
}

// callersOf indexes the calls of a program by callee, in file order.
func callersOf(core *il.Core) map[string][]callSite {
	callers := map[string][]callSite{}
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				callers[c.Method] = append(callers[c.Method], callSite{u, c})
			}
		})
	}
	return callers
}

// mapToCallers follows one access up the calls to every summary that holds it, and to
// the units that drop it, with the fewest calls first. It tells whether it
// stopped at its bound.
func (f *Findings) mapToCallers(x *site) (all []element, cut bool) {
	callers := callersOf(f.core)
	seen := map[abstract.Side]bool{}
	var queue []element
	enter := func(e element) {
		e.dropped = e.Unit.Formal(e.Path.Root()) < 0
		if !seen[e.Side] {
			seen[e.Side] = true
			queue = append(queue, e)
		}
	}
	enter(element{Side: abstract.Side{Unit: x.unit, Access: abstract.Access{
		At: x.At, Kind: x.Kind, Path: abstract.ExprOf(x.Path), Lock: f.lock.at(x.stmt),
	}}})
	for i := 0; i < len(queue); i++ {
		if i == maxElements {
			return queue[:i], true
		}
		if queue[i].dropped {
			continue
		}
		for _, c := range callers[queue[i].Unit.Name] {
			enter(f.above(queue[i], c))
		}
	}
	return queue, false
}

func (f *Findings) above(e element, c callSite) element {
	up := f.substitute(c.unit, c.call, e.Path)
	e.calls = append([]*il.Call{c.call}, e.calls...)
	e.Unit, e.Path, e.Lock = c.unit, up.path, f.lock.add(up.lock, e.Lock)
	if f.par.Options.Mode.Captures() {
		e.Captured += abstract.Expr(up.actual).Len()
	}
	return e
}
