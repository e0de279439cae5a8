package theorem

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// cases visits n drawn cases, until visit returns false.
func cases(t testing.TB, n int, visit func(c *Case) bool) {
	t.Helper()
	f := Fuzzing{Gen: Drawing(), Seed: 5}
	for i := range uint64(n) {
		seed := f.CaseSeed(i)
		p, _ := f.Program(seed)
		if !visit(NewCase(iltest.Checked(t, p), seed)) {
			return
		}
	}
}

func lemmas() []*Statement { return append(soundness(), completeness()...) }

// TestLemmasHold: no drawn case refutes a lemma, and few say nothing about it.
func TestLemmasHold(t *testing.T) {
	for _, s := range lemmas() {
		t.Run(s.Name, func(t *testing.T) {
			r := Result{Statement: s}
			cases(t, 1500, func(c *Case) bool {
				o := s.Check(c)
				if o.Verdict == Refuted {
					t.Fatalf("%v\n%v\n%s", o.Counterexample, o.Why, c.Core.Source.Text)
				}
				r.Verdicts[o.Verdict]++
				r.Instances += uint64(o.Decided)
				return true
			})
			t.Logf("share %.3f, floor %.2f, %d instances, %d cases bounded", r.Share(), s.Floor, r.Instances, r.Verdicts[Bounded])
			if r.Vacuous() {
				t.Errorf("share %.3f is below the floor %.2f", r.Share(), s.Floor)
			}
		})
	}
}

// notNeeded are the hypotheses that the lemmas hold without, as their texts say.
var notNeeded = []string{"ANF", "call-free"}

// TestHypothesesNeeded: without a hypothesis a lemma is refuted, by an instance
// that violates it.
func TestHypothesesNeeded(t *testing.T) {
	for _, s := range lemmas() {
		for _, h := range s.Hypotheses {
			if slices.Contains(notNeeded, h.Name) {
				continue
			}
			t.Run(s.Name+" without "+h.Name, func(t *testing.T) {
				refuted := false
				cases(t, 1500, func(c *Case) bool {
					o := s.Check(c, h.Name)
					if refuted = o.Verdict == Refuted; refuted && h.Met(o.Counterexample) {
						t.Errorf("refuted by an instance that meets it: %v\n%v", o.Counterexample, o.Why)
					}
					return !refuted
				})
				if !refuted {
					t.Error("not refuted")
				}
			})
		}
	}
}

// TestHypothesesNotNeeded: instances that violate nothing but a hypothesis that
// is not needed are drawn, and satisfy the lemma.
func TestHypothesesNotNeeded(t *testing.T) {
	for _, s := range lemmas() {
		for _, h := range s.Hypotheses {
			if !slices.Contains(notNeeded, h.Name) {
				continue
			}
			if !strings.Contains(h.Text, "Not needed") {
				t.Errorf("%s, %s: the text does not say that it is not needed", s.Name, h.Name)
			}
			with, without := 0, 0
			cases(t, 1500, func(c *Case) bool {
				o := s.Check(c, h.Name)
				if o.Verdict == Refuted {
					t.Fatalf("%s without %s: %v\n%v\n%s", s.Name, h.Name, o.Counterexample, o.Why, c.Core.Source.Text)
				}
				without += o.Decided
				with += s.Check(c).Decided
				return true
			})
			if without < with+20 {
				t.Errorf("%s without %s: only %d instances are drawn that violate it", s.Name, h.Name, without-with)
			}
		}
	}
}

// TestSameInstances: a case gives the same instances each time.
func TestSameInstances(t *testing.T) {
	for _, s := range lemmas() {
		cases(t, 20, func(c *Case) bool {
			var texts [2][]string
			for i := range texts {
				c := NewCase(c.Core, c.Seed)
				c.statement = s.Name
				if err := s.Instances(c, func(x Instance) bool { texts[i] = append(texts[i], x.String()); return true }); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(texts[0], texts[1]) {
				t.Fatalf("%s: first %q, then %q", s.Name, texts[0], texts[1])
			}
			return true
		})
	}
}

// row is an instance that violates one hypothesis only, and what it refutes.
type row struct {
	statement, name string
	instance        Instance
	violates        string
	why             string
}

// refutes checks a row.
func (x row) refutes(t *testing.T) {
	s, ok := Find(x.statement)
	if !ok {
		t.Fatalf("no statement %s", x.statement)
	}
	for _, h := range s.Hypotheses {
		if met := h.Met(x.instance); met == (h.Name == x.violates) {
			t.Errorf("hypothesis %s met: %v", h.Name, met)
		}
	}
	err := x.instance.Conclusion()
	if err == nil {
		t.Fatal("not refuted")
	}
	if err.Error() != x.why {
		t.Errorf("got  %v\nwant %s", err, x.why)
	}
}

// straight executes a unit without choices from a small state, n steps.
func straight(c *Case, u *il.Unit, n int) *run {
	r := gen.Rand(1)
	return walk(r, startWell(r, c.Core, u), n)
}

func caseOf(t *testing.T, text string) *Case { return NewCase(iltest.Core(t, text), 1) }

// TestSoundnessCounterexamples has the smallest counterexamples to the printed
// forms of 5.3, 5.9 and 5.10.
func TestSoundnessCounterexamples(t *testing.T) {
	for _, x := range []row{
		{"5.3", "a callee's local at push()", pushed(t), "assigned",
			"after step 1, A.x in k's frame holds nil, which is no object"},
		{"5.9", "lock() at the cap", leveled(t, 1, 1), "below-cap", "[[C]]# leads from level 1 to level 0"},
		{"5.10", "partial object", &twoStates{}, "WB", "[x := a.g] is a trace from state 2 only"},
		{"5.10", "unassigned local", &twoStates{}, "A3", "no trace of C is executable"},
		{"5.10", "lock() with a cap", &twoStates{}, "below-cap", "no trace of C is executable"},
		{"5.10", "unlock() first", &twoStates{}, "A2", "no trace of C is executable"},
	} {
		t.Run(x.statement+" "+x.name, func(t *testing.T) {
			if _, ok := x.instance.(*twoStates); ok {
				x.instance = started(t, x.violates)
			}
			x.refutes(t)
		})
	}
}

func pushed(t *testing.T) *askedVariable {
	c := caseOf(t, `k(a) { x := a.f } m(a) { k(a) }`)
	m, k := c.Core.Methods["m"], c.Core.Methods["k"]
	one := straight(c, m, 1)
	run := &interleaved{start: one.start, moves: one.moves, after: one.after, wellBehaved: true, definite: true}
	return &askedVariable{run: run, step: 1, unit: k, frame: one.last().Threads[semantics.A].S.Top, name: "x"}
}

func leveled(t *testing.T, level, lockCap int) *lockLevel {
	c := caseOf(t, `m() { lock(); unlock() }`)
	x := &lockLevel{c: c, unit: c.Core.Methods["m"], level: level}
	x.opts.Cap = lockCap
	x.locking = newLegality(c.Core).block(x.unit.Body)
	return x
}

// started begins a program that violates one hypothesis of Lemma 5.10.
func started(t *testing.T, violates string) *twoStates {
	texts := map[string]string{
		"WB":        `m(a) { x := a.g }`,
		"A3":        `m(a) { x := new(); y := x.f }`, // but for its first statement
		"below-cap": `m() { lock(); lock(); unlock(); unlock() }`,
		"A2":        `m() { lock(); unlock() }`, // but for its first statement
	}
	c := caseOf(t, texts[violates])
	u := c.Core.Methods["m"]
	if violates == "A3" || violates == "A2" {
		u = compound(u, u.Body.Stmts[1:])
	}
	k := straight(c, u, 0).start
	partial := semantics.Init{Objects: []string{"o"}, Stacks: [2]map[string]string{{"a": "o"}, {"a": "o"}}}
	legal := newLegality(c.Core)
	x := &twoStates{core: c.Core, unit: u, locking: legal.block(u.Body), definite: legal.assigned(u.Body, formalSet(u)),
		from: [2]semantics.Config{k, k}}
	switch violates {
	case "WB":
		x.from[0] = configOf(c.Core, il.Pair{Left: u, Right: u}, partial)
	case "below-cap":
		x.lockCap = 1
	}
	return x
}

// illFormed is the program of a case with one more method, which may violate A2
// and A3, and what it violates.
func illFormed(t *testing.T, c *Case) (p *il.Program, added *il.Unit, violated check.Assumption) {
	t.Helper()
	u := fragment(gen.Rand(c.Seed), c.Core, c.Core.Units[0])
	m := &il.Method{Name: "C", Body: u.Body}
	for _, x := range u.Formals {
		m.Formals = append(m.Formals, il.Formal{Name: x})
	}
	p = &il.Program{Source: c.Core.Source}
	for _, d := range c.Core.Program.Decls {
		if d, ok := d.(*il.Method); ok {
			p.Decls = append(p.Decls, d)
		}
	}
	p.Decls = append(p.Decls, m)
	violated, others := check.Violated(p)
	if len(others) > 0 {
		t.Fatalf("%v\n%s", others, blockText(u.Body))
	}
	return p, u, violated
}

// TestLegality holds legality against package check, on compound programs that
// mostly violate something.
func TestLegality(t *testing.T) {
	counts := map[check.Assumption]int{}
	cases(t, 1500, func(c *Case) bool {
		_, u, violated := illFormed(t, c)
		legal := newLegality(c.Core)
		a2, a3 := legal.block(u.Body).balanced(), legal.assigned(u.Body, formalSet(u))
		if a2 != (violated&check.A2 == 0) || a3 != (violated&check.A3 == 0) {
			t.Fatalf("A2 %v, A3 %v, but check says that %v is violated: %s", a2, a3, violated, blockText(u.Body))
		}
		counts[violated]++
		return true
	})
	for _, a := range []check.Assumption{0, check.A2, check.A3, check.A2 | check.A3} {
		if counts[a] < 10 {
			t.Errorf("vacuous: %v", counts)
		}
	}
}

// TestLemmasHoldForIllFormed: the hypotheses keep out what follows from a
// program that violates A2 or A3 itself.
func TestLemmasHoldForIllFormed(t *testing.T) {
	violating := 0
	cases(t, 700, func(c *Case) bool {
		p, _, violated := illFormed(t, c)
		if violated == 0 {
			return true
		}
		violating++
		core, errs := check.Program(p, check.Options{Tolerate: violated})
		if core == nil {
			t.Fatal(errs)
		}
		for _, s := range lemmas() {
			if o := s.Check(NewCase(core, c.Seed)); o.Verdict == Refuted {
				t.Fatalf("%s: %v\n%v\n%s", s.Name, o.Counterexample, o.Why, il.Format(p))
			}
		}
		return true
	})
	if violating < 200 {
		t.Errorf("vacuous: %d programs", violating)
	}
}

// TestRecursion: a program whose traces have no end bounds the statements that
// list them, and hangs none.
func TestRecursion(t *testing.T) {
	p := caseOf(t, `m(a) { x := a.f; k(x) } k(a) { x := a.f }`).Core.Program
	k := p.Decls[1].(*il.Method)
	k.Body.Stmts = append(k.Body.Stmts, &il.Call{Method: "m", Args: []il.Expr{il.Var("a")}})
	core, errs := check.Program(p, check.Options{Tolerate: check.A5})
	if core == nil {
		t.Fatal(errs)
	}
	for _, s := range lemmas() {
		if o := s.Check(NewCase(core, 1)); o.Verdict == Refuted {
			t.Errorf("%s: %v\n%v", s.Name, o.Counterexample, o.Why)
		}
	}
	if o := lemma510().Check(NewCase(core, 1)); o.Verdict != Bounded && o.Cut == 0 {
		t.Errorf("Lemma 5.10: %v, nothing cut", o.Verdict)
	}
}
