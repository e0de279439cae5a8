package positives

import (
	"errors"
	"fmt"

	"wobbly/abstract"
	"wobbly/internal/slice"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
)

func modes() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "modes",
		Title: "Each mode reports what the modes included in it do",
		Cite:  "docs/theory.md, from Theorems 1, 2 and 2m",
		Words: "RacerDX with the printed lock condition, L1 + L2 ≤ 1, reports no more than " +
			"RacerDX, and each mode of the analysis reports no more than the modes that include " +
			"it: report by report.",
		Symbols:   modeInclusions(),
		Floor:     0.4,
		Instances: eachInclusion,
	}
}

// modeInclusions formats the inclusions of modes as chains, such as "racerdx ⊆ nowb ⊆ plus".
func modeInclusions() string {
	text, end := "racerdx-sum ⊆ racerdx", abstract.Figure7 // end is the last mode in text
	for _, m := range abstract.Modes {
		for _, w := range m.Within {
			if m.Mode != end {
				text += ", " + m.Name
			}
			text, end = text+" ⊆ "+w.Mode.String(), w.Mode
		}
	}
	return text
}

// inclusion is a report of a mode, and a mode that should report it too.
type inclusion struct {
	c      *engine.Case
	report abstract.Report
	within abstract.Mode
}

// eachInclusion visits the reports of every mode that another one includes.
func eachInclusion(c *engine.Case, visit func(engine.Instance) bool) error {
	sum := c.Options(abstract.Figure7)
	sum.Condition = abstract.Sum
	smallest, err := abstract.AnalyzeSets(c.Core, sum)
	if err != nil {
		return engine.BoundError{Limit: err.Error()}
	}
	var bound error
	// each visits the reports of an analysis; more is false if visit returned false.
	each := func(s *abstract.Sets, within abstract.Mode) (more bool, err error) {
		reports, err := racesOf(c, s)
		if err != nil {
			return false, err
		}
		if len(reports) > maxPairs {
			reports, bound = reports[:maxPairs], errMorePairs
		}
		for _, r := range reports {
			if !visit(inclusion{c, r, within}) {
				return false, bound
			}
		}
		return true, nil
	}
	if more, err := each(smallest, abstract.Figure7); !more {
		return err
	}
	for _, m := range abstract.Modes {
		for _, w := range m.Within {
			sets, err := c.SetsIn(m.Mode)
			if err != nil {
				return err
			}
			if more, err := each(sets, w.Mode); !more {
				return err
			}
		}
	}
	return bound
}

// racesOf returns the reports of an analysis. The error is a BoundError.
func racesOf(c *engine.Case, s *abstract.Sets) ([]abstract.Report, error) {
	r, err := c.Reports(s)
	if err != nil {
		return nil, err
	}
	return r.ListRaces(engine.Unlimited), nil
}

// sides identifies a report by its two accesses.
type sides [2]abstract.Side

func sidesOf(r abstract.Report) sides {
	r.Left.Captured, r.Right.Captured = 0, 0 // because not all modes compute these
	return sides{r.Left, r.Right}
}

// reportedIn returns the reports of a mode. The error is a BoundError.
func reportedIn(c *engine.Case, m abstract.Mode) (map[sides]bool, error) {
	type key struct{ abstract.Mode }
	return engine.OnceErr(c, key{m}, func() (map[sides]bool, error) {
		sets, err := c.SetsIn(m)
		if err != nil {
			return nil, err
		}
		all, err := racesOf(c, sets)
		return slice.SetBy(all, sidesOf), err
	})
}

func (x inclusion) Conclusion() error {
	larger, err := reportedIn(x.c, x.within)
	if err != nil {
		return err
	}
	if !larger[sidesOf(x.report)] {
		return fmt.Errorf("%s does not report it", x.within.Title())
	}
	return nil
}

func (x inclusion) Accesses() engine.Accesses { return truth.AccessesOf(x.report) }

func (x inclusion) String() string { return notation.Report(x.c.Core, x.report) }

func meetFlow() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "meet-flow", Title: "Single paths show what summaries show",
		Cite: citeFlow + ", from the proof of Theorem 2m",
		Words: "The sites of every report of RacerDX+ for paths that meet are also reported by " +
			"RacerDX+, flow-sensitive.",
		Symbols: "meet ⊆ flow, as pairs of sites",
		Floor:   0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			sets, err := c.SetsIn(abstract.CommonSuffix)
			if err != nil {
				return err
			}
			reports, err := racesOf(c, sets)
			for _, r := range reports {
				a := truth.AccessesOf(r)
				if !visit(alsoReported{sitesOfCase{c, a.Units, a.Sites}, wholeFlow}) {
					break
				}
			}
			return err
		},
	}
}

type alsoReported struct {
	sitesOfCase
	by flowForm
}

func (x alsoReported) Conclusion() error {
	f, err := flowOf(x.c, x.by)
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

func flowRely() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "flow-rely",
		Title: "Rely and guarantee shows what single paths show",
		Cite:  citeRely + ": what is known of private objects relies on nothing",
		Words: "The sites of every report of RacerDX+, flow-sensitive, are also reported by " +
			"RacerDX+, rely and guarantee.",
		Symbols: "flow ⊆ rely, as pairs of sites",
		Floor:   0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			reports, err := flowReports(c, wholeFlow)
			for _, r := range reports {
				if !visit(alsoReported{sitesOfCase{c, r.units, r.about().sites}, wholeRely}) {
					break
				}
			}
			return err
		},
	}
}
