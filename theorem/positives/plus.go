package positives

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/semantics"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
)

// Plus lists what is claimed of RacerDX+: Theorems 2, 2m and 2f of docs/plus.md,
// and that each mode reports all that the one before it reports.
func Plus() []*engine.Statement {
	return []*engine.Statement{
		theorem2(), plusInterleaving(), plusWitness(), plusOracle(),
		theorem2m(), meetInterleaving(), meetWitness(), meetOracle(), modes(),
		theorem2f(), flowInterleaving(), flowWitness(), flowOracle(), meetFlow(),
	}
}

// The premises of Theorem 2 about paths, as predicates on pairs of accesses: that
// the captured prefixes, with c = max(c1, c2) fields, are intact in both units.
var (
	equalFields = engine.On("same-fields", "π1 and π2 have the same fields.", func(x paired) bool {
		p := x.sides()
		return p.Left.fields == p.Right.fields
	}).Because("At the accesses: from lc on the two threads walk different fields.")
	rootKept = engine.On("root-kept", "If c = 0, nobody assigns to the roots: v1 ∉ Wr1 and v2 ∉ Wr2.", func(x paired) bool {
		p := x.sides()
		return p.captured() > 0 || !p.Left.writes(0) && !p.Right.writes(0)
	}).Because("Preservation, (S2) for i = 0: the root no longer holds l0.")
	capturedKept = engine.On("captured-kept", "If c ≥ 1, nobody writes the captured prefixes: q1 ∉ Wr1 and q2 ∉ Wr2.", func(x paired) bool {
		p := x.sides()
		c := p.captured()
		return c == 0 || !p.Left.writes(c) && !p.Right.writes(c)
	}).Because("Preservation, (H) for bc or (S2) for lc: one thread captured what was there before, the other thread finds what is there now.")
	prefixesUntouched = engine.On("prefixes-untouched", "Nobody touches a proper prefix of a captured one: no e ≺ q1 is in W1, and no e ≺ q2 in W2, WB left out.", func(x paired) bool {
		p := x.sides()
		c := p.captured()
		return p.Left.untouched(c) && p.Right.untouched(c)
	}).Because("Preservation, (H) or (S1): a guarded cell before bc is written, or an object of B gets a name or a place that no recorded expression denotes.")
)

// plusPremises are those of Theorem 2.
var plusPremises = []engine.Hypothesis{equalFields, oneWrite, rootKept, capturedKept, prefixesUntouched, unlocked}

// Candidate tells whether the pair meets the premises that are not about how
// paths are treated.
func (x *Pair) Candidate() bool {
	return engine.Meets(x, []engine.Hypothesis{equalFields, oneWrite, unlocked})
}

// captured is Theorem 2's c.
func (x *Pair) captured() int { return abstract.Captured(x.Left.Access, x.Right.Access) }

// writes tells whether Wr has the prefix of the path with n fields.
func (a considered) writes(n int) bool { return a.unit.Wr[a.Path.First(n)] }

// untouched tells whether W has no proper prefix of the prefix with n fields.
func (a considered) untouched(n int) bool { return a.unit.Stable(a.Path.First(n)) }

// ReportedPlus tells whether the pair meets the premises of Theorem 2.
func (x *Pair) ReportedPlus() bool { return engine.Meets(x, plusPremises) }

// plusReport is the pair in the form in which RacerDX+ reports it.
func (x *Pair) plusReport() abstract.Report {
	r := x.report()
	r.Loose = !x.Left.Stable || !x.Right.Stable
	return r
}

const citePlus = "Theorem 2 (docs/plus.md)"

// theorem2 is the True Positives Theorem for RacerDX+.
func theorem2() *engine.Statement {
	return &engine.Statement{
		Name: "theorem2", Title: "True positives of RacerDX+", Cite: citePlus,
		Words: "If two accesses have the same fields, one is a write, one of them holds no lock, and what calls have evaluated of their paths " +
			"stays as it was in both units, then the program races at the sites of these accesses from some well-behaved state. Let c be the " +
			"larger number of fields that calls have evaluated: then q, the prefix with c fields, must not be written, and none of its proper " +
			"prefixes touched; of c = 0 the root must not be assigned. What becomes of the rest of the path does not matter. Neither WB nor ANF is asked for.",
		Symbols: "⟨ci, Li⟩ ∈ Ai on πi = vi.f1…fk with ci captured fields, c = max(c1, c2), qi = vi.f1…fc ∉ Wri, ∀e ∈ Wi. e ⊀ qi, one ci a store, " +
			"L1 = 0 ∨ L2 = 0 ⟹ ∃ζ, τ∥ ∈ [[C1 ∥ C2]] ζ that races with c1 and c2 next",
		Hypotheses: plusPremises,
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return EachPair(c, (*Pair).ReportedPlus, func(x *Pair) bool { return visit(atSites{x, x.plusReport()}) })
		},
	}
}

// atSites is an instance of theorem2 or theorem2m.
type atSites struct {
	*Pair
	as abstract.Report
}

// Conclusion is that the program races at the two sites.
func (x atSites) Conclusion() error { return truth.Real(x.In, x.as) }

// plusInterleaving is what makes that race independent of the schedule.
func plusInterleaving() *engine.Statement {
	return &engine.Statement{
		Name: "plus-interleaving", Title: "Whenever they meet, they race, though anywhere", Cite: citePlus,
		Words: "From the special state of two paths with the same k fields, whose captured prefixes are intact, in every interleaving that brings " +
			"both threads before their accesses, both address the same cell. It need not be that of the backbone.",
		Symbols: "πi = vi.f1…fk, qi ∉ Wri, ∀e ∈ Wi. e ⊀ qi, K reached from the special state, thread i of K before the access of πi' with " +
			"πi'^θ̄ = πi ⟹ ⌊π1'⌋ = ⌊π2'⌋ in K",
		Hypotheses: []engine.Hypothesis{equalFields, rootKept, capturedKept, prefixesUntouched},
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachMeeting(c, (*Pair).ReportedPlus, oneBackbone, func(x *meeting) bool { return visit(encounter{x}) })
		},
	}
}

// encounter is an instance of plusInterleaving or meetInterleaving.
type encounter struct{ *meeting }

// Conclusion is that both threads address one cell.
func (x encounter) Conclusion() error { return oneCell(x.k) }

// oneCell is nil if both threads address one cell next.
func oneCell(k semantics.Config) error {
	a, okA := semantics.NextAccess(k, semantics.A)
	b, okB := semantics.NextAccess(k, semantics.B)
	switch {
	case !okA || !okB:
		return errors.New("one of the accesses has no address")
	case a.Cell != b.Cell:
		return fmt.Errorf("the address of %s in thread A is %v, that of %s in thread B is %v", a.Path, a.Cell, b.Path, b.Cell)
	}
	return nil
}

// plusWitness is Theorem 2 as the program uses it.
func plusWitness() *engine.Statement {
	return &engine.Statement{
		Name: "plus-witness", Title: "Every report of RacerDX+ has a witness", Cite: "proof of " + citePlus,
		Words: "For every report of RacerDX+ the construction of the proof gives an execution from the special state, of k+1 objects, that the " +
			"independent checker accepts and that the semantics can go, to a race at the reported sites.",
		Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by plus ⟹ check(witness) and replay(witness)",
		Hypotheses: plusPremises,
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return EachPair(c, (*Pair).ReportedPlus, func(x *Pair) bool { return visit(confirmed{x, x.plusReport()}) })
		},
	}
}

// plusOracle is that the exact search finds what RacerDX+ reports.
func plusOracle() *engine.Statement {
	return &engine.Statement{
		Name: "plus-oracle", Title: "The exact search finds every report of RacerDX+", Cite: citePlus + ", against the search of all executions",
		Words: "The search of all executions from all well-behaved states finds a race at the sites of every report of RacerDX+, with a witness " +
			"that the checker accepts. Looked at for one program C1 || C2 of each fourth case, and of each case of few statements.",
		Symbols: "⟨c1, L1⟩, ⟨c2, L2⟩ reported by plus ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
		Hypotheses: []engine.Hypothesis{
			engine.On("reported", "The accesses meet all premises of Theorem 2.", func(x sought) bool { return x.ReportedPlus() }),
		},
		Floor:     0.12,
		Instances: eachSearched,
	}
}

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
