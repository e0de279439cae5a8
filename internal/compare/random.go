package compare

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/sweep"
)

// Drawing is a way to draw programs.
type Drawing struct {
	Name, Doc string
	Options   gen.Options
}

// Drawings lists the drawings, from the one that suits RacerDX best to the one
// that suits it least. What an analysis finds depends on what programs look like,
// so figures come with the drawing they are of.
func Drawings() []Drawing {
	return []Drawing{
		{"default", "a mix of everything, formals seldom assigned, most accesses unlocked and through formals", gen.Default()},
		{"small", "the same in few statements", small()},
		{"sharing", "formals read, copied and stored all the time, and hardly ever assigned", sharing()},
		{"even", "every kind of statement as often as any other, formals used like locals", even()},
		{"dense", "few names, so that everything touches everything; formals assigned, much locked", dense()},
	}
}

// FindDrawing is the drawing of a name.
func FindDrawing(name string) (Drawing, bool) {
	all := Drawings()
	i := slices.IndexFunc(all, func(d Drawing) bool { return d.Name == name })
	if i < 0 {
		return Drawing{}, false
	}
	return all[i], true
}

func small() gen.Options {
	g := gen.Default()
	g.Statements, g.Methods = 5, 2
	return g
}

func sharing() gen.Options {
	g := gen.Default()
	g.Statements, g.Path = 8, 3
	g.Call, g.Copy = 0.15, 0.2
	g.Store, g.StoreFormal, g.Sugar, g.Longer = 0.4, 0.5, 0.3, 0.5
	return g
}

func even() gen.Options {
	g := gen.Default()
	g.Statements, g.Methods, g.Fields, g.Locals, g.Formals = 6, 3, 2, 2, 2
	g.Threads, g.Private, g.NoFormals, g.ArgNames = 0.5, 0.1, 0, 0
	const share = 1.0 / 9 // of ten kinds, loads and stores are two
	g.Lock, g.Sync, g.If, g.While, g.Call, g.Copy, g.New, g.Skip = share/2, share/2, share, share, share, share, share, 0
	g.Store, g.Sugar, g.StoreFormal, g.LocalRoot, g.Longer = 0.5, 0, 0.5, 0.5, 0.5
	g.Reassign, g.DupArg, g.PrefixArg = 0.5, 0.1, 0.1
	return g
}

func dense() gen.Options {
	g := gen.Default()
	g.Threads, g.Methods, g.Formals, g.Statements, g.Fields, g.Locals, g.Path, g.Depth = 0.7, 2, 1, 4, 2, 1, 2, 2
	g.Sync, g.Lock, g.If, g.While, g.Skip = 0.2, 0.05, 0, 0, 0
	g.Call, g.New, g.Copy, g.Reassign = 0.2, 0.1, 0.15, 0.3
	g.Store, g.Sugar, g.Longer, g.LocalRoot = 0.7, 0.5, 0.5, 0.3
	return g
}

// Draw says which random programs to compare: those of the seeds Seed to
// Seed+Programs-1.
type Draw struct {
	Drawing  Drawing
	Seed     uint64
	Programs uint64
	Workers  int
	Progress sweep.Progress
}

// Failure is a program that shows a defect.
type Failure struct {
	Seed    uint64
	Program *il.Program
	What    []string
}

// Random compares random programs. The counts and failures do not depend on the
// number of workers, but for the times. It ends early when ctx ends; programs
// that were not finished by then are not counted.
func Random(ctx context.Context, d Draw, o Options) (*Totals, []Failure) {
	type sum struct {
		total    *Totals
		failures []Failure
	}
	all := NewTotals()
	var failures []Failure
	sweep.Each(ctx, d.Programs, d.Workers, d.Progress, func() *sum { return &sum{total: NewTotals()} }, func(n uint64, s *sum) bool {
		t, failure := one(ctx, d.Seed+n, d.Drawing.Options, o)
		if ctx.Err() != nil {
			return false
		}
		s.total.Plus(t)
		if failure != nil {
			s.failures = append(s.failures, *failure)
		}
		return true
	}, func(s *sum) {
		all.Plus(s.total)
		failures = append(failures, s.failures...)
	})
	slices.SortFunc(failures, func(a, b Failure) int { return cmp.Compare(a.Seed, b.Seed) })
	return all, failures
}

// one compares the program of a seed. Executions are drawn from it too.
func one(ctx context.Context, seed uint64, g gen.Options, o Options) (*Totals, *Failure) {
	program := gen.Program(gen.Rand(seed), g)
	t := NewTotals()
	t.Programs = 1
	core, errs := check.Program(program, check.Options{})
	if len(errs) > 0 {
		return t, &Failure{seed, program, []string{"the generator drew an illegal program: " + errs[0].Message}}
	}
	o.Analysis.Seed = seed
	var what []string
	pairs := Program(ctx, core, nil, o)
	for i := range pairs {
		t.Add(&pairs[i], o, true)
		what = append(what, pairs[i].Defects(core)...)
	}
	if what == nil {
		return t, nil
	}
	return t, &Failure{seed, program, what}
}

// Defects describes what shows a defect in a pair, a line each.
func (p *Pair) Defects(core *il.Core) []string {
	what := slices.Clone(p.Strange)
	for _, v := range p.Broken {
		c := comparison{core: core}
		what = append(what, fmt.Sprintf("%s || %s: %s reports %s, and %s does not (%s)",
			p.Pair.Left.Name, p.Pair.Right.Name, v.Sub, c.sites(v.Sites), v.Super, v.Cite))
	}
	return what
}

// Shrink looks for a smaller program that shows a defect too.
func (f *Failure) Shrink(o Options) *il.Program {
	o.Analysis.Seed = f.Seed
	return gen.Shrink(f.Program, func(p *il.Program) bool {
		core, errs := check.Program(p, check.Options{})
		if len(errs) > 0 {
			return false
		}
		for _, x := range Program(context.Background(), core, nil, o) {
			if len(x.Defects(core)) > 0 {
				return true
			}
		}
		return false
	})
}
