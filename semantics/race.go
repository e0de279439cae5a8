package semantics

import "wobbly/il"

// Access is a load or store that a thread is about to execute.
type Access struct {
	Command il.Command // *il.Load or *il.Store
	Kind    il.AccessKind
	Path    il.Expr
	Cell    Addr // ⌊Path⌋, in dom(h)
}

// Racing is a pair of accesses that race, thread A's and thread B's. Their cells are equal.
type Racing [2]Access

// Race is Definition 3.6 at one configuration: it reports whether the threads race in k, and with
// which accesses. C1 || C2 races if some reachable configuration does, including the initial one.
//
// The definition does not mention locks, and need not: if both threads are about to make accesses,
// Figure 6 permits both, because at most one of them holds the lock and accesses do not change it.
func Race(k Config) (Racing, bool) {
	a, okA := NextAccess(k, A)
	b, okB := NextAccess(k, B)
	races := okA && okB && // c1 and c2 are loads or stores of paths that have an address in k
		(a.Kind == il.Write || b.Kind == il.Write) && // at least one is a store
		a.Cell == b.Cell // ⌊π1⌋ in s1, h is ⌊π2⌋ in s2, h
	if !races {
		return Racing{}, false
	}
	return Racing{a, b}, true
}

// NextAccess returns the load or store that thread i is about to execute in k, if its next command
// is one and its path has an address in dom(h).
func NextAccess(k Config, i Tid) (Access, bool) {
	c, _ := k.Command(i)
	access, ok := il.AccessOf(c)
	if !ok {
		return Access{}, false
	}
	at, ok := cell(access.Path, k.Threads[i].S.Top, k.H)
	return Access{Command: c, Kind: access.Kind, Path: access.Path, Cell: at}, ok
}
