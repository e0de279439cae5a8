package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// lanes is a plan whose shards depend on documents: the next shard of a lane is its last document,
// until that is 0.
type lanes struct {
	ready []int // the next shards of the lanes that have one
	open  int   // the number of lanes that have not ended
	taken []int // the documents
}

func newLanes(starts ...int) *lanes { return &lanes{ready: starts, open: len(starts)} }

func (l *lanes) Next() (int, bool) {
	if len(l.ready) == 0 {
		return 0, false
	}
	n := l.ready[0]
	l.ready = l.ready[1:]
	return n, true
}

func (l *lanes) Take(_, document int) {
	l.taken = append(l.taken, document)
	if document > 0 {
		l.ready = append(l.ready, document)
	} else {
		l.open--
	}
}

func (l *lanes) Over() bool { return l.open == 0 }

// job returns a job whose documents are half of their shards.
func (l *lanes) job() *Job[int, int] {
	return &Job[int, int]{
		Kind: "lanes", Plan: l,
		Do: func(_ context.Context, n int) (int, bool) { return n / 2, true },
	}
}

// TestRun: the documents that a plan takes, and their order, do not depend on the number of
// workers.
func TestRun(t *testing.T) {
	one := newLanes(1000, 3, 77)
	one.job().Run(context.Background(), 0)
	if len(one.taken) != 10+2+7 || !slices.Equal(one.taken[:5], []int{500, 1, 38, 250, 0}) {
		t.Errorf("the documents taken are %v, want 19 that start with 500 1 38 250 0", one.taken)
	}
	for _, workers := range []int{2, 3, 16} {
		many := newLanes(1000, 3, 77)
		many.job().Run(context.Background(), workers)
		if !slices.Equal(many.taken, one.taken) {
			t.Errorf("%d workers: %v, want %v", workers, many.taken, one.taken)
		}
	}
}

// sums returns a job whose shards are ranges and whose documents are the sums of their numbers. It
// calls begin before each shard.
func sums(all Range, size uint64, take func(Range, uint64) bool,
	begin func(Range)) *Job[Range, uint64] {
	return &Job[Range, uint64]{Kind: "sums", Plan: NewRanges(all, size, take),
		Do: func(ctx context.Context, r Range) (uint64, bool) {
			begin(r)
			sum := uint64(0)
			for i := range r.N {
				sum += r.First + i
			}
			return sum, ctx.Err() == nil
		}}
}

// TestRanges: every number is in one range, of which the last may be smaller, and a plan without an
// end is over when take returns false.
func TestRanges(t *testing.T) {
	var ranges []Range
	total := uint64(0)
	sums(Range{5, 10}, 4, func(r Range, sum uint64) bool {
		ranges = append(ranges, r)
		total += sum
		return true
	}, func(Range) {}).Run(context.Background(), 3)
	if !slices.Equal(ranges, []Range{{5, 4}, {9, 4}, {13, 2}}) || total != 95 {
		t.Errorf("the ranges are %v with the sum %d, want three and 95", ranges, total)
	}
	ranges = nil
	sums(Range{}, 3, func(r Range, _ uint64) bool {
		ranges = append(ranges, r)
		return len(ranges) < 100
	}, func(Range) {}).Run(context.Background(), 4)
	if len(ranges) != 100 || ranges[99] != (Range{297, 3}) {
		t.Errorf("without an end the ranges are %v, want 100, the last {297 3}", ranges)
	}
}

// TestNoShard: a worker does shards of the plan and parts of them, but no other ranges, which could
// take forever.
func TestNoShard(t *testing.T) {
	for _, tt := range []struct {
		all Range
		x   Range
		ok  bool
	}{
		{Range{5, 10}, Range{5, 4}, true}, {Range{5, 10}, Range{13, 2}, true},
		{Range{5, 10}, Range{10, 1}, true},
		{Range{5, 10}, Range{13, 3}, false}, {Range{5, 10}, Range{4, 1}, false},
		{Range{5, 10}, Range{17, 1}, false},
		{Range{5, 10}, Range{5, 0}, false}, {Range{5, 10}, Range{5, 8}, false},
		{Range{5, 10}, Range{7, 4}, false},
		{Range{}, Range{400, 4}, true}, {Range{}, Range{0, 1 << 63}, false},
		{Range{}, Range{4, 1<<64 - 1}, false},
	} {
		j := sums(tt.all, 4, nil, func(r Range) {
			if !tt.ok {
				t.Errorf("%v of %v was done", r, tt.all)
			}
		})
		_, err := j.doJSON(context.Background(), encode(tt.x))
		if errors.Is(err, errNoShard) == tt.ok {
			t.Errorf("doing %v of %v: %v, want it done: %t", tt.x, tt.all, err, tt.ok)
		}
	}
}

// TestInterrupted: after an interruption the plan has the documents before the first missing one
// and, if the job is loose, those after it too.
func TestInterrupted(t *testing.T) {
	for _, loose := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		later := make(chan struct{})
		var firsts []uint64
		j := sums(Range{N: 100}, 1, func(r Range, _ uint64) bool {
			firsts = append(firsts, r.First)
			return true
		}, func(r Range) {
			switch r.First {
			case 1: // waits until the run is over
				<-later
			case 50:
				cancel()
				close(later)
			}
		})
		do := j.Do
		j.Do = func(ctx context.Context, r Range) (uint64, bool) {
			x, _ := do(ctx, r)
			return x, r.First != 1
		}
		j.Loose = loose
		j.Run(ctx, 2)
		want := 1
		if loose {
			want = 50
		}
		if len(firsts) != want || firsts[0] != 0 || !slices.IsSorted(firsts) {
			t.Errorf("loose %t: the plan has the shards %v, want %d in order, from 0", loose, firsts,
				want)
		}
	}
	none := newLanes(8)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	none.job().Run(ctx, 2)
	if len(none.taken) > 0 {
		t.Errorf("a run that was interrupted before it began has the documents %v, want none",
			none.taken)
	}
}

// TestAbandoned: a shard that outlasts the context is abandoned, and its document is dropped.
func TestAbandoned(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	end, ended := make(chan struct{}), make(chan struct{})
	taken := 0
	j := sums(Range{N: 2}, 1, func(Range, uint64) bool { taken++; return true }, func(Range) {
		cancel()
		<-end
	})
	do := j.Do
	j.Do = func(_ context.Context, r Range) (uint64, bool) {
		defer close(ended)
		return do(context.Background(), r)
	}
	j.Abandon = true
	j.Run(ctx, 1)
	close(end)
	<-ended
	if taken != 0 {
		t.Errorf("the plan has %d documents of an abandoned run, want none", taken)
	}
}

// TestPanics: Run panics if a goroutine does, with the description from Blame and the stack, or if
// a plan has no shard and is not over.
func TestPanics(t *testing.T) {
	for _, workers := range []int{1, 3} {
		func() {
			defer func() {
				if r, _ := recover().(string); !strings.HasPrefix(r,
					"the program of 7: planted\n\ngoroutine") ||
					!strings.Contains(r, "campaign_test.go") {
					t.Errorf("%d workers: the panic is %q", workers, r)
				}
			}()
			sums(Range{N: 100}, 1, func(Range, uint64) bool { return true }, func(r Range) {
				defer Blame(func() string { return fmt.Sprint("the program of ", r.First) })
				if r.First == 7 {
					panic("planted")
				}
			}).Run(context.Background(), workers)
		}()
	}
	defer func() {
		if r, _ := recover().(string); !strings.Contains(r, "is not over, and has no shard") {
			t.Errorf("Run of a plan without a shard panics with %q", r)
		}
	}()
	(&Job[int, int]{Kind: "stuck", Plan: &lanes{open: 1}}).Run(context.Background(), 2)
}

// TestRemote: a job over JSON has the same result, and Check refuses invalid documents.
func TestRemote(t *testing.T) {
	want := newLanes(20, 7)
	want.job().Run(context.Background(), 1)
	got := newLanes(20, 7)
	j := got.job()
	j.About = map[string]int{"n": 3}
	j.Check = func(shard, document int) error {
		if document != shard/2 {
			return errors.New("not half")
		}
		return nil
	}
	e, err := j.Remote()
	if err != nil || string(e.About) != `{"n":3}` || e.Kind != "lanes" {
		t.Fatalf("Remote() = %+v, %v; want kind lanes about {\"n\":3}", e, err)
	}
	for !e.Log.Over() {
		n, shard, ok := e.Log.Next()
		if !ok {
			t.Fatal("no shard")
		}
		document, err := e.Do(context.Background(), shard)
		if err != nil {
			t.Fatal(err)
		}
		for text, fault := range map[string]string{
			string(document): "", "-1": "not half", "x": "no document",
			string(document) + " 1": "more than one", "{}": "no document",
		} {
			if err := e.Check(shard, []byte(text)); (err == nil) != (fault == "") ||
				err != nil && !strings.Contains(err.Error(), fault) {
				t.Errorf("Check of %s for the shard %s = %v, want %q", text, shard, err, fault)
			}
		}
		e.Log.Put(n, document)
	}
	if !slices.Equal(got.taken, want.taken) {
		t.Errorf("the documents over JSON are %v, want %v", got.taken, want.taken)
	}
	if _, err := e.Do(context.Background(), []byte("x")); err == nil {
		t.Error("Do of an invalid shard succeeds")
	}
	for n, want := range []string{"[]", "[]", "[1 1]"} { // one part is the shard itself
		j.Parts = func(int) []int { return slices.Repeat([]int{1}, n) }
		if got := fmt.Sprintf("%s", e.Parts([]byte("2"))); got != want {
			t.Errorf("Parts of a shard with %d parts = %s, want %s", n, got, want)
		}
	}
	if got := e.Parts([]byte("x")); got != nil {
		t.Errorf("Parts of an invalid shard = %s, want none", got)
	}
	j.About = func() {}
	if _, err := j.Remote(); err == nil {
		t.Error("Remote of a job about a function, which is not JSON, succeeds")
	}
}

// TestLog: shards are missing until their documents arrive, in any order, and the plan takes these
// in order.
func TestLog(t *testing.T) {
	var order []uint64
	l := newLog[Range, uint64](NewRanges(Range{N: 4}, 1,
		func(r Range, _ uint64) bool { order = append(order, r.First); return true }))
	for range 4 {
		l.Next()
	}
	if _, _, ok := l.Next(); ok || l.Issued() != 4 {
		t.Errorf("after 4 of 4 shards: Next = %t, Issued = %d; want no shard, and 4", ok, l.Issued())
	}
	l.Put(2, 0)
	l.Put(1, 0)
	holds := func(want string) {
		t.Helper()
		if got := fmt.Sprintf("%v missing, %d taken, %d waiting, over %t", l.Missing(), l.Taken(),
			l.Waiting(), l.Over()); got != want {
			t.Errorf("the log has %s, want %s", got, want)
		}
	}
	holds("[0 3] missing, 0 taken, 4 waiting, over false")
	if _, ok := l.Wanted(2); ok {
		t.Error("shard 2 is wanted again")
	}
	if !l.Replace(2, 1) || l.Replace(3, 1) {
		t.Error("Replace must replace a document that waits, and no other")
	}
	l.Put(0, 0)
	holds("[3] missing, 3 taken, 1 waiting, over false")
	if _, ok := l.Wanted(3); !ok || l.Replace(1, 1) {
		t.Error("shard 3 is not wanted, or shard 1 was replaced after it was taken")
	}
	l.Put(3, 0)
	holds("[] missing, 4 taken, 0 waiting, over true")
	if !slices.Equal(order, []uint64{0, 1, 2, 3}) {
		t.Errorf("the order is %v, want 0 1 2 3", order)
	}
}

// TestKind: a Kind does the shards of the job that it opens, and passes on its errors and panics.
func TestKind(t *testing.T) {
	k := KindOf("quotients", func(divisor int) (*Job[int, int], error) {
		if divisor == 0 {
			return nil, errors.New("by nothing")
		}
		return &Job[int, int]{Do: func(ctx context.Context, n int) (int, bool) {
			if n < 0 {
				panic("less than nothing")
			}
			return n / divisor, true
		}}, nil
	})
	do, err := k.Open([]byte("3"))
	if err != nil {
		t.Fatal(err)
	}
	if x, err := do(context.Background(), []byte("10")); string(x) != "3" || err != nil {
		t.Errorf("do(10) = %s, %v; want 3", x, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := do(ctx, []byte("10")); !errors.Is(err, context.Canceled) {
		t.Errorf("do(10) after an interrupt = %v, want %v", err, context.Canceled)
	}
	var p *Panic
	if _, err := do(context.Background(), []byte("-1")); !errors.As(err, &p) ||
		!strings.HasPrefix(p.Text, "less than nothing\n") {
		t.Errorf("do(-1) = %v, want its panic", err)
	}
	for about, fault := range map[string]string{"0": "by nothing", "x": "no document"} {
		if _, err := k.Open([]byte(about)); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("Open(%s) = %v, want an error with %q", about, err, fault)
		}
	}
}
