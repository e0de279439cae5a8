package theorem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// races lists the statements about paths and races, this project's own, and those
// about other systems.
func races() []*Statement {
	return slices.Concat(stability(), positives(), plus(), ours(), systems())
}

// TestRacesHold: no drawn case refutes a statement, and few say nothing about it.
func TestRacesHold(t *testing.T) {
	all := races()
	results := make([]Result, len(all))
	cases(t, 1500, func(c *Case) bool {
		for i, s := range all {
			o := s.Check(c)
			if o.Verdict == Refuted {
				t.Fatalf("%s: %v\n%v\n%s", s.Name, o.Counterexample, o.Why, c.Core.Source.Text)
			}
			results[i].Statement = s
			results[i].Verdicts[o.Verdict]++
			results[i].Instances += uint64(o.Decided)
		}
		return true
	})
	for i := range results {
		r := &results[i]
		t.Logf("%s: share %.3f, floor %.2f, %d instances, %d cases bounded", r.Statement.Name, r.Share(), r.Statement.Floor, r.Instances, r.Verdicts[Bounded])
		if r.Vacuous() {
			t.Errorf("%s: share %.3f is below the floor %.2f", r.Statement.Name, r.Share(), r.Statement.Floor)
		}
	}
}

// TestRacesNeed: without a hypothesis that is needed, a statement is refuted, by
// an instance that violates it.
func TestRacesNeed(t *testing.T) {
	for _, s := range races() {
		for _, h := range s.Hypotheses {
			if h.Unneeded {
				continue
			}
			t.Run(s.Name+" without "+h.Name, func(t *testing.T) {
				tried, refuted := 0, false
				casesFor(t, 12000, s, h, func(c *Case) bool {
					tried++
					o := s.Check(c, h.Name)
					if refuted = o.Verdict == Refuted; refuted && h.Met(o.Counterexample) {
						t.Errorf("refuted by an instance that meets it: %v\n%v", o.Counterexample, o.Why)
					}
					return !refuted
				})
				t.Logf("%d cases", tried)
				if !refuted {
					t.Error("not refuted")
				}
			})
		}
	}
}

// TestRacesDoNotNeed: instances that violate nothing but a hypothesis that is
// not needed are drawn, and satisfy the statement.
func TestRacesDoNotNeed(t *testing.T) {
	for _, s := range races() {
		for _, h := range s.Hypotheses {
			if !h.Unneeded {
				continue
			}
			if !strings.Contains(h.Text, "Not needed") {
				t.Errorf("%s, %s: the text does not say that it is not needed", s.Name, h.Name)
			}
			with, without := 0, 0
			casesFor(t, 1500, s, h, func(c *Case) bool {
				o := s.Check(c, h.Name)
				if o.Verdict == Refuted {
					t.Fatalf("%s without %s: %v\n%v\n%s", s.Name, h.Name, o.Counterexample, o.Why, c.Core.Source.Text)
				}
				without += o.Decided
				with += s.Check(c).Decided
				return true
			})
			t.Logf("%s without %s: %d instances more than %d", s.Name, h.Name, without-with, with)
			if without < with+20 {
				t.Errorf("%s without %s: only %d instances are drawn that violate it", s.Name, h.Name, without-with)
			}
		}
	}
}

// violating draws programs that violate a hypothesis more often than others.
func violating(h Hypothesis) gen.Options {
	o := Drawing()
	o.Depth = 3
	switch h.Name {
	case "stable-left", "stable-right":
		o.Threads, o.Reassign = 0.5, 0.1
	case "shallow":
		o.Statements, o.Lock, o.Sync, o.LocalRoot = 10, 0.2, 0.2, 0
	case "leaf", "prefix-arguments":
		o.Call, o.PrefixArg = 0.2, 0.3
	case "disconnected", "acyclic":
		o.Longer = 0.5
	case "ANF":
		o.StoreFormal = 0.3
	}
	return o
}

// casesFor is cases of programs that violate a hypothesis more often than others:
// those that Break draws, with the form that it looks at, where the statement is of
// RacerDX+ or another system.
func casesFor(t *testing.T, n int, s *Statement, h Hypothesis, visit func(c *Case) bool) {
	t.Helper()
	if !slices.ContainsFunc(slices.Concat(plus(), systems()), func(x *Statement) bool { return x.Name == s.Name }) {
		casesOf(t, n, violating(h), visit)
		return
	}
	x, _ := FindSwitch(s.Name + ":" + h.Name)
	f := Fuzzing{Seed: 1}
	for i := range uint64(n) {
		seed := f.CaseSeed(i)
		c := NewCase(iltest.Checked(t, x.draw(seed)), seed)
		c.Variant = x.variant
		if !visit(c) {
			return
		}
	}
}

// casesOf is cases with other programs.
func casesOf(t testing.TB, n int, o gen.Options, visit func(c *Case) bool) {
	t.Helper()
	f := Fuzzing{Gen: o, Seed: 6}
	for i := range uint64(n) {
		seed := f.CaseSeed(i)
		p, _ := f.Program(seed)
		if !visit(NewCase(iltest.Checked(t, p), seed)) {
			return
		}
	}
}

// TestSameRaces: a case gives the same instances each time, also after others
// were checked.
func TestSameRaces(t *testing.T) {
	all := races()
	cases(t, 40, func(c *Case) bool {
		for _, s := range all {
			var texts [2][]string
			for i, d := range []*Case{c, NewCase(c.Core, c.Seed)} {
				d.statement = s.Name
				err := s.Instances(d, func(x Instance) bool { texts[i] = append(texts[i], x.String()); return true })
				texts[i] = append(texts[i], fmt.Sprint(err)) // a limit may be reached, in both
				s.Check(d)
			}
			if !slices.Equal(texts[0], texts[1]) {
				t.Fatalf("%s: first %q, then %q", s.Name, texts[0], texts[1])
			}
		}
		return true
	})
}

// TestRaceTexts: every statement says what a reader needs.
func TestRaceTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range races() {
		if s.Name == "" || s.Title == "" || s.Cite == "" || s.Words == "" || s.Symbols == "" || s.Floor <= 0 || seen[s.Name] {
			t.Errorf("%s: %+v", s.Name, s)
		}
		seen[s.Name] = true
		for _, h := range s.Hypotheses {
			if h.Name == "" || !strings.HasSuffix(h.Text, ".") {
				t.Errorf("%s: %q, %q", s.Name, h.Name, h.Text)
			}
		}
	}
}

// broken are programs for which an analysis that is not the corrected one
// reports what no execution shows: the literal readings of the paper that make
// Theorem 6.10 false, and each clause of the analysis that it needs.
var broken = []struct {
	name    string
	opts    abstract.Options
	program string
}{
	{"G18", abstract.Options{Literal: abstract.ReadingG18},
		`{ lock(); y := new(); arg1.f := y; unlock() } || { lock(); y := new(); arg1.f := y; unlock() }`},
	{"G19", abstract.Options{Literal: abstract.ReadingG19},
		`m(a) { y := new(); a.f := y } { z := new(); m(z) } || { z := new(); m(z) }`},
	{"G20, cap 1", abstract.Options{Cap: 1},
		`{ lock(); lock(); unlock(); y := new(); arg1.f := y; unlock() } || { lock(); lock(); unlock(); y := new(); arg1.f := y; unlock() }`},
	{"bare formals", abstract.Options{Literal: abstract.ReadingBareDrop},
		`m(a) { a := new(); y := new(); a.f := y } { m(arg1) } || { m(arg1) }`},
	{"one-sided", abstract.Options{Literal: abstract.ReadingOneSided},
		`{ x := arg1.f } || { arg1 := new(); y := new(); arg1.f := y }`},

	{"copy source", abstract.Options{Without: abstract.ClauseCopySource},
		captured + `{ m(arg1.f) } || { lock(); x := arg1; y := new(); x.f := y; arg1.f.g := y; unlock() }`},
	{"copy target", abstract.Options{Without: abstract.ClauseCopyTarget},
		`{ x := arg1.f } || { y := new(); arg1 := y; arg1.f := y }`},
	{"load source", abstract.Options{Without: abstract.ClauseLoadSource},
		captured + `{ m(arg1.h.f) } || { lock(); x := arg1.h; y := new(); x.f := y; arg1.h.f.g := y; unlock() }`},
	{"load target", abstract.Options{Without: abstract.ClauseLoadTarget},
		`{ x := arg1.f } || { y := new(); y.f := y; arg1 := y.f; arg1.f := y }`},
	{"store source", abstract.Options{Without: abstract.ClauseStoreSource},
		captured + `{ m(arg1.f) } || { lock(); arg2.h := arg1; z := arg2.h; y := new(); z.f := y; arg1.f.g := y; unlock() }`},
	{"store target", abstract.Options{Without: abstract.ClauseStoreTarget},
		captured + `{ m(arg1.f) } || { lock(); y := new(); arg1.f := y; arg1.f.g := y; unlock() }`},
	{"new target", abstract.Options{Without: abstract.ClauseNewTarget},
		`{ x := arg1.f } || { y := new(); arg1 := new(); arg1.f := y }`},
	{"filter of accesses", abstract.Options{Without: abstract.ClauseFilterAccesses},
		`{ y := new(); x := y.f } || { y := new(); z := new(); y.f := z }`},
	{"callee's wobbly", abstract.Options{Without: abstract.ClauseCalleeWobbly},
		`m(a) { a := new(); y := new(); a.f := y } { m(arg1) } || { m(arg1) }`},
	{"lock offset", abstract.Options{Without: abstract.ClauseLockOffset},
		`m(a) { y := new(); a.f := y } { lock(); m(arg1); unlock() } || { lock(); m(arg1); unlock() }`},
	{"lock count", abstract.Options{Without: abstract.ClauseLockCount},
		`{ lock(); y := new(); arg1.f := y; unlock() } || { lock(); y := new(); arg1.f := y; unlock() }`},
	{"stable left", abstract.Options{Without: abstract.ClauseStableLeft},
		`{ y := new(); arg1 := new(); arg1.f := y } || { x := arg1.f }`},
	{"stable right", abstract.Options{Without: abstract.ClauseStableRight},
		`{ x := arg1.f } || { y := new(); arg1 := new(); arg1.f := y }`},
	{"lock condition", abstract.Options{Without: abstract.ClauseLockCondition},
		`{ lock(); y := new(); arg1.f := y; unlock() } || { lock(); x := arg1.f; unlock() }`},
	{"one writes", abstract.Options{Without: abstract.ClauseOneWrites}, `{ x := arg1.f } || { x := arg1.f }`},
}

// captured is a method whose actual is evaluated before another thread can be in
// its critical section or behind it, and not while it is in there.
const captured = `m(a) { lock(); unlock(); y := new(); a.g := y } `

// TestBroken: each of them is refuted by its program, where the corrected
// analysis is silent and the exact search complete.
func TestBroken(t *testing.T) {
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			c := caseOf(t, b.program)
			if got, err := c.Races(); err != nil || len(got) > 0 {
				t.Errorf("the corrected analysis reports %v, %v", got, err)
			}
			c = caseOf(t, b.program)
			c.Analysis = b.opts
			got, err := c.Races()
			if err != nil || len(got) == 0 {
				t.Fatalf("the broken analysis reports %v, %v", got, err)
			}
			impossible := 0
			for _, r := range got {
				is, err := c.FalseReport(r)
				if err != nil {
					t.Fatal(err)
				}
				if is {
					impossible++
				}
			}
			if impossible == 0 {
				t.Error("all its reports are true")
			}
			if o := theorem1Sites().Check(c); o.Verdict != Refuted {
				t.Errorf("theorem1 %v", o.Verdict)
			}
		})
	}
}

// TestSurvivors: what the theorem does not need can be left out, on programs
// where that makes a difference.
func TestSurvivors(t *testing.T) {
	for _, x := range []struct {
		name    string
		opts    abstract.Options
		program string
	}{
		{"WB", abstract.Options{Without: abstract.ClausePrefixArguments}, `m(a, b) { y := new(); a.f := y; b.g := y } { m(arg1, arg1) } || { m(arg1, arg1.f) }`},
		{"nested locks", abstract.Options{}, `{ lock(); lock(); y := new(); arg1.f := y; unlock(); unlock() } || { y := new(); arg1.f := y }`},
		{"ANF", abstract.Options{}, `m(a, b) { a.f := b; } n(a) { x := a.f; }`},
		{"different fields", abstract.Options{Without: abstract.ClauseSameFields}, `{ y := new(); arg1.f := y } || { x := arg1.g.h.f }`},
		{"different roots", abstract.Options{}, `{ y := new(); arg1.f := y; arg2.f.g := y } || { y := new(); arg1.f.g := y }`},
	} {
		c := caseOf(t, x.program)
		c.Analysis = x.opts
		for _, s := range []*Statement{theorem610(), theorem1Sites(), witnessAccepted()} {
			o := s.Check(c, "shallow", "prefix-arguments", "ANF")
			if s.Name == "witness" && x.opts.Without == abstract.ClauseSameFields {
				continue // the special state has one backbone
			}
			if o.Verdict != Holds {
				t.Errorf("%s: %s %v, %v", x.name, s.Name, o.Verdict, o.Why)
			}
		}
	}
}

// TestPathsWithoutWB: the lemmas on paths hold without WB too.
func TestPathsWithoutWB(t *testing.T) {
	for _, s := range stability() {
		decided := 0
		casesOf(t, 1500, violating(Hypothesis{Name: "prefix-arguments"}), func(c *Case) bool {
			c.Analysis.Without = abstract.ClausePrefixArguments
			o := s.Check(c)
			if o.Verdict == Refuted {
				t.Fatalf("%s: %v\n%v\n%s", s.Name, o.Counterexample, o.Why, c.Core.Source.Text)
			}
			decided += o.Decided
			return true
		})
		if decided < 500 {
			t.Errorf("%s: vacuous, %d instances", s.Name, decided)
		}
	}
}

// TestRaceCounterexamples has a small counterexample for each hypothesis of
// Section 6 and Theorem 6.10 that is needed.
func TestRaceCounterexamples(t *testing.T) {
	for _, x := range []row{
		{"6.6", "local root", traversed(t, `m(a) { x := new() } n(a) { y := a.f }`, 1, "x.f", "", "o1.f=o2 o2.f=o2 x=o1 a=o2"), "formal",
			"x.f is not preserved: (2) x held o1 and holds o3"},
		{"6.6", "push", traversed(t, `k(b) { } m(a) { k(a.f) }`, 1, "a.f", "", "o1.f=o2 o2.f=o2 a=o1"), "no-calls",
			"a.f is not preserved: (2) a held o1 and holds nil"},
		{"6.6", "touched root", traversed(t, `m(a) { x := a.f; a := x }`, 2, "a.f", "", "o1.f=o2 o2.f=o2 a=o1 x=o2"), "stable",
			"a.f is not preserved: (2) a held o1 and holds o2"},
		{"6.6", "alias", traversed(t, `m(a, b) { x := b.g; b.f := x }`, 2, "a.f.g", "", "o1.f=o2 o1.g=o3 o2.f=o3 o2.g=o3 o3.f=o3 o3.g=o3 a=o1 b=o1 x=o3"), "disconnected",
			"a.f.g is not preserved: (3) the address of a.f.g was o2.g and is o3.g"},
		{"6.6", "cycle", traversed(t, `m(a) { y := new(); a.f.f := y }`, 2, "a.f.f", "", "o1.f=o1 o2.f=o2 a=o1 y=o2"), "acyclic",
			"a.f.f is not preserved: (3) the address of a.f.f was o1.f and is o3.f"},
		{"6.8", "unmatched", traversed(t, `k(b) { } m(a) { k(a.f) }`, 1, "a.f", "", "o1.f=o2 o2.f=o2 a=o1"), "matched",
			"a.f is not preserved: (2) a held o1 and holds nil"},
		{"6.9", "local root", traversed(t, `m(a) { x := new(); y := x.f }`, 1, "x.f", "x.f", "o1.f=o2 o2.f=o2 x=o1 a=o2 y=o2"), "formal",
			"the address of x.f was o1.f at the start, and that of x.f is o3.f at the access"},
		{"6.9", "alias", traversed(t, `k(b) { x := b.g } m(a, b) { y := b.g; b.f := y; k(a.f) }`, 3, "a.f.g", "b.g", "o1.f=o2 o1.g=o3 o2.f=o3 o2.g=o3 o3.f=o3 o3.g=o3 a=o1 b=o1 y=o3"), "disconnected",
			"the address of a.f.g was o2.g at the start, and that of b.g is o3.g at the access"},
	} {
		t.Run(x.statement+" "+x.name, x.refutes)
	}
	for _, name := range []string{"6.10", "theorem1"} {
		for hypothesis, text := range map[string]string{
			"last-field":   `{ y := new(); arg1.f := y } || { x := arg1.g }`,
			"one-write":    `{ x := arg1.f } || { x := arg1.f }`,
			"stable-left":  `{ y := new(); arg1 := new(); arg1.f := y } || { x := arg1.f }`,
			"stable-right": `{ x := arg1.f } || { y := new(); arg1 := new(); arg1.f := y }`,
			"unlocked":     `{ lock(); y := new(); arg1.f := y; unlock() } || { lock(); x := arg1.f; unlock() }`,
		} {
			s, _ := Find(name)
			if o := s.Check(caseOf(t, text)); o.Verdict != NotMet {
				t.Errorf("%s, %s: %v", name, text, o.Verdict)
			}
			o := s.Check(caseOf(t, text), hypothesis)
			if o.Verdict != Refuted {
				t.Errorf("%s without %s: %v", name, hypothesis, o.Verdict)
				continue
			}
			t.Logf("%v: %v", o.Counterexample, o.Why)
		}
	}
}

// traversed is the first n steps of m, which has no choices, from a state such
// as "o1.f=o2 a=o1", with a path and, of Lemma 6.9, the path at the access.
func traversed(t *testing.T, text string, n int, path, site, state string) *segment {
	c := caseOf(t, text)
	m := c.Core.Methods["m"]
	x := &segment{way: drawWay(c.rand(), c.Core, m, maxSteps), n: n, path: exprOf(abstract.Expr(path)), site: exprOf(abstract.Expr(site))}
	x.start.Stacks = [2]map[string]string{{}, {}}
	for _, f := range m.Formals {
		x.start.Stacks[1][f] = "o1"
	}
	for _, cell := range strings.Fields(state) {
		at, value, _ := strings.Cut(cell, "=")
		object, field, is := strings.Cut(at, ".")
		if !is {
			x.start.Stacks[0][at] = value
			continue
		}
		if !slices.Contains(x.start.Objects, object) {
			x.start.Objects = append(x.start.Objects, object)
		}
		x.start.Cells = append(x.start.Cells, [3]string{object, field, value})
	}
	x.from = configOf(c.Core, il.Pair{Left: m, Right: m}, x.start)
	to, stuck := x.way.execute(x.from, 0, n)
	if stuck != nil {
		t.Fatal(stuck)
	}
	x.to = to
	return x
}
