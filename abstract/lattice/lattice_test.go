package lattice_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/lattice"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestLaws: every abstract domain satisfies the laws of Lattice.
func TestLaws(t *testing.T) {
	t.Run("𝒟 of Figure 7", func(t *testing.T) {
		laws(t, abstract.States{}, states(t, abstract.Figure7))
	})
	t.Run("𝒟 of RacerDX+", func(t *testing.T) {
		laws(t, abstract.States{}, states(t, abstract.Plus))
	})
	t.Run("O, the ownership of RacerD", func(t *testing.T) {
		laws(t, racerd.Ownerships{}, ownerships())
	})
	t.Run("points-to sets of the staged analysis", func(t *testing.T) {
		laws(t, lattice.Subsets{}, subsets())
	})
}

// laws tests the laws on all triples of elements. It requires enough ordered and unordered pairs.
func laws[E any](t *testing.T, l lattice.Lattice[E], all []E) {
	all = append(all, l.Bottom())
	var ordered, unordered int
	implies := func(law string, premise, conclusion bool, elements ...E) {
		if premise && !conclusion {
			t.Errorf("%s fails for %v", law, elements)
		}
	}
	for _, x := range all {
		implies("⊥ ⊑ x", true, l.Leq(l.Bottom(), x), x)
		implies("x ⊑ x", true, l.Leq(x, x), x)
		for _, y := range all {
			if l.Leq(x, y) && !l.Equal(x, y) {
				ordered++
			}
			if !l.Leq(x, y) && !l.Leq(y, x) {
				unordered++
			}
			before := fmt.Sprint(x, y)
			join := l.Join(x, y)
			implies("⊔ changes neither side", true, fmt.Sprint(x, y) == before, x, y)
			both := l.Leq(x, y) && l.Leq(y, x)
			implies("x ⊑ y ∧ y ⊑ x ⇔ x = y", true, l.Equal(x, y) == both, x, y)
			implies("x ⊑ x ⊔ y", true, l.Leq(x, join), x, y)
			implies("y ⊑ x ⊔ y", true, l.Leq(y, join), x, y)
			for _, z := range all {
				implies("x ⊑ y ∧ y ⊑ z ⇒ x ⊑ z", l.Leq(x, y) && l.Leq(y, z), l.Leq(x, z), x, y, z)
				above := l.Leq(x, z) && l.Leq(y, z)
				implies("x ⊑ z ∧ y ⊑ z ⇒ x ⊔ y ⊑ z", above, l.Leq(join, z), x, y, z)
			}
		}
	}
	if ordered < len(all) || unordered < len(all)/2 {
		t.Errorf("vacuous: of %d elements %d pairs are ordered and %d not, want at least %d and %d",
			len(all), ordered, unordered, len(all), len(all)/2)
	}
}

// states returns abstract states with one component each, joins of them, and summaries of random
// programs.
func states(t *testing.T, m abstract.Mode) []abstract.D {
	single := func(change func(d *abstract.D)) abstract.D {
		d := abstract.Bottom()
		if m.Captures() {
			d.Wr = abstract.SetOf[abstract.Expr]()
		}
		change(&d)
		return d
	}
	read := abstract.Access{At: 1, Kind: il.Read, Path: "a.f"}
	locked := read
	locked.Lock = il.LevelOf(1)
	all := []abstract.D{
		single(func(d *abstract.D) { d.W.Add("a") }),
		single(func(d *abstract.D) { d.W.Add("a.f") }),
		single(func(d *abstract.D) { d.L = il.LevelOf(1) }),
		single(func(d *abstract.D) { d.L = il.LevelOf(2) }),
		single(func(d *abstract.D) { d.A.Add(read) }),
		single(func(d *abstract.D) { d.A.Add(locked) }),
	}
	if m.Captures() {
		all = append(all, single(func(d *abstract.D) { d.W.Add("a"); d.Wr.Add("a") }),
			single(func(d *abstract.D) { d.Wr.Add("a.f") }))
	}
	for i, d := range all[:6] {
		all = append(all, (abstract.States{}).Join(d, all[(i+2)%6]))
	}
	iltest.Random(t, 4, gen.Default(), func(c *il.Core) {
		sums, err := abstract.Summaries(c, abstract.Options{Mode: m})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sums...)
	})
	return all[:min(len(all), 30)]
}

// ownerships returns Unowned, and OwnedIf of all subsets of three formals, one of which is beyond
// the first byte of a set.
func ownerships() []racerd.Ownership {
	all := []racerd.Ownership{racerd.Unowned}
	for set := range 8 {
		var formals []int
		for i, formal := range []int{0, 1, 9} {
			if set>>i&1 != 0 {
				formals = append(formals, formal)
			}
		}
		all = append(all, racerd.OwnedIf(formals...))
	}
	return all
}

// subsets returns random sets of more than one word, some with a trailing zero word.
func subsets() []lattice.Subset {
	r := rand.New(rand.NewPCG(1, 1))
	var all []lattice.Subset
	for range 20 {
		var s lattice.Subset
		for _, i := range []int32{0, 1, 63, 64, 130} {
			if r.IntN(2) == 0 {
				s.Add(i)
			}
		}
		if r.IntN(3) == 0 {
			s = append(s, 0)
		}
		all = append(all, s)
	}
	return all
}

// TestSubset: the operations of Subset that are in no law agree with those of maps.
func TestSubset(t *testing.T) {
	elements := func(s lattice.Subset) map[int32]bool {
		m, last := map[int32]bool{}, int32(-1)
		s.Each(func(i int32) {
			if i <= last || !s.Has(i) {
				t.Errorf("Each visits %d after %d, and Has(%d) = %v, want ascending elements",
					i, last, i, s.Has(i))
			}
			m[i], last = true, i
		})
		return m
	}
	all := subsets()
	for _, x := range all {
		for _, y := range all {
			m, n := elements(x), elements(y)
			common, fresh := map[int32]bool{}, map[int32]bool{}
			for i := range n {
				if m[i] {
					common[i] = true
				} else {
					fresh[i] = true
				}
			}
			same := func(what string, got lattice.Subset, want map[int32]bool) {
				if fmt.Sprint(elements(got)) != fmt.Sprint(want) {
					t.Errorf("%s of %v and %v: %v, want %v", what, m, n, elements(got), want)
				}
			}
			same("and", x.And(y), common)
			if x.Meets(y) != (len(common) > 0) {
				t.Errorf("%v meets %v: %v, want %v", m, n, x.Meets(y), !x.Meets(y))
			}
			for _, z := range all[:5] {
				if x.MeetsIn(y, z) != x.And(y).Meets(z) {
					t.Errorf("%v meets %v in %v: %v, want %v",
						m, n, elements(z), x.MeetsIn(y, z), !x.MeetsIn(y, z))
				}
			}
			grown := slices.Clone(x)
			var added lattice.Subset
			if grew := grown.AddNew(y, &added); grew != (len(fresh) > 0) {
				t.Errorf("%v adds something to %v: %v, want %v", n, m, grew, !grew)
			}
			same("new elements", added, fresh)
			for i := range n {
				m[i] = true
			}
			same("union", grown, m)
		}
	}
	var s lattice.Subset
	if !s.Add(70) || s.Add(70) || !s.Add(1) || fmt.Sprint(elements(s)) != "map[1:true 70:true]" {
		t.Errorf("after adding 70 twice and 1 the elements are %v, want 1 and 70, or Add does not "+
			"say what was new", elements(s))
	}
}
