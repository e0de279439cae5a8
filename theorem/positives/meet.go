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
	restKept = onPair("parts-kept",
		"Nobody writes the part before the rest, maybe just the root: vi.qi ∉ Wri.", 0,
		func(p *Pair) bool {
			m1, m2 := p.parts()
			return !p.Left.writes(m1) && !p.Right.writes(m2)
		}).Because("Preservation, (H) for bt(mt) or (S2) for lt(mt): the part leads elsewhere.")
	restUntouched = onPair("prefixes-untouched",
		"Nobody touches a proper prefix of that part, WB left out: no e ≺ vi.qi is in Wi.", 0,
		func(p *Pair) bool {
			m1, m2 := p.parts()
			return p.Left.untouched(m1) && p.Right.untouched(m2)
		}).Because("Preservation, (H) or (S1): a backbone is written, or its object gets an alias.")
)

var suffixPremises = []engine.Hypothesis{lastField, oneWrite, restKept, restUntouched, unlocked}

// parts returns the numbers of fields that the paths have before their common rest: |q1| and |q2|.
// If they do not end in the same field, the last field of each counts as the rest.
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

// commonSuffix returns the mode of Theorem 2m.
func commonSuffix() precise {
	return precise{
		instances: bySuffix,
		race: engine.Statement{
			Name: "theorem2m", Title: "True positives of paths that meet", Cite: citeMeet,
			Words: "Suppose the paths of two accesses end in the same fields, written out " +
				"at both accesses. Let r be the longest such suffix, which requires least. " +
				"If one access is a write, one of them holds no lock, and what comes before r is " +
				"intact in each unit, the program races at these sites from some well-behaved " +
				"state, in which both parts lead to one object.",
			Symbols: "⟨ci, Li⟩ ∈ Ai on πi = vi.qi.r, r ≠ ε no longer than either access's own " +
				"path, vi.qi ∉ Wri, ∀e ∈ Wi. e ⊀ vi.qi, one ci a store, L1 = 0 ∨ L2 = 0 " +
				racesThere,
			Hypotheses: suffixPremises,
		},
		interleaving: engine.Statement{
			Name: "meet-interleaving", Title: "Whenever they meet, they race, by different paths",
			Cite: citeMeet,
			Words: "Take two paths with a common rest and intact parts before it, and start " +
				"in their state with two backbones. In every interleaving that brings both " +
				"threads before their accesses, under calls that make these paths, both " +
				"address the same cell.",
			Symbols: "πi = vi.qi.r, vi.qi ∉ Wri, ∀e ∈ Wi. e ⊀ vi.qi, K reached from the state " +
				"with two backbones, thread i of K before the access of πi' with πi'^θ̄ = πi " +
				"⟹ ⌊π1'⌋ = ⌊π2'⌋ in K",
			Hypotheses: []engine.Hypothesis{lastField, restKept, restUntouched},
		},
		witness: engine.Statement{
			Name: "meet-witness", Title: "Every report of paths that meet has a witness",
			Cite: "proof of " + citeMeet,
			Words: witnessWords("RacerDX+ for paths that meet",
				"the state with two backbones"),
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by meet ⟹ check(witness) and replay(witness)",
			Hypotheses: suffixPremises,
		},
		oracle: engine.Statement{
			Name: "meet-oracle", Title: "The exact search finds every report of paths that meet",
			Cite:       citeMeet + ", against the search of all executions",
			Words:      oracleWords("RacerDX+ for paths that meet"),
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by meet ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
			Hypotheses: bySuffix.reportedBy("Theorem 2m"),
		},
	}
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
