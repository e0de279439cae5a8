package crosscheck

import (
	"context"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/sweep"
)

// Totals are counts over many programs.
type Totals struct {
	Programs   uint64
	Pairs      uint64
	LeftOut    uint64 // pairs whose search or list was cut: in none of the counts below
	States     uint64
	Real       uint64 // pairs of sites that race
	Reported   uint64 // pairs of sites that RacerDX reports
	Agreed     uint64
	Missed     map[string]uint64 // by reason
	Impossible uint64
	Unknown    uint64
	Refused    uint64
}

// Add enters a pair; with strict, one that was cut is only counted as left out.
func (t *Totals) Add(p *Pair, strict bool) {
	t.Pairs++
	if !p.Complete() {
		t.LeftOut++
		if strict && !p.broken() {
			return
		}
	}
	t.States += p.States
	for _, r := range p.Rows {
		switch r.Verdict {
		case Agreed:
			t.Real, t.Reported, t.Agreed = t.Real+1, t.Reported+1, t.Agreed+1
		case Missed:
			t.Real++
			if t.Missed == nil {
				t.Missed = map[string]uint64{}
			}
			t.Missed[r.Why.Reason]++
		case Impossible:
			t.Reported++
			t.Impossible++
		case Unknown:
			t.Reported++
			t.Unknown++
		case Refused:
			t.Real++
			t.Refused++
		default:
			panic(fmt.Sprintf("wobbly: no case for verdict %d", r.Verdict))
		}
	}
}

// broken tells whether a pair shows a defect of the theorem or of wobbly.
func (p *Pair) broken() bool {
	return slices.ContainsFunc(p.Rows, func(r Row) bool { return r.Verdict == Impossible || r.Verdict == Refused })
}

// plus adds other counts.
func (t *Totals) plus(o Totals) {
	t.Programs += o.Programs
	t.Pairs += o.Pairs
	t.LeftOut += o.LeftOut
	t.States += o.States
	t.Real += o.Real
	t.Reported += o.Reported
	t.Agreed += o.Agreed
	t.Impossible += o.Impossible
	t.Unknown += o.Unknown
	t.Refused += o.Refused
	for reason, n := range o.Missed {
		if t.Missed == nil {
			t.Missed = map[string]uint64{}
		}
		t.Missed[reason] += n
	}
}

// Draw says which random programs to compare: those of the seeds Seed to
// Seed+Programs-1.
type Draw struct {
	Generator gen.Options
	Seed      uint64
	Programs  uint64
	Workers   int
	Progress  sweep.Progress
}

// Failure is a random program that shows a defect.
type Failure struct {
	Seed    uint64
	Program *il.Program
	Text    string // of the program
	Err     error  // where it could not be compared at all
}

// Random compares random programs. The counts and failures do not depend on
// the number of workers. It ends early when ctx ends; programs that were not
// finished by then are not counted.
func Random(ctx context.Context, d Draw, o Options) (Totals, []Failure) {
	type sum struct {
		total    Totals
		failures []Failure
	}
	var all sum
	sweep.Each(ctx, d.Programs, d.Workers, d.Progress, func() *sum { return &sum{} }, func(n uint64, s *sum) bool {
		t, failure := one(ctx, d.Seed+n, d.Generator, o)
		if ctx.Err() != nil {
			return false
		}
		s.total.plus(t)
		if failure != nil {
			s.failures = append(s.failures, *failure)
		}
		return true
	}, func(s *sum) {
		all.total.plus(s.total)
		all.failures = append(all.failures, s.failures...)
	})
	slices.SortFunc(all.failures, func(a, b Failure) int { return int(int64(a.Seed - b.Seed)) })
	return all.total, all.failures
}

// one compares the program of a seed.
func one(ctx context.Context, seed uint64, g gen.Options, o Options) (t Totals, f *Failure) {
	program := gen.Program(gen.Rand(seed), g)
	t.Programs = 1
	fail := func(err error) *Failure {
		return &Failure{Seed: seed, Program: program, Text: program.Source.Text, Err: err}
	}
	core, errs := check.Program(program, check.Options{})
	if len(errs) > 0 {
		return t, fail(fmt.Errorf("the generator drew an illegal program: %s", errs[0].Message))
	}
	pairs, err := Program(ctx, core, nil, o)
	if err != nil {
		return t, fail(err)
	}
	for i := range pairs {
		t.Add(&pairs[i], true)
		if pairs[i].broken() {
			f = fail(nil)
		}
	}
	return t, f
}
