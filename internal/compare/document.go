package compare

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/witness/needs"
)

// Describe returns an analyzer as a document has it.
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

// Document returns the comparison of a file as a document has it.
func Document(core *il.Core, pairs []Pair, o Options) report.CompareFile {
	races := needs.New(core)
	f := report.CompareFile{File: core.Source.Name, Pairs: []report.ComparePair{},
		Unseen: o.Analysis.Unseen(core)}
	for i := range pairs {
		f.Pairs = append(f.Pairs, documentPair(core, races, &pairs[i], o))
	}
	return f
}

func documentPair(core *il.Core, races *needs.Program, p *Pair, o Options) report.ComparePair {
	x := report.ComparePair{
		Left: p.Pair.Left.Name, Right: p.Pair.Right.Name, Candidates: p.Candidates.Count(),
		Cut: []report.CompareCut{}, Rows: []report.CompareRow{},
	}
	for i, a := range p.Answers {
		switch {
		case a.Failed != "":
			x.Cut = append(x.Cut,
				report.CompareCut{Analyzer: o.Analyzers[i].Name, Why: a.Failed, None: true})
		case a.Cut != "":
			x.Cut = append(x.Cut, report.CompareCut{Analyzer: o.Analyzers[i].Name, Why: a.Cut})
		}
	}
	straight := findings.NewStraight(races, core, p.Pair)
	for r := range p.listed(len(o.Analyzers)) {
		row := report.CompareRow{
			Sites:     report.SitesOf(core.Source, r.Sites),
			Real:      r.Truth[analyzers.Coenabled].String(),
			Unordered: r.Truth[analyzers.Unordered].String(),
			Reported:  []report.CompareReport{},
		}
		for i, a := range o.Analyzers {
			if r.Has(i) && a.Kind != analyzers.Exact {
				row.Reported = append(row.Reported,
					report.CompareReport{Analyzer: a.Name, Note: r.Reports[i][0].Note})
			}
		}
		if w := r.witness(o); w != nil {
			row.Needs, _ = findings.NeedsOf(races, straight.Witness(r.Sites, w))
		}
		x.Rows = append(x.Rows, row)
	}
	x.Unlisted = x.Candidates - len(x.Rows)
	return x
}

// maxUnreported limits the listed candidates of a pair of methods that no analyzer reports.
const maxUnreported = 100_000

// listed yields the candidates in order: all that are reported, and the first maxUnreported others,
// but none of the others if ctx ended before all analyzers had answered.
func (p *Pair) listed(columns int) iter.Seq[*Row] {
	unreported := maxUnreported
	if p.Ended {
		unreported = 0
	}
	return func(yield func(*Row) bool) {
		rows := p.Rows
		for s := range p.Candidates.All() {
			if len(rows) > 0 && rows[0].Sites == s {
				if !yield(&rows[0]) {
					return
				}
				rows = rows[1:]
				continue
			}
			if unreported == 0 {
				break
			}
			unreported--
			if !yield(&Row{Sites: s, Reports: make([][]analyzers.Report, columns), Truth: p.Rest}) {
				return
			}
		}
		for k := range rows {
			if !yield(&rows[k]) {
				return
			}
		}
	}
}

// Document returns the counts as a document has them.
func (t *Totals) Document(o Options) report.CompareTotal {
	x := report.CompareTotal{
		Programs: t.Programs, Pairs: t.Pairs, LeftOut: t.LeftOut, Rows: t.Rows,
		Analyzers: []report.CompareScore{}, Included: []report.CompareIncluded{},
		Strange: []string{},
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
		if truth == analyzers.Coenabled {
			x.Real = &t.Real[truth]
		} else {
			x.Unordered = &t.Real[truth]
		}
	}
	for _, in := range t.Included {
		x.Included = append(x.Included, report.CompareIncluded{
			Sub: in.Sub, Super: in.Super, Cite: in.Cite, Pairs: in.Pairs, Reports: in.Reports,
			Violations: in.Violations,
		})
	}
	return x
}

// truths lists the truths for which there is a search among the columns.
func (o Options) truths() []analyzers.Truth {
	var all []analyzers.Truth
	for _, a := range o.Analyzers {
		if a.Kind == analyzers.Exact {
			all = append(all, a.Truth)
		}
	}
	slice.Sort(all, cmp.Compare)
	return all
}

func (t *Totals) score(a *analyzers.Analyzer, truth analyzers.Truth,
	o Options) report.CompareScore {
	s := t.scoreOf(a.Name, truth)
	x := report.CompareScore{
		Analyzer: a.Name, Title: a.Title, Truth: truth.String(), Own: a.Truth == truth,
		TruePositives: s.TruePositives, FalsePositives: s.FalsePositives,
		FalseNegatives: s.FalseNegatives, TrueNegatives: s.TrueNegatives,
		Unknown: s.Unknown, Failed: s.Failed,
		Precision: ratio(s.TruePositives, s.TruePositives+s.FalsePositives),
		Recall:    ratio(s.TruePositives, s.TruePositives+s.FalseNegatives),
	}
	if x.Own && truth == analyzers.Coenabled {
		for g, r := range t.Grades[a.Name] {
			share, plusMinus := r.share()
			x.Grades = append(x.Grades, report.GradeRecall{
				Grade: needs.Grade(g).String(), Races: r.Real, Found: r.Found, Recall: share,
				PlusMinus: plusMinus,
			})
		}
		if sample := t.Samples[a.Name]; sample != nil {
			_, x.PlusMinus = sample.share()
			x.AtLeast, x.AtMost = sample.bounds()
		}
	}
	if o.Clock != nil {
		x.Time = &s.Nanos
	}
	return x
}

// ratio returns part/whole with four digits. It is rounded down, so that 1 means all, and empty if
// whole is 0.
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
