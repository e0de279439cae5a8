package section5

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/theorem/casetest"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// TestReadingsRefute515: completeness is refuted under each reading of the paper that contradicts
// it, and under a cap.
func TestReadingsRefute515(t *testing.T) {
	for name, opts := range map[string]abstract.Options{
		"G18": {Literal: abstract.ReadingG18},
		"G19": {Literal: abstract.ReadingG19},
		"G26": {Literal: abstract.ReadingG26},
		"G29": {Literal: abstract.ReadingG29},
		"cap": {Cap: 1},
	} {
		t.Run(name, func(t *testing.T) {
			refutedUnder(t, theorem515(), opts)
		})
	}
}

// TestReadingsRefute513: the lemma is refuted if Figure 7 keeps something that the lemma's right
// side does not.
func TestReadingsRefute513(t *testing.T) {
	for name, opts := range map[string]abstract.Options{
		"G19": {Literal: abstract.ReadingG19},
		"G26": {Literal: abstract.ReadingG26},
	} {
		t.Run(name, func(t *testing.T) {
			refutedUnder(t, lemma513(), opts)
		})
	}
}

// refutedUnder checks that some case refutes s if the analysis has these options.
func refutedUnder(t *testing.T, s *engine.Statement, opts abstract.Options) {
	t.Helper()
	refuted := false
	casetest.Cases(t, 1500, func(c *engine.Case) bool {
		c.Analysis = opts
		refuted = s.Check(c).Verdict == engine.Refuted
		return !refuted
	})
	if !refuted {
		t.Errorf("no case refutes %s", s.Name)
	}
}

// TestNestedWithoutWB: without WB, Lemma 5.13 for nested calls needs no hypothesis "apart".
func TestNestedWithoutWB(t *testing.T) {
	decided := 0
	casetest.Cases(t, quick.Cases(1500), func(c *engine.Case) bool {
		c.Analysis.Without = abstract.ClausePrefixArguments
		o := lemma513Nested().Check(c, "apart")
		if o.Verdict == engine.Refuted {
			t.Fatalf("refuted by %v\n%v\n%s", o.Counterexample, o.Why, c.Core.Source.Text)
		}
		decided += o.Decided
		return true
	})
	if decided < quick.Cases(1500) {
		t.Errorf("only %d instances are decided, want %d", decided, quick.Cases(1500))
	}
}

// TestCompletenessCounterexamples has the smallest counterexamples to the printed forms of 5.7,
// 5.8, 5.13 and of its generalisation.
func TestCompletenessCounterexamples(t *testing.T) {
	for _, x := range []*casetest.Row{
		casetest.NewRow(lemma57(), "unmatched push()", unmatched(t), "matched",
			"only [[c]]# α(T) has a.f in W, read a.f at 1:8 under 0 in A; "+
				"only α(T::c) has a.g.f in W, read a.g.f at 1:8 under 0 in A"),
		casetest.NewRow(lemma58(), "two levels", levelsApart(t), "same-level",
			"only α(T::c) has write a.f at 1:38 under 0 in A"),
		casetest.NewRow(lemma58(), "no trace", noTrace(t), "inhabited",
			"only [[c]]# α(T) has a.f in W, write a.f at 1:38 under 0 in A"),
		casetest.NewRow(lemma513(), "bare formal",
			called(t, `m(a) { y := a } k(a) { m(a.f) }`, asFigure7), "strong-ANF",
			"only [[mbody(m)[e/arg]]]# D ∪1 WB(e) has read a.f at 1:8 under 0 in A"),
		casetest.NewRow(lemma513(), "assigned formal",
			called(t, `m(a) { a := new() } k(a) { m(a.f) }`, asFigure7), "strong-ANF",
			"only [[mbody(m)[e/arg]]]# D ∪1 WB(e) has write a.f at 1:8 under 0 in A"),
		casetest.NewRow(lemma513(), "WB in both directions",
			called(t, `m(a, b) { } k(a) { m(a, a.f) }`, bothDirections), "one-directional",
			"only [[mbody(m)[e/arg]]]# D ∪1 WB(e) has a.f in W"),
		casetest.NewRow(lemma513(), "WB of a local",
			called(t, `m(a, b) { } k(a) { y := new(); m(y, y) }`, unfiltered), "fml",
			"only [[mbody(m)[e/arg]]]# D ∪1 WB(e) has y in W"),
		casetest.NewRow(lemma513(), "nested call", called(t, nested, asFigure7), "flat",
			"only [[mbody(m)[e/arg]]]# D ∪1 WB(e) has a.g.f in W"),
		casetest.NewRow(lemma513Nested(), "inner arguments become the same",
			called(t, nested, asFigure7), "apart",
			"only [[mbody(m)[e/arg]]]# D ∪1 WB(e) has a.g.f in W"),
	} {
		t.Run(x.Of.Name+" "+x.Name, x.Refutes)
	}
}

const nested = `j(a, b) { } m(a, b) { j(a.f, b.f) } k(a) { m(a.g, a.g) }`

// unmatched returns an instance with a trace that ends inside a callee, before its load.
func unmatched(t *testing.T) *extension {
	c := casetest.Of(t, `k(a) { x := a.f } m(a) { k(a.g) }`)
	m, k := c.Core.Methods["m"], c.Core.Methods["k"]
	return &extension{
		executed: executed{m, []*draw.Run{straight(c, m, 1)}}, c: c, command: k.Body.Stmts[0],
	}
}

// levelsApart returns an instance with T = {[.., lock(), unlock()], [.., lock()]} and a store.
func levelsApart(t *testing.T) *extension {
	c := casetest.Of(t, `m(a) { x := new(); lock(); unlock(); a.f := x }`)
	m := c.Core.Methods["m"]
	x := straight(c, m, 3)
	return &extension{
		executed: executed{m, []*draw.Run{x, x.Cut(2)}}, c: c, command: m.Body.Stmts[3],
	}
}

// noTrace returns an instance with T = ∅ and a store.
func noTrace(t *testing.T) *extension {
	x := levelsApart(t)
	x.runs = nil
	return x
}

// called returns an instance with the last call of method k, which is of m, and the least D.
func called(t *testing.T, text string, wb wbReading) *summarised {
	c := casetest.Of(t, text)
	sets, err := c.Sets()
	if err != nil {
		t.Fatal(err)
	}
	m, k := c.Core.Methods["m"], c.Core.Methods["k"]
	stmts := k.Body.Stmts
	return &summarised{c: c, sets: sets, callee: m,
		balanced: compound.NewLegality(c.Core).Balanced(m.Body), caller: k,
		call: stmts[len(stmts)-1].(*il.Call), d: abstract.Bottom(), wb: wb}
}

// TestNestedCounterexampleIsWB: without WB, the counterexample "nested call" is none.
func TestNestedCounterexampleIsWB(t *testing.T) {
	c := casetest.Of(t, nested)
	c.Analysis.Without = abstract.ClausePrefixArguments
	sets, err := c.Sets()
	if err != nil {
		t.Fatal(err)
	}
	x := called(t, nested, asFigure7)
	x.c, x.sets = c, sets
	x.callee, x.caller = c.Core.Methods["m"], c.Core.Methods["k"]
	if err := x.Conclusion(); err != nil {
		t.Errorf("Conclusion about the nested call without WB = %v, want nil", err)
	}
}
