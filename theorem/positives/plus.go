package positives

import (
	"wobbly/abstract"
	"wobbly/semantics"
	"wobbly/theorem/engine"
)

// The premises of Theorem 2 about paths: prefixes of max(c1, c2) fields are intact in both units.
var (
	equalFields = onPair("same-fields", "Both paths have the same fields.", 0,
		func(p *Pair) bool { return p.Left.fields == p.Right.fields }).
		Because("At the accesses: from lc on the two threads walk different fields.")
	rootKept = onPair("root-kept",
		"If c = 0, nobody assigns to the roots: v1 ∉ Wr1 and v2 ∉ Wr2.", 0,
		func(p *Pair) bool {
			return p.captured() > 0 || !p.Left.writes(0) && !p.Right.writes(0)
		}).Because("Preservation, (S2) for i = 0: the root no longer holds l0.")
	capturedKept = onPair("captured-kept",
		"If c ≥ 1, nobody writes the captured prefixes: q1 ∉ Wr1 and q2 ∉ Wr2.", 0,
		func(p *Pair) bool {
			c := p.captured()
			return c == 0 || !p.Left.writes(c) && !p.Right.writes(c)
		}).Because("Preservation, (H) for bc or (S2) for lc: one thread captured the old object.")
	prefixesUntouched = onPair("prefixes-untouched",
		"Nobody touches a proper prefix of those, WB left out: no e ≺ qi is in Wi.", 0,
		func(p *Pair) bool {
			c := p.captured()
			return p.Left.untouched(c) && p.Right.untouched(c)
		}).Because("Preservation, (H) or (S1): a guarded cell is written, or B gets an alias.")
)

var plusPremises = []engine.Hypothesis{
	equalFields, oneWrite, rootKept, capturedKept, prefixesUntouched, unlocked,
}

// Candidate reports whether the pair meets the premises about fields, kinds and locks.
func (x *Pair) Candidate() bool {
	return engine.Meets(unclaimed{x}, []engine.Hypothesis{equalFields, oneWrite, unlocked})
}

// captured returns c of Theorem 2, the larger number of fields of the paths that calls evaluated.
func (x *Pair) captured() int { return abstract.Captured(x.Left.Access, x.Right.Access) }

func (a considered) writes(n int) bool { return a.unit.Wr.Has(a.Path.First(n)) }

// untouched reports whether W contains no proper prefix of the path's prefix with n fields.
func (a considered) untouched(n int) bool { return a.unit.Stable(a.Path.First(n)) }

// ReportedPlus reports whether the pair meets the premises of Theorem 2.
func (x *Pair) ReportedPlus() bool { return engine.Meets(unclaimed{x}, plusPremises) }

func (x *Pair) plusReport() abstract.Report {
	r := x.report()
	r.Loose = !x.Left.Stable || !x.Right.Stable
	return r
}

const citePlus = "Theorem 2 (docs/theory.md)"

// plus returns the mode of Theorem 2.
func plus() precise {
	return precise{
		instances: byPlus,
		race: engine.Statement{
			Name: "theorem2", Title: "True positives of RacerDX+", Cite: citePlus,
			Words: "Suppose two accesses have the same fields, one is a write, and one of " +
				"them holds no lock. Let c be the larger number of fields of their paths that " +
				"calls have evaluated, and q the prefix with c fields. If neither unit writes q " +
				"or touches a proper prefix of it (for c = 0: assigns the root), the program " +
				"races at these sites from some well-behaved state. The rest of the path does " +
				"not matter. Neither WB nor ANF is required.",
			Symbols: "⟨ci, Li⟩ ∈ Ai on πi = vi.f1…fk with ci captured fields, c = max(c1, " +
				"c2), qi = vi.f1…fc ∉ Wri, ∀e ∈ Wi. e ⊀ qi, one ci a store, L1 = 0 ∨ L2 = 0 " +
				racesThere,
			Hypotheses: plusPremises,
		},
		interleaving: engine.Statement{
			Name: "plus-interleaving", Title: "Whenever they meet, they race, though anywhere",
			Cite: citePlus,
			Words: "Take two paths with the same k fields and intact captured prefixes, " +
				"and start in their special state. In every interleaving that brings both " +
				"threads before their accesses, under calls that make these paths, both address " +
				"the same cell. It need not be that of the backbone.",
			Symbols: "πi = vi.f1…fk, qi ∉ Wri, ∀e ∈ Wi. e ⊀ qi, K reached from the special " +
				"state, thread i of K before the access of πi' with πi'^θ̄ = πi " +
				"⟹ ⌊π1'⌋ = ⌊π2'⌋ in K",
			Hypotheses: []engine.Hypothesis{equalFields, rootKept, capturedKept, prefixesUntouched},
		},
		witness: engine.Statement{
			Name: "plus-witness", Title: "Every report of RacerDX+ has a witness",
			Cite:       "proof of " + citePlus,
			Words:      witnessWords("RacerDX+", "the special state of k+1 objects"),
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by plus ⟹ check(witness) and replay(witness)",
			Hypotheses: plusPremises,
		},
		oracle: engine.Statement{
			Name: "plus-oracle", Title: "The exact search finds every report of RacerDX+",
			Cite:       citePlus + ", against the search of all executions",
			Words:      oracleWords("RacerDX+"),
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported by plus ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
			Hypotheses: byPlus.reportedBy("Theorem 2"),
		},
	}
}

var byPlus = byPairs{
	premises: plusPremises, report: (*Pair).plusReport, start: oneBackbone,
	address: func(_ *Pair, k semantics.Config) error { return oneCell(k) },
}
