package racerd

import (
	"slices"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// recorded is what puts the snapshots of a unit into its A, in the order of the
// transfer.
type recorded map[Access][]recording

// recording is a visit that records a snapshot, and for a call the callee's
// snapshot that it comes from.
type recording struct {
	*visit
	inner     *Side
	ownership Ownership
}

// visit is a statement with what was asked of E there: for a call, of each actual.
type visit struct {
	stmt  il.Stmt
	asked []entryOf
}

// entryOf is what E said of an expression. It is small: the assignments behind it
// are listed in a fact only.
type entryOf struct {
	held
	formal       string // of the callee, for which expr is passed
	expr, prefix il.Expr
}

func (e entryOf) fact() fact {
	f := fact{Formal: e.formal, Expr: abstract.ExprOf(e.expr), Prefix: abstract.ExprOf(e.prefix), Ownership: e.Ownership}
	for g := e.since; g != nil; g = g.From {
		f.Since = append(f.Since, g)
	}
	slices.Reverse(f.Since)
	return f
}

// decisive is what was asked of E from which the ownership follows.
func (r recording) decisive() []entryOf {
	if r.inner == nil {
		return r.asked
	}
	return slice.Map(r.inner.Ownership.list(), func(i int) entryOf { return r.asked[i] })
}

// same tells whether two recordings of one snapshot have the same aspects, by the
// same aspects of the same snapshot of a callee.
func (r recording) same(q recording) bool {
	if r.ownership != q.ownership || r.inner != q.inner {
		return false
	}
	for i := range r.asked {
		if r.inner != nil && r.inner.Ownership.depends(i) && r.asked[i].Ownership != q.asked[i].Ownership {
			return false
		}
	}
	return true
}

// watch collects what one run of the transfer records.
type watch struct {
	found recorded
	sides map[*il.Unit][]Side // of callees
}

// compared is how many of the recordings of a snapshot are compared with one more,
// so that the rounds of loops and calls that differ in other actuals add nothing.
// What is there twice costs memory only.
const compared = 8

func (w *watch) saw(a Access, r recording) {
	all := w.found[a]
	if !slices.ContainsFunc(all[max(0, len(all)-compared):], r.same) {
		w.found[a] = append(all, r)
	}
}

// sawCall notes what the callee's snapshots become.
func (w *watch) sawCall(t *transfer, c *il.Call, d state, callee *il.Unit, sum state) {
	sides, ok := w.sides[callee]
	if !ok {
		sides = sum.sides(callee)
		w.sides[callee] = sides
	}
	theta := abstract.Substitution(callee, c)
	actuals, v := t.passed(c, d, callee)
	for i := range sides {
		inner := &sides[i]
		if a, ok := applied(callee, inner.Access, theta, d); ok {
			w.saw(a, recording{v, inner, inner.Ownership.instantiate(actuals)})
		}
	}
}

// passed is what E says of the actuals of a call.
func (t *transfer) passed(c *il.Call, d state, callee *il.Unit) ([]held, *visit) {
	actuals := make([]held, len(c.Args))
	v := &visit{c, make([]entryOf, len(c.Args))}
	for i, e := range c.Args {
		h, p := t.opts.own(d.E, e)
		actuals[i], v.asked[i] = h, entryOf{h, callee.Formals[i], e, p}
	}
	return actuals, v
}

// recordings are those of a unit. Its transfer is run once more for them, unless
// they were asked for lately.
func (r *Result) recordings(u *il.Unit) recorded {
	return r.lately.of(u, func() (recorded, int) {
		w := watch{recorded{}, map[*il.Unit][]Side{}}
		t := transfer{core: r.core, unit: u, opts: r.opts, sums: r.sums, heads: map[*il.While]state{}, watch: &w}
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

// mostLately bounds how many recordings are kept of the units asked for, besides
// those of the last two.
const mostLately = 1 << 18

// lately keeps the recordings of the units that were asked for last: those since
// there was room for no more, and those before. It is safe for concurrent use.
type lately struct {
	mu          sync.Mutex
	now, before map[*il.Unit]sized
	size        int // of now
}

// sized are the recordings of a unit with their size.
type sized struct {
	recorded
	size int
}

// of are the recordings of u; make is called where they are not there.
func (l *lately) of(u *il.Unit, make func() (recorded, int)) recorded {
	l.mu.Lock()
	defer l.mu.Unlock()
	if x, ok := l.now[u]; ok {
		return x.recorded
	}
	x, ok := l.before[u]
	if !ok {
		x.recorded, x.size = make()
	}
	if l.now == nil || l.size+x.size > mostLately {
		l.now, l.before, l.size = map[*il.Unit]sized{}, l.now, 0
	}
	l.now[u] = x
	l.size += x.size
	return x.recorded
}
