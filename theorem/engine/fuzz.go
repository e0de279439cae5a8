package engine

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/campaign"
)

// Fuzzing is the configuration of a fuzzing run.
type Fuzzing struct {
	// Cases is the number of cases, 0 for no end, and First the number of the first one.
	Cases, First uint64
	Seed         uint64
	// Gen has the options of most random programs.
	Gen gen.Options
	// Corpus has legal programs. If there are any, one case in eight is a mutant of one.
	Corpus []*il.Program
	// Without has the names of hypotheses that are switched off.
	Without []string

	// Runner runs the campaign. If it is nil, Workers goroutines do.
	Runner  campaign.Runner
	Workers int
	// About describes the Fuzzing to remote workers, which construct an equal one from it.
	About any

	// Tally, if not nil, is that of an interrupted run, which is resumed.
	Tally *Tally
	// Progress, if not nil, is called after each batch with the tally so far, by one goroutine at a
	// time.
	Progress func(*Tally)
	// Each, if not nil, is called by the worker after each case, with the tally of its batch.
	Each func(part *Tally)
}

// FuzzKind is the campaign.Kind of fuzzing.
const FuzzKind = "theorem fuzz"

// round is the number of cases after which a refutation may end a run.
const round = 2048

// batch returns the number of cases that a worker takes at a time, a power of two that divides
// round. It is smaller for more statements, so that batches take a similar time. It depends on
// nothing else, so that a resumed run has the same batches.
func batch(statements int) uint64 {
	const maxCases, minCases, maxChecks = 64, 8, 1280
	n := uint64(maxCases)
	for n > minCases && n*uint64(statements) > maxChecks {
		n /= 2
	}
	return n
}

// Fuzz checks statements on random cases until the cases are used up, ctx ends or a statement is
// refuted. A refutation ends the run at the end of its round, so the tally does not depend on the
// number of workers. After an interruption the tally is that of the first Tally.Cases cases; a run
// that resumes from it ends with the tally of an uninterrupted run.
func Fuzz(ctx context.Context, statements []*Statement, f Fuzzing) *Tally {
	t := f.Tally
	if t == nil {
		t = NewTally(statements)
	}
	f.restorePrograms(t)
	runner := f.Runner
	if runner == nil {
		runner = campaign.Local(f.Workers)
	}
	job := f.job(statements, t)
	runner(ctx, job)
	t.Cut = !job.Plan.Over()
	return t
}

// Worker returns the job of a remote worker.
func (f Fuzzing) Worker(statements []*Statement) *campaign.Job[campaign.Range, *Tally] {
	return f.job(statements, NewTally(statements))
}

// job returns the campaign that adds the tallies of further cases to t. A refutation ends it at the
// end of the round.
func (f *Fuzzing) job(statements []*Statement, t *Tally) *campaign.Job[campaign.Range, *Tally] {
	ended := func() bool { return t.Cases%round == 0 && t.Refuted() }
	take := func(r campaign.Range, part *Tally) bool {
		f.restorePrograms(part)
		t.merge(part)
		if f.Progress != nil {
			f.Progress(t)
		}
		return !ended()
	}
	plan := campaign.NewRanges(campaign.Range{First: f.First, N: f.Cases},
		batch(len(statements)), take)
	plan.Resume(t.Cases, !ended())
	return &campaign.Job[campaign.Range, *Tally]{
		Kind: FuzzKind, About: f.About, Plan: plan,
		Do: func(_ context.Context, r campaign.Range) (*Tally, bool) {
			return f.checkRange(statements, r), true
		},
		// The counts of a remote worker must be possible, and its refutations are repeated.
		Check: func(r campaign.Range, part *Tally) error {
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
					f.checkCase(again, x.Case)
				}
				if y := again.Results[0].Failure; y == nil || y.CaseSeed != x.CaseSeed ||
					y.Instance != x.Instance || y.Why != x.Why {
					return fmt.Errorf("case %d does not refute %s as it is said to", x.Case,
						statements[i].Name)
				}
			}
			return nil
		},
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

// restorePrograms generates the programs of failures, which the JSON of a tally omits.
func (f *Fuzzing) restorePrograms(t *Tally) {
	for i := range t.Results {
		if x := t.Results[i].Failure; x != nil && x.Program == nil {
			x.Program, _ = f.Program(x.CaseSeed)
		}
	}
}

// checkRange checks the cases of a range. A panic of a check is re-raised with the case and its
// program.
func (f *Fuzzing) checkRange(statements []*Statement, r campaign.Range) *Tally {
	t := NewTally(statements)
	k := r.First
	defer campaign.Blame(func() string {
		p, _ := f.Program(f.CaseSeed(k))
		return fmt.Sprintf("case %d of seed %d\n%s", k, f.Seed, il.Format(p))
	})
	for ; k < r.First+r.N; k++ {
		f.checkCase(t, k)
		if f.Each != nil {
			f.Each(t)
		}
	}
	return t
}

// CaseSeed returns the seed of a numbered case: splitmix64 of the run's seed.
func (f *Fuzzing) CaseSeed(number uint64) uint64 {
	x := f.Seed + 0x9e3779b97f4a7c15*(number+1)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

const (
	// One case in degenerateEvery has a program that lacks something, such as a method or a field.
	degenerateEvery = 64
	// One case in detourEvery has a program in which threads publish objects of their own and
	// return to old ones by another name.
	detourEvery = 16
)

// Program generates the program of the case with this seed, and reports whether it is a mutant of a
// program in the corpus.
func (f *Fuzzing) Program(seed uint64) (p *il.Program, mutant bool) {
	r := rand.New(rand.NewPCG(seed, 0x776f62626c79))
	if seed%degenerateEvery == 0 {
		o := f.Gen
		o.Degenerate = 1
		return gen.Program(r, o), false
	}
	if seed%detourEvery == 1 {
		d, _ := gen.FindGenerator("detours")
		return gen.Program(r, d.Options), false
	}
	if len(f.Corpus) > 0 && r.IntN(8) == 0 {
		return gen.Mutate(r, f.Corpus[r.IntN(len(f.Corpus))], f.Gen), true
	}
	return gen.Program(r, f.Gen), false
}

func (f *Fuzzing) checkCase(t *Tally, number uint64) {
	seed := f.CaseSeed(number)
	p, mutant := f.Program(seed)
	core, errs := check.Program(p, check.Options{})
	if core == nil {
		panic("theorem: an illegal program was drawn: " + errs[0].Message)
	}
	c := NewCase(core, seed)
	sets, _ := c.Sets() // if a limit was reached, sets is nil and Coverage.Case ignores it
	t.Coverage.Case(core, sets, c.RandFor("coverage"))
	t.Drawn.countCase(c, mutant)
	t.Cases++
	for i := range t.Results {
		r := &t.Results[i]
		o := r.Statement.Check(c, f.Without...)
		r.Verdicts[o.Verdict]++
		r.Instances += uint64(o.Decided)
		r.Undecided += uint64(o.Cut)
		if o.Verdict == Refuted && r.Failure == nil {
			r.Failure = newFailure(number, seed, p, o)
		}
	}
}

func newFailure(number, seed uint64, p *il.Program, o Outcome) *Failure {
	return &Failure{
		Case: number, CaseSeed: seed, Program: p, Instance: o.Counterexample.String(),
		Why: o.Why.Error(),
	}
}

// redraws is the number of seeds that Shrink tries for each smaller program. Random instances
// depend on the program, so the same seed may miss the refutation.
const redraws = 16

// Shrink returns a failure of s on a smaller program, with the same case seed or one of the next,
// or f if it finds none. It leaves out the hypotheses called without.
func (f *Failure) Shrink(s *Statement, without ...string) *Failure {
	refute := func(p *il.Program) *Failure {
		core, _ := check.Program(p, check.Options{})
		if core == nil {
			return nil
		}
		for i := range uint64(redraws) {
			if o := s.Check(NewCase(core, f.CaseSeed+i), without...); o.Verdict == Refuted {
				return newFailure(f.Case, f.CaseSeed+i, p, o)
			}
		}
		return nil
	}
	return cmp.Or(refute(gen.Shrink(f.Program,
		func(p *il.Program) bool { return refute(p) != nil })), f)
}
