package abstract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// summary shows what the options make of the method m, or of the thread block A.
func summary(t *testing.T, c *il.Core, opts abstract.Options) string {
	t.Helper()
	s, err := abstract.AnalyzeSets(c, opts)
	if err != nil {
		t.Fatal(err)
	}
	u := c.Threads[0]
	if u == nil {
		u = c.Methods["m"]
	}
	return show(s.Summary(u))
}

// summaries has, for each clause of Figure 7, a program whose summary it changes. Where no legal
// program has one, the program violates an assumption.
var summaries = []struct {
	clause        string
	tolerate      check.Assumption
	text          string
	with, without string
}{
	{"copy-source", 0, `m(a) { x := a }`, "a; 0; ", "; 0; "},
	{"copy-target", 0, `m(a) { x := new(); a := x }`, "a; 0; ", "; 0; "},
	{"load-source", 0, `m(a) { x := a.f }`, "a.f; 0; read a.f 0", "; 0; read a.f 0"},
	{"load-target", 0, `m(a, b) { a := b.f }`, "a b.f; 0; read b.f 0", "b.f; 0; read b.f 0"},
	{"store-source", 0, `{ x := new(); x.f := arg1 } || { }`, "arg1; 0; ", "; 0; "},
	{"store-target", 0, `m(a) { x := new(); a.f := x }`, "a.f; 0; write a.f 0", "; 0; write a.f 0"},
	{"new-target", 0, `m(a) { a := new() }`, "a; 0; ", "; 0; "},
	{"filter-wobbly", 0, `m(a) { x := a }`, "a; 0; ", "a x; 0; "},
	{"filter-accesses", 0, `m(a) { x := new(); y := x.f }`, "; 0; ", "; 0; read x.f 0"},
	{"prefix-arguments", 0, `k(p, q) { } m(a) { k(a, a.f) }`, "a; 0; ", "; 0; "},
	{"callee-wobbly", 0, `k(p) { p := new(); x := p.f } m(a) { k(a) }`, "a a.f; 0; read a.f 0",
		"; 0; read a.f 0"},
	{"callee-lock", check.A2, `k() { lock() } m(a) { k(); x := a.f; unlock() }`,
		"a.f; 0; read a.f 1", "a.f; 0; read a.f 0"},
	{"lock-offset", 0, `k(p) { x := p.f } m(a) { lock(); k(a); unlock() }`, "a.f; 0; read a.f 1",
		"a.f; 0; read a.f 0"},
	{"lock-count", 0, `m(a) { lock(); x := a.f; unlock() }`, "a.f; 0; read a.f 1",
		"a.f; 0; read a.f 0"},
	{"unlock-count", 0, `m(a) { lock(); unlock(); x := a.f }`, "a.f; 0; read a.f 0",
		"a.f; 1; read a.f 1"},
	{"join-max", check.A2, `m(a) { if * { lock() } x := a.f }`, "a.f; 1; read a.f 1",
		"a.f; 0; read a.f 0"},
	{"join-max", check.A2, `m(a) { lock(); while * { unlock() } x := a.f }`, "a.f; 1; read a.f 1",
		"a.f; 0; read a.f 0"},
	{"then-branch", 0, `m(a, b) { if * { a := new() } else { b := new() } }`, "a b; 0; ", "b; 0; "},
	{"else-branch", 0, `m(a, b) { if * { a := new() } else { b := new() } }`, "a b; 0; ", "a; 0; "},
	{"loop-body", 0, `m(a) { while * { x := a.f } }`, "a.f; 0; read a.f 0", "; 0; "},
}

// reported has the same for each clause of the reporting condition: the numbers of races and of
// filtered pairs of the methods m and k.
var reported = []struct{ clause, text, with, without string }{
	{"stable-left", `m(a) { a := new(); x := a.f } k(b) { x := new(); b.f := x }`, "0 1", "1 0"},
	{"stable-right", `m(a) { x := a.f } k(b) { b := new(); x := new(); b.f := x }`, "0 1", "1 0"},
	{"lock-condition",
		`m(a) { lock(); x := a.f; unlock() } k(b) { lock(); x := new(); b.f := x; unlock() }`,
		"0 0", "1 0"},
	{"one-writes", `m(a) { x := a.f } k(b) { x := b.f }`, "0 0", "1 0"},
	{"same-fields", `m(a) { x := a.g.f } k(b) { x := new(); b.f := x }`, "0 0", "1 0"},
	{"same-fields", `m(a) { x := a.f.g } k(b) { x := new(); b.f := x }`, "0 0", "0 0"},
}

// counts returns the numbers of races and of filtered pairs of m and k.
func counts(t *testing.T, c *il.Core, opts abstract.Options) string {
	t.Helper()
	s, err := abstract.AnalyzeSets(c, opts)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := s.Reports(&il.Pair{Left: c.Methods["m"], Right: c.Methods["k"]})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(rs.Races(), " ", rs.Filtered())
}

// TestClauses: every clause has a program that depends on it.
func TestClauses(t *testing.T) {
	shown := map[abstract.Clause]bool{}
	clause := func(name string) abstract.Clause {
		c, err := abstract.ParseClauses(name)
		if err != nil {
			t.Fatal(err)
		}
		shown[c] = true
		return c
	}
	for _, r := range summaries {
		c := iltest.Tolerated(t, r.text, r.tolerate)
		if got := summary(t, c, abstract.Options{}); got != r.with {
			t.Errorf("with %s: %q, want %q", r.clause, got, r.with)
		}
		off := abstract.Options{Without: clause(r.clause)}
		if got := summary(t, c, off); got != r.without {
			t.Errorf("without %s: %q, want %q", r.clause, got, r.without)
		}
	}
	for _, r := range reported {
		c := iltest.Core(t, r.text)
		if got := counts(t, c, abstract.Options{}); got != r.with {
			t.Errorf("with %s: %q, want %q", r.clause, got, r.with)
		}
		off := abstract.Options{Without: clause(r.clause)}
		if got := counts(t, c, off); got != r.without {
			t.Errorf("without %s: %q, want %q", r.clause, got, r.without)
		}
	}
	for _, c := range abstract.Clauses {
		if !shown[c.Clause] {
			t.Errorf("no program depends on %s", c.Name)
		}
	}
}

// TestIdleClauses: two clauses change nothing on legal programs, because joining paths have equal
// levels and a callee ends at level 0.
func TestIdleClauses(t *testing.T) {
	joins, calls := 0, 0
	iltest.Random(t, 500, gen.Default(), func(c *il.Core) {
		want, err := abstract.Summaries(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := abstract.Summaries(c,
			abstract.Options{Without: abstract.ClauseJoinMax | abstract.ClauseCalleeLock})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("all -, without +\n%s\n%s", d, c.Source.Text)
		}
		for _, u := range c.Units {
			il.Walk(u.Body, func(s il.Stmt) {
				switch s.(type) {
				case *il.If, *il.While:
					joins++
				case *il.Call:
					calls++
				}
			})
		}
	})
	if joins < 200 || calls < 200 {
		t.Errorf("vacuous: %d joins and %d calls, want at least 200 of both", joins, calls)
	}
}

// TestOneSided: the one-sided reading equals the clause switched off.
func TestOneSided(t *testing.T) {
	changed := 0
	iltest.Random(t, quick.Cases(500), gen.Default(), func(c *il.Core) {
		verdicts := func(opts abstract.Options) []string {
			sums, err := abstract.Summaries(c, opts)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, p := range c.Pairs() {
				for _, r := range abstract.Reports(p, sums, opts) {
					all = append(all, r.String())
				}
			}
			return all
		}
		reading := verdicts(abstract.Options{Literal: abstract.ReadingOneSided})
		without := verdicts(abstract.Options{Without: abstract.ClauseStableRight})
		if d := cmp.Diff(reading, without); d != "" {
			t.Fatalf("reading -, clause +\n%s\n%s", d, c.Source.Text)
		}
		if !slices.Equal(reading, verdicts(abstract.Options{})) {
			changed++
		}
	})
	if changed < quick.Cases(30) {
		t.Errorf("vacuous: the reading changes only %d programs, want at least %d",
			changed, quick.Cases(30))
	}
}

// straight are programs without branches and loops: each unit has one trace.
var straight = []string{
	`{ x := arg1; arg2 := x; arg3 := arg4.f; x := new(); x.f := arg5; arg6.f := x; ` +
		`arg7 := new() } || { }`,
	`{ lock(); x := arg1.f; lock(); x := arg1.g; unlock(); x := arg1.h; unlock(); ` +
		`x := arg1.i } || { }`,
	`k(p, q) { lock(); p := new(); x := q.f; unlock() } { lock(); k(arg1, arg1.g); unlock(); ` +
		`k(arg2.f, arg2) } || { }`,
	`j(p) { x := p.f; p := x } k(p, q) { lock(); j(p.g); j(q); unlock() } { lock(); ` +
		`y := new(); k(y, arg1); unlock() } || { }`,
}

// trace returns the only trace of a block without branches and loops.
func trace(c *il.Core, b *il.Block) []il.Command {
	var all []il.Command
	for _, s := range b.List() {
		if call, ok := s.(*il.Call); ok {
			callee := c.Methods[call.Method]
			all = append(all, il.Push{Call: call, Callee: callee})
			all = append(all, trace(c, callee.Body)...)
			all = append(all, il.Pop{Call: call, Callee: callee})
		} else {
			all = append(all, s.(il.Command))
		}
	}
	return all
}

// TestClausesOfExec: the clauses that Figures 7 and 8 share can be switched off in both with the
// same effect. The others belong to Figure 7: switched off, they change nothing in Figure 8, and
// the figures differ if the program needs the clause.
func TestClausesOfExec(t *testing.T) {
	const shared = abstract.ClauseCopySource | abstract.ClauseCopyTarget |
		abstract.ClauseLoadSource | abstract.ClauseLoadTarget | abstract.ClauseStoreSource |
		abstract.ClauseStoreTarget | abstract.ClauseNewTarget | abstract.ClausePrefixArguments |
		abstract.ClauseLockCount | abstract.ClauseUnlockCount
	for _, clause := range abstract.Clauses {
		changed := false
		for _, text := range straight {
			c := iltest.Core(t, text)
			u := c.Threads[0]
			alpha := func(opts abstract.Options) string {
				return show(abstract.Alpha(u, opts,
					func(yield func([]il.Command) bool) { yield(trace(c, u.Body)) }))
			}
			opts, all := abstract.Options{Without: clause.Clause}, alpha(abstract.Options{})
			if got := alpha(opts); clause.Clause&shared == 0 && got != all {
				t.Errorf("%s: exec changes to %s\n%s", clause.Name, got, text)
			} else if got != all {
				changed = true
				if want := summary(t, c, opts); got != want {
					t.Errorf("%s: exec %s, Figure 7 %s\n%s", clause.Name, got, want, text)
				}
			}
		}
		if changed != (clause.Clause&shared != 0) {
			t.Errorf("%s: changes exec %v, want %v", clause.Name, changed, !changed)
		}
	}
	c := iltest.Core(t, straight[2])
	for _, off := range []abstract.Clause{abstract.ClauseCalleeWobbly, abstract.ClauseLockOffset} {
		if summary(t, c, abstract.Options{Without: off}) == summary(t, c, abstract.Options{}) {
			t.Errorf("%s: Figure 7 has the same summary without it, want another", off)
		}
	}
}

// TestJoinOfAlpha: the abstraction joins several traces according to the clause.
func TestJoinOfAlpha(t *testing.T) {
	c := iltest.Tolerated(t, `{ lock() } || { lock(); lock() }`, check.A2)
	traces := func(yield func([]il.Command) bool) {
		_ = yield(trace(c, c.Threads[0].Body)) && yield(trace(c, c.Threads[1].Body))
	}
	for without, want := range map[abstract.Clause]string{
		0: "; 2; ", abstract.ClauseJoinMax: "; 1; ",
	} {
		got := abstract.Alpha(c.Threads[0], abstract.Options{Without: without}, traces)
		if show(got) != want {
			t.Errorf("without %q: %s, want %s", without, show(got), want)
		}
	}
	none := abstract.Alpha(c.Threads[0], abstract.Options{}, func(func([]il.Command) bool) {})
	if show(none) != "; 0; " {
		t.Errorf(`Alpha of no trace = %q, want "; 0; "`, show(none))
	}
}

// TestClauseNames: printed names of clauses can be parsed, and each is one bit.
func TestClauseNames(t *testing.T) {
	var all abstract.Clause
	for i, x := range abstract.Clauses {
		if x.Clause != 1<<i || x.Clause.String() != x.Name || x.Text == "" {
			t.Errorf("clause %d, %s, is %b with the name %s and the text %q, want bit %d, its name "+
				"and a text", i, x.Name, x.Clause, x.Clause, x.Text, i)
		}
		if got, err := abstract.ParseClauses(strings.ToUpper(x.Name)); got != x.Clause ||
			err != nil {
			t.Errorf("ParseClauses of %s in capitals = %v, %v, want %v", x.Name, got, err, x.Clause)
		}
		all |= x.Clause
		if got, err := abstract.ParseClauses(all.String()); got != all || err != nil {
			t.Errorf("ParseClauses(%q) = %v, %v, want %v", all, got, err, all)
		}
	}
	for _, s := range []string{"", "copy-source,", "copy-source, new-target", "copysource"} {
		if got, err := abstract.ParseClauses(s); err == nil || got != 0 ||
			!strings.HasPrefix(err.Error(), "unknown clause ") {
			t.Errorf("ParseClauses(%q) = %v, %v, want an unknown clause", s, got, err)
		}
	}
}
