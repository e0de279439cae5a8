package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// lanes is a plan whose shards depend on documents: each lane goes on with what its last
// document says, until it says 0.
type lanes struct {
	ready []int
	open  int
	taken []int
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
		t.Errorf("the sizes taken are %v, want 19 that start with 500 1 38 250 0", one.taken)
	}
	for _, workers := range []int{2, 3, 16} {
		many := newLanes(1000, 3, 77)
		many.job().Run(context.Background(), workers)
		if !slices.Equal(many.taken, one.taken) {
			t.Errorf("%d workers: %v, want %v", workers, many.taken, one.taken)
		}
	}
}

// sums are ranges whose documents are their sums.
func sums(all Range, size uint64, take func(Range, uint64) bool,
	each func(Range)) *Job[Range, uint64] {
	return &Job[Range, uint64]{Kind: "sums", Plan: NewRanges(all, size, take),
		Do: func(ctx context.Context, r Range) (uint64, bool) {
			each(r)
			sum := uint64(0)
			for i := range r.N {
				sum += r.First + i
			}
			return sum, ctx.Err() == nil
		}}
}

// TestRanges: every number is in one range, the last is smaller, and the plan can end before.
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
	sums(Range{}, 3, func(r Range, _ uint64) bool { // without end
		ranges = append(ranges, r)
		return len(ranges) < 100
	}, func(Range) {}).Run(context.Background(), 4)
	if len(ranges) != 100 || ranges[99] != (Range{297, 3}) {
		t.Errorf("%d ranges, the last %v", len(ranges), ranges[len(ranges)-1])
	}
}

// TestNoShard: a worker does the shards of a plan and parts of them, and no other ranges, which
// could keep it for ever.
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
				t.Errorf("%v of %v is done", r, tt.all)
			}
		})
		if _, err := j.doJSON(context.Background(), encode(tt.x)); errors.Is(err,
			errNoShard) == tt.ok {
			t.Errorf("%v of %v: %v", tt.x, tt.all, err)
		}
	}
}

// TestInterrupted: a plan has the documents of the first shards; those behind one that is
// missing count only if they are loose.
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
		j.Do = func(do func(context.Context, Range) (uint64, bool)) func(context.Context, Range) (uint64, bool) {
			return func(ctx context.Context, r Range) (uint64, bool) {
				x, _ := do(ctx, r)
				return x, r.First != 1
			}
		}(j.Do)
		j.Loose = loose
		j.Run(ctx, 2)
		if want := map[bool]int{false: 1, true: 50}[loose]; len(firsts) != want || firsts[0] != 0 ||
			!slices.IsSorted(firsts) {
			t.Errorf("loose %t: %v", loose, firsts)
		}
	}
	none := newLanes(8)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	none.job().Run(ctx, 2)
	if len(none.taken) > 0 {
		t.Errorf("interrupted before it began: %v", none.taken)
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
		t.Errorf("%d documents of an abandoned run", taken)
	}
}

// TestPanics: the panic of a worker is raised in the caller of Run, with its subject and place.
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
			t.Errorf("a plan that hangs: %q", r)
		}
	}()
	(&Job[int, int]{Kind: "stuck", Plan: &lanes{open: 1}}).Run(context.Background(), 2)
}

// TestErrand: a job over JSON has the same result, and invalid documents are recognised.
func TestErrand(t *testing.T) {
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
				t.Errorf("%s for %s: %v", text, shard, err)
			}
		}
		e.Log.Put(n, document)
	}
	if !slices.Equal(got.taken, want.taken) {
		t.Errorf("%v, want %v", got.taken, want.taken)
	}
	if _, err := e.Do(context.Background(), []byte("x")); err == nil {
		t.Error("what is no shard was done")
	}
	for n, want := range []string{"[]", "[]", "[1 1]"} { // one part is the shard itself
		j.Parts = func(int) []int { return slices.Repeat([]int{1}, n) }
		if got := fmt.Sprintf("%s", e.Parts([]byte("2"))); got != want {
			t.Errorf("of %d parts: %s, want %s", n, got, want)
		}
	}
	if got := e.Parts([]byte("x")); got != nil {
		t.Errorf("parts of what is no shard: %s", got)
	}
	j.About = func() {}
	if _, err := j.Remote(); err == nil {
		t.Error("a function is JSON")
	}
}

// TestLedger: shards are missing until their documents arrive, in any order.
func TestLedger(t *testing.T) {
	var order []uint64
	l := newLog[Range, uint64](NewRanges(Range{N: 4}, 1,
		func(r Range, _ uint64) bool { order = append(order, r.First); return true }))
	for range 4 {
		l.Next()
	}
	if _, _, ok := l.Next(); ok || l.Issued() != 4 {
		t.Error("a fifth shard")
	}
	l.Put(2, 0)
	l.Put(1, 0)
	holds := func(want string) {
		t.Helper()
		if got := fmt.Sprintf("%v missing, %d taken, %d waiting, over %t", l.Missing(), l.Taken(),
			l.Waiting(), l.Over()); got != want {
			t.Errorf("the ledger has %s, want %s", got, want)
		}
	}
	holds("[0 3] missing, 0 taken, 4 waiting, over false")
	if _, ok := l.Wanted(2); ok {
		t.Error("shard 2 is wanted again")
	}
	if !l.Replace(2, 1) || l.Replace(3, 1) {
		t.Error("not just a document that is there, and not taken yet, can be replaced")
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

// TestKind: a remote worker makes the same documents from a job's description.
func TestKind(t *testing.T) {
	k := KindOf("lanes", func(divisor int) (*Job[int, int], error) {
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
		t.Errorf("interrupted: %v", err)
	}
	var p *Panic
	if _, err := do(context.Background(), []byte("-1")); !errors.As(err, &p) ||
		!strings.HasPrefix(p.Text, "less than nothing\n") {
		t.Errorf("a panic: %v", err)
	}
	for about, fault := range map[string]string{"0": "by nothing", "x": "no document"} {
		if _, err := k.Open([]byte(about)); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("about %s: %v", about, err)
		}
	}
}
