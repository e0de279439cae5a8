package positives

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il/check"
	"wobbly/semantics"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// Theorem1 is the name of the statement that most switches break.
const Theorem1 = "theorem1"

// theorem610 returns the printed form, which claims some race, at any position.
func theorem610() *engine.Statement {
	return &engine.Statement{
		Name: "6.10", Title: "The True Positives Theorem", Cite: "Theorem 6.10 (POPL 2019)",
		Words: "If two accesses have the same fields and stable paths, one is a write, " +
			"and their lock levels sum up to at most 1, then the program races from some " +
			"well-behaved state.",
		Symbols: "[[Ci]]# ⊥ = ⟨Wi, _, Ai⟩, ⟨ci, Li⟩ ∈ Ai on πi = vi.f̄, ∀e ∈ Wi. e ⊀ πi, one ci " +
			"a store, L1 + L2 ≤ 1 ⟹ ∃ζ well-behaved, τ∥ ∈ [[C1 ∥ C2]] ζ that races",
		Printed: "Read literally it is false: with the commands of a sequence in reverse (G18), " +
			"without the filter after substitution (G19), with lock levels cut at L̂ (G3, G20), " +
			"with a racing trace that must not be empty (G13), or with addresses taken one step " +
			"too early (G12). If [[skip]] is {ε}, no program has a trace (G1). Balanced locking " +
			"and assigned variables are tacit (G33). Here L1 + L2 ≤ 1 is split into unlocked, " +
			"which is needed, and shallow, which is not. Nor are WB (prefix-arguments) and " +
			"ANF: see theorem1.",
		Hypotheses: []engine.Hypothesis{
			lastField, otherFields, oneWrite, stableLeft, stableRight, unlocked,
			engine.Unneeded(onPair("shallow", "L1 ≤ 1 and L2 ≤ 1, which with unlocked is L1 + L2 "+
				"≤ 1. Not needed: nested locks do no harm.", 0,
				func(x *Pair) bool { return max(x.Left.Lock.Depth(), x.Right.Lock.Depth()) <= 1 })),
			engine.Unneeded(onPair("prefix-arguments", "WB makes no proper prefix of π1 or π2 "+
				"wobbly at a call. Not needed: accesses through two formals are charged to one "+
				"path of the caller.", abstract.ClausePrefixArguments,
				func(x *Pair) bool { return x.Left.independent && x.Right.independent })),
			engine.Unneeded(onPair("ANF",
				"All methods are in argument normal form. Not needed by Theorem 1.", 0,
				func(x *Pair) bool { return check.ANF(x.In.Core) })),
		},
		Floor: 0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return EachPair(c, (*Pair).Reported, func(x *Pair) bool { return visit(someRace{x}) })
		},
	}
}

// someRace is an instance that says that the units of a pair race, at any sites.
type someRace struct{ *Pair }

func (x someRace) Conclusion() error {
	none, err := truth.Raceless(x.In, x.report())
	if none {
		return fmt.Errorf("no execution of %s || %s from any state races; %w", x.Units.Left.Name,
			x.Units.Right.Name, truth.Refused(truth.ProofOf(x.In, x.report())))
	}
	return err
}

// racerdx returns the mode of Theorem 1, which claims a race at the reported sites.
func racerdx() precise {
	m := byPairs{premises: premises, report: (*Pair).report, start: oneBackbone, address: lastCell}
	return precise{
		instances: m,
		race: engine.Statement{
			Name: Theorem1, Title: "True positives, at the reported sites",
			Cite: "Theorem 1 (docs/theory.md), after Theorem 6.10 (POPL 2019)",
			Words: "If two accesses have the same fields and stable paths, one is a write, " +
				"and one of them holds no lock, then the program races at these sites from some " +
				"well-behaved state. Neither WB nor ANF is required. The special state of k+1 " +
				"objects is such a state (statement witness), and then the order of the steps " +
				"does not matter (statement every-interleaving).",
			Symbols: "as 6.10 with L1 = 0 ∨ L2 = 0 " + racesThere,
			Printed: "Theorem 6.10 has L1 + L2 ≤ 1, which loses races under nested locks, " +
				"and does not say where the race is (G16).",
			Hypotheses: []engine.Hypothesis{
				lastField, otherFields, oneWrite, stableLeft, stableRight, unlocked,
			},
		},
		interleaving: engine.Statement{
			Name: "every-interleaving", Title: "Whenever they meet, they race",
			Cite: "Theorem 1 (docs/theory.md), after Theorem 6.10 (POPL 2019)",
			Words: "Take two stable paths with the same k fields, and start in their " +
				"special state, which has k+1 objects. In every interleaving that brings both " +
				"threads before their accesses, under calls that make these paths, both address " +
				"the last cell of the backbone, (l(k-1), fk).",
			Symbols: "πi = vi.f1…fk, ∀e ∈ Wi. e ⊀ πi, K reached from the special state, " +
				"thread i of K before the access of πi' with πi'^θ̄ = πi " +
				"⟹ ⌊π1'⌋ = ⌊π2'⌋ = (l(k-1), fk) in K",
			Hypotheses: []engine.Hypothesis{sameFields, stableLeft, stableRight},
		},
		witness: engine.Statement{
			Name: "witness", Title: "Every report has a witness",
			Cite:       "proof of Theorem 6.10 (POPL 2019), as Theorem 1 (docs/theory.md)",
			Words:      witnessWords("RacerDX", "the special state of k+1 objects"),
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported ⟹ check(witness) and replay(witness)",
			Hypotheses: premises,
		},
		oracle: engine.Statement{
			Name: "oracle", Title: "The exact search finds every report",
			Cite:       "Theorem 1 (docs/theory.md), against the search of all executions",
			Words:      oracleWords("RacerDX"),
			Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
			Hypotheses: m.reportedBy("Theorem 1"),
		},
	}
}

// oneBackbone returns the special state of Theorem 6.10 for the paths of a pair. It always exists.
func oneBackbone(x *Pair) (semantics.Init, bool) {
	roots := [2]string{x.Left.Path.Root(), x.Right.Path.Root()}
	return semantics.SpecialInit(x.In.Core, x.Units, x.Left.Path.Fields(), roots), true
}
