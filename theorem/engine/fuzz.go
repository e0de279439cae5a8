package engine

import (
	"context"
	"fmt"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/campaign"
)

// Fuzzing says how to draw cases.
type Fuzzing struct {
	Cases   uint64 // how many; 0 for no end
	First   uint64 // number of the first case
	Seed    uint64
	Workers int
	Crew    campaign.Crew // that checks them; nil for Workers goroutines
	About   any           // what workers elsewhere are told, who make the same Fuzzing of it; may be nil
	Gen     gen.Options   // of the random programs
	Corpus  []*il.Program // legal programs, of which one case in eight is a mutant; may be nil
	Without []string      // hypotheses that are switched off, by name
	Tally   *Tally        // of the first cases, of a run that ended early: it is gone on with; nil to begin
	// Progress is called whenever some cases are done, by one goroutine at a time, with
	// the tally of these; may be nil.
	Progress func(*Tally)
	// Each is called after each case by the worker that checked it, with the tally of
	// the batch that the case is of; may be nil.
	Each func(part *Tally)
}

// FuzzKind is the name of these campaigns.
const FuzzKind = "theorem fuzz"

// A round is so many cases. A worker takes a part of it at a time.
const round = 2048

// batch is how many cases of so many statements a worker takes at a time: a power of two,
// fewer of more statements, so that it has done them soon. It depends on nothing else, so
// that whoever goes on with a run has the same parts.
func batch(statements int) uint64 {
	const most, least, checks = 64, 8, 1280
	n := uint64(most)
	for n > least && n*uint64(statements) > checks {
		n /= 2
	}
	return n
}

// Fuzz checks statements on drawn cases, until the cases are used up, the
// context ends, or a statement is refuted; then the round that refuted it is
// finished, so that the tally does not depend on the number of workers. After an
// interruption the tally is that of the first Tally.Cases cases, with which another run
// may go on: what both come to is what one run comes to.
func Fuzz(ctx context.Context, statements []*Statement, f Fuzzing) *Tally {
	t := f.Tally
	if t == nil {
		t = NewTally(statements)
	}
	f.restore(t)
	crew := f.Crew
	if crew == nil {
		crew = campaign.Here(f.Workers)
	}
	job := f.job(statements, t)
	crew(ctx, job)
	t.Cut = !job.Plan.Over()
	return t
}

// Worker is the job of a worker elsewhere, which checks cases of a run that Fuzz was
// called for there.
func (f Fuzzing) Worker(statements []*Statement) *campaign.Job[campaign.Range, *Tally] {
	return f.job(statements, NewTally(statements))
}

// job is the campaign whose tally is t.
func (f *Fuzzing) job(statements []*Statement, t *Tally) *campaign.Job[campaign.Range, *Tally] {
	take := func(r campaign.Range, part *Tally) bool {
		f.restore(part)
		t.merge(part)
		if f.Progress != nil {
			f.Progress(t)
		}
		return !t.ended()
	}
	plan := campaign.NewRanges(campaign.Range{First: f.First, N: f.Cases}, batch(len(statements)), take)
	plan.GoOn(t.Cases, !t.ended())
	return &campaign.Job[campaign.Range, *Tally]{
		Kind: FuzzKind, About: f.About, Plan: plan,
		Do:    func(_ context.Context, r campaign.Range) (*Tally, bool) { return f.part(statements, r), true },
		Check: func(r campaign.Range, part *Tally) error { return f.check(statements, r, part) },
		Parts: campaign.Range.Each,
		Join: func(parts []*Tally) *Tally {
			t := NewTally(statements)
			for _, p := range parts {
				t.merge(p)
			}
			return t
		},
	}
}

// restore draws the programs again that a tally from elsewhere does not hold.
func (f *Fuzzing) restore(part *Tally) {
	for i := range part.Results {
		if x := part.Results[i].Failure; x != nil && x.Program == nil {
			x.Program, _ = f.Program(x.CaseSeed)
		}
	}
}

// check tells why a tally from elsewhere is none of a range. A refutation is none
// unless it is one here too.
func (f *Fuzzing) check(statements []*Statement, r campaign.Range, part *Tally) error {
	if err := part.check(r.N, len(statements)); err != nil {
		return err
	}
	for i := range part.Results {
		x := part.Results[i].Failure
		if x == nil {
			continue
		}
		again := NewTally(statements[i : i+1])
		if x.Case-r.First < r.N {
			f.one(again, x.Case)
		}
		if y := again.Results[0].Failure; y == nil || y.CaseSeed != x.CaseSeed || y.Instance != x.Instance || y.Why != x.Why {
			return fmt.Errorf("case %d does not refute %s as it is said to", x.Case, statements[i].Name)
		}
	}
	return nil
}

// part checks the cases of a range. If one of them panics, it tells which, and its
// program.
func (f *Fuzzing) part(statements []*Statement, r campaign.Range) *Tally {
	t := NewTally(statements)
	k := r.First
	defer campaign.Blame(func() string {
		p, _ := f.Program(f.CaseSeed(k))
		return fmt.Sprintf("case %d of seed %d\n%s", k, f.Seed, il.Format(p))
	})
	for ; k < r.First+r.N; k++ {
		f.one(t, k)
		if f.Each != nil {
			f.Each(t)
		}
	}
	return t
}

// CaseSeed is the seed of the case of a number.
func (f *Fuzzing) CaseSeed(number uint64) uint64 {
	x := f.Seed + 0x9e3779b97f4a7c15*(number+1)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// degenerateEvery says that one case in so many, by its seed, has a degenerate program.
const degenerateEvery = 64

// Program draws the program of the case with a seed, and reports whether it is a mutant.
func (f *Fuzzing) Program(seed uint64) (p *il.Program, mutant bool) {
	r := rand.New(rand.NewPCG(seed, 0x776f62626c79))
	if seed%degenerateEvery == 0 {
		o := f.Gen
		o.Degenerate = 1
		return gen.Program(r, o), false
	}
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
