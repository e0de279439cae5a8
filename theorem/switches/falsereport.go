package switches

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
	"wobbly/theorem/world"
)

// maxWorldStates bounds the search for one report in another world. What needs
// more is left undecided: another program will do.
const maxWorldStates = 3000

// falseReport looks for a report of the analysis that no execution shows from
// any initial state, in a world in which programs may violate assumptions.
func falseReport(in world.World, tolerate check.Assumption) func(*engine.Case) (*engine.Refutation, bool) {
	return func(c *engine.Case) (*engine.Refutation, bool) {
		reports, err := truth.Reports(c)
		undecided := err != nil
		for _, r := range reports {
			why, verdict := refute(in, tolerate, c, r)
			undecided = undecided || verdict == world.Bounded
			if verdict == world.NoRace {
				return &engine.Refutation{What: notation.Report(c.Core, r), Why: why}, false
			}
		}
		return nil, undecided
	}
}

// refute decides whether a report is real in a world. In the
// paper's own world a witness that the checker accepts settles it, and a
// refusal is put to both oracles, which must agree.
func refute(in world.World, tolerate check.Assumption, c *engine.Case, r abstract.Report) (why string, v world.Verdict) {
	own := in == (world.World{}) && tolerate == 0
	if own {
		no, err := truth.FalseReport(c, r)
		switch {
		case err != nil:
			return err.Error(), world.Bounded
		case !no:
			return "", world.Races
		}
	}
	p := il.Pair{Left: r.Left.Unit, Right: r.Right.Unit}
	v, why = in.CanRace(c.Core, p, truth.SiteOf(r.Left), truth.SiteOf(r.Right), world.Limits{States: maxWorldStates})
	if own && v == world.Races {
		panic(fmt.Sprintf("theorem: the oracles disagree on %v\n%s", r, c.Core.Source.Text))
	}
	return why, v
}
