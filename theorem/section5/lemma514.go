package section5

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/semantics"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// compoundHypotheses are those of Theorem 5.15, and those of Lemmas 5.11 and 5.14 that are not
// about T.
func compoundHypotheses() []engine.Hypothesis {
	return []engine.Hypothesis{
		engine.On("A2",
			"Locking is balanced in C, in every block of it and in the methods it calls.",
			func(x *continuation) bool { return x.balanced }),
		engine.On("A3",
			"In C, a variable that has no value to begin with is assigned before it is used.",
			func(x *continuation) bool { return x.definite }),
		engine.On("WB",
			"C begins at well-behaved states: the last ones of T, or the given one if T = ∅.",
			(*continuation).startsWellBehaved),
		engine.Unneeded(engine.On("ANF",
			"No method stores a formal, nor does C if it is from a method (Definition "+
				"5.12). Not needed.", (*continuation).inANF)),
	}
}

// traceHypotheses are those of Lemmas 5.11 and 5.14 about T.
func traceHypotheses() []engine.Hypothesis {
	return []engine.Hypothesis{
		engine.On("matched", "Every push() in T has its pop().",
			func(x *continuation) bool { return x.matched() }),
		engine.On("same-level", "All traces of T end at the same lock level.",
			func(x *continuation) bool { return x.sameLevel() }),
	}
}

const continuationSymbols = "[[C]]# α(T) = α({τ ++ τ' | τ ∈ T, τ' ∈ [[C]] last(τ)}) if T ≠ ∅, " +
	"and α([[C]]⟨S, h, 0⟩) if T = ∅"

func lemma511() *engine.Statement {
	return &engine.Statement{
		Name: "5.11", Title: "Completeness for compound programs without calls",
		Cite: "Lemma 5.11 (POPL 2019)",
		Words: "For a set T of matched traces that end at one lock level, the analysis of C " +
			"maps the abstraction of T to that of T continued by C; from nothing, it gives that " +
			"of C alone. C has balanced locking and calls nothing.",
		Symbols: continuationSymbols,
		Printed: "Printed for any set of traces; Lemmas 5.7 and 5.8 have the counterexamples " +
			"(without \"matched\" or \"same-level\").",
		Hypotheses: append(append(compoundHypotheses(), traceHypotheses()...),
			engine.Unneeded(engine.On("call-free",
				"C calls no method. Not needed: Lemma 5.14 is the statement without.",
				func(x *continuation) bool { return compound.CallFree(x.body.Body) }))),
		Floor:     0.8,
		Instances: drawContinuations,
	}
}

func lemma514() *engine.Statement {
	return &engine.Statement{
		Name: "5.14", Title: "Completeness for compound programs", Cite: "Lemma 5.14 (POPL 2019)",
		Words: "Lemma 5.11 for programs with calls. The methods need not be in " +
			"argument normal form.",
		Symbols: continuationSymbols,
		Printed: "Printed for any set of traces, which is false as in Lemma 5.11, and with " +
			"⟨S, h, ∅⟩ for ⟨S, h, 0⟩ (G32).",
		Hypotheses: append(compoundHypotheses(), traceHypotheses()...),
		Floor:      0.85,
		Instances:  drawContinuations,
	}
}

// continuation is an instance of Lemmas 5.11 and 5.14 and, with T = ∅, of Theorem 5.15: traces T
// that C continues.
type continuation struct {
	executed   // T
	c          *engine.Case
	body       *il.Unit         // a unit whose body is C
	from       semantics.Config // where C begins if T = ∅
	iterations semantics.Bound  // the maximum of each loop of C
	balanced   bool             // whether C satisfies A2
	definite   bool             // whether C satisfies A3, after T
}

// drawContinuations visits random instances. T has no traces, executions up to C, or executions
// that end anywhere.
func drawContinuations(c *engine.Case, visit func(engine.Instance) bool) error {
	r, legal := c.Rand(), compound.NewLegality(c.Core)
	for range 3 {
		x := &continuation{c: c, iterations: 1}
		x.unit = draw.Unit(r, c.Core)
		switch r.IntN(4) {
		case 0:
			x.begin(r, draw.Fragment(r, c.Core, x.unit))
		case 1:
			x.runs = cutWalks(r, c, x.unit, 1+r.IntN(2))
			x.body = draw.Fragment(r, c.Core, x.unit)
		default:
			// T are executions up to a random statement of the unit, and C begins there. C ends
			// where it is balanced, if possible.
			stmts := x.unit.Body.Stmts
			to := r.IntN(len(stmts) + 1)
			x.runs = walks(r, x.c, compound.Of(x.unit, stmts[:to]), 1+r.IntN(2))
			rest := stmts[to:]
			var ends []int
			for n := 1; n <= len(rest); n++ {
				if legal.Balanced(&il.Block{Stmts: rest[:n]}) {
					ends = append(ends, n)
				}
			}
			if len(ends) > 0 {
				rest = rest[:ends[r.IntN(len(ends))]]
			}
			x.body = compound.Of(x.unit, rest)
		}
		x.judge(legal)
		if !visit(x) {
			return nil
		}
	}
	return nil
}

func (c *continuation) begin(r *rand.Rand, body *il.Unit) {
	c.body, c.from = body, draw.Start(r, c.c.Core, body)
}

func (c *continuation) judge(legal *compound.Legality) {
	c.balanced = legal.Balanced(c.body.Body)
	c.definite = true
	if len(c.runs) == 0 {
		c.definite = legal.Assigned(c.body.Body, compound.Formals(c.body))
	}
	for _, t := range c.runs {
		have := map[string]bool{}
		for v := range t.Sequential().S.Top.Vars() {
			have[v] = true
		}
		c.definite = c.definite && legal.Assigned(c.body.Body, have)
	}
}

func (c *continuation) startsWellBehaved() bool {
	if len(c.runs) == 0 {
		return semantics.WellBehaved(c.from) == nil
	}
	return !slices.ContainsFunc(c.runs,
		func(t *draw.Run) bool { return semantics.WellBehaved(t.Last()) != nil })
}

func (c *continuation) inANF() bool {
	return check.ANF(c.c.Core) && check.ANF(&il.Core{Units: []*il.Unit{c.body}})
}

// continued lists the traces of T, each followed by each trace of C, or those of C alone if T = ∅.
func (c *continuation) continued() ([][]il.Command, error) {
	if len(c.runs) == 0 {
		return executions(c.c.Core, c.body, c.from.State(semantics.A), c.iterations)
	}
	var all [][]il.Command
	for _, t := range c.runs {
		more, err := executions(c.c.Core, c.body, t.Sequential(), c.iterations)
		if err != nil {
			return nil, err
		}
		for _, m := range more {
			all = append(all, append(t.Commands(), m...))
		}
	}
	return all, nil
}

func (c *continuation) Conclusion() error {
	sets, err := c.c.Sets()
	if err != nil {
		return err
	}
	traces, err := c.continued()
	if err != nil {
		return err
	}
	left, right := "[[C]]# α(T)", "α(T ++ [[C]])"
	if len(c.runs) == 0 {
		left, right = "[[C]]# ⊥", "α([[C]])"
	}
	before := alpha(c.unit, c.c.Analysis, c.commands())
	return notation.Equal(c.c.Core.Source,
		notation.Term(left, sets.Apply(c.unit, c.body.Body, before)),
		notation.Term(right, alpha(c.unit, c.c.Analysis, traces)))
}

func (c *continuation) String() string {
	if len(c.runs) == 0 {
		return fmt.Sprintf("in %s, C = %s, from %s, rounds of each loop: %d", c.unit.Name,
			notation.Block(c.body.Body),
			notation.State(c.from.State(semantics.A)), c.iterations)
	}
	return fmt.Sprintf("in %s, %s, C = %s", c.unit.Name, c.executed, notation.Block(c.body.Body))
}
