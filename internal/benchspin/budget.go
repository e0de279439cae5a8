package main

import "time"

// budget shares what is left of a time among the searches that are left, by their
// weights. Most take less than their share, so a search may take half as much
// again, but leaves the others half of theirs at least. So all end in time.
type budget struct {
	end    time.Time
	weight int // of the searches that are left
}

// Weights of searches: the engine takes about a second where Spin takes half a
// minute.
const (
	spinWeight   = 10
	engineWeight = 1
)

// take is how long the next search may take, which has the given weight. It may
// be run several times in this time.
func (b *budget) take(weight int, now time.Time) time.Duration {
	left := max(0, b.end.Sub(now))
	share := left * time.Duration(weight) / time.Duration(b.weight)
	b.weight -= weight
	return min(3*share/2, share+(left-share)/2)
}
