package ask

import (
	"context"
	"strings"

	"wobbly/il"
	"wobbly/repair"
	"wobbly/report"
	"wobbly/session/advice"
)

// Repairs proposes changes of the program of a session, as `wobbly fix` does. Each search calls
// progress now and then; progress may be nil.
func Repairs(progress func(Progress)) advice.Repairs {
	o := fixBounds(FixStates())
	o.Progress = progress
	return advice.Repairs{
		Remove: func(ctx context.Context, core *il.Core, pair il.Pair,
			sites il.Sites) (advice.Repair, error) {
			return removeRace(ctx, core, pair, sites, o)
		},
		Shrink: func(ctx context.Context, core *il.Core) (advice.Repair, error) {
			return shrinkLocks(ctx, core, o)
		},
	}
}

func removeRace(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites,
	o repair.Options) (out advice.Repair, err error) {
	p, err := readAgain(core)
	if err != nil {
		return out, err
	}
	units := il.Pair{Left: p.Core.Units[pair.Left.Index], Right: p.Core.Units[pair.Right.Index]}
	race := repair.Race{Pair: units, Sites: sites}
	repairs, err := p.Remove(ctx, race, o)
	if err != nil {
		return out, err
	}
	described := fixRace(core.Source, "", race)
	out.Title = described.String()
	switch {
	case repairs.Before.Race == repair.No:
		out.Text = []string{"These accesses do not race in any schedule, from any initial state: " +
			"there is nothing to repair."}
	case len(repairs.Proposals) == 0:
		out.Text = []string{"Nothing that was tried removes the race."}
	}
	for _, x := range repairs.Proposals {
		y, err := sessionProposal(ctx, core.Source, x)
		if err != nil {
			return advice.Repair{}, err
		}
		y.Table = report.BeforeAfter(described, fixAccount(x.Before), fixAccount(x.After))
		out.Proposals = append(out.Proposals, y)
	}
	return out, nil
}

// sessionProposal converts a proposal for a session.
func sessionProposal(ctx context.Context, src *il.Source,
	x repair.Proposal) (advice.Proposal, error) {
	d, err := fixProposal(ctx, src, x)
	p := advice.Proposal{
		Title: d.Title, Notes: d.Notes, Core: x.Core(),
		Diff: strings.Split(strings.TrimSuffix(d.Diff, "\n"), "\n"),
	}
	if d.Lost != nil {
		for _, s := range d.Lost.Steps {
			p.Steps = append(p.Steps, advice.Step{At: s.At, Does: s.Does})
		}
	}
	return p, err
}

// shrinkLocks asks which statements can leave lock regions.
func shrinkLocks(ctx context.Context, core *il.Core, o repair.Options) (advice.Repair, error) {
	p, err := readAgain(core)
	if err != nil {
		return advice.Repair{}, err
	}
	shrunk, err := p.Shrink(ctx, o)
	if err != nil {
		return advice.Repair{}, err
	}
	out := advice.Repair{Title: "Is the lock too big?"}
	for _, r := range fixRegions(shrunk.Regions) {
		out.Text = append(out.Text, "The lock region at "+r.At+" in "+r.Unit+":")
		for _, x := range r.Statements {
			out.Text = append(out.Text, "  "+x.At+"  "+x.Text, "        "+x.Answer())
		}
		out.Text = append(out.Text, "")
	}
	if len(shrunk.Regions) == 0 {
		out.Text = []string{"The program has no lock region."}
	}
	if shrunk.Undecided {
		out.Text = append(out.Text, "A bound cut a search, so the answer is incomplete.")
	}
	if shrunk.Proposal != nil {
		x, err := sessionProposal(ctx, core.Source, *shrunk.Proposal)
		if err != nil {
			return advice.Repair{}, err
		}
		out.Proposals = []advice.Proposal{x}
	}
	return out, nil
}
