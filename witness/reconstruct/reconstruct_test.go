package reconstruct_test

import (
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/law"
	"wobbly/internal/quick"
	"wobbly/witness"
	checker "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// everything is a limit that no list reaches.
const everything = 1 << 30

// reports returns the reports of Figure 7.
func reports(t testing.TB, c *il.Core) abstract.Reported {
	t.Helper()
	a, err := compact.Run(c, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAccepted: the checker accepts the witness of every race, both in full and fully compressed,
// and the witness shows the accesses of the report.
func TestAccepted(t *testing.T) {
	l := law.Law{
		Runs: 1500, Floors: law.Floors{"a race": 0.5, "a folded call": 0.05, "a longer path": 0.05},
	}
	l.Check(t, func(x *law.Case) {
		b, k := reconstruct.New(x.Core), checker.New(x.Core)
		for _, race := range reports(x, x.Core).ListRaces(everything) {
			for _, maxSteps := range []int{10_000, 0} {
				w, err := b.Witness(race, maxSteps)
				if err != nil {
					x.Fatalf("the witness of %v: %v", race, err)
				}
				if err := k.Check(w); err != nil {
					x.Fatalf("%v (at most %d steps): %v\n%+v", race, maxSteps, err, w)
				}
				src := x.Core.Source
				if l, r := src.At(race.Left.At), src.At(race.Right.At); w.Race.A.At != l ||
					w.Race.B.At != r {
					x.Fatalf("%v: the witness shows %+v", race, w.Race)
				}
				x.LabelIf(w.Compressed, "a folded call")
			}
			x.Label("a race")
			x.LabelIf(race.Left.Path.Len() > 1, "a longer path")
		}
	})
}

// TestFilteredHaveCalls: Calls also returns the calls to the accesses of a filtered pair.
func TestFilteredHaveCalls(t *testing.T) {
	sides := 0
	iltest.Random(t, 500, gen.Default(), func(c *il.Core) {
		r := reports(t, c)
		b := reconstruct.New(c)
		for _, f := range r.ListFiltered(everything) {
			for _, s := range []abstract.Side{f.Left, f.Right} {
				calls := b.Calls(s)
				unit := s.Unit
				for _, call := range calls {
					if unit.Body.At > call.At || call.At > unit.Body.End {
						t.Fatalf("%v: a call outside %s\n%s", s, unit.Name, c.Source.Text)
					}
					unit = c.Methods[call.Method]
				}
				if unit.Body.At > s.At || s.At > unit.Body.End {
					t.Fatalf("%v: the calls end in %s\n%s", s, unit.Name, c.Source.Text)
				}
				sides++
			}
		}
	})
	if sides < 1000 {
		t.Errorf("only %d sides were checked, want 1000", sides)
	}
}

// TestNoPath: an access that is not in the summary has no witness.
func TestNoPath(t *testing.T) {
	c := iltest.Checked(t, gen.Program(gen.Rand(1), gen.Default()))
	race := reports(t, c).ListRaces(1)[0]
	race.Left.Lock = race.Left.Lock.Plus(il.LevelOf(7))
	if _, err := reconstruct.New(c).Witness(race, 10); err == nil {
		t.Error("Witness of an access under seven more locks succeeds")
	}
}

// loose returns options of programs whose reports of mode Plus are often loose.
func loose() gen.Options {
	o := gen.Default()
	o.Methods, o.Path, o.Longer, o.Call, o.Reassign, o.Fields = 4, 4, 0.4, 0.3, 0.05, 1
	return o
}

// TestAcceptedInPlus is TestAccepted for the reports of mode Plus. A full witness names its cell,
// and so does a compressed one unless the report is loose.
func TestAcceptedInPlus(t *testing.T) {
	open, moved := 0, 0
	iltest.Random(t, quick.Cases(600), loose(), func(c *il.Core) {
		a, err := compact.Run(c, abstract.Options{Mode: abstract.Plus})
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		b, k := reconstruct.New(c), checker.New(c)
		for _, race := range r.ListRaces(everything) {
			for _, maxSteps := range []int{10_000, 0} {
				w, err := b.Witness(race, maxSteps)
				if err != nil {
					t.Fatalf("the witness of %v: %v\n%s", race, err, c.Source.Text)
				}
				if err := k.Check(w); err != nil {
					t.Fatalf("%v (at most %d steps): %v\n%+v\n%s", race, maxSteps, err, w,
						c.Source.Text)
				}
				if got := w.Race.Cell[0] == witness.Undetermined; got != (race.Loose &&
					w.Compressed) {
					t.Fatalf("%v: loose %v, compressed %v, and the cell is %v", race, race.Loose,
						w.Compressed, w.Race.Cell)
				} else if got {
					open++
				} else if w.Race.Cell[0] != w.Init.Objects[race.Left.Path.Len()-1] {
					moved++
				}
			}
		}
	})
	if open < quick.Cases(500) || moved < quick.Cases(500) {
		t.Errorf("only %d cells are left open, and %d have moved", open, moved)
	}
}

// TestAcceptedInMeet is TestAccepted for the reports of mode Meet. If the fields of the paths
// differ, the initial state has two backbones and one object in addition to them and the sink.
func TestAcceptedInMeet(t *testing.T) {
	two, open, named, empty := 0, 0, 0, 0
	iltest.Random(t, quick.Cases(400), loose(), func(c *il.Core) {
		a, err := compact.Run(c, abstract.Options{Mode: abstract.CommonSuffix})
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		b, k := reconstruct.New(c), checker.New(c)
		for _, race := range r.ListRaces(everything) {
			_, f := race.Left.Path.Cut()
			_, g := race.Right.Path.Cut()
			for _, maxSteps := range []int{10_000, 0} {
				w, err := b.Witness(race, maxSteps)
				if err != nil {
					t.Fatalf("the witness of %v: %v\n%s", race, err, c.Source.Text)
				}
				if err := k.Check(w); err != nil {
					t.Fatalf("%v (at most %d steps): %v\n%+v\n%s", race, maxSteps, err, w,
						c.Source.Text)
				}
				if got := w.Race.Cell[0] == witness.Undetermined; got != (race.Loose &&
					w.Compressed) {
					t.Fatalf("%v: loose %v, compressed %v, and the cell is %v", race, race.Loose,
						w.Compressed, w.Race.Cell)
				}
				if f == g {
					continue
				}
				two++
				rest := 1
				if race.Loose {
					rest = race.Rest
				}
				p, q := race.Left.Path.Len()-rest, race.Right.Path.Len()-rest
				if len(w.Init.Objects) != p+q+2 {
					t.Fatalf("%v: %d objects\n%s", race, len(w.Init.Objects), c.Source.Text)
				}
				switch {
				case race.Loose && w.Compressed:
					open++
				case !race.Loose && w.Race.Cell[0] == w.Init.Objects[p+q]:
					named++
				case !race.Loose:
					t.Fatalf("%v: the cell is %v\n%s", race, w.Race.Cell, c.Source.Text)
				}
				if p == 0 || q == 0 {
					empty++
				}
			}
		}
	})
	if two < quick.Cases(2000) || open < quick.Cases(500) || named < quick.Cases(500) ||
		empty < quick.Cases(500) {
		t.Errorf("only %d witnesses with two backbones, %d leave the cell open, %d name the meeting "+
			"object, and %d have a backbone of one object", two, open, named, empty)
	}
}

// TestMeetOfNoRace: a false report in mode Meet has a witness, which the checker refuses.
func TestMeetOfNoRace(t *testing.T) {
	for _, text := range []string{
		"m(a) { a.f := new(); a.f.g := new() } n(b) { b.g := new() }",
		"m(a) { x := a.f; j(a.f); } private j(p) { p.h := new(); p.h.g := new() } " +
			"n(b) { b.h := new(); k(b.h) } private k(q) { q.g := new() }",
		"m(a) { lock(); a.f.g := new(); unlock() } n(b) { lock(); b.g := new(); unlock() }",
	} {
		c := iltest.Core(t, text)
		a, err := compact.Run(c, abstract.Options{Mode: abstract.CommonSuffix})
		if err != nil {
			t.Fatal(err)
		}
		side := func(u *il.Unit) abstract.Side {
			for _, x := range a.Accesses(u, everything) {
				if x.Path.Fields()[x.Path.Len()-1] == "g" {
					return abstract.Side{Unit: u, Access: x}
				}
			}
			panic("no access")
		}
		bogus := abstract.Report{
			Left: side(c.Methods["m"]), Right: side(c.Methods["n"]), Race: true,
			Loose: true, Rest: 1,
		}
		for _, maxSteps := range []int{10_000, 0} {
			w, err := reconstruct.New(c).Witness(bogus, maxSteps)
			if err != nil {
				t.Fatal(err)
			}
			if err := checker.New(c).Check(w); err == nil {
				t.Errorf("accepted: %+v\n%s", w, text)
			}
		}
	}
}

// TestLooseOfNoRace: a false loose report has a witness, which the checker refuses.
func TestLooseOfNoRace(t *testing.T) {
	for _, text := range []string{
		"m(a) { a := new(); a.f.g := new() } n(a) { a.f.g := new() }",
		"m(a) { lock(); a.f.g := new(); unlock() } n(a) { lock(); a.f.g := new(); unlock() }",
	} {
		c := iltest.Core(t, text)
		a, err := compact.Run(c, abstract.Options{Mode: abstract.Plus})
		if err != nil {
			t.Fatal(err)
		}
		side := func(u *il.Unit) abstract.Side {
			for _, x := range a.Accesses(u, everything) {
				if x.Path == "a.f.g" {
					return abstract.Side{Unit: u, Access: x}
				}
			}
			panic("no access")
		}
		bogus := abstract.Report{
			Left: side(c.Methods["m"]), Right: side(c.Methods["n"]), Race: true, Loose: true,
		}
		for _, maxSteps := range []int{10_000, 0} {
			w, err := reconstruct.New(c).Witness(bogus, maxSteps)
			if err != nil {
				t.Fatal(err)
			}
			if err := checker.New(c).Check(w); err == nil {
				t.Errorf("accepted: %+v\n%s", w, text)
			}
		}
	}
}
