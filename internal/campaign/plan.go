package campaign

// A Plan decides what a campaign does. It must not be used concurrently.
//
// A shard may depend on the documents of the shards before it, but not on how many of them were
// taken when it was requested.
type Plan[S, D any] interface {
	// Next returns the next shard. It returns false if there is none, or if it depends on missing
	// documents.
	Next() (shard S, ok bool)
	// Take receives the document of a shard. It is called in the order in which Next returned the
	// shards.
	Take(shard S, document D)
	// Over reports whether the campaign needs no more documents, even of outstanding shards.
	Over() bool
}

// Range is the N numbers from First to First+N-1.
type Range struct {
	First uint64 `json:"first"`
	N     uint64 `json:"n"`
}

// Each returns the numbers as ranges of one.
func (r Range) Each() []Range {
	all := make([]Range, r.N)
	for i := range all {
		all[i] = Range{r.First + uint64(i), 1}
	}
	return all
}

// Ranges is a plan whose shards are consecutive ranges of one size.
type Ranges[D any] struct {
	all    Range
	size   uint64
	take   func(Range, D) bool
	issued uint64 // how many of the numbers were handed out
	taken  uint64 // how many have a document
	over   bool
}

// NewRanges returns a plan of the numbers in all, size at a time; the last shard may be smaller. If
// all.N is 0, there is no end. The plan calls take with each document, until it returns false.
func NewRanges[D any](all Range, size uint64, take func(Range, D) bool) *Ranges[D] {
	return &Ranges[D]{all: all, size: size, take: take}
}

// Resume skips the first numbers, of which done are done. The shards after them are those of the
// whole plan. If more is false, the plan is over.
func (r *Ranges[D]) Resume(done uint64, more bool) {
	r.issued, r.taken = done, done
	r.over = !more || r.all.N > 0 && r.taken >= r.all.N
}

func (r *Ranges[D]) Next() (Range, bool) {
	n := r.size - r.issued%r.size
	if r.all.N > 0 {
		n = min(n, r.all.N-min(r.issued, r.all.N))
	}
	shard := Range{r.all.First + r.issued, n}
	r.issued += n
	return shard, n > 0
}

// has reports whether a range is a shard of the plan, or a part of one.
func (r *Ranges[D]) has(x Range) bool {
	offset := x.First - r.all.First
	oneShard := x.N > 0 && x.N <= r.size && offset/r.size == (offset+x.N-1)/r.size
	return oneShard && (r.all.N == 0 || offset < r.all.N && x.N <= r.all.N-offset)
}

func (r *Ranges[D]) Take(shard Range, document D) {
	more := r.take(shard, document)
	r.taken += shard.N
	r.over = !more || r.all.N > 0 && r.taken == r.all.N
}

func (r *Ranges[D]) Over() bool { return r.over }
