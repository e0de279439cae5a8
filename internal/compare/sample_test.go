package compare

import (
	"testing"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
)

// TestBounds: what is left out changes the bounds of the recall but not the recall. Each row is a
// candidate of a pair of units in which something was cut.
func TestBounds(t *testing.T) {
	flow, _ := analyzers.Find("flow")
	absent, _ := analyzers.Find("absent")
	core := iltest.Core(t, "m(a) { a.f := a; }")
	type row struct {
		flow, absent bool
		truth        Verdict
	}
	for _, x := range []struct {
		name      string
		cut       string // why flow was cut
		row       row
		low, high string
	}{
		{"a race that is reported", "", row{true, true, Real}, "0.6666", "0.6666"},
		{"a race that is missed", "", row{false, true, Real}, "0.3333", "0.3333"},
		{"a race, and flow was cut", "limit", row{false, true, Real}, "0.3333", "0.6666"},
		{"no race", "", row{true, true, Unreal}, "0.5000", "0.5000"},
		{"undecided and reported", "", row{true, true, Undecided}, "0.5000", "0.6666"},
		{"undecided and not reported", "", row{false, true, Undecided}, "0.3333", "0.5000"},
		{"certified", "", row{false, false, Undecided}, "0.5000", "0.5000"},
	} {
		o := Options{Analyzers: []*analyzers.Analyzer{flow, absent}}
		totals := NewTotals()
		s := totals.sampleOf("flow")
		s.Real, s.Found = 2, 1
		r := Row{Reports: make([][]analyzers.Report, 2), Truth: [2]Verdict{x.row.truth}}
		for i, has := range []bool{x.row.flow, x.row.absent} {
			if has {
				r.Reports[i] = []analyzers.Report{{}}
			}
		}
		p := il.Pair{Left: core.Units[0], Right: core.Units[0]}
		// The third answer is that of the search, which was cut.
		pair := &Pair{
			Pair: p, Candidates: racemob.ConflictsOf(core, p), Rows: []Row{r},
			Answers: []Answered{{Cut: x.cut}, {}, {Cut: "states"}},
		}
		totals.addSamples(pair, o)
		if low, high := s.bounds(); s.Real != 2 || low != x.low || high != x.high {
			t.Errorf("%s: %d races, from %s to %s, want %s to %s", x.name, s.Real, low, high,
				x.low, x.high)
		}
	}
}
