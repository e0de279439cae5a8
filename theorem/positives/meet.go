package positives

import (
	"wobbly/abstract"
	"wobbly/semantics"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// The premises of Theorem 2m about paths: that the parts before the longest common
// rest, as far as both paths are written so at their accesses, are intact, each in
// its own unit.
var (
	restKept = engine.On("parts-kept", "Nobody writes the part before the rest, which may be the root alone: v1.q1 ∉ Wr1 and v2.q2 ∉ Wr2.", func(x paired) bool {
		p := x.sides()
		m1, m2 := p.parts()
		return !p.Left.writes(m1) && !p.Right.writes(m2)
	}).Because("Preservation, (H) for bt(mt) or (S2) for lt(mt): the part leads elsewhere than where the backbones meet.")
	restUntouched = engine.On("prefixes-untouched", "Nobody touches a proper prefix of that part: no e ≺ v1.q1 is in W1, and no e ≺ v2.q2 in W2, WB left out.", func(x paired) bool {
		p := x.sides()
		m1, m2 := p.parts()
		return p.Left.untouched(m1) && p.Right.untouched(m2)
	}).Because("Preservation, (H) or (S1): a cell of a backbone is written, or an object of it gets a name or a place that no recorded expression denotes.")
)

// meetPremises are those of Theorem 2m.
var meetPremises = []engine.Hypothesis{lastField, oneWrite, restKept, restUntouched, unlocked}

// parts is how many fields the paths have before their rest: |q1| and |q2|. Where
// they do not end in the same field it is those before the last one.
func (x *Pair) parts() (left, right int) {
	n := max(abstract.Rest(x.Left.Access, x.Right.Access), 1)
	return x.Left.Path.Len() - n, x.Right.Path.Len() - n
}

// reportedMeet tells whether the pair meets the premises of Theorem 2m.
func (x *Pair) reportedMeet() bool { return engine.Meets(x, meetPremises) }

// meetReport is the pair in the form in which RacerDX+ for paths that meet reports
// it.
func (x *Pair) meetReport() abstract.Report {
	r := x.plusReport()
	r.Rest = abstract.Rest(x.Left.Access, x.Right.Access)
	return r
}

const citeMeet = "Theorem 2m (docs/plus.md)"

// theorem2m is the True Positives Theorem for paths that meet.
func theorem2m() *engine.Statement {
	return &engine.Statement{
		Name: "theorem2m", Title: "True positives of paths that meet", Cite: citeMeet,
		Words: "If the paths of two accesses end in the same fields, r, written so at both accesses; one is a write; one of them holds no lock; and " +
			"what comes before r is intact, each in its own unit: then the program races at the sites of these accesses from some well-behaved " +
			"state, in which both parts lead to one object. r is the longest there is, which asks for least.",
		Symbols: "⟨ci, Li⟩ ∈ Ai on πi = vi.qi.r, r ≠ ε no longer than either access's own path, vi.qi ∉ Wri, ∀e ∈ Wi. e ⊀ vi.qi, one ci a store, " +
			"L1 = 0 ∨ L2 = 0 ⟹ ∃ζ, τ∥ ∈ [[C1 ∥ C2]] ζ that races with c1 and c2 next",
		Hypotheses: meetPremises,
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return EachPair(c, (*Pair).reportedMeet, func(x *Pair) bool { return visit(atSites{x, x.meetReport()}) })
		},
	}
}

// meetInterleaving is what makes that race independent of the schedule.
func meetInterleaving() *engine.Statement {
	return &engine.Statement{
		Name: "meet-interleaving", Title: "Whenever they meet, they race, by different ways", Cite: citeMeet,
		Words: "From the state with two backbones of two paths with a common rest, whose parts before it are intact, in every interleaving that " +
			"brings both threads before their accesses, both address the same cell.",
		Symbols: "πi = vi.qi.r, vi.qi ∉ Wri, ∀e ∈ Wi. e ⊀ vi.qi, K reached from the state with two backbones, thread i of K before the access of " +
			"πi' with πi'^θ̄ = πi ⟹ ⌊π1'⌋ = ⌊π2'⌋ in K",
		Hypotheses: []engine.Hypothesis{lastField, restKept, restUntouched},
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachMeeting(c, (*Pair).reportedMeet, twoBackbones, func(x *meeting) bool { return visit(encounter{x}) })
		},
	}
}

// twoBackbones is the special state of Theorem 2m, that of the witness.
func twoBackbones(x *Pair) (abstract.Report, semantics.Init, bool) {
	r := x.meetReport()
	w := truth.ProofOf(x.In, r).Witness
	if w == nil {
		return r, semantics.Init{}, false
	}
	return r, semantics.Init{Objects: w.Init.Objects, Cells: w.Init.Cells, Stacks: [2]map[string]string{w.Init.A, w.Init.B}}, true
}

// meetWitness is Theorem 2m as the program uses it.
func meetWitness() *engine.Statement {
	return &engine.Statement{
		Name: "meet-witness", Title: "Every report of paths that meet has a witness", Cite: "proof of " + citeMeet,
		Words: "For every report of RacerDX+ for paths that meet the construction of the proof gives an execution from the state with two " +
			"backbones that the independent checker accepts and that the semantics can go, to a race at the reported sites.",
		Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by meet ⟹ check(witness) and replay(witness)",
		Hypotheses: meetPremises,
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return EachPair(c, (*Pair).reportedMeet, func(x *Pair) bool { return visit(confirmed{x, x.meetReport()}) })
		},
	}
}

// meetOracle is that the exact search finds what is reported of paths that meet.
func meetOracle() *engine.Statement {
	return &engine.Statement{
		Name: "meet-oracle", Title: "The exact search finds every report of paths that meet", Cite: citeMeet + ", against the search of all executions",
		Words: "The search of all executions from all well-behaved states finds a race at the sites of every report of RacerDX+ for paths that " +
			"meet, with a witness that the checker accepts. Looked at for one program C1 || C2 of each fourth case, and of each case of few statements.",
		Symbols: "⟨c1, L1⟩, ⟨c2, L2⟩ reported by meet ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
		Hypotheses: []engine.Hypothesis{
			engine.On("reported", "The accesses meet all premises of Theorem 2m.", func(x sought) bool { return x.reportedMeet() }),
		},
		Floor:     0.12,
		Instances: eachSearched,
	}
}
