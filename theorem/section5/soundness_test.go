package section5

import (
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/theorem/casetest"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// TestLemmasHold: no case refutes a lemma, and each is decided for enough cases.
func TestLemmasHold(t *testing.T) { casetest.Hold(t, lemmas()) }

// TestHypothesesNeeded: without a hypothesis, a lemma is refuted by an instance that violates the
// hypothesis.
func TestHypothesesNeeded(t *testing.T) { casetest.Need(t, lemmas(), 1500, casetest.Usual) }

// TestHypothesesNotNeeded: instances that violate only an unneeded hypothesis occur, and satisfy
// the lemma.
func TestHypothesesNotNeeded(t *testing.T) { casetest.DoNotNeed(t, lemmas(), casetest.Usual) }

// TestSameInstances: a case always gives the same instances.
func TestSameInstances(t *testing.T) { casetest.Same(t, lemmas()) }

// TestLemmaTexts: every lemma has all its texts.
func TestLemmaTexts(t *testing.T) { casetest.Complete(t, lemmas()) }

// lemmas lists the statements of the package.
func lemmas() []*engine.Statement { return append(Soundness(), Completeness()...) }

// straight returns an execution of n steps of a unit without choices.
func straight(c *engine.Case, u *il.Unit, n int) *draw.Run {
	r := gen.Rand(1)
	return draw.Walk(r, draw.StartWell(r, c.Core, u), n)
}

// TestSoundnessCounterexamples has the smallest counterexamples to the printed forms of 5.3, 5.9
// and 5.10.
func TestSoundnessCounterexamples(t *testing.T) {
	for _, x := range []*casetest.Row{
		casetest.NewRow(lemma53(), "a callee's local at push()", pushed(t), "assigned",
			"after step 1, A.x in k's frame holds nil, which is not an object"),
		casetest.NewRow(lemma59(), "lock() at the cap", leveled(t, 1, 1), "below-cap",
			"[[C]]# leads from level 1 to level 0"),
		casetest.NewRow(lemma510(), "partial object", started(t, "WB"), "WB",
			"[x := a.g] is a trace from state 2 only"),
		casetest.NewRow(lemma510(), "unassigned local", started(t, "A3"), "A3",
			"no trace of C is executable"),
		casetest.NewRow(lemma510(), "lock() with a cap", started(t, "below-cap"), "below-cap",
			"no trace of C is executable"),
		casetest.NewRow(lemma510(), "unlock() first", started(t, "A2"), "A2",
			"no trace of C is executable"),
	} {
		t.Run(x.Of.Name+" "+x.Name, x.Refutes)
	}
}

// pushed returns an instance about a callee's local just after the push().
func pushed(t *testing.T) *askedVariable {
	c := casetest.Of(t, `k(a) { x := a.f } m(a) { k(a) }`)
	m, k := c.Core.Methods["m"], c.Core.Methods["k"]
	one := straight(c, m, 1)
	run := &interleaved{
		start: one.Start, moves: one.Moves, after: one.After, wellBehaved: true, definite: true,
	}
	return &askedVariable{
		run: run, step: 1, unit: k, frame: one.Last().Threads[semantics.A].S.Top, name: "x",
	}
}

// leveled returns an instance about lock(); unlock() from a level, under a cap.
func leveled(t *testing.T, level, lockCap int) *lockLevel {
	c := casetest.Of(t, `m() { lock(); unlock() }`)
	x := &lockLevel{c: c, unit: c.Core.Methods["m"], level: il.LevelOf(level)}
	x.opts.Cap = lockCap
	legality := compound.NewLegality(c.Core)
	x.balanced, x.locking = legality.Balanced(x.unit.Body), legality.Levels(x.unit.Body)
	return x
}

// started returns an instance that violates one hypothesis of Lemma 5.10.
func started(t *testing.T, violates string) *twoStates {
	texts := map[string]string{
		"WB":        `m(a) { x := a.g }`,
		"A3":        `m(a) { x := new(); y := x.f }`, // without the first statement
		"below-cap": `m() { lock(); lock(); unlock(); unlock() }`,
		"A2":        `m() { lock(); unlock() }`, // without the first statement
	}
	c := casetest.Of(t, texts[violates])
	u := c.Core.Methods["m"]
	if violates == "A3" || violates == "A2" {
		u = compound.Of(u, u.Body.Stmts[1:])
	}
	k := straight(c, u, 0).Start
	partial := semantics.Init{
		Objects: []string{"o"}, Stacks: [2]map[string]string{{"a": "o"}, {"a": "o"}},
	}
	legal := compound.NewLegality(c.Core)
	x := &twoStates{core: c.Core, unit: u, balanced: legal.Balanced(u.Body),
		locking: legal.Levels(u.Body), definite: legal.Assigned(u.Body, compound.Formals(u)),
		from: [2]semantics.Config{k, k}}
	switch violates {
	case "WB":
		x.from[0] = draw.Config(c.Core, il.Pair{Left: u, Right: u}, partial)
	case "below-cap":
		x.lockCap = 1
	}
	return x
}

// TestLemmasHoldForIllFormed: the hypotheses exclude counterexamples that exist only because the
// program violates A2 or A3.
func TestLemmasHoldForIllFormed(t *testing.T) {
	violating := 0
	casetest.Cases(t, quick.Cases(700), func(c *engine.Case) bool {
		p, _, violated := casetest.IllFormed(t, c)
		if violated == 0 {
			return true
		}
		violating++
		core, errs := check.Program(p, check.Options{Tolerate: violated})
		if core == nil {
			t.Fatalf("checking a program that violates %v: %v", violated, errs)
		}
		for _, s := range lemmas() {
			if o := s.Check(engine.NewCase(core, c.Seed)); o.Verdict == engine.Refuted {
				t.Fatalf("%s is refuted by %v\n%v\n%s", s.Name, o.Counterexample, o.Why,
					il.Format(p))
			}
		}
		return true
	})
	if violating < quick.Cases(200) {
		t.Errorf("only %d programs violate A2 or A3, want %d", violating, quick.Cases(200))
	}
}

// TestMaxExecutions: executions lists maxExecutions traces, and fails if there is one more.
func TestMaxExecutions(t *testing.T) {
	c := casetest.Of(t, "m(a) { while * { skip } }")
	m := c.Core.Methods["m"]
	from := semantics.State{S: &semantics.Stack{}}
	for iterations, ok := range map[semantics.Bound]bool{
		maxExecutions - 1: true, maxExecutions: false,
	} {
		all, err := executions(c.Core, m, from, iterations)
		if (err == nil) != ok || ok && len(all) != maxExecutions {
			t.Errorf("executions with at most %d iterations = %d traces, %v, want them all: %t",
				iterations, len(all), err, ok)
		}
	}
}

// TestRecursion: if a program has infinitely many traces, the statements that list them are bounded
// and end.
func TestRecursion(t *testing.T) {
	p := casetest.Of(t, `m(a) { x := a.f; k(x) } k(a) { x := a.f }`).Core.Program
	k := p.Decls[1].(*il.Method)
	k.Body.Stmts = append(k.Body.Stmts, &il.Call{Method: "m", Args: []il.Expr{il.Var("a")}})
	core, errs := check.Program(p, check.Options{Tolerate: check.A5})
	if core == nil {
		t.Fatalf("checking a recursive program: %v", errs)
	}
	for _, s := range lemmas() {
		if o := s.Check(engine.NewCase(core, 1)); o.Verdict == engine.Refuted {
			t.Errorf("%s is refuted by %v\n%v", s.Name, o.Counterexample, o.Why)
		}
	}
	if o := lemma510().Check(engine.NewCase(core, 1)); o.Verdict != engine.Bounded && o.Cut == 0 {
		t.Errorf("Check of Lemma 5.10 = %v, none cut; want some cut", o.Verdict)
	}
}
