package analyzers

import (
	"cmp"
	"sync"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/witness"
)

// CallPaths finds how methods reach accesses by the call graph. It is safe for concurrent use.
type CallPaths struct {
	core  *il.Core
	calls map[il.Pos]*il.Call
	named map[string]*il.Call // by position as a witness writes it
	mu    sync.Mutex
	paths map[*il.Unit]map[*il.Unit]callPath // from a unit to all units that it reaches
}

// NewCallPaths returns the call paths of a program.
func NewCallPaths(core *il.Core) *CallPaths {
	x := &CallPaths{
		core: core, calls: map[il.Pos]*il.Call{}, named: map[string]*il.Call{},
		paths: map[*il.Unit]map[*il.Unit]callPath{},
	}
	for _, u := range core.Units {
		for _, c := range core.Calls(u) {
			x.calls[c.At], x.named[core.Source.At(c.At)] = c, c
		}
	}
	return x
}

// command returns the access at a site, or nil if it is not a command.
func (x *CallPaths) command(s il.Site) il.Command {
	stmt, _ := x.core.AccessAt(s)
	c, _ := stmt.(il.Command)
	return c
}

// Shown returns the accesses at sites that a witness shows, in the order of the sites.
func (x *CallPaths) Shown(w *witness.Witness, s il.Sites) [2]End {
	if w.Race.A.At != x.core.Source.At(s[0].At) || w.Race.A.Kind != s[0].Kind.String() {
		return [2]End{x.endOn(w, "B", s[0]), x.endOn(w, "A", s[1])}
	}
	return [2]End{x.endOn(w, "A", s[0]), x.endOn(w, "B", s[1])}
}

// endOn returns the access that a thread of a witness makes next after its steps.
func (x *CallPaths) endOn(w *witness.Witness, thread string, s il.Site) End {
	calls, held := w.Stand(thread)
	open := slice.Map(calls, func(at string) *il.Call { return x.named[at] })
	return endOf(x.core, open, x.command(s), x.core.LevelWith(held))
}

// callPath is the end of a call path to a method.
type callPath struct {
	lock  il.Level // held at the beginning of the method
	calls int      // the length of the path
	last  *il.Call
	from  *il.Unit // the unit that makes the last call
}

// Reached reports whether both methods reach their access.
func (x *CallPaths) Reached(p il.Pair, s il.Sites) bool {
	return x.reaches(p.Left, s[0]) && x.reaches(p.Right, s[1])
}

// reaches reports whether calls from a unit lead to the unit of a site.
func (x *CallPaths) reaches(u *il.Unit, s il.Site) bool {
	stmt, ok := x.core.AccessAt(s)
	if !ok {
		return false
	}
	_, ok = x.from(u)[x.core.UnitOf(stmt)]
	return ok
}

// Ends returns the accesses of two methods at sites, from the text only: each by the path of the
// call graph that holds the fewest locks and, among these, by a shortest one.
func (x *CallPaths) Ends(p il.Pair, s il.Sites) [2]End {
	return [2]End{x.assumed(p.Left, s[0]), x.assumed(p.Right, s[1])}
}

// assumed returns the access of a unit at a site, reached by a path of Ends.
func (x *CallPaths) assumed(u *il.Unit, s il.Site) End {
	stmt, _ := x.core.AccessAt(s)
	access, in, level := x.command(s), x.core.UnitOf(stmt), x.core.LevelAt(stmt)
	paths := x.from(u)
	to, ok := paths[in]
	if !ok {
		e := endOf(x.core, nil, access, level)
		e.Unreached, e.Within = true, in
		return e
	}
	calls := make([]*il.Call, to.calls)
	for v, i := in, to.calls-1; i >= 0; i-- {
		calls[i] = paths[v].last
		v = paths[v].from
	}
	e := endOf(x.core, calls, access, to.lock.Plus(level))
	e.Assumed = true
	return e
}

// from returns the paths of Ends from a unit to all that it reaches, itself included.
func (x *CallPaths) from(unit *il.Unit) map[*il.Unit]callPath {
	x.mu.Lock()
	defer x.mu.Unlock()
	if known := x.paths[unit]; known != nil {
		return known
	}
	paths := map[*il.Unit]callPath{unit: {}}
	x.paths[unit] = paths
	for pending := []*il.Unit{unit}; len(pending) > 0; {
		u := pending[0]
		pending = pending[1:]
		for _, c := range x.core.Calls(u) {
			callee := x.core.Methods[c.Method]
			next := callPath{
				lock:  paths[u].lock.Plus(x.core.LevelAt(c)),
				calls: paths[u].calls + 1, last: c, from: u,
			}
			best, known := paths[callee]
			if !known ||
				cmp.Or(next.lock.Compare(best.lock), cmp.Compare(next.calls, best.calls)) < 0 {
				paths[callee] = next
				pending = append(pending, callee)
			}
		}
	}
	return paths
}
