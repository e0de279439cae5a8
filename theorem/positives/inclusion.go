package positives

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
)

// modes is that the modes of the analysis report ever more.
func modes() *engine.Statement {
	return &engine.Statement{
		Name: "modes", Title: "Each mode reports what the one before it does", Cite: "docs/plus.md, from Theorems 1, 2 and 2m",
		Words: "RacerDX with the printed lock condition, L1 + L2 ≤ 1, reports no more than RacerDX, that no more than RacerDX without WB, that no " +
			"more than RacerDX+, and that no more than RacerDX+ for paths that meet: report by report.",
		Symbols:   "racerdx-sum ⊆ racerdx ⊆ nowb ⊆ plus ⊆ meet",
		Floor:     0.4,
		Instances: eachInclusion,
	}
}

// inclusion is a report of a mode, and the next mode.
type inclusion struct {
	c      *engine.Case
	report abstract.Report
	within abstract.Mode
}

// eachInclusion visits the reports of all modes but the last.
func eachInclusion(c *engine.Case, visit func(engine.Instance) bool) error {
	sum := c.Options(abstract.Figure7)
	sum.Condition = abstract.Sum
	least, err := abstract.AnalyzeSets(c.Core, sum)
	if err != nil {
		return engine.BoundError{Limit: err.Error()}
	}
	for _, m := range abstract.Modes {
		reports, err := racesOf(least)
		if err != nil {
			return err
		}
		for _, r := range reports {
			if !visit(inclusion{c, r, m.Mode}) {
				return nil
			}
		}
		if least, err = c.SetsIn(m.Mode); err != nil {
			return err
		}
	}
	return nil
}

// racesOf lists what an analysis reports.
func racesOf(s *abstract.Sets) ([]abstract.Report, error) {
	r, err := s.Reports(nil)
	if err != nil {
		return nil, engine.BoundError{Limit: err.Error()}
	}
	return r.ListRaces(engine.Unlimited), nil
}

// Conclusion is that the next mode reports it too.
func (x inclusion) Conclusion() error {
	sets, err := x.c.SetsIn(x.within)
	if err != nil {
		return err
	}
	reports, err := racesOf(sets)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(reports, func(r abstract.Report) bool { return r.Compare(x.report) == 0 }) {
		return fmt.Errorf("%s does not report it", x.within.Title())
	}
	return nil
}

// String shows the report.
func (x inclusion) String() string { return notation.Report(x.c.Core, x.report) }

// meetFlow is that single traces see what summaries see.
func meetFlow() *engine.Statement {
	return &engine.Statement{
		Name: "meet-flow", Title: "Single ways show what summaries show", Cite: citeFlow + ", from the proof of Theorem 2m",
		Words:   "The sites of every report of RacerDX+ for paths that meet are reported by RacerDX+, flow-sensitive, too.",
		Symbols: "meet ⊆ flow, as pairs of sites",
		Floor:   0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			sets, err := c.SetsIn(abstract.CommonSuffix)
			if err != nil {
				return err
			}
			reports, err := racesOf(sets)
			for _, r := range reports {
				p := truth.ProgramOf(r)
				if !visit(alsoAlongTraces{sitesOfCase{c, p, p.Sites(truth.SiteOf(r.Left), truth.SiteOf(r.Right))}}) {
					break
				}
			}
			return err
		},
	}
}

// alsoAlongTraces is an instance of meetFlow.
type alsoAlongTraces struct{ sitesOfCase }

// Conclusion is that package flow reports the sites.
func (x alsoAlongTraces) Conclusion() error { return x.reportedBy(wholeFlow) }

// reportedBy is nil if a form of package flow reports the sites.
func (x sitesOfCase) reportedBy(form flowForm) error {
	f, err := flowOf(x.c, form)
	if err != nil {
		return err
	}
	switch cut := f.cut(x.units); {
	case f.sites(x.units)[x.sites]:
		return nil
	case cut != nil:
		return cut
	default:
		return errors.New("package flow does not report the sites")
	}
}

// flowRely is that relying on each other shows what single traces show.
func flowRely() *engine.Statement {
	return &engine.Statement{
		Name: "flow-rely", Title: "Rely and guarantee shows what single ways show", Cite: citeRely + ": what is known of private objects relies on nothing",
		Words:   "The sites of every report of RacerDX+, flow-sensitive, are reported by RacerDX+, rely and guarantee, too.",
		Symbols: "flow ⊆ rely, as pairs of sites",
		Floor:   0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			reports, err := flowReports(c, wholeFlow)
			for _, r := range reports {
				_, p, sites := r.of()
				if !visit(alsoRelying{sitesOfCase{c, p, sites}}) {
					break
				}
			}
			return err
		},
	}
}

// alsoRelying is an instance of flowRely.
type alsoRelying struct{ sitesOfCase }

// Conclusion is that the analysis of Theorem 2g reports the sites.
func (x alsoRelying) Conclusion() error { return x.reportedBy(wholeRely) }
