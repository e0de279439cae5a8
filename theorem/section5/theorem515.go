package section5

import (
	"wobbly/abstract"
	"wobbly/semantics"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

func theorem515() *engine.Statement {
	return &engine.Statement{
		Name: "5.15", Title: "Completeness of the analysis", Cite: "Theorem 5.15 (POPL 2019)",
		Words: "The analysis of a program from nothing is the abstraction of its traces " +
			"from any well-behaved state. One iteration of each loop already shows all of it; " +
			"with two it is the same.",
		Symbols: "[[C]]# ⊥ = α([[C]]⟨S, h, 0⟩)",
		Printed: "Printed over definitions that contradict it: the order of sequencing (G18), " +
			"no filter after substitution (G19), exec's level of an access (G29), WB in both " +
			"directions in Lemma 5.13 (G26), levels capped (G20). Each of these readings, and a " +
			"cap below the nesting depth, refutes it.",
		Hypotheses: compoundHypotheses(),
		Floor:      0.95,
		Instances:  drawBeginnings,
	}
}

// drawBeginnings visits instances with T = ∅: a unit from a well-behaved state, and fragments.
func drawBeginnings(c *engine.Case, visit func(engine.Instance) bool) error {
	r, legal := c.Rand(), compound.NewLegality(c.Core)
	for i := range 3 {
		x := &continuation{c: c, iterations: semantics.Bound(1 + r.IntN(2))}
		x.unit = draw.Unit(r, c.Core)
		if i == 0 {
			x.body, x.from = x.unit, draw.StartWell(r, c.Core, x.unit)
		} else {
			x.begin(r, draw.Fragment(r, c.Core, x.unit))
		}
		x.judge(legal)
		if !visit(x) {
			return nil
		}
	}
	return nil
}

// Analyses returns switches to analyses for which Theorem 5.15 is false.
func Analyses() []*engine.Switch {
	var all []*engine.Switch
	for _, x := range []struct {
		name, text string
		analysis   abstract.Options
	}{
		{"G18", "the analysis takes commands in the printed order",
			abstract.Options{Literal: abstract.ReadingG18}},
		{"G19", "the analysis does not filter after substitution",
			abstract.Options{Literal: abstract.ReadingG19}},
		{"G29", "exec records an access at the level its trace began with",
			abstract.Options{Literal: abstract.ReadingG29}},
		{"G20", "the levels of the analysis are capped at 1", abstract.Options{Cap: 1}},
	} {
		all = append(all, &engine.Switch{
			Name: "5.15:" + x.name, Kind: engine.LemmaCondition, Statement: "5.15", Needed: true,
			Text: x.text,
			Step: "Theorem 5.15 itself: the summary is no longer the abstraction of the traces.",
			Off:  engine.Off{Analysis: x.analysis}, Refute: engine.Without(theorem515()),
		})
	}
	return all
}
