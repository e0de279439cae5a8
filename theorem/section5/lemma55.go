package section5

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// lemma55 returns the lemma that alpha maps unions to joins.
func lemma55() *engine.Statement {
	return &engine.Statement{
		Name: "5.5", Title: "Additivity of alpha", Cite: "Lemma 5.5 (POPL 2019)",
		Words: "Alpha maps the union of two sets of traces to the join of their " +
			"abstractions, and the empty set to the least element.",
		Symbols:   "α(T1 ∪ T2) = α(T1) ⊔ α(T2), α(∅) = ⊥",
		Floor:     0.95,
		Instances: drawUnions,
	}
}

// union is two sets of traces of a unit, T1 and T2.
type union struct {
	c    *engine.Case
	unit *il.Unit
	sets [2][][]il.Command
}

// drawUnions visits two random instances, with sets of up to three traces.
func drawUnions(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.Rand()
	for range 2 {
		x := &union{c: c, unit: draw.Unit(r, c.Core)}
		for i := range x.sets {
			var err error
			if x.sets[i], err = prefixes(c, r, x.unit, r.IntN(4)); err != nil {
				return err
			}
		}
		if !visit(x) {
			return nil
		}
	}
	return nil
}

func (u *union) Conclusion() error {
	alphaOf := func(t ...[]il.Command) abstract.D { return alpha(u.unit, u.c.Analysis, t) }
	src, t1, t2 := u.c.Core.Source, u.sets[0], u.sets[1]
	err := notation.Equal(src, notation.Term("α(∅)", alphaOf()),
		notation.Term("⊥", abstract.Bottom()))
	if err != nil {
		return err
	}
	return notation.Equal(src,
		notation.Term("α(T1 ∪ T2)", alphaOf(slices.Concat(t1, t2)...)),
		notation.Term("α(T1) ⊔ α(T2)", alphaOf(t1...).Join(alphaOf(t2...))))
}

func (u *union) String() string {
	return fmt.Sprintf("in %s, T1 = %s, T2 = %s", u.unit.Name, notation.Traces(u.sets[0]),
		notation.Traces(u.sets[1]))
}

func galois() *engine.Statement {
	return &engine.Statement{
		Name: "galois", Title: "Galois connection between sets of traces and summaries",
		Cite: "Section 5.1, after Lemma 5.5 (POPL 2019)",
		Words: "The abstraction of T is below D if and only if T is within gamma(D), " +
			"the union of all sets that alpha maps below D. It is checked for all subsets " +
			"T of a few traces.",
		Symbols: "α(T) ⊑ D ⟺ T ⊆ γ(D), γ(D) = ⋃{T | α(T) ⊑ D}",
		Printed: "Printed with N as the lattice of lock levels, which has no top, so that D is " +
			"not complete: {[lock()], [lock(), lock()], ...} has no join (G21). Read N with " +
			"infinity. The finite sets of traces that are drawn never need it.",
		Floor:     0.95,
		Instances: drawConnections,
	}
}

// connection is an element D of the lattice, compared with all sets of traces in a universe.
type connection struct {
	universe *universe
	d        abstract.D
}

// universe is a few traces of a unit, with α of each set of them. A set is a number, of which bit i
// stands for trace i.
type universe struct {
	c      *engine.Case
	unit   *il.Unit
	traces [][]il.Command
	alphas []abstract.D // by set
}

const universeTraces = 3

// drawConnections visits random elements D that are equal to α of a set, or differ from it in one
// element.
func drawConnections(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.Rand()
	u := &universe{c: c, unit: draw.Unit(r, c.Core)}
	var err error
	if u.traces, err = prefixes(c, r, u.unit, universeTraces); err != nil {
		return err
	}
	for set := range 1 << universeTraces {
		u.alphas = append(u.alphas, alpha(u.unit, c.Analysis, u.subset(set)))
	}
	for range 3 {
		d := nearby(r, u.alphas[r.IntN(len(u.alphas))].Clone())
		if !visit(&connection{u, d}) {
			return nil
		}
	}
	return nil
}

func (u *universe) subset(set int) [][]il.Command {
	var members [][]il.Command
	for i, t := range u.traces {
		if set>>i&1 == 1 {
			members = append(members, t)
		}
	}
	return members
}

// nearby returns d with at most one random change. It may modify d.
func nearby(r *rand.Rand, d abstract.D) abstract.D {
	switch r.IntN(5) {
	case 0:
		switch r.IntN(3) {
		case 0:
			d.L = d.L.Release().Max(il.Level{})
		case 2:
			d.L = d.L.Acquire()
		}
	case 1:
		if all := d.Wobbly(); len(all) > 0 {
			d.W.Remove(all[r.IntN(len(all))])
		}
	case 2:
		if all := d.Accesses(); len(all) > 0 {
			d.A.Remove(all[r.IntN(len(all))])
		}
	case 3:
		d.W.Add("arg9")
	}
	return d
}

func (c *connection) Conclusion() error {
	gamma := 0 // the union of the sets whose α is below D
	for set, d := range c.universe.alphas {
		if d.Below(c.d) {
			gamma |= set
		}
	}
	for set, d := range c.universe.alphas {
		if below, within := d.Below(c.d), set&^gamma == 0; below != within {
			return fmt.Errorf("for T = %s, α(T) ⊑ D is %t, but T ⊆ γ(D) is %t",
				notation.Traces(c.universe.subset(set)), below, within)
		}
	}
	return nil
}

func (c *connection) String() string {
	return fmt.Sprintf("in %s, T within %s, D = %s", c.universe.unit.Name,
		notation.Traces(c.universe.traces), notation.D(c.universe.c.Core.Source, c.d))
}
