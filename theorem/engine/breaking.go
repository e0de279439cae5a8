package engine

import (
	"context"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/enum"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/theorem/draw"
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
	Refutation
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

// progressCases is how many programs go by between two reports.
const progressCases = 16

// firstCases is with how many seeds the first program of a switch is tried.
const firstCases = 32

// random tries random programs, and tells whether one broke something.
func (s *Switch) random(ctx context.Context, b Breaking, o *Broken) bool {
	f := Fuzzing{Seed: b.Seed}
	for ; o.Drawn < b.Cases && ctx.Err() == nil; o.Drawn++ {
		if b.Progress != nil && o.Drawn%progressCases == 0 {
			b.Progress(o)
		}
		seed := f.CaseSeed(o.Drawn)
		p := s.Draw(o.Drawn, seed)
		if x := s.try(p, seed, o); x != nil {
			o.Drawn++
			o.Found = s.shrink(p, x)
			return true
		}
	}
	return false
}

// Draw draws the n-th program, which violates an assumption where the switch drops
// one. The first ones are Switch.First, if there is one.
func (s *Switch) Draw(n, seed uint64) *il.Program {
	if n < firstCases && s.First != "" {
		p, _ := parse.File(il.NewSource(s.Name, s.First)) // which tests find legal
		return p
	}
	r := rand.New(rand.NewPCG(seed, 0x627265616b))
	p := draw.Program(r, s.Drawing)
	if s.Off.Tolerate != 0 {
		return gen.Violate(r, p, s.Off.Tolerate)
	}
	return p
}

// try looks for something broken in one program.
func (s *Switch) try(p *il.Program, seed uint64, o *Broken) *Counterexample {
	core, _ := check.Program(p, check.Options{Tolerate: s.Off.Tolerate, NoANF: s.Off.NoANF})
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
	c.Analysis, c.Variant = s.Off.Analysis, s.Off.Variant
	found, undecided := s.Refute(c)
	if undecided {
		o.Undecided++
	}
	if found == nil {
		return nil
	}
	return &Counterexample{Seed: seed, Refutation: *found}
}

// exhaustive tries all programs of ever more statements. Assumptions about
// programs are not violated by what is enumerated, which is legal.
func (s *Switch) exhaustive(ctx context.Context, b Breaking, o *Broken) {
	if s.Off.Tolerate != 0 {
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
	small := gen.ShrinkWithin(p, s.Off.Tolerate, func(q *il.Program) bool { return s.try(q, first.Seed, &scratch) != nil })
	x := s.try(small, first.Seed, &scratch)
	if x == nil {
		return first
	}
	x.Before = first.Before
	return x
}
