package abstract

import (
	"slices"

	"wobbly/il"
)

// Several locks: Theorem 1L of docs/theory.md. For a program that names locks, each point also has
// the minimal histories of the paths to it (il.History), and an access is recorded once for each.
// Two accesses may be reported only if no lock is held at both and their histories do not cross:
// then some interleaving reaches both (Lemma S), and by the proof of Theorem 1 every interleaving
// has equal addresses. Histories depend on paths, levels do not (A2).

// fits returns an error for options that are not supported for a program that names locks.
func (o Options) fits(core *il.Core) error {
	if len(core.Locks) > 0 && (o.Literal != 0 || o.Without != 0 || o.Cap != 0) {
		return core.OneLock("RacerDX with a literal reading, a switched clause or a cap")
	}
	return nil
}

// entry returns d as the state at the entry of a unit of core.
func (d D) entry(core *il.Core) D {
	if len(core.Locks) > 0 {
		d.Histories, d.C = []il.History{{}}, new(Set[Critical])
	}
	return d
}

// after returns d with the histories after c, where d.L is still the level before c. If c takes a
// lock, after also adds its critical elements to d.C.
func (d D) after(c il.Stmt) D {
	d.wait(c)
	if il.Acquires(c) || il.Releases(c) {
		all := make([]il.History, len(d.Histories))
		for i, h := range d.Histories {
			all[i] = h.After(d.L, c)
		}
		d.Histories = il.Minimal(all)
	}
	return d
}

// afterCall returns d with the histories after a call of a method with the summary sum, where d.L
// is still the level before the call. It also adds the critical elements of the method to d.C,
// except those that take a lock which the caller holds already.
func (d D) afterCall(sum D) D {
	for c := range sum.C.All() {
		if d.L.DepthOf(c.Slot) > 0 {
			continue
		}
		inner, own := c.Lock, c.History
		c.Lock = d.L.Plus(inner)
		for _, h := range d.Histories {
			c.History = h.Call(d.L, inner, own)
			d.C.Add(c)
		}
	}
	var all []il.History
	for _, h := range d.Histories {
		for _, x := range sum.Histories {
			all = append(all, h.Call(d.L, sum.L, x))
		}
	}
	d.Histories = il.Minimal(all)
	return d
}

// record adds an access to A, once for each history.
func (d D) record(a Access) {
	if len(d.Histories) == 0 {
		d.A.Add(a)
	}
	for _, h := range d.Histories {
		a.History = h
		d.A.Add(a)
	}
}

// recordCallee adds an access of a callee to A. Its level in the callee is inner.
func (d D) recordCallee(a Access, inner il.Level) {
	if len(d.Histories) == 0 {
		d.A.Add(a)
	}
	callee := a.History
	for _, h := range d.Histories {
		a.History = h.Call(d.L, inner, callee)
		d.A.Add(a)
	}
}

// distinct returns a function that passes on to visit only the first of the reports that differ in
// nothing but histories. If the program names no locks, it returns visit itself.
func distinct(named bool, visit func(Report)) func(Report) {
	if !named {
		return visit
	}
	seen := map[[2]Access]bool{}
	return func(r Report) {
		key := [2]Access{r.Left.Access, r.Right.Access}
		key[0].History, key[1].History = il.History{}, il.History{}
		if !seen[key] {
			seen[key] = true
			visit(r)
		}
	}
}

// withoutHistories keeps the first of each run of accesses that differ only in their histories. all
// must be sorted; its array is reused.
func withoutHistories(all []Access) []Access {
	return slices.CompactFunc(all, func(a, b Access) bool {
		b.History = a.History
		return a == b
	})
}
