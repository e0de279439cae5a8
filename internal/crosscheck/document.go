package crosscheck

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/report"
)

// Document returns the neutral form of the comparison of a file, with its counts.
func Document(core *il.Core, pairs []Pair, o Options) (*report.Crosscheck, *Totals) {
	d := &report.Crosscheck{
		File: core.Source.Name, Title: o.Analysis.Mode.Title(), Pairs: []report.CrosscheckPair{},
	}
	t := &Totals{Programs: 1}
	t.addPairs(pairs, false)
	for i := range pairs {
		d.Pairs = append(d.Pairs, documentPair(core, &pairs[i]))
	}
	d.Total = t.Document(o)
	return d, t
}

// documentPair returns the neutral form of a pair. Witnesses of files get the name of the file.
func documentPair(core *il.Core, p *Pair) report.CrosscheckPair {
	none := []report.CrosscheckRace{}
	x := report.CrosscheckPair{
		Left: p.Pair.Left.Name, Right: p.Pair.Right.Name, Complete: p.Complete(), States: p.States,
		Cut: string(p.Cut), Agreed: none, Missed: none, Impossible: none, Unknown: none,
	}
	if p.Truncated && x.Cut == "" {
		x.Cut = "limit"
	}
	for _, r := range p.Rows {
		row := report.CrosscheckRace{Sites: report.SitesOf(core.Source, r.Sites)}
		switch r.Verdict {
		case agreed:
			x.Agreed = append(x.Agreed, row)
		case missed:
			row.Reason, row.Because, row.Witness = r.Why.Reason, r.Why.Text, r.Witness
			if core.Source.Name != report.StdinName {
				row.Witness.File = core.Source.Name
			}
			x.Missed = append(x.Missed, row)
		case impossible:
			row.Because = r.Note + "."
			x.Impossible = append(x.Impossible, row)
		case unknown:
			x.Unknown = append(x.Unknown, row)
		case refused:
			row.Because, row.Witness = r.Note+".", r.Witness
			x.Refused = append(x.Refused, row)
		default:
			panic(fmt.Sprintf("wobbly: no case for verdict %d", r.Verdict))
		}
	}
	return x
}

// Document returns the neutral form of the counts.
func (t *Totals) Document(o Options) report.CrosscheckTotal {
	x := report.CrosscheckTotal{
		Programs: t.Programs, Pairs: t.Pairs, Cut: t.LeftOut, Real: t.Real, Reported: t.Reported,
		Agreed: t.Agreed, Impossible: t.Impossible, Unknown: t.Unknown, Refused: t.Refused,
		States: t.States, Missed: []report.MissedTotal{},
	}
	if o.Analysis.Mode != abstract.Figure7 {
		x.Analysis = o.Analysis.Mode.String()
	}
	for _, reason := range findings.Reasons {
		x.Missed = append(x.Missed, report.MissedTotal{Reason: reason, Races: t.Missed[reason]})
	}
	if n := t.Missed[findings.ReasonLimit]; n > 0 {
		x.Missed = append(x.Missed, report.MissedTotal{Reason: findings.ReasonLimit, Races: n})
	}
	return x
}
