package ask

import (
	"context"
	"strings"

	"wobbly/il"
	"wobbly/repair"
	"wobbly/report"
	"wobbly/semantics/explore"
	"wobbly/session/advice"
)

// Repairs propose changes of programs beside a session, as wobbly fix does. progress is
// called now and then by each search; it may be nil.
func Repairs(progress func(explore.Progress)) advice.Repairs {
	o := fixBounds(repair.Defaults().States)
	o.Progress = progress
	return advice.Repairs{
		Remove: func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (advice.Repair, error) {
			return removeRace(ctx, core, pair, sites, o)
		},
		Shrink: func(ctx context.Context, core *il.Core) (advice.Repair, error) { return shrinkLocks(ctx, core, o) },
	}
}

// readAgain is the program of a core with its text as written.
func readAgain(core *il.Core) (*repair.Program, error) {
	p, errs := repair.Read(core.Source)
	if len(errs) > 0 {
		return nil, &Illegal{Source: core.Source, Errors: errs}
	}
	return p, nil
}

// removeRace proposes repairs of a race.
func removeRace(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites, o repair.Options) (advice.Repair, error) {
	p, err := readAgain(core)
	if err != nil {
		return advice.Repair{}, err
	}
	mine := il.Pair{Left: p.Core.Units[pair.Left.Index], Right: p.Core.Units[pair.Right.Index]}
	race := repair.Race{Pair: mine, Sites: sites}
	got, err := p.Remove(ctx, race, o)
	if err != nil {
		return advice.Repair{}, err
	}
	of := fixRace(core.Source, "", race)
	out := advice.Repair{Title: of.String()}
	switch {
	case got.Before.Race == repair.No:
		out.Text = []string{"These accesses do not race in any schedule, from any initial state: there is nothing to repair."}
	case len(got.Proposals) == 0:
		out.Text = []string{"Nothing that was tried removes the race."}
	}
	for _, x := range got.Proposals {
		y, err := repairProposal(ctx, core.Source, x)
		if err != nil {
			return advice.Repair{}, err
		}
		y.Table = report.BeforeAfter(of, fixAccount(x.Before), fixAccount(x.After))
		out.Proposals = append(out.Proposals, y)
	}
	return out, nil
}

// repairProposal is a change for the screen.
func repairProposal(ctx context.Context, src *il.Source, x repair.Proposal) (advice.Proposal, error) {
	d, err := fixProposal(ctx, src, x)
	return advice.Proposal{
		Title: d.Title, Notes: d.Notes, Steps: lostSteps(d.Lost), Core: x.Core(),
		Diff: strings.Split(strings.TrimSuffix(d.Diff, "\n"), "\n"),
	}, err
}

// shrinkLocks asks which statements can leave lock regions.
func shrinkLocks(ctx context.Context, core *il.Core, o repair.Options) (advice.Repair, error) {
	p, err := readAgain(core)
	if err != nil {
		return advice.Repair{}, err
	}
	got, err := p.Shrink(ctx, o)
	if err != nil {
		return advice.Repair{}, err
	}
	out := advice.Repair{Title: "Is the lock too big?"}
	for _, r := range fixRegions(got.Regions) {
		out.Text = append(out.Text, "The lock region at "+r.At+" in "+r.Unit+":")
		for _, x := range r.Statements {
			out.Text = append(out.Text, "  "+x.At+"  "+x.Text, "        "+x.Answer())
		}
		out.Text = append(out.Text, "")
	}
	if len(got.Regions) == 0 {
		out.Text = []string{"The program has no lock region."}
	}
	if got.Undecided {
		out.Text = append(out.Text, "A bound cut a search, so that not all is known.")
	}
	if got.Proposal != nil {
		x, err := repairProposal(ctx, core.Source, *got.Proposal)
		if err != nil {
			return advice.Repair{}, err
		}
		out.Proposals = []advice.Proposal{x}
	}
	return out, nil
}
