package campaign

import (
	"cmp"
	"maps"
	"slices"

	"wobbly/internal/slice"
)

// A Log tracks the shards of a plan and puts their documents in order. It must not be used
// concurrently.
type Log[S, D any] struct {
	plan   Plan[S, D]
	issued uint64       // the shards below this number are handed out
	taken  uint64       // and the documents below this number are in the plan
	out    map[uint64]S // shards handed out whose documents are not in the plan
	early  map[uint64]D // documents that wait for those before them
}

func newLog[S, D any](p Plan[S, D]) *Log[S, D] {
	return &Log[S, D]{plan: p, out: map[uint64]S{}, early: map[uint64]D{}}
}

// Next hands out a shard, if the plan has one now.
func (l *Log[S, D]) Next() (n uint64, shard S, ok bool) {
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

// Wanted returns shard n if its document is missing.
func (l *Log[S, D]) Wanted(n uint64) (shard S, ok bool) {
	if _, here := l.early[n]; here {
		return shard, false
	}
	shard, ok = l.out[n]
	return shard, ok
}

// Missing lists the shards whose documents are missing, in order.
func (l *Log[S, D]) Missing() []uint64 {
	return slices.DeleteFunc(slice.Sorted(maps.Keys(l.out), cmp.Compare), func(n uint64) bool {
		_, here := l.early[n]
		return here
	})
}

// Put logs a wanted document. The plan takes it once it has those before it.
func (l *Log[S, D]) Put(n uint64, document D) {
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

func (l *Log[S, D]) take(n uint64, document D) {
	l.plan.Take(l.out[n], document)
	delete(l.out, n)
	delete(l.early, n)
}

// Replace replaces a document that the plan has not taken yet, and reports whether it did.
func (l *Log[S, D]) Replace(n uint64, document D) bool {
	_, here := l.early[n]
	if here {
		l.early[n] = document
	}
	return here
}

// Spill has the plan take all documents, even if one before them is missing. Nothing can be put
// afterwards.
func (l *Log[S, D]) Spill() {
	for _, n := range slice.Sorted(maps.Keys(l.early), cmp.Compare) {
		if l.plan.Over() {
			return
		}
		l.take(n, l.early[n])
	}
}

// Over reports whether the plan is over.
func (l *Log[S, D]) Over() bool { return l.plan.Over() }

// Issued returns the number of shards that were handed out.
func (l *Log[S, D]) Issued() uint64 { return l.issued }

// Taken returns the number of documents that the plan has.
func (l *Log[S, D]) Taken() uint64 { return l.taken }

// Waiting returns the number of shards that were handed out and are not taken.
func (l *Log[S, D]) Waiting() int { return len(l.out) }
