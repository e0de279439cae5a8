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
	Cases uint64
	// Size is the number of statements up to which all programs are then tried; 0 means that none
	// are enumerated.
	Size int
	// Progress, if not nil, is called before every progressCases-th program.
	Progress func(*Broken)
}

// Broken is the result of Switch.Break.
type Broken struct {
	Switch     *Switch
	Drawn      uint64 // the number of random programs tried
	Enumerated uint64 // the number of enumerated programs tried
	Undecided  uint64 // the number of programs that a limit left undecided
	// Size is the number of statements up to which all programs were tried, -1 if not even the
	// empty ones were.
	Size int
	// Cut reports whether ctx ended before a counterexample was found.
	Cut   bool
	Found *Counterexample // nil if none was found
}

// Counterexample is a shrunk program, legal except for the assumption that is switched off.
type Counterexample struct {
	Program *il.Program
	Before  int    // the number of statements before it was shrunk
	Size    int    // the number of statements
	Seed    uint64 // the seed of the case, for NewCase
	Refutation
}

// Break looks for a program that breaks the statement of the switch. It tries random programs
// first, then all small ones by size. If the switch needs programs that violate an assumption, it
// does not enumerate, because enumerated programs are legal. Break returns early when ctx ends.
func (s *Switch) Break(ctx context.Context, b Breaking) *Broken {
	o := &Broken{Switch: s, Size: -1}
	if !s.tryRandom(ctx, b, o) && s.Off.Tolerate == 0 && b.Size > 0 {
		s.tryAll(ctx, b, o)
	}
	o.Cut = ctx.Err() != nil && o.Found == nil
	return o
}

// progressCases is the number of programs between two calls of Breaking.Progress.
const progressCases = 16

// firstCases is the number of cases, each with its own seed, that try Switch.First.
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

// Draw returns the n-th program to try, from 0. The first firstCases programs are Switch.First, if
// there is one. The others are random and violate the assumption that the switch drops, if any.
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

// Try returns a counterexample that consists of p and is not shrunk. It returns nil if p is none,
// or if a limit left that undecided.
func (s *Switch) Try(p *il.Program, seed uint64) *Counterexample {
	var scratch Broken
	return s.try(p, seed, &scratch)
}

// try is like Try, and counts undecided programs in o.
func (s *Switch) try(p *il.Program, seed uint64, o *Broken) *Counterexample {
	core, _ := check.Program(p, check.Options{Tolerate: s.Off.Tolerate, NoANF: s.Off.NoANF})
	if core == nil {
		return nil // p violates an assumption other than those that the switch drops
	}
	found := s.refute(core, seed, o)
	if found == nil {
		return nil
	}
	size := gen.Measure(p).Statements
	return &Counterexample{Program: p, Before: size, Size: size, Seed: seed, Refutation: *found}
}

// refute returns a refutation on a checked program, or nil. If it returns nil because of a limit,
// it increments o.Undecided.
func (s *Switch) refute(core *il.Core, seed uint64, o *Broken) *Refutation {
	c := NewCase(core, seed)
	c.Analysis, c.Variant = s.Off.Analysis, s.Off.Variant
	found, undecided := s.Refute(c)
	if undecided {
		o.Undecided++
	}
	return found
}

// tryAll tries all programs of up to b.Size statements and sets o.Found if one is a counterexample.
func (s *Switch) tryAll(ctx context.Context, b Breaking, o *Broken) {
	for size := 0; size <= b.Size; size++ {
		u := enum.Default(size)
		u.Least = size
		all, err := enum.Programs(u, enum.Shard{}, "")
		if err != nil {
			panic(err) // enum.Programs fails only for options that Default does not return
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

// shrink returns a counterexample on a smaller program with the same seed, or first if it finds
// none.
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
