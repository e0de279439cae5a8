package flow_test

import (
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestAbsent checks why no name of m leads to the last access of the program.
func TestAbsent(t *testing.T) {
	for _, c := range []struct {
		text    string
		options flow.Options
		want    string
	}{
		{
			"m(p) { n := new(); n.g := n; }", flow.Options{},
			"bring no value from a parameter of m to the beginning of n.g",
		},
		{
			"m(p) { n := new(); n.f := n; x := n.f; x.g := x; }", flow.Options{Rely: true},
			"bring no value from a parameter of m to the beginning of x.g",
		},
		{
			"m(p, q) { q.h.f := p; p.f.g := q; }", flow.Options{},
			"before the access, the objects that lead there were stored where the other " +
				"thread can find them",
		},
		{
			"private n(p) { p.g := p; } m(p) { skip; }", flow.Options{},
			"m does not call the method with the access",
		},
		{
			"m(p) { x := p.f; x.g := x; }", flow.Options{MaxNames: 1},
			"m has more than 1 names, so the name that leads there may be missing",
		},
		{
			"m(p) { y := p; y := new(); y.g := p; }", flow.Options{},
			"nothing that m knows leads from a name to y.g",
		},
	} {
		core := iltest.Core(t, c.text)
		r, err := flow.Analyze(core, c.options)
		if err != nil {
			t.Fatal(err)
		}
		var site il.Site
		for _, u := range core.Units {
			for _, a := range il.Accesses(u.Body) {
				site = a.Site
			}
		}
		if got := r.Absent(core.Methods["m"], site); !strings.Contains(got, c.want) {
			t.Errorf("%s: Absent = %q, want %q in it", c.text, got, c.want)
		}
	}
}

// TestSentence checks the sentences about how a unit reaches an access.
func TestSentence(t *testing.T) {
	core := iltest.Core(t,
		"m(p) { p.f := p; x := p.g; y := x.h; n := new(); p.g := n; n.k := n; "+
			"} k(q) { q.g.k := q; }")
	r, err := flow.Analyze(core, flow.Options{Rely: true})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, a := range r.Accesses(core.Methods["m"]) {
		all.WriteString(a.Sentence(core.Methods["m"]) + "\n")
	}
	for _, want := range []string{
		"m reaches the access after 1 step, at .f of the object that p leads to at the start\n",
		"m reaches the access after 3 steps, at .h of the object that p.g leads to at the start\n",
		"m reaches the access after 6 steps, at .g.k of the object that p leads to at the start, " +
			"though by another path\n",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no sentence is %q, but\n%s", want, all.String())
		}
	}
}
