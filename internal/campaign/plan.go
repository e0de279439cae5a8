package campaign

// A Plan is the side of a campaign that knows what there is to do. It is for one
// goroutine at a time.
//
// The shard of a number must depend on the documents of shards before it alone,
// and not on how many of these were taken when it was asked for.
type Plan[S, D any] interface {
	// Next is the shard after those handed out so far. It is false where there is
	// none, and while which one it is depends on documents that are out.
	Next() (shard S, ok bool)
	// Take enters the document of a shard. It is called in the order in which shards
	// were handed out.
	Take(shard S, document D)
	// Over tells that nothing is missing. Shards that are out then are not waited for.
	Over() bool
}

// Range is the numbers First to First+N-1.
type Range struct {
	First uint64 `json:"first"`
	N     uint64 `json:"n"`
}

// Each is the numbers, one by one.
func (r Range) Each() []Range {
	all := make([]Range, r.N)
	for i := range all {
		all[i] = Range{r.First + uint64(i), 1}
	}
	return all
}

// Ranges plans numbers in ranges of one size.
type Ranges[D any] struct {
	all   Range
	size  uint64
	take  func(Range, D) bool
	given uint64 // numbers handed out
	taken uint64
	over  bool
}

// NewRanges plans the numbers of a range, size at a time; the last shard may be
// smaller. If all.N is 0 there is no end. take enters a document, and tells whether
// to go on.
func NewRanges[D any](all Range, size uint64, take func(Range, D) bool) *Ranges[D] {
	return &Ranges[D]{all: all, size: size, take: take}
}

// GoOn leaves out so many numbers, of which there are documents already, and has nothing
// done if there are to be no more. The shards behind them are those of the whole plan.
func (r *Ranges[D]) GoOn(done uint64, more bool) {
	r.given, r.taken = done, done
	r.over = !more || r.all.N > 0 && r.taken >= r.all.N
}

// Next implements Plan.
func (r *Ranges[D]) Next() (Range, bool) {
	n := r.size - r.given%r.size
	if r.all.N > 0 {
		n = min(n, r.all.N-min(r.given, r.all.N))
	}
	shard := Range{r.all.First + r.given, n}
	r.given += n
	return shard, n > 0
}

// has tells whether a range is a shard of the plan, or a part of one.
func (r *Ranges[D]) has(x Range) bool {
	at := x.First - r.all.First
	return x.N > 0 && at/r.size == (at+x.N-1)/r.size && x.N <= r.size && (r.all.N == 0 || at < r.all.N && x.N <= r.all.N-at)
}

// Take implements Plan.
func (r *Ranges[D]) Take(shard Range, document D) {
	more := r.take(shard, document)
	r.taken += shard.N
	r.over = !more || r.all.N > 0 && r.taken == r.all.N
}

// Over implements Plan.
func (r *Ranges[D]) Over() bool { return r.over }
