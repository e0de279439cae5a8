package semantics

import "wobbly/il"

// Access is a load or store before which a thread stands.
type Access struct {
	Command il.Command // *il.Load or *il.Store
	Kind    il.AccessKind
	Path    il.Expr
	Cell    Addr // ⌊Path⌋, in dom(h)
}

// Racing is a pair of accesses that race, thread A's and thread B's. Their
// cells are equal.
type Racing [2]Access

// Race is Definition 3.6 at one configuration: do the threads race in k, and
// with which accesses? C1 || C2 races if this holds of some configuration it
// can reach, the initial one included.
//
// The definition does not speak of locks, and need not: where both threads
// stand before accesses, the rules of Figure 6 let both go, since at most one
// of them holds the lock and accesses do not touch it.
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

// NextAccess is the load or store before which thread i stands in k, if its
// next command is one and its path has an address in dom(h).
func NextAccess(k Config, i Tid) (Access, bool) {
	c, _ := k.Command(i)
	var a Access
	switch c := c.(type) {
	case *il.Load:
		a = Access{Command: c, Kind: il.Read, Path: c.Src}
	case *il.Store:
		a = Access{Command: c, Kind: il.Write, Path: c.Dst}
	default:
		return Access{}, false
	}
	var ok bool
	a.Cell, ok = cell(a.Path, k.Threads[i].S.Top, k.H)
	return a, ok
}
