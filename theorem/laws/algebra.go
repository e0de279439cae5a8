// Package laws has laws of the analysis that do not concern its reports: summaries only add; the
// lattice and monotonicity; inlining; and that the shared form and the printed text represent what
// they should.
package laws

import (
	"fmt"
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// affine returns the law that the effect of a block is the same from every abstract state.
func affine() *engine.Statement {
	return &engine.Statement{
		Name: "affine", Title: "The analysis of a block only adds",
		Cite: "Figure 7 (POPL 2019), by induction on C",
		Words: "From every abstract state, the analysis of a block adds the same touched " +
			"expressions, the same accesses, raised by the initial level, and the same number to " +
			"the level. So a summary from nothing says everything.",
		Symbols: "⟨w, d, a⟩ = [[C]]# ⊥ ⟹ [[C]]# ⟨W, L, A⟩ = ⟨W ∪ w, L + d, A ∪ (a + L)⟩",
		Hypotheses: []engine.Hypothesis{
			engine.On("above", "C never unlocks below the level at which it begins.",
				func(x *analysed) bool { return x.locking.Low == (il.Level{}) }),
			engine.On("inside", "Each block inside C is balanced (A2).",
				func(x *analysed) bool { return x.locking.Inside }),
			engine.On("uncapped", "Levels have no cap.", (*analysed).uncapped),
		},
		Floor: 0.9,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachAnalysed(c, isAffine, visit)
		},
	}
}

// oneIteration returns the law that further iterations of a loop change nothing. Because of it,
// Figure 7 needs no fixed point.
func oneIteration() *engine.Statement {
	return &engine.Statement{
		Name: "one-iteration", Title: "One iteration of a loop shows all",
		Cite: "Figure 7, while rule (POPL 2019), from affine",
		Words: "Further iterations of a loop add nothing to the analysis of one, whether " +
			"levels are capped or not.",
		Symbols: "F(D) = D ⊔ [[C]]# D ⟹ F(F(F(D))) = F(F(D)) = F(D)",
		Hypotheses: []engine.Hypothesis{
			engine.On("balanced",
				"C and each block inside end at their initial level, and never "+
					"unlock below it (A2).",
				func(x *analysed) bool { return x.balanced }),
		},
		Floor: 0.9,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachAnalysed(c, isIdempotent, visit)
		},
	}
}

// analysed is an instance of a law about a compound program C and an abstract state.
type analysed struct {
	c        *engine.Case
	opts     abstract.Options
	unit     *il.Unit            // a unit whose body is C
	locking  compound.LockLevels // the lock levels along C
	balanced bool                // whether C satisfies A2
	d        abstract.D
	law      func(x *analysed, s *abstract.Sets) error // returns why the law fails, or nil
}

// analyses is the number of blocks of a case that are analysed.
const analyses = 3

// eachAnalysed visits random blocks and abstract states. One in eight has a random cap on lock
// levels.
func eachAnalysed(c *engine.Case, law func(*analysed, *abstract.Sets) error,
	visit func(engine.Instance) bool) error {
	sets, err := c.Sets()
	if err != nil {
		return err
	}
	r := c.Rand()
	legal := compound.NewLegality(c.Core)
	for range analyses {
		u := draw.Unit(r, c.Core)
		x := &analysed{
			c: c, opts: c.Analysis, unit: wrapped(r, draw.Fragment(r, c.Core, u)),
			d: drawD(r, sets.Summary(u)), law: law,
		}
		if x.uncapped() && r.IntN(8) == 0 {
			x.opts.Cap = 1 + r.IntN(2)
		}
		x.locking, x.balanced = legal.Levels(x.unit.Body), legal.Balanced(x.unit.Body)
		if !visit(x) {
			break
		}
	}
	return nil
}

// wrapped returns u, or with probability 1/4 each a copy whose body is an if without an else, or a
// loop, around that of u.
func wrapped(r *rand.Rand, u *il.Unit) *il.Unit {
	switch r.IntN(4) {
	case 0:
		return compound.Of(u, []il.Stmt{&il.If{At: u.At, Then: u.Body, Else: &il.Block{}}})
	case 1:
		return compound.Of(u, []il.Stmt{&il.While{At: u.At, Body: u.Body}})
	default:
		return u
	}
}

// drawD draws a part of an abstract state, at a random level up to 3.
func drawD(r *rand.Rand, from abstract.D) abstract.D {
	d := abstract.Bottom()
	for _, e := range from.Wobbly() {
		if r.IntN(2) == 0 {
			d.W.Add(e)
		}
	}
	for _, a := range from.Accesses() {
		if r.IntN(2) == 0 {
			d.A.Add(a)
		}
	}
	d.L = il.LevelOf(r.IntN(4))
	return d
}

func (a *analysed) uncapped() bool { return a.opts.Cap == 0 }

func (a *analysed) Conclusion() error {
	s, err := a.c.SetsUnder(a.opts)
	if err != nil {
		return err
	}
	return a.law(a, s)
}

func isAffine(x *analysed, s *abstract.Sets) error {
	alone := s.Apply(x.unit, x.unit.Body, abstract.Bottom())
	sum := abstract.Bottom().Join(x.d)
	sum.W.AddAll(alone.W)
	for a := range alone.A.All() {
		a.Lock = x.d.L.Plus(a.Lock)
		sum.A.Add(a)
	}
	sum.L = x.d.L.Plus(alone.L)
	return notation.Equal(x.c.Core.Source,
		notation.Term("[[C]]# D", s.Apply(x.unit, x.unit.Body, x.d)),
		notation.Term("⟨W ∪ w, L + d, A ∪ (a + L)⟩", sum))
}

func isIdempotent(x *analysed, s *abstract.Sets) error {
	loop := &il.Block{Stmts: []il.Stmt{&il.While{At: x.unit.At, Body: x.unit.Body}}}
	once := s.Apply(x.unit, loop, x.d)
	twice := s.Apply(x.unit, loop, once)
	thrice := s.Apply(x.unit, loop, twice)
	src := x.c.Core.Source
	err := notation.Equal(src, notation.Term("F(D)", once), notation.Term("F(F(D))", twice))
	if err != nil {
		return err
	}
	return notation.Equal(src, notation.Term("F(F(D))", twice), notation.Term("F(F(F(D)))", thrice))
}

func (a *analysed) String() string {
	return fmt.Sprintf("in %s, C = %s, D = %s%s", a.unit.Name, notation.Block(a.unit.Body),
		notation.D(a.c.Core.Source, a.d), notation.Cap(a.opts.Cap))
}

// Statements lists the laws of the analysis and of its forms.
func Statements() []*engine.Statement {
	return []*engine.Statement{
		affine(), oneIteration(), lattice(), monotone(), inlining(), sharedForm(), textForm(),
	}
}
