package tui

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/il"
)

// AnalysisOptions is what the caller gives the screens about the analysis. Its
// functions run beside the loop, one at a time.
type AnalysisOptions struct {
	// Lines is the analysis of a unit. nil: there is no analysis.
	Lines func(ctx context.Context, core *il.Core, unit *il.Unit) (UnitAnalysis, error)
	// About is what the analysis says of two accesses, thread A's and thread B's.
	// It may be nil.
	About func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (PairAnalysis, error)
}

// UnitAnalysis is what the analysis makes of a unit, statement by statement in
// the order of the text, from the least abstract state at its entry.
type UnitAnalysis struct {
	Lines []AnalysisLine
	End   AnalysisState // its summary
}

// AnalysisLine is what the analysis does at a statement.
type AnalysisLine struct {
	Stmt   il.Stmt // of the core program
	At     il.Position
	Text   string // the statement in core form: "x := b.f"
	Rule   string // of Figure 7: "load"
	Before AnalysisState
	W      []string // expressions added to W: "x", "b.f"
	Lock   int      // the lock context L behind the statement
	A      []string // accesses added to A: "(b.f, R, 1)"
}

// AnalysisState is an abstract state ⟨W, L, A⟩. Long sets are cut.
type AnalysisState struct {
	W    []string
	More int // elements of W that are left out
	Lock int
	A    int // how many elements A has
}

// PairAnalysis is what the analysis says of two accesses.
type PairAnalysis struct {
	ID      string // "R1"; empty where they are in no list
	Race    bool   // it reports them
	Verdict string // a sentence
	Tests   []AnalysisTest
}

// AnalysisTest is a condition for reporting.
type AnalysisTest struct {
	Name    string // "lock"
	Holds   bool
	Finding string // a sentence
}

// analyses is what the analysis has said of the program that is open.
type analyses struct {
	a     *app
	units map[*il.Unit]analysed
	pairs map[il.Sites]related
	busy  bool
}

type analysed struct {
	UnitAnalysis
	err error
}

type related struct {
	PairAnalysis
	err error
}

func newAnalyses(a *app) *analyses {
	return &analyses{a: a, units: map[*il.Unit]analysed{}, pairs: map[il.Sites]related{}}
}

// there tells whether there is an analysis.
func (x *analyses) there() bool { return x.a.o.Analysis.Lines != nil }

// unitDone and pairDone are results that have come.
type (
	unitDone struct {
		u *il.Unit
		r analysed
	}
	pairDone struct {
		s il.Sites
		r related
	}
)

// ask asks for the analysis of units, and of two accesses if sites is not nil, as
// far as it is not known: one question at a time. The answer comes to a screen's
// update, which hands it to take.
func (x *analyses) ask(to number, units []*il.Unit, sites *il.Sites) tea.Cmd {
	if x.busy || !x.there() {
		return nil
	}
	core, pair, o := x.a.program.Core, x.a.program.Pair, x.a.o.Analysis
	for _, u := range units {
		if _, known := x.units[u]; !known {
			x.busy = true
			return x.a.background(to, func(ctx context.Context) tea.Msg {
				r, err := o.Lines(ctx, core, u)
				return unitDone{u, analysed{r, err}}
			})
		}
	}
	if sites == nil || o.About == nil {
		return nil
	}
	if _, known := x.pairs[*sites]; known {
		return nil
	}
	x.busy = true
	return x.a.background(to, func(ctx context.Context) tea.Msg {
		r, err := o.About(ctx, core, pair, *sites)
		return pairDone{*sites, related{r, err}}
	})
}

// take keeps an answer, and tells whether the message was one.
func (x *analyses) take(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case unitDone:
		x.units[msg.u] = msg.r
	case pairDone:
		x.pairs[msg.s] = msg.r
	default:
		return false
	}
	x.busy = false
	return true
}
