package chord

import (
	"iter"

	"wobbly/il"
)

// The errors for package chord_test.
type (
	ErrTooLarge   = errTooLarge
	ErrUnbalanced = errUnbalanced
)

// Access returns the load or store at a site.
func (a *Analysis) Access(s il.Site) Access { return *a.accesses[a.index[s]] }

// LevelAt returns the lock level at a statement in its unit.
func (a *Analysis) LevelAt(s il.Stmt) il.Level { return a.core.LevelAt(s) }

// Size returns the number of abstract objects, and of units in contexts.
func (r *Result) Size() (objects, contexts int) {
	return len(r.points.objects), len(r.points.instances)
}

// All returns the original pairs with the last stage that keeps each, in order. It asks Last about
// every pair of accesses, so Reached is checked against it.
func (r *Result) All() iter.Seq2[il.Sites, Stage] {
	return func(yield func(il.Sites, Stage) bool) {
		for i, a := range r.accesses {
			for _, j := range r.partners(int32(i), r.ofField[a.field]) {
				s := il.Sites{a.Site, r.accesses[j].Site}
				if last, ok := r.Last(s); ok && !yield(s, last) {
					return
				}
			}
		}
	}
}

// Left returns the pairs of sites that a stage leaves, in order.
func (r *Result) Left(s Stage) (all []il.Sites) {
	for p, last := range r.All() {
		if last >= s {
			all = append(all, p)
		}
	}
	return all
}

// Count returns how many pairs of sites a stage leaves.
func (r *Result) Count(s Stage) uint64 { return uint64(len(r.Left(s))) }
