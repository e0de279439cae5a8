package laws

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// lattice returns the laws that Definition 4.3 promises of the join.
func lattice() *engine.Statement {
	return &engine.Statement{
		Name: "lattice", Title: "Abstract states are a join-semilattice",
		Cite: "Definitions 4.2 and 4.3 (POPL 2019)",
		Words: "The order is reflexive and antisymmetric, with a least element. The join is " +
			"idempotent, commutative and associative, an upper bound, and the least one; and D " +
			"is below E if and only if their join is E.",
		Symbols: "D ⊔ D = D, D ⊔ E = E ⊔ D, (D ⊔ E) ⊔ F = D ⊔ (E ⊔ F), ⊥ ⊑ D ⊑ D ⊔ E, " +
			"D ⊑ F ∧ E ⊑ F ⟹ D ⊔ E ⊑ F, D ⊑ E ⟺ D ⊔ E = E",
		Printed: "The order is printed as (⊆, ≤, ⊑); the third is ⊆ (G22). N has no top, " +
			"so the lattice is complete only with infinity (G21).",
		Floor:     0.95,
		Instances: eachThree,
	}
}

// three is an instance of lattice: three abstract states of a unit.
type three struct {
	c       *engine.Case
	unit    *il.Unit
	d, e, f abstract.D
}

// threes is the number of instances of lattice in a case.
const threes = 2

func eachThree(c *engine.Case, visit func(engine.Instance) bool) error {
	sets, err := c.Sets()
	if err != nil {
		return err
	}
	r := c.Rand()
	for range threes {
		u := draw.Unit(r, c.Core)
		all := sets.Summary(u)
		x := &three{c: c, unit: u, d: drawD(r, all), e: drawD(r, all), f: drawD(r, all)}
		if r.IntN(4) == 0 {
			x.e = join(x.d, x.e) // so that D ⊑ E
		}
		if !visit(x) {
			break
		}
	}
	return nil
}

// join returns D ⊔ E, which shares no memory with them.
func join(d, e abstract.D) abstract.D { return d.Clone().Join(e) }

func same(d, e abstract.D) bool { return d.L == e.L && d.W.Equal(e.W) && d.A.Equal(e.A) }

// Conclusion returns an error that names the first law that is false.
func (t *three) Conclusion() error {
	d, e, f := t.d, t.e, t.f
	de := join(d, e)
	for _, law := range []struct {
		text  string
		holds bool
	}{
		{"D ⊑ D", d.Below(d)},
		{"D ⊑ E ∧ E ⊑ D ⟺ D = E", (d.Below(e) && e.Below(d)) == same(d, e)},
		{"⊥ ⊑ D", abstract.Bottom().Below(d)},
		{"D ⊔ D = D", same(join(d, d), d)},
		{"D ⊔ E = E ⊔ D", same(de, join(e, d))},
		{"(D ⊔ E) ⊔ F = D ⊔ (E ⊔ F)", same(join(de, f), join(d, join(e, f)))},
		{"D ⊑ D ⊔ E ∧ E ⊑ D ⊔ E", d.Below(de) && e.Below(de)},
		{"D ⊑ F ∧ E ⊑ F ⟺ D ⊔ E ⊑ F", (d.Below(f) && e.Below(f)) == de.Below(f)},
		{"D ⊑ E ⟺ D ⊔ E = E", d.Below(e) == same(de, e)},
	} {
		if !law.holds {
			return fmt.Errorf("%s is false", law.text)
		}
	}
	return nil
}

func (t *three) String() string {
	src := t.c.Core.Source
	return fmt.Sprintf("in %s, D = %s, E = %s, F = %s", t.unit.Name, notation.D(src, t.d),
		notation.D(src, t.e), notation.D(src, t.f))
}

// monotone returns the law that transfer functions are monotone and distribute over joins.
func monotone() *engine.Statement {
	return &engine.Statement{
		Name: "monotone", Title: "The analysis is monotone at each level",
		Cite: "Figure 7 (POPL 2019)",
		Words: "Among abstract states at one lock level, the analysis of a block is monotone " +
			"and distributes over joins. At different levels it is neither: an access is " +
			"recorded at the level reached, and a higher one is another element, " +
			"not a greater one.",
		Symbols: "L_D = L_E ⟹ [[C]]# (D ⊔ E) = [[C]]# D ⊔ [[C]]# E; and D ⊑ E " +
			"⟹ [[C]]# D ⊑ [[C]]# E",
		Hypotheses: []engine.Hypothesis{
			engine.On("same-level", "D and E are at the same level.",
				func(x *transferred) bool { return x.d.L == x.e.L }),
		},
		Floor:     0.9,
		Instances: eachTransferred,
	}
}

// transferred is an instance of monotone: a block C and two abstract states.
type transferred struct {
	c    *engine.Case
	unit *il.Unit // a unit whose body is C
	d, e abstract.D
}

func eachTransferred(c *engine.Case, visit func(engine.Instance) bool) error {
	sets, err := c.Sets()
	if err != nil {
		return err
	}
	r := c.Rand()
	for range analyses {
		u := draw.Unit(r, c.Core)
		all := sets.Summary(u)
		x := &transferred{
			c: c, unit: draw.Fragment(r, c.Core, u), d: drawD(r, all), e: drawD(r, all),
		}
		if r.IntN(4) > 0 {
			x.e.L = x.d.L
		}
		if !visit(x) {
			break
		}
	}
	return nil
}

// Conclusion checks monotonicity, and that C distributes over the join.
func (t *transferred) Conclusion() error {
	s, err := t.c.Sets()
	if err != nil {
		return err
	}
	apply := func(d abstract.D) abstract.D { return s.Apply(t.unit, t.unit.Body, d) }
	d, e, both := apply(t.d), apply(t.e), apply(join(t.d, t.e))
	if !d.Below(both) || !e.Below(both) {
		return fmt.Errorf("[[C]]# (D ⊔ E) = %s is not above [[C]]# D and [[C]]# E",
			notation.D(t.c.Core.Source, both))
	}
	return notation.Equal(t.c.Core.Source,
		notation.Term("[[C]]# (D ⊔ E)", both), notation.Term("[[C]]# D ⊔ [[C]]# E", join(d, e)))
}

func (t *transferred) String() string {
	src := t.c.Core.Source
	return fmt.Sprintf("in %s, C = %s, D = %s, E = %s", t.unit.Name, notation.Block(t.unit.Body),
		notation.D(src, t.d), notation.D(src, t.e))
}
