package positives

import (
	"fmt"
	"slices"
	"strconv"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

// witnessAccepted is Theorem 1 as the program uses it: the proof as an
// algorithm never fails.
func witnessAccepted() *engine.Statement {
	return &engine.Statement{
		Name: "witness", Title: "Every report has a witness", Cite: "proof of Theorem 6.10 (POPL 2019), as Theorem 1 (docs/paper.md)",
		Words: "For every report the construction of the proof gives an execution from the special state, of k+1 objects, that the independent " +
			"checker accepts and that the semantics can go, to a race at the reported sites.",
		Symbols:    "⟨c1, L1⟩, ⟨c2, L2⟩ reported ⟹ check(witness) and replay(witness)",
		Hypotheses: premises,
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return EachPair(c, (*Pair).Reported, func(x *Pair) bool { return visit(confirmed{x, x.report()}) })
		},
	}
}

// confirmed is an instance of witnessAccepted, plusWitness or meetWitness.
type confirmed struct {
	*Pair
	as abstract.Report
}

// Conclusion is that both accept the witness.
func (x confirmed) Conclusion() error {
	p := truth.ProofOf(x.In, x.as)
	if p.Err != nil {
		return truth.Refused(p)
	}
	if err := truth.Replay(x.In.Core, p.Witness); err != nil {
		return fmt.Errorf("the semantics does not go the way of the witness: %w", err)
	}
	return nil
}

// oracleAgrees is that the exact search, which knows nothing of the analysis,
// finds what is reported.
func oracleAgrees() *engine.Statement {
	return &engine.Statement{
		Name: "oracle", Title: "The exact search finds every report", Cite: "Theorem 1 (docs/paper.md), against the search of all executions",
		Words: "The search of all executions from all well-behaved states finds a race at the sites of every report, with a witness that the " +
			"checker accepts. Looked at for one program C1 || C2 of each fourth case, and of each case of few statements.",
		Symbols: "⟨c1, L1⟩, ⟨c2, L2⟩ reported ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
		Hypotheses: []engine.Hypothesis{
			engine.On("reported", "The accesses meet all premises of Theorem 1.", func(x sought) bool { return x.Reported() }),
		},
		Floor:     0.12,
		Instances: eachSearched,
	}
}

// sought is an instance of oracleAgrees, plusOracle or meetOracle.
type sought struct{ *Pair }

// Conclusion is that the search found the pair of sites.
func (x sought) Conclusion() error {
	return truth.Found(x.In, x.Units, x.Units.Sites(x.Left.Site(), x.Right.Site()))
}

// compressedAgrees is that runs stand for what they stand for.
func compressedAgrees() *engine.Statement {
	return &engine.Statement{
		Name: "compressed", Title: "Compressed witnesses are as good as full ones", Cite: "the quotient heap (docs/paper.md)",
		Words: "Of two accesses with stable paths, the checker accepts the witness whose complete calls are folded into runs, which it replays " +
			"on the quotient heap, just if it accepts the one with all steps; and the runs stand for as many steps as there are. Without " +
			"stability the quotient heap is the stricter one: it refuses what touches the backbone, even where that does no harm.",
		Symbols: "check(compressed) ⟺ check(full), Σ steps = |full|",
		Hypotheses: []engine.Hypothesis{
			stableLeft, stableRight,
			engine.Unneeded(engine.On("run", "Some call is complete before the accesses, so that the witnesses differ. Not needed: else they are the same.", func(x *twice) bool { return x.compressed() != nil })),
		},
		Floor:     0.04,
		Instances: eachTwice,
	}
}

// twice is an instance of compressedAgrees.
type twice struct {
	*Pair
	folded *witness.Witness // see compressed
}

// eachTwice visits all pairs; the premises about kinds and locks are left to the
// checker.
func eachTwice(c *engine.Case, visit func(engine.Instance) bool) error {
	all, left := Pairs(c, (*Pair).Reported)
	for _, x := range all {
		if !visit(&twice{Pair: x}) {
			break
		}
	}
	return left
}

// hasCalls tells whether one of the units calls a method itself.
func hasCalls(p il.Pair) bool {
	return !compound.CallFree(p.Left.Body) || !compound.CallFree(p.Right.Body)
}

// compressed is the compressed witness; nil if it would not differ.
func (x *twice) compressed() *witness.Witness {
	if x.folded != nil || !hasCalls(x.Units) {
		return x.folded
	}
	w, err := truth.Of(x.In).Builder.Witness(x.report(), 0)
	if err == nil && slices.ContainsFunc(w.Steps, func(s witness.Step) bool { return s.Do == witness.Run }) {
		x.folded = w
	}
	return x.folded
}

// Conclusion is that both witnesses are accepted, or neither.
func (x *twice) Conclusion() error {
	folded := x.compressed()
	if folded == nil {
		return nil
	}
	full := truth.ProofOf(x.In, x.report())
	err := truth.Of(x.In).Checker.Check(folded)
	switch {
	case (full.Err == nil) != (err == nil):
		return fmt.Errorf("of the full witness the checker says: %s; of the compressed one: %s", verdictText(full.Err), verdictText(err))
	case steps(folded) != len(full.Witness.Steps):
		return fmt.Errorf("the runs make it %d steps, but there are %d", steps(folded), len(full.Witness.Steps))
	}
	return nil
}

func verdictText(err error) string {
	if err == nil {
		return "accepted"
	}
	return err.Error()
}

// steps counts the steps that a witness stands for.
func steps(w *witness.Witness) int {
	n := 0
	for _, s := range w.Steps {
		if s.Do != witness.Run {
			n++
			continue
		}
		stands, err := strconv.Atoi(s.Steps)
		if err != nil {
			return -1 // more than any witness with all its steps has
		}
		n += stands
	}
	return n
}

// Confirmations lists what this project's witnesses and their checker rest on.
func Confirmations() []*engine.Statement {
	return []*engine.Statement{witnessAccepted(), oracleAgrees(), compressedAgrees(), damagedAgrees()}
}
