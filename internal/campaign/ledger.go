package campaign

import (
	"maps"
	"slices"
	"sort"
)

// Ledger keeps where the shards of a plan stand. It is for one goroutine at a
// time.
type Ledger[S, D any] struct {
	plan   Plan[S, D]
	issued uint64       // shards handed out: those of the numbers below
	taken  uint64       // of these, with a document that the plan has: those of the numbers below
	out    map[uint64]S // handed out, and not taken
	early  map[uint64]D // documents that wait for one before them
}

// newLedger begins a plan.
func newLedger[S, D any](p Plan[S, D]) *Ledger[S, D] {
	return &Ledger[S, D]{plan: p, out: map[uint64]S{}, early: map[uint64]D{}}
}

// Next hands out a shard, if the plan has one now.
func (l *Ledger[S, D]) Next() (n uint64, shard S, ok bool) {
	if l.plan.Over() {
		return 0, shard, false
	}
	if shard, ok = l.plan.Next(); !ok {
		return 0, shard, false
	}
	n = l.issued
	l.issued++
	l.out[n] = shard
	return n, shard, true
}

// Wanted is the shard of a number, if its document is missing.
func (l *Ledger[S, D]) Wanted(n uint64) (shard S, ok bool) {
	if _, here := l.early[n]; here {
		return shard, false
	}
	shard, ok = l.out[n]
	return shard, ok
}

// Missing lists the numbers of the shards whose documents are missing, in order.
func (l *Ledger[S, D]) Missing() []uint64 {
	return slices.DeleteFunc(sorted(l.out), func(n uint64) bool { _, here := l.early[n]; return here })
}

// sorted are the numbers that a map has, in order.
func sorted[S any](of map[uint64]S) []uint64 {
	all := slices.Collect(maps.Keys(of))
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	return all
}

// Put enters the document of a shard that is wanted. The plan takes it as soon as
// it has those before it.
func (l *Ledger[S, D]) Put(n uint64, document D) {
	l.early[n] = document
	for !l.plan.Over() {
		document, here := l.early[l.taken]
		if !here {
			return
		}
		l.take(l.taken, document)
		l.taken++
	}
}

func (l *Ledger[S, D]) take(n uint64, document D) {
	l.plan.Take(l.out[n], document)
	delete(l.out, n)
	delete(l.early, n)
}

// Replace puts another document in the place of one that the plan has not taken yet,
// and tells whether it could.
func (l *Ledger[S, D]) Replace(n uint64, document D) bool {
	_, here := l.early[n]
	if here {
		l.early[n] = document
	}
	return here
}

// Spill has the plan take the documents that are there, though one before them is
// missing. Nothing can be put afterwards.
func (l *Ledger[S, D]) Spill() {
	for _, n := range sorted(l.early) {
		if l.plan.Over() {
			return
		}
		l.take(n, l.early[n])
	}
}

// Over tells that nothing is missing.
func (l *Ledger[S, D]) Over() bool { return l.plan.Over() }

// Issued is how many shards were handed out.
func (l *Ledger[S, D]) Issued() uint64 { return l.issued }

// Taken is how many documents the plan has, in order and without a gap.
func (l *Ledger[S, D]) Taken() uint64 { return l.taken }

// Waiting is how many shards were handed out that the plan has no document of.
func (l *Ledger[S, D]) Waiting() int { return len(l.out) }
