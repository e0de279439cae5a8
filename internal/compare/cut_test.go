package compare

import (
	"context"
	"errors"
	"strings"
	"testing"
	"wobbly/witness/needs"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
)

// answering returns an analyzer that reports the given sites, and says that it was
// cut, or that it has failed.
func answering(name, cut, failed string, sites ...il.Sites) *analyzers.Analyzer {
	start := func(*il.Core, analyzers.Options) (analyzers.Run, error) {
		return func(context.Context, il.Pair) (analyzers.Answer, error) {
			a := analyzers.Answer{Cut: cut}
			for _, s := range sites {
				a.Reports = append(a.Reports, analyzers.Report{Sites: s})
			}
			if failed != "" {
				return a, errors.New(failed)
			}
			return a, nil
		}, nil
	}
	return &analyzers.Analyzer{Name: name, Start: start}
}

// stored returns a program with one candidate, and its sites.
func stored(t *testing.T) (*il.Core, il.Sites) {
	t.Helper()
	const text = "m(a) { a.f := new(); }"
	s := site(text, "a.f", il.Write)
	return iltest.Core(t, text), il.Sites{s, s}
}

// TestIncludeCut: an inclusion is violated only if the answer of the larger side is complete. The
// smaller side may be cut, because its reports still count.
func TestIncludeCut(t *testing.T) {
	core, s := stored(t)
	for _, tt := range []struct {
		name       string
		sub, super *analyzers.Analyzer
		checked    int // pairs of units, and reports of the smaller one
		violations int
	}{
		{"both complete", answering("plus", "", "", s), answering("oracle", "", ""), 1, 1},
		{"the larger one cut", answering("plus", "", "", s),
			answering("oracle", "states", ""), 0, 0},
		{"the larger one failed", answering("plus", "", "", s),
			answering("oracle", "", "too large"), 0, 0},
		{"the smaller one cut", answering("plus", "limit", "", s),
			answering("oracle", "", ""), 1, 1},
		{"it holds", answering("plus", "", "", s), answering("oracle", "", "", s), 1, 0},
	} {
		o := options()
		o.Analyzers = []*analyzers.Analyzer{tt.sub, tt.super}
		p := &EachPair(context.Background(), core, nil, o)[0]
		if len(p.Broken) != tt.violations || len(p.Defects(core)) != tt.violations ||
			len(p.Strange) > 0 {
			t.Errorf("%s: defects = %+v, want %d", tt.name, p.Defects(core), tt.violations)
		}
		total := NewTotals()
		total.Add(p, o, false)
		for _, in := range total.Included {
			if in.Sub != "plus" || in.Super != "oracle" {
				continue
			}
			if int(in.Violations) != tt.violations || int(in.Pairs) != tt.checked ||
				int(in.Reports) != tt.checked {
				t.Errorf("%s: the inclusion = %+v, want %d violations of %d", tt.name, in,
					tt.violations, tt.checked)
			}
		}
	}
}

// TestStrictDefects: a pair in which something was cut is left out, but is still counted if it
// shows a defect.
func TestStrictDefects(t *testing.T) {
	core, s := stored(t)
	elsewhere := il.Site{At: 1, Kind: il.Write}
	for _, tt := range []struct {
		name                      string
		all                       []*analyzers.Analyzer
		rows, strange, violations uint64
	}{
		{"no defect",
			[]*analyzers.Analyzer{answering("plus", "", "", s), answering("hb", "runs", "")},
			0, 0, 0},
		{"no candidate",
			[]*analyzers.Analyzer{answering("hb", "runs", "", il.Sites{elsewhere, elsewhere})},
			1, 1, 0},
		{"no inclusion",
			[]*analyzers.Analyzer{
				answering("plus", "", "", s), answering("oracle", "", ""),
				answering("hb", "runs", ""),
			}, 1, 0, 1},
	} {
		o := options()
		o.Analyzers = tt.all
		p := &EachPair(context.Background(), core, nil, o)[0]
		total, violations := NewTotals(), uint64(0)
		total.Add(p, o, true)
		for _, in := range total.Included {
			violations += in.Violations
		}
		if total.LeftOut != 1 || total.Pairs != 1 || total.Rows != tt.rows ||
			total.Strange != tt.strange || violations != tt.violations {
			t.Errorf("%s: %d rows, %d strange, %d violations, %d left out; want %d, %d, %d, 1",
				tt.name, total.Rows, total.Strange, violations, total.LeftOut, tt.rows, tt.strange,
				tt.violations)
		}
	}
}

// TestRefusedAndStray: a report whose witness the checker refuses, and a report that is not a
// candidate, are defects with rows of their own.
func TestRefusedAndStray(t *testing.T) {
	core, s := stored(t)
	elsewhere := il.Sites{{At: 1, Kind: il.Write}, {At: 1, Kind: il.Write}}
	start := func(*il.Core, analyzers.Options) (analyzers.Run, error) {
		return func(context.Context, il.Pair) (analyzers.Answer, error) {
			return analyzers.Answer{Reports: []analyzers.Report{
				{Sites: elsewhere}, {Sites: s, Refused: "it is wrong"},
			}, States: 7}, nil
		}, nil
	}
	refusing := &analyzers.Analyzer{Name: "oracle", Kind: analyzers.Exact, Start: start}
	o := options()
	o.Analyzers = []*analyzers.Analyzer{refusing}
	p := &EachPair(context.Background(), core, nil, o)[0]
	if len(p.Refused) != 1 || p.Refused[0].Sites != s || len(p.Strays) != 1 ||
		p.Strays[0].Sites != elsewhere || len(p.Kept) > 0 || len(p.Strange) != 2 {
		t.Errorf("the pair = %+v, want one refused, one stray and none kept", p)
	}
	if len(p.Rows) > 0 || p.Candidates.Count() != 1 || p.Rest[analyzers.Coenabled] != Unreal ||
		p.Answers[0].States != 7 {
		t.Errorf("the pair = %+v, want no row, and other candidates unreal after 7 states", p)
	}
}

// TestManyCandidates: candidates that no analyzer reports are counted. If there are too many, the
// first ones are listed with all that are reported.
func TestManyCandidates(t *testing.T) {
	const n = 500
	core := iltest.Core(t, "m(a) {\n"+strings.Repeat("a.f := a\n", n)+"}\n")
	last := il.Site{At: il.Pos(strings.LastIndex(core.Source.Text, "a.f")), Kind: il.Write}
	o := options()
	exact := func(cut string) *analyzers.Analyzer {
		a := answering("oracle", cut, "")
		a.Kind = analyzers.Exact
		return a
	}
	o.Analyzers = []*analyzers.Analyzer{exact(""), answering("some", "", "", il.Sites{last, last})}
	p := EachPair(context.Background(), core, nil, o)
	const all = n * (n + 1) / 2
	if len(p) != 1 || len(p[0].Rows) != 1 || p[0].Candidates.Count() != all ||
		p[0].Rows[0].Truth[analyzers.Coenabled] != Unreal {
		t.Fatalf("the pairs are %+v, want one unreal row of %d candidates", p, all)
	}
	d := documentPair(core, needs.New(core), &p[0], o)
	if d.Candidates != all || len(d.Rows) != maxUnreported+1 || d.Unlisted != all-maxUnreported-1 ||
		d.Rows[0].Real != "no" || len(d.Rows[maxUnreported].Reported) != 1 {
		t.Errorf("%d candidates, %d rows, %d unlisted; want %d candidates, %d of them rows",
			d.Candidates, len(d.Rows), d.Unlisted, all, maxUnreported+1)
	}
	total := NewTotals()
	total.Add(&p[0], o, true)
	if got := *total.scoreOf("some", analyzers.Coenabled); got != (Score{
		FalsePositives: 1, TrueNegatives: all - 1,
	}) || total.Rows != all {
		t.Errorf("the score = %+v in %d rows, want one false positive of %d", got, total.Rows, all)
	}
	o.Analyzers[0] = exact("states")
	p = EachPair(context.Background(), core, nil, o)
	total = NewTotals()
	total.Add(&p[0], o, false)
	if got := *total.scoreOf("some", analyzers.Coenabled); got != (Score{Unknown: all}) {
		t.Errorf("the score of a cut search = %+v, want %d unknown", got, all)
	}
}
