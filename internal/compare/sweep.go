package compare

import (
	"cmp"
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/internal/campaign"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// A Sweep counts over a range of random programs.
type Sweep[T any] struct {
	Kind string
	Draw
	Zero func() T
	Plus func(sum, x T)
	// One returns the counts of the program of a seed, and a failure. Its result is dropped if ctx
	// has ended.
	One func(ctx context.Context, seed uint64) (T, *Failure)
	// Check returns an error if counts from elsewhere cannot be those of this number of programs.
	Check func(x T, programs uint64) error
	// Program returns the program of a seed.
	Program func(seed uint64) *il.Program
	// Begun has the counts of the first programs if a run is continued; otherwise it is nil.
	Begun *Stretch[T]
	// Keep is called with the counts of all programs so far, by one goroutine at a time. It may be
	// nil.
	Keep func(*Stretch[T])
}

// A Stretch has the counts of the first programs of a draw.
type Stretch[T any] struct {
	Programs uint64
	Part[T]
}

// A Part has the counts of some programs of a draw.
type Part[T any] struct {
	Total    T
	Failures []Failure // by seed
}

// perShard is how many programs a shard has.
const perShard = 4

// Run runs the sweep and returns its counts. Programs that are unfinished when ctx ends are not
// counted.
func (s *Sweep[T]) Run(ctx context.Context) (T, []Failure) {
	sum := &Stretch[T]{Part: Part[T]{Total: s.Zero()}}
	if s.Begun != nil {
		sum.Programs, sum.Failures = s.Begun.Programs, s.Begun.Failures
		s.Plus(sum.Total, s.Begun.Total)
	}
	run := s.Runner
	if run == nil {
		run = campaign.Local(1)
	}
	if sum.Programs < s.Programs {
		run(ctx, s.job(sum))
	}
	slice.Sort(sum.Failures, func(a, b Failure) int { return cmp.Compare(a.Seed, b.Seed) })
	return sum.Total, sum.Failures
}

// Resume continues after the first programs, whose counts may come from a file. It fails if they
// cannot be counts of this sweep.
func (s *Sweep[T]) Resume(begun *Stretch[T]) error {
	if err := s.check(campaign.Range{First: s.Seed, N: begun.Programs}, &begun.Part); err != nil {
		return err
	}
	for i := range begun.Failures {
		begun.Failures[i].Program = s.Program(begun.Failures[i].Seed)
	}
	s.Begun = begun
	return nil
}

// Job returns the job for a worker elsewhere.
func (s *Sweep[T]) Job() *campaign.Job[campaign.Range, *Part[T]] {
	return s.job(&Stretch[T]{Part: Part[T]{Total: s.Zero()}})
}

// job returns the job for the programs after those of sum, which adds their counts to sum.
func (s *Sweep[T]) job(sum *Stretch[T]) *campaign.Job[campaign.Range, *Part[T]] {
	take := func(r campaign.Range, p *Part[T]) bool {
		s.Plus(sum.Total, p.Total)
		for _, f := range p.Failures {
			f.Program = s.Program(f.Seed)
			sum.Failures = append(sum.Failures, f)
		}
		sum.Programs += r.N
		if s.Progress != nil {
			s.Progress(sum.Programs)
		}
		if s.Keep != nil {
			s.Keep(sum)
		}
		return true
	}
	rest := campaign.Range{First: s.Seed + sum.Programs, N: s.Programs - sum.Programs}
	return &campaign.Job[campaign.Range, *Part[T]]{
		Kind: s.Kind, About: s.About, Plan: campaign.NewRanges(rest, perShard, take),
		Do: s.part, Check: s.check, Loose: s.Keep == nil,
	}
}

// part counts over some programs. A panic names the program.
func (s *Sweep[T]) part(ctx context.Context, r campaign.Range) (*Part[T], bool) {
	p := &Part[T]{Total: s.Zero()}
	seed := r.First
	defer campaign.Blame(func() string {
		return fmt.Sprintf("the program of seed %d\n%s", seed, il.Format(s.Program(seed)))
	})
	for ; seed-r.First < r.N; seed++ {
		x, failure := s.One(ctx, seed)
		if ctx.Err() != nil {
			return nil, false
		}
		s.Plus(p.Total, x)
		if failure != nil {
			p.Failures = append(p.Failures, *failure)
		}
	}
	return p, true
}

// check returns an error if counts from elsewhere cannot be those of a range of programs.
func (s *Sweep[T]) check(r campaign.Range, p *Part[T]) error {
	if p == nil {
		return fmt.Errorf("no counts of %s", text.Count(r.N, "program"))
	}
	for _, f := range p.Failures {
		if f.Seed-r.First >= r.N {
			return fmt.Errorf("a failure of seed %d, which is none of %d to %d", f.Seed, r.First,
				r.First+r.N-1)
		}
	}
	return s.Check(p.Total, r.N)
}
