package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// TestSets: sets of more fields than a word has bits agree with lists of fields. Fields that are
// only read, or only stored into, do not matter.
func TestSets(t *testing.T) {
	const n = 130
	var b strings.Builder
	b.WriteString("m(p) { ")
	for i := range n {
		fmt.Fprintf(&b, "x := p.f%d; p.f%d := p; ", i, i)
	}
	x := analysisOf(t, iltest.Core(t, b.String()+"p.stored := p; x := p.read; }"))
	s := x.sets
	setOf := func(members []int) (all set) {
		for _, i := range members {
			all = s.union(all, s.singleton(s.fields[i]))
		}
		return all
	}
	everything := func(n int) set {
		members := make([]int, n)
		for i := range members {
			members[i] = i
		}
		return setOf(members)
	}
	if len(s.fields) != n || s.read != n+1 {
		t.Fatalf("%d fields matter and %d are read, want %d and %d", len(s.fields), s.read, n, n+1)
	}
	stored, read := x.fields["stored"], x.fields["read"]
	if s.singleton(stored) != 0 || s.singleton(read) != 0 {
		t.Error("a field that is only stored into or only read is in a set")
	}
	if s.column[stored] >= 0 || s.column[read] < 0 {
		t.Errorf("the columns of a stored and a read field are %d and %d, want only the second",
			s.column[stored], s.column[read])
	}
	if all := everything(n); len(s.common(s.words[all], s.words[all])) != n ||
		!s.subset(s.singleton(s.fields[n-1]), all) {
		t.Errorf("the set of all fields has %v", x.fieldNames(all))
	}
	lists := [][]int{
		{}, {0}, {1}, {2}, {63}, {64}, {65}, {127}, {128}, {129}, {0, 1}, {0, 64}, {63, 64, 128},
		{1, 2, 3}, {64, 65, 127, 129},
	}
	for _, a := range lists {
		for _, b := range lists {
			var common []int
			for _, i := range a {
				if slices.Contains(b, i) {
					common = append(common, s.fields[i])
				}
			}
			union := slices.Concat(a, b)
			slices.Sort(union)
			union = slices.Compact(union)
			p, q := setOf(a), setOf(b)
			if got := s.union(p, q); got != setOf(union) || s.union(q, p) != got {
				t.Errorf("union(%v, %v) = %v, want %v", a, b, x.fieldNames(got), union)
			}
			if got, want := s.subset(p, q), len(common) == len(a); got != want {
				t.Errorf("subset(%v, %v) = %t, want %t", a, b, got, want)
			}
			if got, want := disjoint(s.words[p], s.words[q]), len(common) == 0; got != want {
				t.Errorf("disjoint(%v, %v) = %t, want %t", a, b, got, want)
			}
			if got := s.common(s.words[p], s.words[q]); !slices.Equal(got, common) {
				t.Errorf("common(%v, %v) = %v, want %v", a, b, got, common)
			}
		}
		var names []string
		for _, i := range a {
			names = append(names, x.core.Fields[s.fields[i]])
		}
		if got := x.fieldNames(setOf(a)); !slices.Equal(got, names) {
			t.Errorf("fieldNames(%v) = %v, want %v", a, got, names)
		}
	}
}

// TestMinimal: a key keeps a set unless the set contains one that is already there.
func TestMinimal(t *testing.T) {
	x := analysisOf(t,
		iltest.Core(t, "m(p) { x := p.f; x := p.g; x := p.h; p.f := p; p.g := p; p.h := p; }"))
	s := x.sets
	f, g, h := x.single[x.fields["f"]], x.single[x.fields["g"]], x.single[x.fields["h"]]
	for name, c := range map[string]struct {
		sets []set
		want string // y or n for each set: whether it is added
	}{
		"one":           {[]set{f, f}, "yn"},
		"a larger one":  {[]set{f, s.union(f, g), s.union(s.union(f, g), h)}, "ynn"},
		"a smaller one": {[]set{s.union(f, g), f, s.union(f, g)}, "yyn"},
		"nothing":       {[]set{0, f, 0}, "ynn"},
		"others": {[]set{f, g, h, s.union(g, h), s.union(f, h), g, h},
			"yyynnnn"},
		"within one that is not it": {[]set{
			s.union(f, g), s.union(g, h), h, s.union(f, h), s.union(s.union(f, g), h),
		}, "yyynn"},
	} {
		m := newMinimal[int]()
		for i, one := range c.sets {
			if got, want := m.add(s, 1, one), c.want[i] == 'y'; got != want {
				t.Errorf("%s: add of set %d = %t, want %t", name, i, got, want)
			}
		}
		if !m.add(s, 2, s.union(f, g)) || !m.add(s, 2, h) || m.add(s, 2, s.union(f, h)) {
			t.Errorf("%s: another key does not keep exactly {f, g} and {h}", name)
		}
	}
}

// TestEndings: each suffix of an accessed path occurs once, by its last field.
func TestEndings(t *testing.T) {
	core := iltest.Core(t,
		"m(p) { x := p.f.g.h; y := p.k.g.h; p.g.h := x; p.f.g := y; p.h := p; }")
	x, err := newAnalysis(core, Options{Rely: true}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"h": ".f.g.h .g.h .k.g.h", "g": ".f.g", "f": "", "k": "",
	} {
		var got []string
		for _, e := range x.endings[x.fields[field]] {
			got = append(got, dotted(e.fields))
			for i, f := range e.steps {
				if x.core.Fields[f] != e.fields[i] || len(e.steps) != len(e.fields)-1 {
					t.Errorf("the steps of %v are %v", e.fields, e.steps)
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the endings with the last field %s are %q, want %q", field, got, want)
		}
	}
}
