package section5

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// The hypotheses that Lemmas 5.7 and 5.8 have in common.
var (
	matchedTraces = engine.On("matched", "Every push() in T has its pop().",
		func(x *extension) bool { return x.matched() })
	enabled = engine.On("enabled", "The command can be executed after every trace of T.",
		(*extension).enabled)
)

func lemma57() *engine.Statement {
	return &engine.Statement{
		Name: "5.7", Title: "Completeness for simple commands, per trace",
		Cite: "Lemma 5.7 (POPL 2019)",
		Words: "For a matched trace and a simple command that can follow it, the analysis " +
			"of the command maps the abstraction of the trace to that of the trace with the " +
			"command, without loss.",
		Symbols: "[[c]]# α({τ}) = α({τ::ζ | [ζ] ∈ [[c]] last(τ)})",
		Printed: "Printed for any trace. After an unmatched push() the filter fml of [[c]]# " +
			"keeps the paths that begin with the unit's formals, while exec substitutes the " +
			"callee's formals (without \"matched\"). last(τ) is a state, not a number (b). " +
			"The empty trace need not be excluded (G1).",
		Hypotheses: []engine.Hypothesis{matchedTraces, enabled},
		Floor:      0.95,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return drawExtensions(c, 1, visit)
		},
	}
}

func lemma58() *engine.Statement {
	return &engine.Statement{
		Name: "5.8", Title: "Completeness for simple commands, for sets of traces",
		Cite:    "Lemma 5.8 (POPL 2019)",
		Words:   "Lemma 5.7 for a set of matched traces that end at one lock level.",
		Symbols: "[[c]]# α(T) = α({τ::ζ | τ ∈ T, [ζ] ∈ [[c]] last(τ)})",
		Printed: "Printed for any set. Alpha keeps the largest of the levels at which traces " +
			"end: with T = {[lock(), unlock()], [lock()]} and c = (arg1.f := x) the analysis " +
			"records the write at level 1 only (without \"same-level\"). For T = ∅ the right " +
			"side is the least element, whatever c is (without \"inhabited\"). \"matched\" " +
			"is as in Lemma 5.7.",
		Hypotheses: []engine.Hypothesis{
			matchedTraces,
			engine.On("same-level", "All traces of T end at the same lock level.",
				func(x *extension) bool { return x.sameLevel() }),
			enabled,
			engine.On("inhabited", "T has a trace.",
				func(x *extension) bool { return len(x.runs) > 0 }),
		},
		Floor: 0.75,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return drawExtensions(c, 3, visit)
		},
	}
}

// extension is an instance of Lemmas 5.7 and 5.8: traces T and a command that follows them.
type extension struct {
	executed
	c       *engine.Case
	command il.Stmt
}

// drawExtensions visits random instances: with one trace if maxTraces is 1, and otherwise with up
// to maxTraces.
func drawExtensions(c *engine.Case, maxTraces int, visit func(engine.Instance) bool) error {
	r := c.Rand()
	for range 3 {
		n := maxTraces
		if n > 1 {
			n = r.IntN(n + 1)
		}
		t, next := drawTraces(r, c, n)
		if _, simple := next.(il.Command); !simple || r.IntN(2) == 0 {
			next = draw.NewCommand(r, c.Core, append(compound.Occurrences(t.unit), "x"))
		}
		if !visit(&extension{executed: t, c: c, command: next}) {
			return nil
		}
	}
	return nil
}

// drawTraces draws n traces of a unit. In half of the sets, all traces end at the same statement,
// and so at the same level; in the others, each ends anywhere. The result next is the statement at
// which they all end, or the next command of the first trace; it is nil if there is none.
func drawTraces(r *rand.Rand, c *engine.Case, n int) (t executed, next il.Stmt) {
	t.unit = draw.Unit(r, c.Core)
	if r.IntN(2) == 0 {
		stmts := t.unit.Body.Stmts
		to := r.IntN(len(stmts) + 1)
		t.runs = walks(r, c, compound.Of(t.unit, stmts[:to]), n)
		if to < len(stmts) {
			next = stmts[to]
		}
		return t, next
	}
	t.runs = cutWalks(r, c, t.unit, n)
	if n > 0 {
		command, _ := t.runs[0].Last().Command(semantics.A)
		next, _ = command.(il.Stmt)
	}
	return t, next
}

// cutWalks draws n executions of u, often with one more call or all under the lock, and cuts each
// anywhere.
func cutWalks(r *rand.Rand, c *engine.Case, u *il.Unit, n int) []*draw.Run {
	switch r.IntN(4) {
	case 0:
		u = compound.Of(u, draw.Locked(u.Body.Stmts))
	case 1, 2:
		u = draw.Calling(r, c.Core, u)
	}
	all := walks(r, c, u, n)
	for i, x := range all {
		all[i] = draw.CutAnywhere(r, x)
	}
	return all
}

// walks draws n executions of u, all from one state.
func walks(r *rand.Rand, c *engine.Case, u *il.Unit, n int) []*draw.Run {
	if n == 0 {
		return nil
	}
	all, from := make([]*draw.Run, n), draw.Start(r, c.Core, u)
	for i := range all {
		all[i] = draw.Walk(r, from, walkSteps)
	}
	return all
}

func (e *extension) enabled() bool {
	return !slices.ContainsFunc(e.runs, func(t *draw.Run) bool { return !e.follows(t) })
}

// follows reports whether the command can be executed after a trace.
func (e *extension) follows(t *draw.Run) bool {
	_, stuck := semantics.Step(e.command.(il.Command), t.Sequential())
	return stuck == nil
}

func (e *extension) Conclusion() error {
	sets, err := e.c.Sets()
	if err != nil {
		return err
	}
	var longer [][]il.Command
	for _, t := range e.runs {
		if e.follows(t) {
			longer = append(longer, append(t.Commands(), e.command.(il.Command)))
		}
	}
	before := alpha(e.unit, e.c.Analysis, e.commands())
	return notation.Equal(e.c.Core.Source,
		notation.Term("[[c]]# α(T)",
			sets.Apply(e.unit, &il.Block{Stmts: []il.Stmt{e.command}}, before)),
		notation.Term("α(T::c)", alpha(e.unit, e.c.Analysis, longer)))
}

func (e *extension) String() string {
	return fmt.Sprintf("in %s, %s, c = %s", e.unit.Name, e.executed, il.Text(e.command))
}
