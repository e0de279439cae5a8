package ask

import (
	"context"
	"strings"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/report"
)

// Columns are the analyzers of the given names in the order of the list, and the exact
// searches for the truths that they mean; without names, all. The error is *Refusal.
func Columns(names []string) ([]*analyzers.Analyzer, error) {
	wanted := map[string]bool{}
	truths := map[analyzers.Truth]bool{}
	for _, name := range names {
		x, err := FindAnalyzer(name)
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

// FindAnalyzer is the analyzer of a name. The error is *Refusal.
func FindAnalyzer(name string) (*analyzers.Analyzer, error) {
	x, ok := analyzers.Find(name)
	if !ok {
		names := AnalyzerNames()
		return nil, refuse(spell.Hint(name, names, "There are: "+strings.Join(names, ", ")+"."), "there is no analyzer %q", name)
	}
	return x, nil
}

// AnalyzerNames lists the analyzers by name.
func AnalyzerNames() []string {
	return slice.Map(analyzers.All(), func(x *analyzers.Analyzer) string { return x.Name })
}

// Comparing collects the comparisons of programs into one document.
type Comparing struct {
	o       compare.Options
	total   *compare.Totals
	strange []string
	files   []report.CompareFile
}

// NewComparing begins one.
func NewComparing(o compare.Options) *Comparing {
	return &Comparing{o: o, total: compare.NewTotals(), files: []report.CompareFile{}}
}

// Add compares on a program, or on one pair of it.
func (x *Comparing) Add(ctx context.Context, core *il.Core, only *il.Pair) {
	pairs := x.pairs(ctx, core, only)
	x.total.Programs++
	for i := range pairs {
		x.total.Add(&pairs[i], x.o, false)
		x.strange = append(x.strange, pairs[i].Defects(core)...)
	}
	x.files = append(x.files, compare.Document(core, pairs, x.o))
}

// pairs compares on the pairs of units of a program, until ctx ends.
func (x *Comparing) pairs(ctx context.Context, core *il.Core, only *il.Pair) (all []compare.Pair) {
	compare.Begin(ctx, core, only, x.o).Each(ctx, func(p *compare.Pair) { all = append(all, *p) })
	return all
}

// Document is what all came to, and the exit that it means, 0 for none.
func (x *Comparing) Document(interrupted bool) (doc *report.Compare, exit int) {
	doc = &report.Compare{Files: x.files, Total: x.total.Document(x.o)}
	doc.Total.Strange = append(doc.Total.Strange, x.strange...)
	doc.Total.Interrupted = interrupted
	switch {
	case len(x.strange) > 0:
		return doc, ExitViolated
	case interrupted || x.total.LeftOut > 0:
		return doc, ExitInconclusive
	}
	return doc, 0
}
