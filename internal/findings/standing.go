package findings

import (
	"wobbly/il"
	"wobbly/report"
)

// Standing answers what stands at a position, for analyzers that keep no summaries: the
// accesses, and what is shown of each; or none, and what is shown instead.
func Standing(core *il.Core, p il.Position) (sites []il.Site, shown []report.Site) {
	f := &Findings{core: core}
	stmt, unit := f.statementAt(p)
	if stmt == nil {
		return nil, []report.Site{f.nothingAt(p)}
	}
	for _, x := range sitesAt(core, stmt) {
		sites, shown = append(sites, x.Site), append(shown, f.shown(x))
	}
	if len(sites) == 0 {
		shown = []report.Site{f.noAccess(p, stmt, unit)}
	}
	return sites, shown
}

func (f *Findings) shown(x *site) report.Site {
	return report.Site{At: f.at(x.stmt), Span: x.span(f.core.Source), Text: il.SourceText(x.stmt), Within: x.unit.Name}
}

// LocationOf is where texts find an access in the source.
func LocationOf(core *il.Core, s il.Site) report.Location {
	x := siteAt(core, s)
	if x == nil {
		return report.Location{Span: report.Span{At: s.At, End: s.At}, Above: s.At}
	}
	return report.Location{Span: x.span(core.Source), Above: x.unit.Body.At}
}

// PairOf is why two accesses are reported or not, of an analyzer without summaries: the
// one of its premises that one access writes comes first. The number is that of the
// report, empty where it has none.
func PairOf(p il.Pair, s il.Sites, out report.Pair, id string) report.Pair {
	write := writeTest([2]*il.Unit{p.Left, p.Right}, [2]il.AccessKind{s[0].Kind, s[1].Kind})
	out.Tests = append([]report.Test{write}, out.Tests...)
	return concluded(out, id)
}

// PairsAnswer is the answer for two positions, of such an analyzer.
func PairsAnswer(shown []report.Site, pairs []report.Pair) report.PairAnswer {
	nearest(pairs)
	out := report.PairAnswer{Pairs: pairs}
	for _, s := range shown {
		out.Accesses = append(out.Accesses, report.AccessAnswer{Site: s})
	}
	return out
}
