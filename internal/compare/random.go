package compare

import (
	"context"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/campaign"
	"wobbly/witness/needs"
)

// A Draw says which random programs to compare: those of the seeds from Seed to Seed+Programs-1.
type Draw struct {
	Generator gen.Generator
	Seed      uint64
	Programs  uint64
	Runner    campaign.Runner // nil for this goroutine
	About     any             // describes the draw to workers elsewhere; may be nil
	Progress  func(done uint64)
}

// A Failure is a program that shows a defect.
type Failure struct {
	Seed    uint64
	Program *il.Program `json:"-"` // determined by Seed
	What    []string    // the defects in words
}

// Sweep returns the comparison as a campaign. The counts and failures, except for the times, do not
// depend on who does which program. Programs that are unfinished when ctx ends are not counted.
func (d Draw) Sweep(o Options) *Sweep[*Totals] {
	return &Sweep[*Totals]{
		Kind: "compare", Draw: d, Zero: NewTotals, Plus: (*Totals).Plus, Check: (*Totals).check,
		Program: d.Generator.Program,
		One: func(ctx context.Context, seed uint64) (*Totals, *Failure) {
			return one(ctx, seed, d.Generator.Options, o)
		},
	}
}

// one compares on the program of a seed. Executions are drawn from the same seed.
func one(ctx context.Context, seed uint64, g gen.Options, o Options) (*Totals, *Failure) {
	t := NewTotals()
	t.Programs = 1
	program, core, failure := Drawn(seed, g)
	if failure != nil {
		return t, failure
	}
	o.Analysis.Seed = seed
	var what []string
	pairs := EachPair(ctx, core, nil, o)
	races := needs.New(core)
	for i := range pairs {
		t.addSamples(&pairs[i], o)
		t.Add(&pairs[i], o, true)
		if pairs[i].Complete() {
			t.addGrades(&pairs[i], pairs[i].grades(core, races, o), o)
		}
		what = append(what, pairs[i].Defects(core)...)
	}
	for _, grades := range t.Grades {
		for g := range grades {
			grades[g].square()
		}
	}
	for _, s := range t.Samples {
		s.square()
	}
	if what == nil {
		return t, nil
	}
	return t, &Failure{seed, program, what}
}

// Drawn returns the program of a seed, or a failure.
func Drawn(seed uint64, g gen.Options) (*il.Program, *il.Core, *Failure) {
	program := gen.Program(gen.Rand(seed), g)
	core, errs := check.Program(program, check.Options{})
	if len(errs) > 0 {
		return program, nil,
			&Failure{
				seed, program,
				[]string{"the generator drew an illegal program: " + errs[0].Message},
			}
	}
	return program, core, nil
}

// Defects describes the defects of a pair, each in one line.
func (p *Pair) Defects(core *il.Core) []string {
	what := slices.Clone(p.Strange)
	for _, v := range p.Broken {
		what = append(what, fmt.Sprintf("%s || %s: %s reports %s, and %s does not (%s)",
			p.Pair.Left.Name, p.Pair.Right.Name, v.Sub, sitesText(core, v.Sites), v.Super, v.Cite))
	}
	return what
}

// Shrink looks for a smaller program with a defect.
func (f *Failure) Shrink(o Options) *il.Program {
	o.Analysis.Seed = f.Seed
	return f.ShrinkBy(func(core *il.Core) bool {
		return slices.ContainsFunc(EachPair(context.Background(), core, nil, o),
			func(x Pair) bool { return len(x.Defects(core)) > 0 })
	})
}

// ShrinkBy looks for a smaller program that fails.
func (f *Failure) ShrinkBy(fails func(core *il.Core) bool) *il.Program {
	return gen.Shrink(f.Program, func(p *il.Program) bool {
		core, errs := check.Program(p, check.Options{})
		return len(errs) == 0 && fails(core)
	})
}
