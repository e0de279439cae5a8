package racerd

import (
	"slices"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// recorded has the recordings of each snapshot of a method, in the order of the transfer.
type recorded map[Access][]recording

// recording is a visit that records a snapshot and, for a call, the callee's snapshot that it comes
// from.
type recording struct {
	*visit
	inner     *Side
	ownership Ownership
}

// visit is a statement with the entries of E that it has looked up: for a call, one for each
// argument.
type visit struct {
	stmt    il.Stmt
	lookups []lookedUp
}

// lookedUp is an expression with the entry that was found for it in E.
type lookedUp struct {
	entry
	formal       string // of the callee, for which expr is passed
	expr, prefix il.Expr
}

// fact returns the lookup with the assignments from which its result comes.
func (l lookedUp) fact() fact {
	f := fact{
		Formal: l.formal, Ownership: l.Ownership,
		Expr: abstract.ExprOf(l.expr), Prefix: abstract.ExprOf(l.prefix),
	}
	for a := l.since; a != nil; a = a.From {
		f.Since = append(f.Since, a)
	}
	slices.Reverse(f.Since)
	return f
}

// decisive returns the lookups from which the ownership follows.
func (r recording) decisive() []lookedUp {
	if r.inner == nil {
		return r.lookups
	}
	return slice.Map(r.inner.Ownership.list(), func(i int) lookedUp { return r.lookups[i] })
}

// same reports whether two recordings of one snapshot have the same aspects, from the same aspects
// of the same snapshot of a callee.
func (r recording) same(q recording) bool {
	if r.ownership != q.ownership || r.inner != q.inner {
		return false
	}
	for i, l := range r.lookups {
		if r.inner != nil && r.inner.Ownership.depends(i) && l.Ownership != q.lookups[i].Ownership {
			return false
		}
	}
	return true
}

// watch collects the recordings of one run of the transfer.
type watch struct {
	found recorded
	sides map[*il.Unit][]Side // of callees
}

// maxCompared limits the recordings with which a new one is compared, so that iterations of loops
// and calls that differ in other arguments add nothing. Duplicates only cost memory.
const maxCompared = 8

// saw adds a recording of a snapshot, unless a recent one is the same.
func (w *watch) saw(a Access, r recording) {
	all := w.found[a]
	if !slices.ContainsFunc(all[max(0, len(all)-maxCompared):], r.same) {
		w.found[a] = append(all, r)
	}
}

// sawCall adds the recordings of a call: the callee's snapshots in terms of the caller.
func (w *watch) sawCall(t *transfer, c *il.Call, d state, callee *il.Unit, sum state) {
	sides, ok := w.sides[callee]
	if !ok {
		sides = sum.sides(callee)
		w.sides[callee] = sides
	}
	theta := abstract.Substitution(callee, c)
	actuals := make([]entry, len(c.Args))
	v := &visit{c, make([]lookedUp, len(c.Args))}
	for i, e := range c.Args {
		own, p := t.opts.own(d.E, e)
		actuals[i] = own
		v.lookups[i] = lookedUp{entry: own, formal: callee.Formals[i], expr: e, prefix: p}
	}
	for i := range sides {
		inner := &sides[i]
		if a, ok := applied(inner.Access, theta, d); ok {
			w.saw(a, recording{
				visit: v, inner: inner, ownership: inner.Ownership.instantiate(actuals),
			})
		}
	}
}

// recorded returns the recordings of a method. It runs the transfer again unless they are cached.
func (r *Result) recorded(u *il.Unit) recorded {
	return r.recordings.get(u, func() (recorded, int) {
		w := watch{found: recorded{}, sides: map[*il.Unit][]Side{}}
		t := transfer{
			core: r.core, unit: u, opts: r.opts, sums: r.sums,
			heads: map[*il.While]state{}, watch: &w,
		}
		t.block(u.Body, t.initial())
		size := 0
		for _, all := range w.found {
			size += len(all)
		}
		for _, all := range w.sides {
			size += len(all)
		}
		return w.found, size
	})
}

// maxRecordings bounds the recordings that are cached, except for those of the last two units.
const maxRecordings = 1 << 18

// recordingCache has the recordings of the units that were used last, in two generations: when the
// young one is full, it replaces the old one. It is safe for concurrent use.
type recordingCache struct {
	mu         sync.Mutex
	young, old map[*il.Unit]sized
	size       int // of young
}

type sized struct {
	recorded
	size int // the number of recordings
}

// get returns the recordings of u. It calls make if they are not cached.
func (c *recordingCache) get(u *il.Unit, make func() (recorded, int)) recorded {
	c.mu.Lock()
	defer c.mu.Unlock()
	if x, ok := c.young[u]; ok {
		return x.recorded
	}
	x, ok := c.old[u]
	if !ok {
		x.recorded, x.size = make()
	}
	if c.young == nil || c.size+x.size > maxRecordings {
		c.young, c.old = map[*il.Unit]sized{}, c.young
		c.size = 0
	}
	c.young[u] = x
	c.size += x.size
	return x.recorded
}
