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
	issued uint64       // the number of shards that were handed out, which are 0 to issued-1
	taken  uint64       // the plan has the documents of the shards 0 to taken-1
	out    map[uint64]S // the shards that were handed out and whose documents the plan lacks
	early  map[uint64]D // the documents that wait for an earlier one
}

// newLog returns the log of a plan of which no shard has been handed out.
func newLog[S, D any](p Plan[S, D]) *Log[S, D] {
	return &Log[S, D]{plan: p, out: map[uint64]S{}, early: map[uint64]D{}}
}

// Next hands out the next shard and its number. It returns false if the plan has none now.
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
	if _, arrived := l.early[n]; arrived {
		return shard, false
	}
	shard, ok = l.out[n]
	return shard, ok
}

// Missing lists the shards whose documents are missing, in order.
func (l *Log[S, D]) Missing() []uint64 {
	return slices.DeleteFunc(slice.Sorted(maps.Keys(l.out), cmp.Compare), func(n uint64) bool {
		_, arrived := l.early[n]
		return arrived
	})
}

// Put logs the document of a shard for which Wanted returns true. The plan takes it once it has
// those before it.
func (l *Log[S, D]) Put(n uint64, document D) {
	l.early[n] = document
	for !l.plan.Over() {
		document, arrived := l.early[l.taken]
		if !arrived {
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
	_, waiting := l.early[n]
	if waiting {
		l.early[n] = document
	}
	return waiting
}

// Spill has the plan take all documents that have arrived, even if one before them is missing. Put
// must not be called afterwards.
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
