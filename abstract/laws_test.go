package abstract_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/law"
)

// analysed is Figure 7 of the program of a case.
func analysed(x *law.Case) *abstract.Sets {
	s, err := abstract.AnalyzeSets(x.Core, abstract.Options{})
	if err != nil {
		x.Fatal(err)
	}
	return s
}

// drawnState draws an abstract state with a few expressions of unit u.
func drawnState(x *law.Case, u *il.Unit) abstract.D {
	d := abstract.Bottom()
	roots := append([]string{"z"}, u.Formals...)
	fields := append([]string{"h"}, x.Core.Fields...)
	path := func(fieldsAtLeast int) (e abstract.Expr) {
		e = abstract.Expr(roots[x.Rand.IntN(len(roots))])
		for range fieldsAtLeast + x.Rand.IntN(2) {
			e += abstract.Expr("." + fields[x.Rand.IntN(len(fields))])
		}
		return e
	}
	for range x.Rand.IntN(4) {
		d.W.Add(path(0))
	}
	for range x.Rand.IntN(4) {
		at, level := il.Pos(x.Rand.IntN(9)), il.LevelOf(x.Rand.IntN(3))
		d.A.Add(abstract.Access{At: at, Kind: il.Write, Path: path(1), Lock: level})
	}
	d.L = il.LevelOf(x.Rand.IntN(3))
	return d
}

// TestTransferIsMonotone: D ⊑ D' implies [[C]]# D ⊑ [[C]]# D' if both have the same lock level, at
// which accesses are recorded. Neither argument is modified.
func TestTransferIsMonotone(t *testing.T) {
	l := law.Law{Runs: 800, Gen: deep(), Floors: law.Floors{"different states": 0.95}}
	l.Check(t, func(x *law.Case) {
		s := analysed(x)
		for _, u := range x.Core.Units {
			low := drawnState(x, u)
			high := low.Clone().Join(drawnState(x, u))
			high.L = low.L
			before := [2]abstract.D{low.Clone(), high.Clone()}
			a, b := s.Apply(u, u.Body, low), s.Apply(u, u.Body, high)
			if !a.Below(b) {
				x.Fatalf("%s: from the lower state -, from the higher +\n%s", u.Name,
					cmp.Diff(a, b))
			}
			if !cmp.Equal(before, [2]abstract.D{low, high}) {
				x.Fatalf("%s: an argument was changed", u.Name)
			}
			x.LabelIf(!high.Below(low), "different states")
		}
	})
}

// TestTransferIsAffine: [[C]]# ⟨W, L, A⟩ = ⟨W ∪ w, L, A ∪ (a + L)⟩ where ⟨w, 0, a⟩ is the summary
// of C.
func TestTransferIsAffine(t *testing.T) {
	l := law.Law{Runs: 800, Gen: deep(), Floors: law.Floors{"accesses above 0": 0.5}}
	l.Check(t, func(x *law.Case) {
		s := analysed(x)
		for _, u := range x.Core.Units {
			sum, from := s.Summary(u), drawnState(x, u)
			want := from.Clone()
			want.W.AddAll(sum.W)
			for a := range sum.A.All() {
				a.Lock = from.L.Plus(a.Lock)
				want.A.Add(a)
			}
			if d := cmp.Diff(want, s.Apply(u, u.Body, from)); d != "" {
				x.Fatalf("%s (-want +got):\n%s", u.Name, d)
			}
			if d := cmp.Diff(sum, s.Apply(u, u.Body, abstract.Bottom())); d != "" {
				x.Fatalf("%s: summary -, from the least element +\n%s", u.Name, d)
			}
			x.LabelIf(from.L.Held() && sum.A.Len() > 0, "accesses above 0")
		}
	})
}

// TestOneIteration: one iteration of a loop is its least fixed point, from any state.
func TestOneIteration(t *testing.T) {
	o := deep()
	o.While = 0.3
	l := law.Law{Runs: 600, Gen: o, Floors: law.Floors{"a loop that adds something": 0.5}}
	l.Check(t, func(x *law.Case) {
		s := analysed(x)
		for _, u := range x.Core.Units {
			il.Walk(u.Body, func(st il.Stmt) {
				loop, ok := st.(*il.While)
				if !ok {
					return
				}
				from := drawnState(x, u)
				want, rounds := from.Clone(), 0
				for ; rounds < 10; rounds++ {
					next := want.Clone().Join(s.Apply(u, loop.Body, want))
					if cmp.Equal(next, want) {
						break
					}
					want = next
				}
				got := s.Apply(u, &il.Block{Stmts: []il.Stmt{loop}}, from)
				if d := cmp.Diff(want, got); d != "" {
					x.Fatalf("%s, the loop at %d: least fixed point -, one iteration +\n%s", u.Name,
						loop.At, d)
				}
				x.LabelIf(rounds > 0, "a loop that adds something")
			})
		}
	})
}

// TestCallSubstitutes: a call adds the callee's summary with actuals for formals, filtered by the
// caller's formals, and the prefixes among its arguments. The reference substitutes in lists of
// fields, not in text.
func TestCallSubstitutes(t *testing.T) {
	l := law.Law{
		Runs: 800, Gen: deep(),
		Floors: law.Floors{"a call": 0.6, "a longer path": 0.3, "a prefix among arguments": 0.05},
	}
	l.Check(t, func(x *law.Case) {
		s := analysed(x)
		for _, u := range x.Core.Units {
			il.Walk(u.Body, func(st il.Stmt) {
				if c, ok := st.(*il.Call); ok {
					substitutes(x, s, u, c)
				}
			})
		}
	})
}

// substitutes compares the transfer of one call with what the summary of its callee says.
func substitutes(x *law.Case, s *abstract.Sets, u *il.Unit, c *il.Call) {
	callee := x.Core.Methods[c.Method]
	want := abstract.Bottom()
	// actual returns e with an actual for its formal, and whether that begins with a formal of u.
	actual := func(e abstract.Expr) (abstract.Expr, bool) {
		to := c.Args[callee.Formal(e.Root())]
		whole := il.Path(to.Root, append(append([]string{}, to.Fields...), e.Fields()...)...)
		x.LabelIf(len(to.Fields) > 0 && len(e.Fields()) > 0, "a longer path")
		return abstract.ExprOf(whole), u.Formal(to.Root) >= 0
	}
	for i, e := range c.Args {
		for j, o := range c.Args {
			if i != j && e.IsPrefixOf(o) && u.Formal(e.Root) >= 0 {
				want.W.Add(abstract.ExprOf(e))
				x.Label("a prefix among arguments")
			}
		}
	}
	sum := s.Summary(callee)
	for e := range sum.W.All() {
		if to, ok := actual(e); ok {
			want.W.Add(to)
		}
	}
	for a := range sum.A.All() {
		if to, ok := actual(a.Path); ok {
			a.Path = to
			want.A.Add(a)
		}
	}
	got := s.Apply(u, &il.Block{Stmts: []il.Stmt{c}}, abstract.Bottom())
	if d := cmp.Diff(want, got); d != "" {
		x.Fatalf("the call of %s in %s (-want +got):\n%s", callee.Name, u.Name, d)
	}
	x.Label("a call")
}

// TestModesInclude: a mode reports everything that the modes it includes report, and has all of
// their candidate pairs. Figure7, NoWB and Plus have the same candidates. Reports of mode Plus that
// are not Loose are those of Theorem 1.
func TestModesInclude(t *testing.T) {
	l := law.Law{
		Runs: 500, Gen: deep(),
		Floors: law.Floors{"more by nowb": 0.03, "more by plus": 0.3, "more by meet": 0.3},
	}
	l.Check(t, func(x *law.Case) {
		races, candidates := map[abstract.Mode][]string{}, map[abstract.Mode][]string{}
		var firm []string
		for _, m := range abstract.Modes {
			rs, fs := reportsIn(x, x.Core, m.Mode)
			races[m.Mode] = texts(rs)
			candidates[m.Mode] = append(strippedOf(rs), strippedOf(fs)...)
			slices.Sort(candidates[m.Mode])
			if m.Mode == abstract.Plus {
				firm = texts(slices.DeleteFunc(rs, func(r abstract.Report) bool { return r.Loose }))
			}
		}
		for _, m := range abstract.Modes {
			for _, w := range m.Within {
				for _, r := range races[m.Mode] {
					if !slices.Contains(races[w.Mode], r) {
						x.Fatalf("%s reports %s, but %s does not", m.Name, r, w.Mode)
					}
				}
				small, large := candidates[m.Mode], candidates[w.Mode]
				same := slices.DeleteFunc(slices.Clone(large),
					func(r string) bool { return !slices.Contains(small, r) })
				if !slices.Equal(small, same) {
					x.Fatalf("%s has the candidates %v, and %s the candidates %v", m.Name, small,
						w.Mode, large)
				}
				x.LabelIf(len(races[w.Mode]) > len(races[m.Mode]), "more by "+w.Mode.String())
			}
		}
		figure7 := candidates[abstract.Figure7]
		if !slices.Equal(figure7, candidates[abstract.NoWB]) ||
			!slices.Equal(figure7, candidates[abstract.Plus]) {
			x.Fatalf("the candidates of Figure7, NoWB and Plus are %v, %v and %v, want the same",
				figure7, candidates[abstract.NoWB], candidates[abstract.Plus])
		}
		if !slices.Equal(firm, races[abstract.NoWB]) {
			x.Fatalf("of plus %v are not loose, and nowb reports %v", firm, races[abstract.NoWB])
		}
	})
}
