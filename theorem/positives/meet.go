package positives

import (
	"wobbly/abstract"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// The premises of Theorem 2m about paths: each part before the longest common rest that is written
// out at both accesses is intact in its own unit.
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

var suffixPremises = []engine.Hypothesis{lastField, oneWrite, restKept, restUntouched, unlocked}

// parts returns how many fields the paths have before their rest: |q1| and |q2|. If they do not
// end in the same field, the rest is the last one.
func (x *Pair) parts() (left, right int) {
	n := max(abstract.Rest(x.Left.Access, x.Right.Access), 1)
	return x.Left.Path.Len() - n, x.Right.Path.Len() - n
}

func (x *Pair) suffixReport() abstract.Report {
	r := x.plusReport()
	r.Rest = abstract.Rest(x.Left.Access, x.Right.Access)
	return r
}

const citeMeet = "Theorem 2m (docs/theory.md)"

func commonSuffix() precise {
	return bySuffix.of(precise{
		race: engine.Statement{
			Name: "theorem2m", Title: "True positives of paths that meet", Cite: citeMeet,
			Words: "If the paths of two accesses end in the same fields, r, written out at both accesses, one is a write, one of them holds no lock, and " +
				"what comes before r is intact, each in its own unit, then the program races at the sites of these accesses from some well-behaved " +
				"state, in which both parts lead to one object. r is the longest such suffix, which requires least.",
			Symbols: "⟨ci, Li⟩ ∈ Ai on πi = vi.qi.r, r ≠ ε no longer than either access's own path, vi.qi ∉ Wri, ∀e ∈ Wi. e ⊀ vi.qi, one ci a store, " +
				"L1 = 0 ∨ L2 = 0 ⟹ ∃ζ, τ∥ ∈ [[C1 ∥ C2]] ζ that races with c1 and c2 next",
			Hypotheses: suffixPremises,
		},
		interleaving: engine.Statement{
			Name: "meet-interleaving", Title: "Whenever they meet, they race, by different paths",
			Cite: citeMeet,
			Words: "From the state with two backbones of two paths with a common rest, whose parts before it are intact, in every interleaving that " +
				"brings both threads before their accesses, under calls that make these paths, both address the same cell.",
			Symbols: "πi = vi.qi.r, vi.qi ∉ Wri, ∀e ∈ Wi. e ⊀ vi.qi, K reached from the state with two backbones, thread i of K before the access of " +
				"πi' with πi'^θ̄ = πi ⟹ ⌊π1'⌋ = ⌊π2'⌋ in K",
			Hypotheses: []engine.Hypothesis{lastField, restKept, restUntouched},
		},
		witness: engine.Statement{
			Name: "meet-witness", Title: "Every report of paths that meet has a witness",
			Cite: "proof of " + citeMeet,
			Words: "For every report of RacerDX+ for paths that meet the construction of the proof gives an execution from the state with two " +
				"backbones that the independent checker accepts and that the semantics can execute, to a race at the reported sites.",
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by meet ⟹ check(witness) and replay(witness)",
			Hypotheses: suffixPremises,
		},
		oracle: engine.Statement{
			Name: "meet-oracle", Title: "The exact search finds every report of paths that meet",
			Cite: citeMeet + ", against the search of all executions",
			Words: "The search of all executions from all well-behaved states finds a race at the sites of every report of RacerDX+ for paths that " +
				"meet, with a witness that the checker accepts. Checked for one program C1 || C2 of every fourth case, and of every case of few statements.",
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by meet ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
			Hypotheses: bySuffix.reportedBy("Theorem 2m"),
		},
	})
}

var bySuffix = byPairs{
	premises: suffixPremises, report: (*Pair).suffixReport, start: twoBackbones,
	address: func(_ *Pair, k semantics.Config) error { return oneCell(k) },
}

func twoBackbones(x *Pair) (semantics.Init, bool) {
	w := truth.ProofOf(x.In, x.suffixReport()).Witness
	if w == nil {
		return semantics.Init{}, false
	}
	return execution.FromInit(w.Init), true
}
