package theorem

import (
	"fmt"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/semantics"
)

// The hypotheses of Lemmas 5.7 and 5.8.
func matchedTraces() Hypothesis {
	return on("matched", "Every push() in T has its pop().", func(x *extension) bool { return x.matched() })
}

func sameLevel() Hypothesis {
	return on("same-level", "All traces of T end at the same lock level.", func(x *extension) bool { return x.sameLevel() })
}

func enabled() Hypothesis {
	return on("enabled", "The command can be executed after every trace of T.", (*extension).enabled)
}

func inhabited() Hypothesis {
	return on("inhabited", "T has a trace.", func(x *extension) bool { return len(x.runs) > 0 })
}

// lemma57 is completeness for a simple command after one trace.
func lemma57() *Statement {
	return &Statement{
		Name:    "5.7",
		Title:   "Completeness for simple commands, per trace",
		Cite:    "Lemma 5.7 (POPL 2019)",
		Words:   "For a matched trace and a simple command that can follow it, the analysis of the command loses nothing: it makes of what alpha says of the trace just what alpha says of the trace with the command.",
		Symbols: "[[c]]# α({τ}) = α({τ::ζ | [ζ] ∈ [[c]] last(τ)})",
		Printed: "Printed for any trace. After an unmatched push() the filter fml of [[c]]# keeps what the unit's formals root, while exec " +
			"substitutes the callee's formals (without \"matched\"). last(τ) is a state, not a number (b). The empty trace need not be excluded (G1).",
		Hypotheses: []Hypothesis{matchedTraces(), enabled()},
		Floor:      0.95,
		Instances:  func(c *Case, visit func(Instance) bool) error { return drawExtensions(c, 1, visit) },
	}
}

// lemma58 is completeness for a simple command after a set of traces.
func lemma58() *Statement {
	return &Statement{
		Name:    "5.8",
		Title:   "Completeness for simple commands, for sets of traces",
		Cite:    "Lemma 5.8 (POPL 2019)",
		Words:   "Lemma 5.7 for a set of matched traces that end at one lock level.",
		Symbols: "[[c]]# α(T) = α({τ::ζ | τ ∈ T, [ζ] ∈ [[c]] last(τ)})",
		Printed: "Printed for any set. Alpha keeps the largest of the levels at which traces end: with T = {[lock(), unlock()], [lock()]} and " +
			"c = (arg1.f := x) the analysis records the write at level 1 only (without \"same-level\"). For T = ∅ the right side is the least element, " +
			"whatever c is (without \"inhabited\"). \"matched\" is as in Lemma 5.7.",
		Hypotheses: []Hypothesis{matchedTraces(), sameLevel(), enabled(), inhabited()},
		Floor:      0.75,
		Instances:  func(c *Case, visit func(Instance) bool) error { return drawExtensions(c, 3, visit) },
	}
}

// extension is an instance of Lemmas 5.7 and 5.8: T, and a simple command.
type extension struct {
	executed
	c       *Case
	command il.Stmt
}

// drawExtensions extends drawn sets of traces: of one trace if most is 1, else
// of none to most.
func drawExtensions(c *Case, most int, visit func(Instance) bool) error {
	r := c.rand()
	for range 3 {
		n := most
		if most > 1 {
			n = r.IntN(most + 1)
		}
		t, next := drawTraces(r, c, n)
		if _, simple := next.(il.Command); !simple || r.IntN(2) == 0 {
			next = newCommand(r, c.Core, append(variablesOf(t.unit), "x"))
		}
		if !visit(&extension{executed: t, c: c, command: next}) {
			return nil
		}
	}
	return nil
}

// drawTraces draws n traces of a unit, and the simple command before which they
// end, if it is one. In half of the sets all end at the same place of the unit,
// with the same level then; in the others each ends anywhere.
func drawTraces(r *rand.Rand, c *Case, n int) (t executed, next il.Stmt) {
	t.unit = c.anyUnit(r)
	if r.IntN(2) == 0 {
		stmts := t.unit.Body.Stmts
		to := r.IntN(len(stmts) + 1)
		t.runs = walks(r, c, compound(t.unit, stmts[:to]), n)
		if to < len(stmts) {
			next = stmts[to]
		}
		return t, next
	}
	t.runs = cutWalks(r, c, t.unit, n)
	if n > 0 {
		command, _ := t.runs[0].last().Command(semantics.A)
		next, _ = command.(il.Stmt)
	}
	return t, next
}

// cutWalks draws n executions of u, often with one more call or all under the
// lock, and cuts each anywhere.
func cutWalks(r *rand.Rand, c *Case, u *il.Unit, n int) []*run {
	switch r.IntN(4) {
	case 0:
		u = compound(u, locked(u.Body.Stmts))
	case 1, 2:
		u = calling(r, c.Core, u)
	}
	all := walks(r, c, u, n)
	for i, x := range all {
		all[i] = cutAnywhere(r, x)
	}
	return all
}

// walks draws n executions of u, all from one state.
func walks(r *rand.Rand, c *Case, u *il.Unit, n int) []*run {
	if n == 0 {
		return nil
	}
	all, from := make([]*run, n), start(r, c.Core, u)
	for i := range all {
		all[i] = walk(r, from, walkSteps)
	}
	return all
}

// newCommand draws a simple command about given variables. It stands nowhere in
// the program.
func newCommand(r *rand.Rand, core *il.Core, names []string) il.Stmt {
	name := func() string { return names[r.IntN(len(names))] }
	kind := r.IntN(8)
	if kind >= 4 && len(core.Fields) == 0 {
		kind -= 4
	}
	switch kind {
	case 0:
		return &il.Copy{At: il.NoPos, Dst: name(), Src: name(), SrcAt: il.NoPos}
	case 1:
		return &il.New{At: il.NoPos, Dst: name()}
	case 2:
		return &il.Lock{At: il.NoPos}
	case 3:
		return &il.Unlock{At: il.NoPos}
	case 4, 5:
		return &il.Load{At: il.NoPos, Dst: name(), Src: newPath(r, core, name())}
	default:
		return &il.Store{At: il.NoPos, Dst: newPath(r, core, name()), Src: name(), SrcAt: il.NoPos}
	}
}

// newPath draws a path of one or two fields.
func newPath(r *rand.Rand, core *il.Core, root string) il.Expr {
	e := il.Path(root)
	for range 1 + r.IntN(2) {
		e.Fields = append(e.Fields, core.Fields[r.IntN(len(core.Fields))])
	}
	return e
}

func (x *extension) enabled() bool {
	for _, t := range x.runs {
		if !x.follows(t) {
			return false
		}
	}
	return true
}

// follows tells whether the command can be executed after a trace.
func (x *extension) follows(t *run) bool {
	_, stuck := semantics.Step(x.command.(il.Command), t.sequential())
	return stuck == nil
}

// Conclusion implements Instance.
func (x *extension) Conclusion() error {
	sets, err := x.c.Sets()
	if err != nil {
		return err
	}
	var longer [][]il.Command
	for _, t := range x.runs {
		if x.follows(t) {
			longer = append(longer, append(t.commands(), x.command.(il.Command)))
		}
	}
	before := alpha(x.unit, x.c.Analysis, x.commands())
	return equal(x.c.Core.Source,
		side{"[[c]]# α(T)", sets.Apply(x.unit, &il.Block{Stmts: []il.Stmt{x.command}}, before)},
		side{"α(T::c)", alpha(x.unit, x.c.Analysis, longer)})
}

// String implements Instance.
func (x *extension) String() string {
	return fmt.Sprintf("in %s, %s, c = %s", x.unit.Name, x.executed, il.Text(x.command))
}
