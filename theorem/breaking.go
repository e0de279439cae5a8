package theorem

import (
	"context"
	"fmt"
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/enum"
	"wobbly/il/gen"
	"wobbly/theorem/world"
)

// Breaking says how far to look for a program that breaks something.
type Breaking struct {
	Seed  uint64
	Cases uint64 // random programs
	Size  int    // then all programs of up to so many statements; 0 for none
	// Progress is called now and then; may be nil.
	Progress func(*Broken)
}

// Broken is what breaking a switch came to.
type Broken struct {
	Switch     *Switch
	Drawn      uint64 // random programs that were tried
	Enumerated uint64 // programs of the exhaustive search that were tried
	Size       int    // all programs of up to so many statements were tried; -1 for none
	Undecided  uint64 // programs in which a limit left something undecided
	Cut        bool   // interrupted
	Found      *Counterexample
}

// Expected tells whether theory says that it comes out like this.
func (b *Broken) Expected() bool { return (b.Found != nil) == b.Switch.Needed }

// Counterexample is a legal program (but for what is switched off) that breaks
// something, shrunk.
type Counterexample struct {
	Program *il.Program
	Before  int    // statements before it was shrunk
	Size    int    // statements
	Seed    uint64 // of NewCase, for what was drawn besides the program
	What    string // the false report, or the instance of a lemma
	Why     string // no interleaving races there because; or what is false
}

// Break looks for a program that breaks the statement of a switch: first random
// ones, then all small ones in turn. It ends early when ctx ends.
func (s *Switch) Break(ctx context.Context, b Breaking) *Broken {
	o := &Broken{Switch: s, Size: -1}
	if !s.random(ctx, b, o) && b.Size > 0 {
		s.exhaustive(ctx, b, o)
	}
	o.Cut = ctx.Err() != nil && o.Found == nil
	return o
}

// maxWorldStates bounds the search for one report in another world. What needs
// more is left undecided: another program will do.
const maxWorldStates = 3000

// progressCases is how many programs go by between two reports.
const progressCases = 256

// random tries random programs, and tells whether one broke something.
func (s *Switch) random(ctx context.Context, b Breaking, o *Broken) bool {
	f := Fuzzing{Seed: b.Seed}
	for ; o.Drawn < b.Cases && ctx.Err() == nil; o.Drawn++ {
		if b.Progress != nil && o.Drawn%progressCases == 0 {
			b.Progress(o)
		}
		seed := f.CaseSeed(o.Drawn)
		p := s.draw(seed)
		if x := s.try(p, seed, o); x != nil {
			o.Drawn++
			o.Found = s.shrink(p, x)
			return true
		}
	}
	return false
}

// draw draws a program, which violates an assumption where the switch drops one.
func (s *Switch) draw(seed uint64) *il.Program {
	r := rand.New(rand.NewPCG(seed, 0x627265616b))
	p := mixed(r, s.drawing)
	if s.tolerate != 0 {
		return gen.Violate(r, p, s.tolerate)
	}
	return p
}

// try looks for something broken in one program.
func (s *Switch) try(p *il.Program, seed uint64, o *Broken) *Counterexample {
	core, _ := check.Program(p, check.Options{Tolerate: s.tolerate, NoANF: s.noANF})
	if core == nil {
		return nil // what was drawn violates more than it should
	}
	x := s.tryCore(core, seed, o)
	if x != nil {
		x.Program, x.Before = p, gen.Measure(p).Statements
		x.Size = x.Before
	}
	return x
}

// tryCore is try for a program that was made ready.
func (s *Switch) tryCore(core *il.Core, seed uint64, o *Broken) *Counterexample {
	c := NewCase(core, seed)
	c.Analysis, c.Variant = s.analysis, s.variant
	if s.Statement == theorem1 && len(s.without) == 0 {
		return s.falseReport(c, o)
	}
	t, ok := Find(s.Statement)
	if !ok {
		panic("theorem: a switch of no statement: " + s.Statement)
	}
	switch out := t.Check(c, s.without...); out.Verdict {
	case Refuted:
		return &Counterexample{Seed: seed, What: out.Counterexample.String(), Why: out.Why.Error()}
	case Bounded:
		o.Undecided++
	}
	return nil
}

// falseReport looks for a report of the analysis that no execution shows from
// any initial state, in the world of the switch.
func (s *Switch) falseReport(c *Case, o *Broken) *Counterexample {
	reports, err := c.Races()
	undecided := err != nil
	for _, r := range reports {
		why, verdict := s.refute(c, r)
		undecided = undecided || verdict == world.Bounded
		if verdict == world.NoRace {
			return &Counterexample{Seed: c.Seed, What: describe(c.Core, r), Why: why}
		}
	}
	if undecided {
		o.Undecided++
	}
	return nil
}

// refute decides whether a report is real in the world of the switch. In the
// paper's own world a witness that the checker accepts settles it, and a
// refusal is put to both oracles, which must agree.
func (s *Switch) refute(c *Case, r abstract.Report) (why string, v world.Verdict) {
	own := s.world == (world.World{}) && s.tolerate == 0
	if own {
		no, err := c.FalseReport(r)
		switch {
		case err != nil:
			return err.Error(), world.Bounded
		case !no:
			return "", world.Races
		}
	}
	p := il.Pair{Left: r.Left.Unit, Right: r.Right.Unit}
	v, why = s.world.CanRace(c.Core, p, siteOf(r.Left), siteOf(r.Right), world.Limits{States: maxWorldStates})
	if own && v == world.Races {
		panic(fmt.Sprintf("theorem: the oracles disagree on %v\n%s", r, c.Core.Source.Text))
	}
	return why, v
}

func siteOf(s abstract.Side) il.Site { return il.Site{At: s.At, Kind: s.Kind} }

// describe is a report as a student reads it.
func describe(core *il.Core, r abstract.Report) string {
	side := func(s abstract.Side) string {
		return fmt.Sprintf("%s at %s in %s, as %s under %d locks", s.Kind, core.Source.At(s.At), s.Unit.Name, s.Path, s.Lock)
	}
	return side(r.Left) + "  with  " + side(r.Right)
}

// exhaustive tries all programs of ever more statements. Assumptions about
// programs are not violated by what is enumerated, which is legal.
func (s *Switch) exhaustive(ctx context.Context, b Breaking, o *Broken) {
	if s.tolerate != 0 {
		return
	}
	for size := 0; size <= b.Size; size++ {
		u := enum.Default(size)
		u.Least = size
		all, err := enum.Programs(u, enum.Shard{}, "")
		if err != nil {
			panic(err) // the options are in range
		}
		for p := range all {
			if ctx.Err() != nil {
				return
			}
			if b.Progress != nil && o.Enumerated%progressCases == 0 {
				b.Progress(o)
			}
			o.Enumerated++
			if s.tryCore(p.Core, b.Seed, o) == nil {
				continue
			}
			placed := enum.Placed(p.Core)
			if x := s.try(placed.Program, b.Seed, o); x != nil {
				o.Found = s.shrink(placed.Program, x)
				return
			}
		}
		o.Size = size
	}
}

// shrink looks for a smaller program that breaks the same.
func (s *Switch) shrink(p *il.Program, first *Counterexample) *Counterexample {
	var scratch Broken
	small := gen.ShrinkWithin(p, s.tolerate, func(q *il.Program) bool { return s.try(q, first.Seed, &scratch) != nil })
	x := s.try(small, first.Seed, &scratch)
	if x == nil {
		return first
	}
	x.Before = first.Before
	return x
}
