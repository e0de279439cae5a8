package gen

import (
	"slices"

	"wobbly/il"
)

// Generator is a named mix of options for random programs.
type Generator struct {
	Name, Doc string
	Options   Options
}

// Generators lists the generators: first those of single statements, from the one that suits
// RacerDX best to the one that suits it least; then those of idioms, and all of them together. The
// results of an analysis depend on what programs look like, so figures name the generator.
func Generators() []Generator {
	// Generators of idioms have a few single statements between the idioms, locals that are used,
	// and formals that are not assigned.
	idioms := changed(Default(), func(o *Options) {
		o.Statements, o.Methods, o.Formals, o.Fields, o.Locals = 6, 3, 2, 2, 4
		o.Threads, o.Private, o.NoFormals, o.ArgNames = 0.4, 0.3, 0, 0
		o.Lock, o.Sync, o.If, o.While = 0.02, 0.06, 0.06, 0.02
		o.Call, o.Copy, o.New, o.Skip = 0.1, 0.04, 0.02, 0
		o.Store, o.Sugar, o.LocalRoot, o.Longer = 0.5, 0.3, 0.5, 0.1
		o.Reassign, o.DupArg, o.PrefixArg = 0, 0.04, 0.04
	})
	return []Generator{
		{"default", "a mix; parameters seldom assigned, accesses mostly unlocked and through them",
			Default()},
		{"small", "the same with few statements",
			changed(Default(), func(o *Options) { o.Statements, o.Methods = 5, 2 })},
		{"sharing", "parameters read, copied and stored all the time, and hardly ever assigned",
			changed(Default(), func(o *Options) {
				o.Statements, o.Path = 8, 3
				o.Call, o.Copy = 0.15, 0.2
				o.Store, o.StoreFormal, o.Sugar, o.Longer = 0.4, 0.5, 0.3, 0.5
			})},
		{"even", "every kind of statement as often as any other, parameters used like locals",
			changed(Default(), func(o *Options) {
				o.Statements, o.Methods, o.Fields, o.Locals, o.Formals = 6, 3, 2, 2, 2
				o.Threads, o.Private, o.NoFormals, o.ArgNames = 0.5, 0.1, 0, 0
				const share = 1.0 / 9 // of ten kinds, loads and stores are two
				o.Lock, o.Sync, o.If, o.While = share/2, share/2, share, share
				o.Call, o.Copy, o.New, o.Skip = share, share, share, 0
				o.Store, o.Sugar, o.StoreFormal, o.LocalRoot, o.Longer = 0.5, 0, 0.5, 0.5, 0.5
				o.Reassign, o.DupArg, o.PrefixArg = 0.5, 0.1, 0.1
			})},
		{"dense", "few names: everything touches everything; parameters assigned, much locked",
			changed(Default(), func(o *Options) {
				o.Threads, o.Methods, o.Formals, o.Statements = 0.7, 2, 1, 4
				o.Fields, o.Locals, o.Path, o.Depth = 2, 1, 2, 2
				o.Sync, o.Lock, o.If, o.While, o.Skip = 0.2, 0.05, 0, 0, 0
				o.Call, o.New, o.Copy, o.Reassign = 0.2, 0.1, 0.15, 0.3
				o.Store, o.Sugar, o.Longer, o.LocalRoot = 0.7, 0.5, 0.5, 0.3
			})},
		{"boxes", "methods return their results in boxes, which the callers use",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods, o.Result, o.Call = 8, 4, 0.8, 0.4
			})},
		{"builders",
			"objects are created, filled (some by methods) and published; others find them",
			changed(idioms, func(o *Options) { o.Build, o.Walk, o.Call = 0.35, 0.15, 0.05 })},
		{"once", "an object is looked for without the lock and, if missing, created under it",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods, o.Depth, o.Once, o.Walk = 10, 2, 3, 0.4, 0.05
			})},
		{"aliases", "objects move from cell to cell and from variable to variable",
			changed(idioms, func(o *Options) {
				o.Walk, o.Copy, o.DupArg, o.StoreFormal = 0.3, 0.12, 0.15, 0.5
			})},
		{"deep", "each method calls the next and passes its arguments on",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods, o.Onward, o.Private, o.Call = 3, 6, 0.95, 0.9, 0.05
			})},
		{"detours", "threads store own objects on their paths, and reach old ones by other names",
			changed(idioms, func(o *Options) {
				o.Statements, o.Formals, o.StoreFormal = 9, 3, 0.5
				o.Detour, o.Walk, o.Call = 0.5, 0.05, 0.05
			})},
		{"arguments", "calls pass objects and paths that lead to them, and parameters are assigned",
			changed(Default(), func(o *Options) {
				o.Statements, o.Methods, o.Formals, o.Private = 8, 4, 3, 0.4
				o.Call, o.PrefixArg, o.DupArg, o.Reassign = 0.35, 0.5, 0.1, 0.3
			})},
		{"programs",
			"all of this at once, with branches, loops and locks: the closest to real programs",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods, o.Depth, o.Private = 8, 4, 3, 0.8
				o.Result, o.Onward, o.Build, o.Once, o.Walk = 0.5, 0.6, 0.1, 0.1, 0.1
				o.Lock, o.Sync, o.If, o.While, o.Call = 0.03, 0.06, 0.08, 0.04, 0.15
			})},
	}
}

func changed(o Options, change func(*Options)) Options {
	change(&o)
	return o
}

// Program returns the program of a seed.
func (g Generator) Program(seed uint64) *il.Program { return Program(Rand(seed), g.Options) }

// FindGenerator returns the generator with a name.
func FindGenerator(name string) (Generator, bool) {
	all := Generators()
	i := slices.IndexFunc(all, func(d Generator) bool { return d.Name == name })
	if i < 0 {
		return Generator{}, false
	}
	return all[i], true
}
