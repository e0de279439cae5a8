package racerd

import (
	"cmp"
	"maps"
	"math"

	"wobbly/abstract"
	"wobbly/il"
)

// Top is the lock count ⊤: an unknown number of locks. It is above every number, and lock() and
// unlock() leave it as it is.
var Top = il.LevelOf(math.MaxInt)

// threads is a value t ∈ T of the threads domain, restricted to IL: the threads that may run
// concurrently with the present code. NoThread ⊏ AnyThread.
type threads uint8

const (
	noThread  threads = iota // no thread is known to
	anyThread                // any other thread may
)

func (t threads) String() string { return [...]string{"NoThread", "AnyThread"}[t] }

// Access is an access snapshot <π, k, ℓ, t, o> without its ownership and with its position: a load
// or store, the path in terms of the method whose summary has it, and the locks and threads.
type Access struct {
	abstract.Access
	Thread threads
	// Prefix is set for the read of a prefix or an argument (Options.PrefixReads), which Definition
	// 3.6 does not count.
	Prefix bool
}

func (a Access) compare(b Access) int {
	return cmp.Or(a.Access.Compare(b.Access), cmp.Compare(a.Thread, b.Thread),
		compareBools(a.Prefix, b.Prefix))
}

// compareBools orders false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// state is an abstract state D = <ℓ, t, E, A> (Figure 4).
//
// Its concretization: at most L locks are held, the threads of T may run concurrently, the objects
// of expressions are owned as E says, and the accesses of A may have been made, each to an object
// that is owned as its value says. All states of one unit share its A: it only grows, and no rule
// reads it.
type state struct {
	L il.Level
	T threads
	E environment
	A map[Access]Ownership
}

// branch returns a copy of d for another branch, which shares A.
func (d state) branch() state {
	d.E = d.E.clone()
	return d
}

// join makes d the least upper bound of d and o, two states of one unit. It reports whether that
// changed d. For deep see environment.join.
func (d *state) join(o state, deep bool) (changed bool) {
	changed = d.E.join(o.E, deep)
	changed = changed || o.L.Compare(d.L) > 0 || o.T > d.T
	d.L, d.T = d.L.Max(o.L), max(d.T, o.T)
	return changed
}

// same reports whether two summaries are equal for their callers, which do not use E.
func (d state) same(o state) bool { return d.L == o.L && d.T == o.T && maps.Equal(d.A, o.A) }

// plus returns ℓ +⊤ n, at least 0.
func plus(l, n il.Level) il.Level {
	if l == Top || n == Top {
		return Top
	}
	return l.Plus(n).Max(il.Level{})
}

// after returns the lock count after lock() or unlock(). RacerD does not distinguish locks.
func after(l il.Level, c il.Stmt) il.Level {
	switch {
	case l == Top:
		return Top
	case il.Acquires(c):
		return l.Acquire()
	default:
		return l.Release().Max(il.Level{})
	}
}
