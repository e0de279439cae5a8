package abstract_test

import (
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// TestMeet has a program for each case of Theorem 2m's premise. m and k each have one access of the
// field z; the row says whether the pair is reported, and how many fields of the paths agree,
// counted from the end.
func TestMeet(t *testing.T) {
	for _, r := range []struct {
		what, m, k string
		race       bool
		rest       int
	}{
		{"q1 = f, q2 empty", "m(a) { a.f.z := new() }", "k(b) { b.z := new() }", true, 1},
		{"q1 and q2 empty", "m(a) { a.z := new() }", "k(b) { b.z := new() }", true, 1},
		{"q1 and q2 of one length", "m(a) { a.f.z := new() }", "k(b) { b.h.z := new() }", true, 1},
		{"fields that end alike are different fields", "m(a) { a.fg.z := new() }",
			"k(b) { b.g.z := new() }", true, 1},
		{"a longer rest", "m(a) { a.f.g.z := new() }", "k(b) { b.g.z := new() }", true, 2},
		{"the rest is no longer than either path as it is written",
			"m(a) { j(a.f.g) } private j(p) { p.z := p }", "k(b) { b.g.z := new() }", true, 1},
		{"q1 is read", "m(a) { x := a.f; a.f.z := new() }", "k(b) { b.z := new() }", true, 1},
		{"q1 is written", "m(a) { x := new(); a.f := x; a.f.z := new() }",
			"k(b) { b.z := new() }", false, 1},
		{"a proper prefix of q1 is read", "m(a) { x := a.f; a.f.g.z := new() }",
			"k(b) { b.z := new() }", false, 1},
		{"it is not in q1 where the rest is longer", "m(a) { x := a.f; a.f.g.z := new() }",
			"k(b) { b.g.z := new() }", true, 2},
		{"the written path is in the rest", "m(a) { x := new(); a.f.g := x; a.f.g.z := new() }",
			"k(b) { b.g.z := new() }", true, 2},
		{"the written path is in q1", "m(a) { x := new(); a.f.g := x; a.f.g.z := new() }",
			"k(b) { b.z := new() }", false, 1},
		{"what is written would be in the rest, but was captured",
			"m(a) { x := new(); a.f.g := x; j(a.f.g) } private j(p) { p.z := p }",
			"k(b) { b.g.z := new() }", false, 1},
		{"the root of the shorter path is assigned", "m(a) { a.f.z := new() }",
			"k(b) { b := new(); b.z := new() }", false, 1},
		{"the root of the shorter path is read", "m(a) { a.f.z := new() }",
			"k(b) { x := b; b.z := new() }", true, 1},
		{"the other thread writes q1 below its own root", "m(a) { a.f.z := new() }",
			"k(b) { x := new(); b.f := x; b.z := new() }", true, 1},
		{"both under the lock", "m(a) { lock(); a.f.z := new(); unlock() }",
			"k(b) { lock(); b.z := new(); unlock() }", false, 0},
	} {
		c := iltest.Core(t, r.m+"\n"+r.k)
		races, filtered := reportsIn(t, c, abstract.CommonSuffix)
		found := 0
		for _, x := range slices.Concat(races, filtered) {
			if x.Left.Unit == x.Right.Unit || !strings.HasSuffix(string(x.Left.Path), ".z") {
				continue
			}
			found++
			if x.Race != r.race || x.Rest != r.rest {
				t.Errorf("%s: %s with a rest of %d fields, want a race: %v, and %d",
					r.what, x, x.Rest, r.race, r.rest)
			}
		}
		if want := min(1, r.rest); found != want { // none under the lock, where the rest is 0
			t.Errorf("%s: %d pairs of m and k, want %d; the races are %v and the filtered pairs %v",
				r.what, found, want, races, filtered)
		}
	}
}

// TestMeetAsPlus: if all fields agree, mode Meet has the same verdict as Plus.
func TestMeetAsPlus(t *testing.T) {
	races, filtered := 0, 0
	iltest.Random(t, quick.Cases(400), deep(), func(c *il.Core) {
		sameFields := func(m abstract.Mode) (list []string) {
			rs, fs := reportsIn(t, c, m)
			for _, r := range slices.Concat(rs, fs) {
				_, f := r.Left.Path.Cut()
				if _, g := r.Right.Path.Cut(); f == g {
					list = append(list, r.String())
				}
			}
			races += len(rs)
			filtered += len(fs)
			return list
		}
		plus, meet := sameFields(abstract.Plus), sameFields(abstract.CommonSuffix)
		if !slices.Equal(plus, meet) {
			t.Fatalf("plus: %v\nmeet: %v\n%s", plus, meet, c.Source.Text)
		}
	})
	if races < quick.Cases(2000) || filtered < quick.Cases(1000) {
		t.Errorf("vacuous: %d races and %d filtered pairs, want at least %d and %d",
			races, filtered, quick.Cases(2000), quick.Cases(1000))
	}
}

// TestLongestRest: if the premise holds for any common rest, it holds for the longest. The rest is
// no longer than either path as written.
func TestLongestRest(t *testing.T) {
	shorter := 0
	iltest.Random(t, 400, deep(), func(c *il.Core) {
		s, err := abstract.AnalyzeSets(c, abstract.Options{Mode: abstract.CommonSuffix})
		if err != nil {
			t.Fatal(err)
		}
		races, filtered := reportsIn(t, c, abstract.CommonSuffix)
		for _, r := range slices.Concat(races, filtered) {
			d, e := s.Summary(r.Left.Unit), s.Summary(r.Right.Unit)
			some := false // rest for which the premise holds
			for n := 1; n <= min(r.Left.Own(), r.Right.Own()); n++ {
				f, g := r.Left.Path.Fields(), r.Right.Path.Fields()
				if !slices.Equal(f[len(f)-n:], g[len(g)-n:]) {
					break
				}
				holds := d.Intact(r.Left.Path, len(f)-n) && e.Intact(r.Right.Path, len(g)-n)
				some = some || holds
				if holds && n < r.Rest {
					shorter++
				}
			}
			if some != r.Race {
				t.Fatalf("%s, but the premise holds for some rest: %v\n%s", r, some, c.Source.Text)
			}
		}
	})
	if shorter < 200 {
		t.Errorf("vacuous: the premise holds with a shorter rest %d times, want at least 200",
			shorter)
	}
}

// TestMeetShortestFirst: a limited list has the pairs with the fewest fields in both paths
// together.
func TestMeetShortestFirst(t *testing.T) {
	c := iltest.Core(t, `m(a) { a.f.f.z := new(); a.z := new(); a.f.z := new() }`)
	s, err := abstract.AnalyzeSets(c, abstract.Options{Mode: abstract.CommonSuffix})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	lengths := []int{2, 3, 4, 4, 5, 6}
	for limit := range len(lengths) + 1 {
		var got []int
		for _, x := range r.ListRaces(limit) {
			got = append(got, x.Left.Path.Len()+x.Right.Path.Len())
		}
		slices.Sort(got)
		if !slices.Equal(got, lengths[:limit]) {
			t.Errorf("ListRaces(%d) has the lengths %v, want %v", limit, got, lengths[:limit])
		}
	}
}

// TestMeetReadings: a literal reading applies the premise to the left path only.
func TestMeetReadings(t *testing.T) {
	asked := 0
	iltest.Random(t, 200, gen.Default(), func(c *il.Core) {
		s, err := abstract.AnalyzeSets(c,
			abstract.Options{Mode: abstract.CommonSuffix, Literal: abstract.ReadingOneSided})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range r.ListFiltered(1 << 30) {
			held, _ := abstract.CommonSuffix.Held(x.Left.Access, x.Right.Access)
			if s.Summary(x.Left.Unit).Intact(x.Left.Path, held) {
				t.Errorf("%s is filtered, but its left path is intact", x)
			}
			asked++
		}
	})
	if asked < 50 {
		t.Errorf("vacuous: %d filtered pairs, want at least 50", asked)
	}
}
