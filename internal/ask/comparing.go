package ask

import (
	"context"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/report"
)

// Columns returns the analyzers with the given names in the order of the list, and the exact
// searches that judge their reports; without names, all. The error is *Refusal.
func Columns(names []string) ([]*analyzers.Analyzer, error) {
	wanted := map[string]bool{}
	truths := map[analyzers.Truth]bool{}
	for _, name := range names {
		x, err := findAnalyzer(name)
		if err != nil {
			return nil, err
		}
		wanted[name], truths[x.Truth] = true, true
	}
	var all []*analyzers.Analyzer
	for _, x := range analyzers.All() {
		if len(wanted) == 0 || wanted[x.Name] || x.Kind == analyzers.Exact && truths[x.Truth] {
			all = append(all, x)
		}
	}
	return all, nil
}

// Comparison is a question for Compare.
type Comparison struct {
	Columns   []*analyzers.Analyzer
	Pair      string // the pair of units; empty for all
	Seed      uint64 // of executions
	MaxStates int    // of each exact search; 0 for no limit
	Progress  func(Progress)
}

// Compare returns the document of a comparison on one program, and its exit. The error is a
// *Misnamed.
func Compare(ctx context.Context, core *il.Core, q Comparison) (*report.Compare, int, error) {
	only, err := PairOf(core, q.Pair)
	if err != nil {
		return nil, 0, err
	}
	o := compare.Options{Analyzers: q.Columns, Analysis: analyzers.DefaultOptions()}
	o.Analysis.Seed, o.Analysis.Limit = q.Seed, MaxListed
	o.Analysis.Search.MaxStates, o.Analysis.Search.Progress = q.MaxStates, q.Progress
	x := NewComparing(o)
	x.Add(ctx, core, only)
	doc, exit := x.Document(ctx.Err() != nil)
	return doc, exit, nil
}

// Comparing collects the comparisons of programs into one document.
type Comparing struct {
	o       compare.Options
	total   *compare.Totals
	defects []string
	files   []report.CompareFile
}

// NewComparing returns a Comparing without programs.
func NewComparing(o compare.Options) *Comparing {
	return &Comparing{o: o, total: compare.NewTotals(), files: []report.CompareFile{}}
}

// Add compares the analyzers on a program, or on one pair of its methods.
func (c *Comparing) Add(ctx context.Context, core *il.Core, only *il.Pair) {
	var pairs []compare.Pair
	compare.Begin(ctx, core, only, c.o).Each(ctx,
		func(p *compare.Pair) { pairs = append(pairs, *p) })
	c.total.Programs++
	for i := range pairs {
		c.total.Add(&pairs[i], c.o, false)
		c.defects = append(c.defects, pairs[i].Defects(core)...)
	}
	c.files = append(c.files, compare.Document(core, pairs, c.o))
}

// Document returns the document of all comparisons, and its exit.
func (c *Comparing) Document(interrupted bool) (doc *report.Compare, exit int) {
	doc = &report.Compare{Files: c.files, Total: c.total.Document(c.o)}
	doc.Total.Strange = append(doc.Total.Strange, c.defects...)
	doc.Total.Interrupted = interrupted
	switch {
	case len(c.defects) > 0:
		return doc, ExitViolated
	case interrupted || c.total.LeftOut > 0:
		return doc, ExitInconclusive
	}
	return doc, ExitNothing
}
