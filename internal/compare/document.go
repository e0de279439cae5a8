package compare

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/report"
)

// Describe is the neutral form of an analyzer.
func Describe(a *analyzers.Analyzer) report.Analyzer {
	var within []string
	for _, in := range analyzers.Inclusions() {
		if in.Sub == a.Name {
			within = append(within, in.Super)
		}
	}
	return report.Analyzer{
		Name: a.Name, Title: a.Title, Kind: a.Kind.String(), Truth: a.Truth.String(),
		Doc: a.Doc, Cite: a.Cite, Claim: a.Claim, Within: strings.Join(within, ", "),
	}
}

// Document is the neutral form of the comparison of a file.
func Document(core *il.Core, pairs []Pair, o Options) report.CompareFile {
	f := report.CompareFile{File: core.Source.Name, Pairs: []report.ComparePair{}}
	for i := range pairs {
		f.Pairs = append(f.Pairs, documentPair(core, &pairs[i], o))
	}
	return f
}

func documentPair(core *il.Core, p *Pair, o Options) report.ComparePair {
	x := report.ComparePair{
		Left: p.Pair.Left.Name, Right: p.Pair.Right.Name, Candidates: len(p.Rows),
		Cut: []report.CompareCut{}, Rows: []report.CompareRow{},
	}
	for i, a := range p.Answers {
		switch {
		case a.Failed != "":
			x.Cut = append(x.Cut, report.CompareCut{Analyzer: o.Analyzers[i].Name, Why: a.Failed, None: true})
		case a.Cut != "":
			x.Cut = append(x.Cut, report.CompareCut{Analyzer: o.Analyzers[i].Name, Why: a.Cut})
		}
	}
	for k := range p.Rows {
		x.Rows = append(x.Rows, documentRow(core, &p.Rows[k], o))
	}
	return x
}

func documentRow(core *il.Core, r *Row, o Options) report.CompareRow {
	x := report.CompareRow{
		Left: core.Source.At(r.Sites[0].At), Right: core.Source.At(r.Sites[1].At),
		Kinds: [2]string{r.Sites[0].Kind.String(), r.Sites[1].Kind.String()},
		Real:  r.Truth[analyzers.Coenabled].String(), Unordered: r.Truth[analyzers.Unordered].String(),
		Reported: []report.CompareReport{},
	}
	for i, a := range o.Analyzers {
		if r.Has(i) && a.Kind != analyzers.Exact {
			x.Reported = append(x.Reported, report.CompareReport{Analyzer: a.Name, Note: r.Reports[i][0].Note})
		}
	}
	return x
}

// Document is the neutral form of the counts.
func (t *Totals) Document(o Options) report.CompareTotal {
	x := report.CompareTotal{
		Programs: t.Programs, Pairs: t.Pairs, LeftOut: t.LeftOut, Rows: t.Rows,
		Analyzers: []report.CompareScore{}, Included: []report.CompareIncluded{}, Strange: []string{},
	}
	for _, a := range o.Analyzers {
		if a.Kind == analyzers.Exact {
			continue
		}
		for _, truth := range o.truths() {
			x.Analyzers = append(x.Analyzers, t.score(a, truth, o))
		}
	}
	for _, truth := range o.truths() {
		n := t.Real[truth]
		*map[analyzers.Truth]**uint64{analyzers.Coenabled: &x.Real, analyzers.Unordered: &x.Unordered}[truth] = &n
	}
	for _, in := range t.Included {
		x.Included = append(x.Included, report.CompareIncluded{
			Sub: in.Sub, Super: in.Super, Cite: in.Cite, Pairs: in.Pairs, Reports: in.Reports, Violations: in.Violations,
		})
	}
	return x
}

// truths are those that a column searches for.
func (o Options) truths() []analyzers.Truth {
	var all []analyzers.Truth
	for _, truth := range []analyzers.Truth{analyzers.Coenabled, analyzers.Unordered} {
		for _, a := range o.Analyzers {
			if a.Kind == analyzers.Exact && a.Truth == truth {
				all = append(all, truth)
			}
		}
	}
	return all
}

func (t *Totals) score(a *analyzers.Analyzer, truth analyzers.Truth, o Options) report.CompareScore {
	s := t.scoreOf(a.Name, truth)
	x := report.CompareScore{
		Analyzer: a.Name, Title: a.Title, Truth: truth.String(), Own: a.Truth == truth,
		TruePositives: s.TruePositives, FalsePositives: s.FalsePositives, FalseNegatives: s.FalseNegatives, TrueNegatives: s.TrueNegatives,
		Unknown: s.Unknown, Failed: s.Failed,
		Precision: ratio(s.TruePositives, s.TruePositives+s.FalsePositives),
		Recall:    ratio(s.TruePositives, s.TruePositives+s.FalseNegatives),
	}
	if o.Clock != nil {
		x.Time = &s.Nanos
	}
	return x
}

// ratio is a share with four digits, rounded down so that 1 is nothing but
// everything; empty where there is no whole.
func ratio(part, whole uint64) string {
	switch {
	case whole == 0:
		return ""
	case part == whole:
		return "1"
	default:
		return fmt.Sprintf("0.%04d", part*10_000/whole)
	}
}
