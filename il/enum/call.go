package enum

import (
	"slices"

	"wobbly/il"
)

// calls tries m(e1, ..., en) for each method that is called already and for a new one.
func (w *walker) calls() bool {
	if w.o.NoCalls || !w.fits(0, callKind) {
		return true
	}
	n := w.node(callKind)
	for m := range w.methods {
		if !w.reaches(m, w.unit-threads) && !w.callsOf(n, m) {
			return false
		}
	}
	m := w.methods
	w.methods++
	for arity := range w.o.Arity + 1 {
		w.arity[m] = arity
		w.tree.units[threads+m].Formals = w.tree.formals[:arity]
		w.tree.decls[1+m].(*il.Method).Formals = w.tree.declared[:arity]
		if !w.callsOf(n, m) {
			w.methods--
			return false
		}
	}
	w.methods--
	return true
}

// reaches reports whether method m is or calls, directly or not, method k (A5). A thread, k < 0, is
// called by none.
func (w *walker) reaches(m, k int) bool {
	if k < 0 || m == k {
		return m == k
	}
	return slices.ContainsFunc(w.callees[threads+m],
		func(callee int) bool { return w.reaches(callee, k) })
}

func (w *walker) callsOf(n *node, m int) bool {
	n.callee, n.n = m, w.arity[m]
	n.call.Method = w.tree.methods[m]
	n.call.Args = n.args[:n.n]
	return w.args(n, 0)
}

// args tries all arguments from the i-th on.
func (w *walker) args(n *node, i int) bool {
	if i == n.n {
		calls := &w.callees[w.unit]
		*calls = append(*calls, n.callee)
		w.stale = true
		ok := w.extend(n, &n.call)
		*calls = (*calls)[:len(*calls)-1]
		w.stale = true
		return ok
	}
	e := w.exprs(0)
	for e.next(w) {
		w.write(n, i, &e, &n.args[i])
		if !w.args(n, i+1) {
			return e.done(w, false)
		}
	}
	return e.done(w, true)
}

// order brings Order up to date: callees before callers, found depth first from A and B as in
// package check.
func (w *walker) order() {
	if !w.stale {
		return
	}
	w.stale = false
	w.tree.core.Order = w.tree.core.Order[:0]
	w.visited = 0
	for unit := range threads + w.methods {
		w.visit(unit)
	}
}

// visit adds to Order the callees of a unit and then the unit, unless they are there.
func (w *walker) visit(unit int) {
	if w.visited>>unit&1 != 0 {
		return
	}
	w.visited |= 1 << unit
	for _, m := range w.callees[unit] {
		w.visit(threads + m)
	}
	w.tree.core.Order = append(w.tree.core.Order, &w.tree.units[unit])
}
