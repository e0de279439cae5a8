package compare

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
	"wobbly/internal/iltest"
)

// options returns options with the named analyzers, and a limit that suits tests.
func options(names ...string) Options {
	o := Options{Analysis: analyzers.DefaultOptions()}
	o.Analysis.Search.MaxStates = 5000
	for _, a := range analyzers.All() {
		for _, n := range names {
			if a.Name == n {
				o.Analyzers = append(o.Analyzers, a)
			}
		}
	}
	return o
}

// reporting returns an analyzer that reports the given sites.
func reporting(name string, sites ...il.Sites) *analyzers.Analyzer {
	start := func(*il.Core, analyzers.Options) (analyzers.Run, error) {
		return func(context.Context, il.Pair) (analyzers.Answer, error) {
			var a analyzers.Answer
			for _, s := range sites {
				a.Reports = append(a.Reports, analyzers.Report{Sites: s})
			}
			return a, nil
		}, nil
	}
	return &analyzers.Analyzer{Name: name, Start: start}
}

// site returns the load or store at the first occurrence of a part of a text.
func site(text, part string, kind il.AccessKind) il.Site {
	return il.Site{At: il.Pos(strings.Index(text, part)), Kind: kind}
}

// TestScores: true and false positives and negatives are counted.
func TestScores(t *testing.T) {
	const text = "{ arg1.f := arg1; x := arg1.g; } || " +
		"{ y := new(); y.f := y; arg1.g := y; synchronized { skip } arg1.f := y; }"
	left := site(text, "arg1.f := arg1", il.Write)
	read := site(text, "x := arg1.g", il.Read)
	private := site(text, "y.f := y", il.Write)
	write := site(text, "arg1.g := y", il.Write)
	last := site(text, "arg1.f := y", il.Write)
	o := options("oracle")
	o.Analyzers = append(o.Analyzers,
		reporting("some", il.Sites{left, private}, il.Sites{read, write}))
	pairs := EachPair(context.Background(), iltest.Core(t, text), nil, o)
	if len(pairs) != 1 || len(pairs[0].Rows) != 3 || !pairs[0].Complete() ||
		len(pairs[0].Strange) > 0 {
		t.Fatalf("the pairs are %+v, want one complete pair with 3 rows", pairs)
	}
	var got []il.Sites
	for _, r := range pairs[0].Rows {
		got = append(got, r.Sites)
		unreal := r.Truth[analyzers.Coenabled] == Unreal && r.Has(1)
		if r.Sites == (il.Sites{left, private}) && !unreal ||
			r.Truth[analyzers.Unordered] != Undecided {
			t.Errorf("the row = %+v, want the private access unreal, and no truth without an "+
				"order", r)
		}
	}
	if want := []il.Sites{{left, private}, {left, last}, {read, write}}; !reflect.DeepEqual(got,
		want) {
		t.Errorf("candidates %v, want %v", got, want)
	}
	total := NewTotals()
	total.Add(&pairs[0], o, true)
	for _, x := range []struct{ got, want Score }{
		{
			*total.scoreOf("some", analyzers.Coenabled),
			Score{TruePositives: 1, FalsePositives: 1, FalseNegatives: 1},
		},
		{*total.scoreOf("oracle", analyzers.Coenabled), Score{TruePositives: 2, TrueNegatives: 1}},
		{*total.scoreOf("some", analyzers.Unordered), Score{Unknown: 3}},
	} {
		if x.got != x.want {
			t.Errorf("a score is %+v, want %+v", x.got, x.want)
		}
	}
	d := total.Document(o).Analyzers[0]
	if d.Precision != "0.5000" || d.Recall != "0.5000" || d.Time != nil {
		t.Errorf("the document = %+v, want precision and recall 0.5000, without a time", d)
	}
}

// TestDefects: non-candidates and violated inclusions are detected.
func TestDefects(t *testing.T) {
	const text = "m(a) { a.f := new(); x := a.g; }"
	core := iltest.Core(t, text)
	store, load := site(text, "a.f", il.Write), site(text, "x := a.g", il.Read)
	o := options("racerdx")
	sum := reporting("racerdx-sum", il.Sites{store, store}, il.Sites{store, load})
	o.Analyzers = append(o.Analyzers, sum)
	pairs := EachPair(context.Background(), core, nil, o)
	defects := strings.Join(pairs[0].Defects(core), "\n")
	const want = "racerdx-sum reports 1:8 write / 1:22 read"
	if !strings.Contains(defects, want) || strings.Contains(defects, "does not") {
		t.Errorf("the defects are %q, want %q and no inclusion", defects, want)
	}
	o = options("oracle")
	const locked = "m(a) { lock(); a.f := new(); unlock(); }"
	store = site(locked, "a.f", il.Write)
	o.Analyzers = append(o.Analyzers, reporting("plus", il.Sites{store, store}))
	core = iltest.Core(t, locked)
	pairs = EachPair(context.Background(), core, nil, o)
	defects = strings.Join(pairs[0].Defects(core), "\n")
	if !strings.Contains(defects, "plus reports") ||
		!strings.Contains(defects, "and oracle does not") {
		t.Errorf("the defects are %q, want that plus reports what oracle does not", defects)
	}
	total := NewTotals()
	total.Add(&pairs[0], o, true)
	for _, in := range total.Included {
		counted := in.Violations == 1 && in.Reports == 1 && in.Pairs == 1
		if in.Sub == "plus" && in.Super == "oracle" && !counted {
			t.Errorf("the inclusion = %+v, want one violation", in)
		}
	}
}

// TestCut: what an incomplete search did not find is unknown, and random runs leave its pair out.
func TestCut(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); x := new(); x := new(); a.f := x; }")
	o := options("racerdx", "oracle")
	o.Analysis.Search.MaxStates = 1
	pairs := EachPair(context.Background(), core, nil, o)
	if pairs[0].Complete() || pairs[0].Rows[0].Truth[analyzers.Coenabled] != Undecided {
		t.Errorf("the pairs within one state = %+v, want them undecided", pairs)
	}
	strict, all := NewTotals(), NewTotals()
	strict.Add(&pairs[0], o, true)
	all.Add(&pairs[0], o, false)
	unknown := all.scoreOf("racerdx", analyzers.Coenabled).Unknown
	if strict.LeftOut != 1 || strict.Rows != 0 || all.Rows != 1 || unknown != 1 {
		t.Errorf("the totals are %+v and %+v, want the pair left out and unknown", strict, all)
	}
	for _, in := range all.Included {
		if in.Super == "oracle" && in.Pairs > 0 {
			t.Errorf("an inclusion in an incomplete result is checked: %+v", in)
		}
	}
}

// TestRandom: on random programs, all inclusions hold, and the counts do not depend on the number
// of workers. The programs of the first generator are analyzed for each number of workers; the
// results of the others are only added up again.
func TestRandom(t *testing.T) {
	o := options("racerdx-sum", "racerdx", "oracle")
	for i, d := range gen.Generators() {
		var known sync.Map // from seeds to results
		random := func(workers int) (*Totals, []Failure) {
			s := Draw{Generator: d, Seed: 7, Programs: 60, Runner: campaign.Local(workers)}.Sweep(o)
			if i > 0 {
				s.One = cached(&known, s.One)
			}
			return s.Run(context.Background())
		}
		total, failures := random(2)
		for _, f := range failures {
			t.Errorf("%s, seed %d: %v\n%s", d.Name, f.Seed, f.What, f.Program.Source.Text)
		}
		s := total.scoreOf("racerdx", analyzers.Coenabled)
		if total.Programs != 60 || s.FalsePositives > 0 {
			t.Errorf("%s: %d programs and the score %+v, want 60 without a false positive", d.Name,
				total.Programs, s)
		}
		if s.TruePositives < 6 || s.FalseNegatives == 0 || s.TrueNegatives == 0 {
			t.Errorf("%s: the score %+v has too few positives or negatives for a test", d.Name, s)
		}
		one, _ := random(1)
		if !reflect.DeepEqual(one, total) {
			t.Errorf("%s: the counts depend on the workers: %+v, %+v", d.Name, one, total)
		}
	}
}

// comparison compares the analyzers on the program of a seed.
type comparison = func(context.Context, uint64) (*Totals, *Failure)

// cached returns a comparison that runs once for each seed. Callers must not change its results.
func cached(known *sync.Map, one comparison) comparison {
	type answer struct {
		total   *Totals
		failure *Failure
	}
	return func(ctx context.Context, seed uint64) (*Totals, *Failure) {
		if x, ok := known.Load(seed); ok {
			return x.(answer).total, x.(answer).failure
		}
		t, f := one(ctx, seed)
		known.Store(seed, answer{t, f})
		return t, f
	}
}

// TestFailure: a random program that shows a defect is kept and shrunk.
func TestFailure(t *testing.T) {
	o := options("oracle")
	start := func(core *il.Core, _ analyzers.Options) (analyzers.Run, error) {
		return func(_ context.Context, p il.Pair) (analyzers.Answer, error) {
			var a analyzers.Answer
			for _, s := range racemob.ConflictingSites(core, p) {
				a.Reports = append(a.Reports, analyzers.Report{Sites: s})
			}
			return a, nil
		}, nil
	}
	o.Analyzers = append(o.Analyzers, &analyzers.Analyzer{Name: "plus", Start: start})
	d, _ := gen.FindGenerator("small")
	draw := Draw{Generator: d, Seed: 1, Programs: 50, Runner: campaign.Local(2)}
	_, failures := draw.Sweep(o).Run(context.Background())
	if len(failures) == 0 {
		t.Fatal("no defect in an analyzer that reports everything")
	}
	p := failures[0].Shrink(o)
	if n := strings.Count(p.Source.Text, ":="); n > 4 {
		t.Errorf("the shrunk program has %d assignments, want at most 4:\n%s", n, p.Source.Text)
	}
}

// TestInterrupted: unfinished pairs are not counted.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d, _ := gen.FindGenerator("small")
	draw := Draw{Generator: d, Programs: 100, Runner: campaign.Local(2)}
	total, failures := draw.Sweep(options("racerdx", "oracle")).Run(ctx)
	if total.Programs != 0 || len(failures) > 0 {
		t.Errorf("after the end: %+v, %d failures, want no program counted", total, len(failures))
	}
}

// TestRatio: a ratio is printed as 1 only if it is exactly 1.
func TestRatio(t *testing.T) {
	for _, c := range []struct {
		part, whole uint64
		want        string
	}{{0, 0, ""}, {0, 3, "0.0000"}, {2, 3, "0.6666"}, {99_999, 100_000, "0.9999"}, {5, 5, "1"}} {
		if got := ratio(c.part, c.whole); got != c.want {
			t.Errorf("ratio(%d, %d) = %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}
