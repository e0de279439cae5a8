package oneobject

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// reports formats the reports on the first program of a text, each as "field(first)", sorted, and
// then the limits that were reached. The first thread is M if the threads are merged.
func reports(t *testing.T, text string, o Options) string {
	t.Helper()
	core := iltest.Core(t, text)
	r, err := Analyze(core, o)
	if err != nil {
		t.Fatal(err)
	}
	p := core.Pairs()[0]
	list, cuts := r.Reports(t.Context(), p)
	agrees(t, r, p, list)
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprintf("%s(%c)", x.Ends[0].Field(), "ABM"[(x.First+3)%3]))
	}
	slices.Sort(words)
	return strings.Join(append(words, cuts...), " ")
}

// agrees compares Race with the reports of a program.
func agrees(t *testing.T, r *Result, p il.Pair, list []Report) {
	t.Helper()
	for _, left := range r.core.Reachable(p.Left) {
		for _, a := range il.Accesses(left.Body) {
			for _, right := range r.core.Reachable(p.Right) {
				for _, b := range il.Accesses(right.Body) {
					s := il.Sites{a.Site, b.Site}
					want := slices.ContainsFunc(list, func(x Report) bool { return x.Sites() == s })
					if !a.Conflicts(b) || p.Sites(s[0], s[1]) != s {
						continue
					}
					if x := r.Race(t.Context(), p, s); (x != nil) != want ||
						want && x.Sites() != s {
						t.Errorf("Race of %v = %v, but in Reports: %v\n%s",
							s, x, want, r.core.Source.Text)
					}
				}
			}
		}
	}
}

// TestReports: each program tests one clause of the analysis, with its reports under NoNew, Private
// and Published.
func TestReports(t *testing.T) {
	const text = "g(A) more than 8 new objects at once"
	tooMany := [3]string{"", text, text}
	for _, x := range []struct {
		name, text string
		want       [3]string
	}{
		{
			"two stores",
			"{ arg1.f := arg1; } || { arg1.f := arg1; }",
			[3]string{"f(A)", "f(A)", "f(A)"},
		},
		{"two loads", "{ x := arg1.f; } || { x := arg1.f; }", [3]string{}},
		{"different fields", "{ arg1.f := arg1; } || { arg1.g := arg1; }", [3]string{}},
		{
			"different names",
			"{ arg1.f := arg2; } || { x := arg3.g.h; y := x.f; }",
			[3]string{"f(A)", "f(A)", "f(A)"},
		},

		{
			"both locked",
			"{ lock(); arg1.f := arg1; unlock(); } || { lock(); x := arg1.f; unlock(); }",
			[3]string{},
		},
		{
			"the left one locked",
			"{ lock(); arg1.f := arg1; unlock(); } || { x := arg1.f; }",
			[3]string{"f(B)", "f(B)", "f(B)"},
		},
		{
			"the right one locked",
			"{ arg1.f := arg1; } || { lock(); x := arg1.f; unlock(); }",
			[3]string{"f(A)", "f(A)", "f(A)"},
		},
		{
			"one of two locks in common",
			"{ synchronized (l) { synchronized (m) { arg1.f := arg1; } } } || " +
				"{ synchronized (m) { x := arg1.f; } }",
			[3]string{},
		},
		{
			"different locks",
			"{ synchronized (l) { arg1.f := arg1; } } || { synchronized (m) { x := arg1.f; } }",
			[3]string{"f(A)", "f(A)", "f(A)"},
		},
		{
			"the second thread takes the lock of the first one",
			"{ synchronized (l) { arg1.f := arg1; } } || " +
				"{ lock(l); unlock(l); synchronized (m) { x := arg1.f; } }",
			[3]string{"f(B)", "f(B)", "f(B)"},
		},
		{
			"each thread takes the lock of the other one before its own",
			"m(p) { lock(m); unlock(m); } { m(arg1); synchronized (l) { arg1.f := arg1; } } || " +
				"{ lock(l); unlock(l); synchronized (m) { x := arg1.f; } }",
			[3]string{"f(M)", "f(M)", "f(M)"},
		},
		{
			"the same after a publication",
			"{ n := new(); arg1.g := n; lock(m); unlock(m); synchronized (l) { arg1.f := arg1; " +
				"} } || " +
				"{ lock(l); unlock(l); synchronized (m) { x := arg1.f; } }",
			[3]string{},
		},
		{
			"two uses that cross",
			"{ synchronized (l) { lock(m); unlock(m); arg1.f := arg1; } } || " +
				"{ synchronized (m) { lock(l); unlock(l); x := arg1.f; } }",
			[3]string{},
		},
		{
			"a longer path whose uses do not cross",
			"m(p) { if * { lock(m); unlock(m); } else { x := p.g; x := p.g; x := p.g; } } " +
				"{ lock(l); m(arg1); arg1.f := arg1; unlock(l); } || " +
				"{ lock(l); unlock(l); synchronized (m) { lock(l); unlock(l); x := arg1.f; } }",
			[3]string{"f(B)", "f(B)", "f(B)"},
		},
		{
			"locked in a call",
			"m(p) { p.f := p; } { lock(); m(arg1); unlock(); } || { lock(); x := arg1.f; " +
				"unlock(); }",
			[3]string{},
		},

		{
			"after new()",
			"{ n := new(); arg1.f := arg1; } || { arg1.f := arg1; }",
			[3]string{"", "f(A)", "f(A)"},
		},
		{"of a new object", "{ n := new(); n.f := arg1; } || { arg1.f := arg1; }", [3]string{}},
		{
			"of a cell of a new object",
			"{ n := new(); x := n.g; x.f := arg1; } || { arg1.f := arg1; }",
			[3]string{},
		},
		{
			"found in a new object",
			"{ n := new(); n.g := arg1; x := n.g; x.f := arg1; } || { arg1.f := arg1; }",
			[3]string{"", "f(A)", "f(A)"},
		},
		{
			"in one branch",
			"{ if * { n := new(); } else { skip; } arg1.f := arg1; } || { x := arg1.f; }",
			[3]string{"f(A)", "f(A)", "f(A)"},
		},

		{
			"the publication itself",
			"{ n := new(); arg1.f := n; } || { x := arg1.f; }",
			[3]string{"", "f(A)", "f(A)"},
		},
		{
			"after a publication",
			"{ n := new(); arg1.f := n; arg1.g := arg1; } || { x := arg1.g; }",
			[3]string{"", "", "g(A)"},
		},
		{
			"the other thread does not read it",
			"{ n := new(); arg1.f := n; arg1.g := arg1; } || { y := arg1.h; x := y.g; }",
			[3]string{"", "", "g(A)"},
		},
		{
			"read back",
			"{ n := new(); arg1.f := n; x := arg1.f; x.g := arg1; } || { arg1.g := arg1; }",
			[3]string{},
		},
		{
			"undone",
			"{ n := new(); arg1.f := n; arg1.f := arg2; x := arg1.f; x.g := arg1; } || " +
				"{ arg1.g := arg1; }",
			[3]string{"", "", "g(A)"},
		},
		{
			"through another object",
			"{ n := new(); m := new(); n.f := m; arg1.f := n; m.h := arg1; x := m.h; x.g := x; " +
				"} || { arg1.g := arg1; }",
			[3]string{},
		},
		{
			"into what may be the object",
			"{ n := new(); arg1.f := n; m := new(); x := arg1.f; x.h := m; y := arg1.h; " +
				"y.g := y; } || { arg1.g := arg1; }",
			[3]string{},
		},

		// From the second thread's parameters only o can be read, unless the first one left the
		// field dirty. The other order is tried then.
		{
			"the other thread reads it",
			"{ n := new(); arg1.f := n; arg1.g := arg1; } || { y := arg1.f; x := y.g; }",
			[3]string{"", "f(A)", "f(A) g(B)"},
		},
		{
			"and must come second",
			"{ n := new(); arg1.f := n; arg1.g := arg1; } || { lock(); y := arg1.f; x := y.g; " +
				"unlock(); }",
			[3]string{"", "f(A)", "f(A)"},
		},
		{
			"or stores there first",
			"{ n := new(); arg1.f := n; arg1.g := arg1; } || { lock(); arg1.f := arg1; " +
				"y := arg1.f; x := y.g; unlock(); }",
			[3]string{"", "f(A) f(A)", "f(A) f(A) g(A)"},
		},
		{
			"does not need what it reads",
			"{ n := new(); arg1.f := n; arg1.g := arg1; } || { lock(); y := arg1.f; x := arg1.g; " +
				"unlock(); }",
			[3]string{"", "f(A)", "f(A) g(A)"},
		},
		{
			"the path of the waiting thread",
			"{ x := arg1.f.g; } || { n := new(); arg1.f := n; lock(); arg1.g := arg1; unlock(); }",
			[3]string{},
		},
		{
			"the argument of a call",
			"m(p) { p.g := p; } { m(arg1.f); } || { n := new(); arg1.f := n; arg1.g := arg1; }",
			[3]string{"", "", "g(A)"},
		},

		{
			"the argument of a call that must come second",
			"m(p) { x := p.g; } { n := new(); arg1.f := n; arg1.g := arg1; } || " +
				"{ lock(); m(arg1.f); unlock(); }",
			[3]string{},
		},

		{
			"a call",
			"m(p, q) { p.f := q; } { n := new(); m(n, arg1); x := n.f; x.g := x; } || " +
				"{ arg1.g := arg1; }",
			[3]string{"", "g(A)", "g(A)"},
		},
		{
			"published in a call",
			"m(p, q) { p.f := q; } { n := new(); n.h := arg1; m(arg1, n); x := n.h; x.g := x; " +
				"} || { arg1.g := arg1; }",
			[3]string{},
		},
		{
			"an argument that is forgotten",
			"m(p) { p := new(); p.f := p; } { n := new(); n.f := arg1; m(n); x := n.f; x.g := x; " +
				"} || { arg1.g := arg1; }",
			[3]string{"", "g(A)", "g(A)"},
		},

		{
			"a list",
			"{ n := new(); while * { m := new(); m.f := n; n := m; } arg1.g := arg1; } || " +
				"{ arg1.g := arg1; }",
			tooMany,
		},
		{
			"a list that is kept",
			"{ n := new(); while * { m := new(); m.f := n; n := m; } n.h := arg1; " +
				"arg1.g := n.h; } || " +
				"{ arg1.g := arg1; }",
			tooMany,
		},
	} {
		for form, want := range x.want {
			if got := reports(t, x.text, Options{Form: Form(form)}); got != want {
				t.Errorf("%s, form %d: %q, want %q", x.name, form, got, want)
			}
		}
	}
}

// TestLimits: a limit is named if it is exceeded by one, and not if it is just reached.
func TestLimits(t *testing.T) {
	const objects = "{ n := new(); m := new(); n.f := m; n.f := arg1; arg1.g := n; } || " +
		"{ x := arg1.g; }"
	const states = "{ arg1.f := arg1; arg1.f := arg1; } || { skip; }"
	const accesses = "{ arg1.f := arg1; x := arg1.f; } || { skip; }"
	for _, x := range []struct {
		text string
		o    Options
		cut  string
	}{
		{objects, Options{Form: Published, MaxObjects: 2}, ""},
		{objects, Options{Form: Published, MaxObjects: 1}, "more than 1 new objects at once"},
		{states, Options{MaxStates: 3}, ""},
		{states, Options{MaxStates: 2}, "more than 2 states"},
		{accesses, Options{MaxFound: 2}, ""},
		{accesses, Options{MaxFound: 1}, "more than 1 accesses"},
	} {
		core := iltest.Core(t, x.text)
		r, err := Analyze(core, x.o)
		if err != nil {
			t.Fatal(err)
		}
		if _, cut := r.Accesses(t.Context(), core.Threads[0]); cut != x.cut {
			t.Errorf("%s with %+v: cut %q, want %q", x.text, x.o, cut, x.cut)
		}
	}
}

// TestInterrupted: an interrupted exploration says so, and exploring again is complete.
func TestInterrupted(t *testing.T) {
	core := iltest.Core(t, "{ arg1.f := arg1; } || { arg1.f := arg1; }")
	r, err := Analyze(core, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	pair, cut := core.Pairs()[0], []string{"interrupted"}
	if list, cuts := r.Reports(ctx, pair); len(list) > 0 || !slices.Equal(cuts, cut) {
		t.Errorf("interrupted: the reports are %v and the cuts %q, want none and %q",
			list, cuts, cut)
	}
	if list, cuts := r.Reports(t.Context(), pair); len(list) != 1 || len(cuts) > 0 {
		t.Errorf("then the reports are %v and the cuts %q, want one and none", list, cuts)
	}
}

// TestTrace: a trace has the decisions and the calls on the shortest path, even through calls.
// Lowering puts a copy before the store of a parameter.
func TestTrace(t *testing.T) {
	core := iltest.Core(t, `m(p) { if * { while * { x := p.g; } p.f := p; } }
		{ y := arg1; m(y); } || { skip; }`)
	r, err := Analyze(core, Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, cut := r.Accesses(t.Context(), core.Threads[0])
	if cut != "" {
		t.Fatalf("the exploration ended with %q", cut)
	}
	var got []string
	for _, a := range list {
		text := fmt.Sprintf("%s %s after %d steps:", a.Kind, a.Path, a.Step)
		for _, d := range a.Trace() {
			text += fmt.Sprint(" ", d.First)
		}
		got = append(got, fmt.Sprint(text, ", calls: ", len(a.Calls())))
	}
	want := []string{
		"read p.g after 2 steps: true true, calls: 1",
		"write p.f after 3 steps: true false, calls: 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the traces are %q, want %q", got, want)
	}
}
