package racerd

import (
	"cmp"
	"maps"
	"math"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// Top is the lock count ⊤: some number of locks, not known. It is above every
// number, and more or fewer locks leave it as it is.
var Top = il.LevelOf(math.MaxInt)

// threads is a value t ∈ T of the threads domain, as far as IL has it: what may
// run beside the code at hand.
type threads uint8

// The values, NoThread ⊏ AnyThread.
const (
	noThread  threads = iota // nothing is known to run beside it
	anyThread                // any other thread may
)

// String gives the paper's word.
func (t threads) String() string { return [...]string{"NoThread", "AnyThread"}[t] }

// Access is an access snapshot <π, k, ℓ, t, o> without its ownership, and with
// its position: a load or store, the path it accesses in terms of the unit
// whose summary this is, and the locks and threads under which it happens.
type Access struct {
	abstract.Access
	Thread threads
	// Prefix says that it is no load or store of its own, but a read on the way to one,
	// or of an argument (Options.PrefixReads): Definition 3.6 does not speak of it.
	Prefix bool
}

// compare orders snapshots by position, kind, path, lock count and thread, and
// those of prefixes behind the others.
func (a Access) compare(b Access) int {
	return cmp.Or(a.Access.Compare(b.Access), cmp.Compare(a.Thread, b.Thread), cmp.Compare(rank(a.Prefix), rank(b.Prefix)))
}

// rank orders what does not hold before what does.
func rank(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// state is an abstract state D = <ℓ, t, E, A> (Figure 4).
//
// Its concretization: at most L locks are held, T is evidence for what may run
// beside, the objects of expressions are owned as E says, and the accesses of
// A may have been made, each to an object that is owned as its value says. All
// states of one unit share its A: it only grows, and no rule reads it.
type state struct {
	L il.Level
	T threads
	E environment
	A map[Access]Ownership
}

// branch is a copy of d to go on with along another branch. A stays shared.
func (d state) branch() state {
	d.E = d.E.clone()
	return d
}

// join makes d the least upper bound of d and o, two states of one unit, and
// tells whether that changed d.
func (d *state) join(o state, deep bool) (changed bool) {
	changed = d.E.join(o.E, deep)
	changed = changed || o.L.Compare(d.L) > 0 || o.T > d.T
	d.L, d.T = d.L.Max(o.L), max(d.T, o.T)
	return changed
}

// same tells whether two summaries are the same for their callers, who see no E.
func (d state) same(o state) bool { return d.L == o.L && d.T == o.T && maps.Equal(d.A, o.A) }

// accesses lists A in the order of compare.
func (d state) accesses() []Access {
	return slice.Sorted(maps.Keys(d.A), Access.compare)
}

// plus is ℓ +⊤ n; a count does not fall below 0.
func plus(l, n il.Level) il.Level {
	if l == Top || n == Top {
		return Top
	}
	return l.Plus(n).Max(il.Level{})
}

// after is the lock count after lock() or unlock().
func after(l il.Level, c il.Stmt) il.Level {
	if l == Top {
		return Top
	}
	return l.After(c).Max(il.Level{})
}

// lockText prints a lock count.
func lockText(l il.Level) string {
	if l == Top {
		return "⊤"
	}
	return l.String()
}
