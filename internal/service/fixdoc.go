package service

import (
	"wobbly/il"
	"wobbly/repair"
	"wobbly/report"
)

// fixRace is a race for the document.
func fixRace(src *il.Source, id string, r repair.Race) *report.FixRace {
	side := func(u *il.Unit, s il.Site) report.FixSide {
		return report.FixSide{Unit: u.Name, At: src.At(s.At), Kind: s.Kind.String()}
	}
	return &report.FixRace{ID: id, Left: side(r.Pair.Left, r.Sites[0]), Right: side(r.Pair.Right, r.Sites[1])}
}

// fixAccount is what is known of a program.
func fixAccount(a repair.Account) *report.FixAccount {
	x := &report.FixAccount{Race: a.Race.String(), Races: a.Races, Cut: string(a.Cut), States: a.States, Uncounted: a.Uncounted, Reported: a.Reported}
	if a.Schedules != nil {
		text := a.Schedules.String()
		x.Interleavings = &text
	}
	if a.TooLarge == "" {
		text := a.Reports.String()
		x.Reports = &text
	}
	return x
}

// fixProposal is a change of a text.
func fixProposal(src *il.Source, p repair.Proposal) report.FixProposal {
	x := report.FixProposal{
		Kind: "region", Title: p.Title, Notes: []string{}, Program: p.Text,
		Diff: repair.Diff(report.FileName(src.Name), src.Text, p.Text),
	}
	x.Notes = append(x.Notes, p.Notes...)
	switch {
	case p.Copy:
		x.Kind = "copy"
	case p.Shrinks:
		x.Kind = "shrink"
	}
	if !p.Shrinks {
		x.After = fixAccount(p.After)
	}
	return x
}

// fixRegions are the lock regions.
func fixRegions(all []repair.Region) []report.FixRegion {
	list := make([]report.FixRegion, len(all))
	for n, r := range all {
		list[n] = report.FixRegion{At: r.At.String(), Unit: r.Unit.Name, Statements: []report.FixPart{}}
		for _, x := range r.Parts {
			list[n].Statements = append(list[n].Statements, report.FixPart{At: x.At.String(), Text: x.Text, Leaves: x.Leaves.String(), Why: x.Why})
		}
	}
	return list
}
