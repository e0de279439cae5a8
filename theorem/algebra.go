package theorem

import (
	"fmt"
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/il"
)

// affine is the form that every summary has.
func affine() *Statement {
	return &Statement{
		Name: "affine", Title: "The analysis of a block only adds", Cite: "Figure 7 (POPL 2019), by induction on C",
		Words: "Whatever a block begins with, its analysis adds the same touched expressions, the same accesses moved up by the level it begins " +
			"at, and the same number to the level. So a summary from nothing says everything.",
		Symbols: "⟨w, d, a⟩ = [[C]]# ⊥ ⟹ [[C]]# ⟨W, L, A⟩ = ⟨W ∪ w, L + d, A ∪ (a + L)⟩",
		Hypotheses: []Hypothesis{
			on("above", "C never unlocks below the level at which it begins.", func(x *analysed) bool { return x.locking.low >= 0 }),
			on("inside", "Each block inside C is balanced (A2).", func(x *analysed) bool { return x.locking.inside }),
			on("uncapped", "Levels have no cap.", (*analysed).uncapped),
		},
		Floor:     0.9,
		Instances: func(c *Case, visit func(Instance) bool) error { return eachAnalysed(c, isAffine, visit) },
	}
}

// oneIteration is why Figure 7 needs no fixed point.
func oneIteration() *Statement {
	return &Statement{
		Name: "one-iteration", Title: "One round of a loop shows all", Cite: "Figure 7, while rule (POPL 2019), from affine",
		Words:   "A second and a third round of a loop add nothing to what the analysis of one round has, be levels capped or not.",
		Symbols: "F(D) = D ⊔ [[C]]# D ⟹ F(F(F(D))) = F(F(D)) = F(D)",
		Hypotheses: []Hypothesis{
			on("balanced", "C and each block inside ends at the level at which it begins, and never unlocks below it (A2).", func(x *analysed) bool { return x.locking.balanced() }),
		},
		Floor:     0.9,
		Instances: func(c *Case, visit func(Instance) bool) error { return eachAnalysed(c, isIdempotent, visit) },
	}
}

// analysed is a compound program and an abstract state to analyse it from.
type analysed struct {
	c       *Case
	opts    abstract.Options
	unit    *il.Unit // its body is C
	locking lockLevels
	d       abstract.D
	law     func(x *analysed, s *abstract.Sets) error
}

// analyses is how many blocks are analysed of a case.
const analyses = 3

// eachAnalysed draws blocks and abstract states. One in eight has a cap.
func eachAnalysed(c *Case, law func(*analysed, *abstract.Sets) error, visit func(Instance) bool) error {
	sets, err := c.Sets()
	if err != nil {
		return err
	}
	r := c.rand()
	legal := newLegality(c.Core)
	for range analyses {
		u := c.anyUnit(r)
		x := &analysed{c: c, opts: c.Analysis, unit: wrapped(r, fragment(r, c.Core, u)), d: drawD(r, sets.Summary(u)), law: law}
		if x.uncapped() && r.IntN(8) == 0 {
			x.opts.Cap = 1 + r.IntN(2)
		}
		x.locking = legal.block(x.unit.Body)
		if !visit(x) {
			break
		}
	}
	return nil
}

// wrapped puts each fourth compound program into a branch, the other one empty,
// and each fourth into a loop.
func wrapped(r *rand.Rand, u *il.Unit) *il.Unit {
	switch r.IntN(4) {
	case 0:
		return compound(u, []il.Stmt{&il.If{At: u.At, Then: u.Body, Else: &il.Block{}}})
	case 1:
		return compound(u, []il.Stmt{&il.While{At: u.At, Body: u.Body}})
	default:
		return u
	}
}

// drawD draws part of an abstract state, at any level up to 3.
func drawD(r *rand.Rand, from abstract.D) abstract.D {
	d := abstract.Bottom()
	for _, e := range from.Wobbly() {
		if r.IntN(2) == 0 {
			d.W[e] = true
		}
	}
	for _, a := range from.Accesses() {
		if r.IntN(2) == 0 {
			d.A[a] = true
		}
	}
	d.L = r.IntN(4)
	return d
}

func (x *analysed) uncapped() bool { return x.opts.Cap == 0 }

// Conclusion is the law.
func (x *analysed) Conclusion() error {
	s, err := x.c.setsUnder(x.opts)
	if err != nil {
		return err
	}
	return x.law(x, s)
}

func isAffine(x *analysed, s *abstract.Sets) error {
	alone := s.Apply(x.unit, x.unit.Body, abstract.Bottom())
	sum := abstract.Bottom().Join(x.d)
	for e := range alone.W {
		sum.W[e] = true
	}
	for a := range alone.A {
		a.Lock += x.d.L
		sum.A[a] = true
	}
	sum.L = x.d.L + alone.L
	return equal(x.c.Core.Source, side{"[[C]]# D", s.Apply(x.unit, x.unit.Body, x.d)}, side{"⟨W ∪ w, L + d, A ∪ (a + L)⟩", sum})
}

func isIdempotent(x *analysed, s *abstract.Sets) error {
	loop := &il.Block{Stmts: []il.Stmt{&il.While{At: x.unit.At, Body: x.unit.Body}}}
	once := s.Apply(x.unit, loop, x.d)
	twice := s.Apply(x.unit, loop, once)
	if err := equal(x.c.Core.Source, side{"F(D)", once}, side{"F(F(D))", twice}); err != nil {
		return err
	}
	return equal(x.c.Core.Source, side{"F(F(D))", twice}, side{"F(F(F(D)))", s.Apply(x.unit, loop, twice)})
}

// String shows C and D.
func (x *analysed) String() string {
	return fmt.Sprintf("in %s, C = %s, D = %s%s", x.unit.Name, blockText(x.unit.Body), dText(x.c.Core.Source, x.d), capText(x.opts.Cap))
}
