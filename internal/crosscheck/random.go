package crosscheck

import (
	"context"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/compare"
	"wobbly/internal/text"
)

// Totals are counts over many programs.
type Totals struct {
	Programs   uint64
	Pairs      uint64
	LeftOut    uint64 // pairs whose search or list was cut, which are not counted below
	States     uint64
	Real       uint64 // pairs of sites that race
	Reported   uint64 // pairs of sites that RacerDX reports
	Agreed     uint64
	Missed     map[string]uint64 // by reason
	Impossible uint64
	Unknown    uint64
	Refused    uint64
}

// add counts a pair of units. With strict, a pair that was cut counts only as left out, unless it
// shows a defect.
func (t *Totals) add(p *Pair, strict bool) {
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
		case agreed:
			t.Real, t.Reported, t.Agreed = t.Real+1, t.Reported+1, t.Agreed+1
		case missed:
			t.Real++
			t.addMissed(r.Why.Reason, 1)
		case impossible:
			t.Reported++
			t.Impossible++
		case unknown:
			t.Reported++
			t.Unknown++
		case refused:
			t.Real++
			t.Refused++
		default:
			panic(fmt.Sprintf("wobbly: no case for verdict %d", r.Verdict))
		}
	}
}

// broken reports whether a pair shows a defect of the theorem or of wobbly.
func (p *Pair) broken() bool {
	return slices.ContainsFunc(p.Rows,
		func(r Row) bool { return r.Verdict == impossible || r.Verdict == refused })
}

func (t *Totals) addMissed(reason string, n uint64) {
	if t.Missed == nil {
		t.Missed = map[string]uint64{}
	}
	t.Missed[reason] += n
}

// Plus adds the counts of other programs to t.
func (t *Totals) Plus(o *Totals) {
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
		t.addMissed(reason, n)
	}
}

// Sweep returns the comparison on random programs as a sweep. The counts and failures do not depend
// on the workers.
func Sweep(d compare.Draw, o Options) *compare.Sweep[*Totals] {
	return &compare.Sweep[*Totals]{
		Kind: "crosscheck", Draw: d, Zero: func() *Totals { return &Totals{} },
		Plus:  (*Totals).Plus,
		Check: (*Totals).check, Program: d.Generator.Program,
		One: func(ctx context.Context, seed uint64) (*Totals, *compare.Failure) {
			return one(ctx, seed, d.Generator.Options, o)
		},
	}
}

// check returns an error if t, which may come from another machine, cannot be the counts of that
// many programs.
func (t *Totals) check(programs uint64) error {
	if t == nil || t.Programs != programs || t.LeftOut > t.Pairs {
		return fmt.Errorf("no counts of %s", text.Count(programs, "program"))
	}
	return nil
}

// one compares analysis and search on the program of a seed.
func one(ctx context.Context, seed uint64, g gen.Options, o Options) (*Totals, *compare.Failure) {
	t := &Totals{Programs: 1}
	program, core, failure := compare.Drawn(seed, g)
	if failure != nil {
		return t, failure
	}
	pairs, err := Program(ctx, core, nil, o)
	if err != nil {
		return t, &compare.Failure{Seed: seed, Program: program, What: []string{err.Error()}}
	}
	t.addPairs(pairs, true)
	if anyBroken(pairs) {
		failure = &compare.Failure{Seed: seed, Program: program}
	}
	return t, failure
}

func (t *Totals) addPairs(pairs []Pair, strict bool) {
	for i := range pairs {
		t.add(&pairs[i], strict)
	}
}

func anyBroken(pairs []Pair) bool {
	return slices.ContainsFunc(pairs, func(p Pair) bool { return p.broken() })
}

// Shrink returns a smaller program on which analysis and search still contradict each other.
func Shrink(f *compare.Failure, o Options) *il.Program {
	return f.ShrinkBy(func(core *il.Core) bool {
		pairs, err := Program(context.Background(), core, nil, o)
		return err == nil && anyBroken(pairs)
	})
}
