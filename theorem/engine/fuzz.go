package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sync"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
)

// Fuzzing says how to draw cases.
type Fuzzing struct {
	Cases   uint64 // how many; 0 for no end
	First   uint64 // number of the first case
	Seed    uint64
	Workers int
	Gen     gen.Options   // of the random programs
	Corpus  []*il.Program // legal programs, of which one case in eight is a mutant; may be nil
	Without []string      // hypotheses that are switched off, by name
	// Progress is called whenever some cases are done, by one goroutine at a time, with
	// the tally of these; may be nil.
	Progress func(*Tally)
	// Each is called after each case by the worker that checked it, with the tally of
	// the batch that the case is of; may be nil.
	Each func(part *Tally)
}

// A worker takes batch cases at a time, and a round is perRound batches.
const (
	batch    = 64
	perRound = 32
)

// Fuzz checks statements on drawn cases, until the cases are used up, the
// context ends, or a statement is refuted; then the round that refuted it is
// finished, so that the tally does not depend on the number of workers. After an
// interruption the tally is that of the first Tally.Cases cases.
func Fuzz(ctx context.Context, statements []*Statement, f Fuzzing) *Tally {
	t, seen := newTally(statements), newTally(statements)
	workers := max(1, f.Workers)
	for done := uint64(0); f.Cases == 0 || done < f.Cases; {
		size := uint64(batch * perRound)
		if f.Cases > 0 {
			size = min(size, f.Cases-done)
		}
		t.merge(f.round(ctx, statements, f.First+done, size, workers, seen))
		done += size
		if t.Cut = t.Cases < done; t.Cut || t.Refuted() {
			return t
		}
	}
	return t
}

// round checks the cases of the numbers first to first+n-1, or the first batches
// of them if it is interrupted. A panic in one of them is raised here. What is done is
// seen at once, in whatever order it gets done.
func (f *Fuzzing) round(ctx context.Context, statements []*Statement, first, n uint64, workers int, seen *Tally) *Tally {
	count := int((n + batch - 1) / batch)
	parts := make([]*Tally, count)
	broken := make([]any, count)
	next := 0
	var lock sync.Mutex
	take := func() (i int, ok bool) {
		lock.Lock()
		defer lock.Unlock()
		if i, ok = next, next < count && ctx.Err() == nil; ok {
			next++
		}
		return i, ok
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				from := first + uint64(i)*batch
				parts[i], broken[i] = f.part(statements, from, min(from+batch, first+n))
				if f.Progress != nil {
					lock.Lock()
					seen.merge(parts[i])
					f.Progress(seen)
					lock.Unlock()
				}
			}
		})
	}
	wg.Wait()
	sum := newTally(statements)
	for i := range next {
		if broken[i] != nil {
			panic(broken[i])
		}
		sum.merge(parts[i])
	}
	return sum
}

// part checks the cases of the numbers from to end-1. If one of them panics, it
// tells which, and where.
func (f *Fuzzing) part(statements []*Statement, from, end uint64) (t *Tally, broken any) {
	t = newTally(statements)
	k := from
	defer func() {
		if r := recover(); r != nil {
			broken = fmt.Sprintf("case %d of seed %d: %v\n%s", k, f.Seed, r, debug.Stack())
		}
	}()
	for ; k < end; k++ {
		f.one(t, k)
		if f.Each != nil {
			f.Each(t)
		}
	}
	return t, nil
}

// CaseSeed is the seed of the case of a number.
func (f *Fuzzing) CaseSeed(number uint64) uint64 {
	x := f.Seed + 0x9e3779b97f4a7c15*(number+1)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Program draws the program of a case, and tells whether it is a mutant.
func (f *Fuzzing) Program(seed uint64) (p *il.Program, mutant bool) {
	r := rand.New(rand.NewPCG(seed, 0x776f62626c79))
	if len(f.Corpus) > 0 && r.IntN(8) == 0 {
		return gen.Mutate(r, f.Corpus[r.IntN(len(f.Corpus))], f.Gen), true
	}
	return gen.Program(r, f.Gen), false
}

// one checks one case.
func (f *Fuzzing) one(t *Tally, number uint64) {
	seed := f.CaseSeed(number)
	p, mutant := f.Program(seed)
	core, errs := check.Program(p, check.Options{})
	if core == nil {
		panic("theorem: an illegal program was drawn: " + errs[0].Message)
	}
	c := NewCase(core, seed)
	sets, _ := c.Sets() // nil where a limit was reached
	t.Coverage.Case(core, sets, c.RandFor("coverage"))
	t.Drawn.count(c, mutant)
	t.Cases++
	for i := range t.Results {
		r := &t.Results[i]
		o := r.Statement.Check(c, f.Without...)
		r.Verdicts[o.Verdict]++
		r.Instances += uint64(o.Decided)
		r.Undecided += uint64(o.Cut)
		if o.Verdict == Refuted && r.Failure == nil {
			r.Failure = &Failure{number, seed, p, o.Counterexample.String(), o.Why.Error()}
		}
	}
}

// redraws is how often Shrink draws for each smaller program: what is drawn
// depends on the program, so the same seed may miss what another one shows.
const redraws = 16

// Shrink looks for a smaller program that refutes the statement too, with the
// same case seed or one of the next.
func (f *Failure) Shrink(s *Statement, without ...string) *Failure {
	small := gen.Shrink(f.Program, func(p *il.Program) bool { return f.redraw(s, p, without) != nil })
	if x := f.redraw(s, small, without); x != nil {
		return x
	}
	return f
}

// redraw looks for an instance of p that refutes the statement.
func (f *Failure) redraw(s *Statement, p *il.Program, without []string) *Failure {
	core, _ := check.Program(p, check.Options{})
	if core == nil {
		return nil
	}
	for i := range uint64(redraws) {
		if o := s.Check(NewCase(core, f.CaseSeed+i), without...); o.Verdict == Refuted {
			return &Failure{f.Case, f.CaseSeed + i, p, o.Counterexample.String(), o.Why.Error()}
		}
	}
	return nil
}
