package findings_test

import (
	"context"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestMeetTests: the two conditions of Theorem 2m in words, for the accesses of z in m and k.
func TestMeetTests(t *testing.T) {
	for _, r := range []struct {
		text, fields, intact string
		holds                bool
	}{
		{"m(a) { a.f.g.z := new() } k(b) { x := b.g.z }",
			"both paths end in r = .g.z, and have no longer rest in common that no call has " +
				"evaluated.",
			"q1 is a.f and q2 is b, and that stays: they are not in Wr, " +
				"and no proper prefix of them is in W.", true},
		{"m(a) { j(a.f.g) } private j(p) { p.z := new() } k(b) { x := b.g.z }",
			"both paths end in r = .z, and have no longer rest in common that no call has " +
				"evaluated.",
			"q1 is a.f.g and q2 is b.g, and that stays: they are not in Wr, " +
				"and no proper prefix of them is in W.", true},
		{"m(a) { x := a.f; a.f.g.z := new() } k(b) { x := b.z }",
			"both paths end in r = .z, and have no longer rest in common that no call has " +
				"evaluated.",
			"q1 is a.f.g and q2 is b, and q1 must stay. Its prefix a.f is in W of m: " +
				"1:8 reads it (x := a.f). The need of a.f.g.z is 2: " +
				"r would need that many fields.", false},
		{"m(a) { a.f.g.z := new() } k(b) { b.h := new(); x := b.h.z }",
			"both paths end in r = .z, and have no longer rest in common that no call has " +
				"evaluated.",
			"q1 is a.f.g and q2 is b.h, and q2 must stay. It is in Wr of k: " +
				"1:34 writes it (b.h := new()). The need of b.h.z is 2: " +
				"r would need that many fields.", false},
		{"m(a) { a.f.g.z := new() } k(b) { b := new(); x := b.z }",
			"both paths end in r = .z, and have no longer rest in common that no call has " +
				"evaluated.",
			"q1 is a.f.g and q2 is b, and q2 must stay. It is in Wr of k: " +
				"1:34 assigns it (b := new()). No r would do: the root of b.z is assigned.", false},
		{"m(a) { a.f.z := new() } k(b) { x := b.f }",
			"the last fields differ: .z and .f.",
			"there is no r, so nothing can be said to come before it.", false},
	} {
		core := iltest.Core(t, r.text)
		f := find(t, core, abstract.Options{Mode: abstract.CommonSuffix}, nil)
		var at []il.Position
		for _, u := range []string{"m", "k"} {
			a := longest(t, core, u)
			at = append(at, core.Source.Position(a.At))
		}
		found := 0
		for _, p := range f.Pair(context.Background(), at[0], at[1]).Pairs {
			if p.Left.Side.Unit != "m" || p.Right.Side.Unit != "k" || p.Left.Side.Kind != "write" ||
				p.Right.Side.Kind != "read" {
				continue
			}
			found++
			first, last := p.Tests[0], p.Tests[len(p.Tests)-1]
			if first.Finding != r.fields || last.Finding != r.intact || last.Holds != r.holds {
				t.Errorf("%s\nfirst test: %s\nlast test: %s\nwant %q and %q", r.text,
					first.Finding, last.Finding, r.fields, r.intact)
			}
		}
		if found != 1 {
			t.Errorf("%s: %d pairs", r.text, found)
		}
	}
}

// longest returns the access of a unit with the longest path.
func longest(t *testing.T, core *il.Core, unit string) abstract.Access {
	t.Helper()
	s, err := abstract.AnalyzeSets(core, abstract.Options{Mode: abstract.CommonSuffix})
	if err != nil {
		t.Fatal(err)
	}
	var best abstract.Access
	for _, a := range s.Summary(core.Methods[unit]).Accesses() {
		if a.Path.Len() >= best.Path.Len() {
			best = a
		}
	}
	return best
}
