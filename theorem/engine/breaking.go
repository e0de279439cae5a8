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

// Breaking is the configuration of Switch.Break.
type Breaking struct {
	Seed  uint64
	Cases uint64 // random programs
	Size  int    // statements of the largest programs that are then enumerated; 0 for none
	// Progress is called from time to time; may be nil.
	Progress func(*Broken)
}

// Broken is the result of Switch.Break.
type Broken struct {
	Switch     *Switch
	Drawn      uint64 // random programs that were tried
	Enumerated uint64 // programs of the exhaustive search that were tried
	Size       int    // of the programs of at most this many statements all were tried; -1 for none
	Undecided  uint64 // programs in which a limit left something undecided
	Cut        bool   // interrupted
	Found      *Counterexample
}

// Counterexample is a shrunk program, legal except for the assumption that is switched off.
type Counterexample struct {
	Program *il.Program
	Before  int    // statements before it was shrunk
	Size    int    // statements
	Seed    uint64 // of NewCase
	Refutation
}

// Break looks for a program that breaks the statement of a switch: random programs first, then
// all small ones by size. Programs that violate an assumption are only generated at random,
// since enumerated ones are legal. Break ends early when ctx ends.
func (s *Switch) Break(ctx context.Context, b Breaking) *Broken {
	o := &Broken{Switch: s, Size: -1}
	if !s.tryRandom(ctx, b, o) && s.Off.Tolerate == 0 && b.Size > 0 {
		s.tryAll(ctx, b, o)
	}
	o.Cut = ctx.Err() != nil && o.Found == nil
	return o
}

const progressCases = 16

// firstCases is the number of seeds for the first program of a switch.
const firstCases = 32

func (s *Switch) tryRandom(ctx context.Context, b Breaking, o *Broken) bool {
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

// Draw generates the n-th program, which violates the assumption that the switch drops, if any. The
// first few programs are Switch.First, if there is one.
func (s *Switch) Draw(n, seed uint64) *il.Program {
	if n < firstCases && s.First != "" {
		p, _ := parse.File(il.NewSource(s.Name, s.First)) // tests check that it parses
		return p
	}
	r := rand.New(rand.NewPCG(seed, 0x627265616b))
	p := draw.Program(r, s.Generator)
	if s.Off.Tolerate != 0 {
		return gen.Violate(r, p, s.Off.Tolerate)
	}
	return p
}

// Try looks for something broken in one program. nil may also mean that a limit was reached.
func (s *Switch) Try(p *il.Program, seed uint64) *Counterexample {
	var scratch Broken
	return s.try(p, seed, &scratch)
}

// try is like Try, and counts undecided programs in o.
func (s *Switch) try(p *il.Program, seed uint64, o *Broken) *Counterexample {
	core, _ := check.Program(p, check.Options{Tolerate: s.Off.Tolerate, NoANF: s.Off.NoANF})
	if core == nil {
		return nil // the program violates more than it should
	}
	found := s.refute(core, seed, o)
	if found == nil {
		return nil
	}
	size := gen.Measure(p).Statements
	return &Counterexample{Program: p, Before: size, Size: size, Seed: seed, Refutation: *found}
}

// refute looks for something broken in a checked program. nil may also mean that a limit left the
// program undecided, which o counts.
func (s *Switch) refute(core *il.Core, seed uint64, o *Broken) *Refutation {
	c := NewCase(core, seed)
	c.Analysis, c.Variant = s.Off.Analysis, s.Off.Variant
	found, undecided := s.Refute(c)
	if undecided {
		o.Undecided++
	}
	return found
}

func (s *Switch) tryAll(ctx context.Context, b Breaking, o *Broken) {
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
			if s.refute(p.Core, b.Seed, o) == nil {
				continue
			}
			placed := enum.Placed(p.Core).Program
			if x := s.try(placed, b.Seed, o); x != nil {
				o.Found = s.shrink(placed, x)
				return
			}
		}
		o.Size = size
	}
}

func (s *Switch) shrink(p *il.Program, first *Counterexample) *Counterexample {
	small := gen.ShrinkWithin(p, s.Off.Tolerate,
		func(q *il.Program) bool { return s.Try(q, first.Seed) != nil })
	x := s.Try(small, first.Seed)
	if x == nil {
		return first
	}
	x.Before = first.Before
	return x
}
