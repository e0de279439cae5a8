package section5

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

func lemma59() *engine.Statement {
	return &engine.Statement{
		Name: "5.9", Title: "Balanced locking in the analysis", Cite: "Lemma 5.9 (POPL 2019)",
		Words: "The analysis of a compound program with balanced locking ends at the level " +
			"at which it began.",
		Symbols: "⟨W', L', A'⟩ = [[C]]# ⟨W, L, A⟩ ⟹ L' = L",
		Printed: "Printed with levels capped by L-hat (G20). At the cap it is false: from L = " +
			"L-hat, lock(); unlock() ends at L-hat - 1. Without the hypothesis \"below-cap\" " +
			"it may be reached.",
		Hypotheses: []engine.Hypothesis{
			engine.On("A2",
				"Locking is balanced in C, in every block of it and in the methods it calls.",
				func(x *lockLevel) bool { return x.balanced }),
			engine.On("below-cap",
				"L and the locks that C takes on top of it do not exceed the cap, if there is one.",
				func(x *lockLevel) bool { return fits(x.level, x.locking, x.opts.Cap) }),
		},
		Floor:     0.95,
		Instances: drawLockLevels,
	}
}

// lockLevel is an instance of Lemma 5.9: a compound program C and the level at which it begins.
type lockLevel struct {
	c        *engine.Case
	unit     *il.Unit            // a unit whose body is C
	locking  compound.LockLevels // the lock levels along C
	balanced bool                // whether C satisfies A2
	level    il.Level
	opts     abstract.Options // the options of the analysis, with the cap
}

const (
	maxLevel = 3 // the maximum level at which a compound program begins without a cap
	maxCap   = 3 // the maximum random cap
)

// drawLockLevels visits random levels, half of them with a cap, for a unit and three fragments.
func drawLockLevels(c *engine.Case, visit func(engine.Instance) bool) error {
	r, legal := c.Rand(), compound.NewLegality(c.Core)
	for i := range 4 {
		u := draw.Unit(r, c.Core)
		if i > 0 {
			u = draw.Fragment(r, c.Core, u)
		}
		x := &lockLevel{
			c: c, unit: u, locking: legal.Levels(u.Body), balanced: legal.Balanced(u.Body),
			opts: c.Analysis,
		}
		x.level, x.opts.Cap = levelAndCap(r, c.Analysis.Cap)
		if !visit(x) {
			return nil
		}
	}
	return nil
}

// levelAndCap draws a level and a cap that the level does not exceed, or 0 for no cap. If lockCap
// is not 0, it is the cap.
func levelAndCap(r *rand.Rand, lockCap int) (il.Level, int) {
	if lockCap == 0 && r.IntN(2) == 0 {
		lockCap = 1 + r.IntN(maxCap)
	}
	highest := lockCap
	if lockCap == 0 {
		highest = maxLevel
	}
	return il.LevelOf(r.IntN(highest + 1)), lockCap
}

// fits reports whether the levels that a compound program reaches from level do not exceed the cap,
// if there is one.
func fits(level il.Level, locking compound.LockLevels, lockCap int) bool {
	return lockCap == 0 || level.Plus(locking.High).Depth() <= lockCap
}

func (l *lockLevel) Conclusion() error {
	sets, err := l.c.SetsUnder(l.opts)
	if err != nil {
		return err
	}
	d := abstract.Bottom()
	d.L = l.level
	if after := sets.Apply(l.unit, l.unit.Body, d); after.L != l.level {
		return fmt.Errorf("[[C]]# leads from level %v to level %v", l.level, after.L)
	}
	return nil
}

func (l *lockLevel) String() string {
	return fmt.Sprintf("C = %s, L = %v%s", notation.Block(l.unit.Body), l.level,
		notation.Cap(l.opts.Cap))
}
