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
		o.Statements = 6
		o.Locals = 4
		o.Units = Units{Threads: 0.4, Private: 0.3}
		o.Kinds = Kinds{
			Lock: 0.02, Sync: 0.06, If: 0.06, While: 0.02, Call: 0.1, Copy: 0.04, New: 0.02,
		}
		o.Accesses = Accesses{
			Store: 0.5, Sugar: 0.3, StoreFormal: 0.1, LocalRoot: 0.5, Longer: 0.1,
		}
		o.Arguments = Arguments{DupArg: 0.04, PrefixArg: 0.04}
		o.Reassign = 0
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
				o.Accesses = Accesses{
					Store: 0.4, Sugar: 0.3, StoreFormal: 0.5, LocalRoot: 0.1, Longer: 0.5,
				}
			})},
		{"even", "every kind of statement as often as any other, parameters used like locals",
			changed(Default(), func(o *Options) {
				o.Statements = 6
				o.Units = Units{Threads: 0.5, Private: 0.1}
				const share = 1.0 / 9 // of ten kinds, loads and stores are two
				o.Kinds = Kinds{
					Lock: share / 2, Sync: share / 2, If: share, While: share, Call: share,
					Copy: share, New: share,
				}
				o.Accesses = Accesses{Store: 0.5, StoreFormal: 0.5, LocalRoot: 0.5, Longer: 0.5}
				o.Arguments = Arguments{DupArg: 0.1, PrefixArg: 0.1}
				o.Reassign = 0.5
			})},
		{"dense", "few names: everything touches everything; parameters assigned, much locked",
			changed(Default(), func(o *Options) {
				o.Sizes = Sizes{
					Statements: 4, Methods: 2, Formals: 1, Fields: 2, Locals: 1, Path: 2, Depth: 2,
				}
				o.Threads = 0.7
				o.Kinds = Kinds{Lock: 0.05, Sync: 0.2, Call: 0.2, Copy: 0.15, New: 0.1}
				o.Accesses = Accesses{
					Store: 0.7, Sugar: 0.5, StoreFormal: 0.1, LocalRoot: 0.3, Longer: 0.5,
				}
				o.Reassign = 0.3
			})},
		{"boxes", "methods return their results in boxes, which the callers use",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods = 8, 4
				o.Result, o.Call = 0.8, 0.4
			})},
		{"builders",
			"objects are created, filled (some by methods) and published; others find them",
			changed(idioms, func(o *Options) { o.Build, o.Walk, o.Call = 0.35, 0.15, 0.05 })},
		{"once", "an object is looked for without the lock and, if missing, created under it",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods, o.Depth = 10, 2, 3
				o.Once, o.Walk = 0.4, 0.05
			})},
		{"aliases", "objects move from cell to cell and from variable to variable",
			changed(idioms, func(o *Options) {
				o.Walk, o.Copy = 0.3, 0.12
				o.DupArg, o.StoreFormal = 0.15, 0.5
			})},
		{"deep", "each method calls the next and passes its arguments on",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods = 3, 6
				o.Onward, o.Private, o.Call = 0.95, 0.9, 0.05
			})},
		{"detours", "threads store own objects on their paths, and reach old ones by other names",
			changed(idioms, func(o *Options) {
				o.Statements, o.Formals = 9, 3
				o.StoreFormal = 0.5
				o.Detour, o.Walk, o.Call = 0.5, 0.05, 0.05
			})},
		{"arguments", "calls pass objects and paths that lead to them, and parameters are assigned",
			changed(Default(), func(o *Options) {
				o.Statements, o.Methods, o.Formals = 8, 4, 3
				o.Private, o.Call, o.Reassign = 0.4, 0.35, 0.3
				o.Arguments = Arguments{DupArg: 0.1, PrefixArg: 0.5}
			})},
		{"programs",
			"all of this at once, with branches, loops and locks: the closest to real programs",
			changed(idioms, func(o *Options) {
				o.Statements, o.Methods, o.Depth = 8, 4, 3
				o.Private = 0.8
				o.Idioms = Idioms{Build: 0.1, Once: 0.1, Walk: 0.1, Result: 0.5, Onward: 0.6}
				o.Kinds = Kinds{
					Lock: 0.03, Sync: 0.06, If: 0.08, While: 0.04, Call: 0.15, Copy: 0.04, New: 0.02,
				}
			})},
	}
}

func changed(o Options, change func(*Options)) Options {
	change(&o)
	return o
}

// Program returns the program of a seed.
func (g Generator) Program(seed uint64) *il.Program { return Program(Rand(seed), g.Options) }

// FindGenerator returns the generator called name, if there is one.
func FindGenerator(name string) (Generator, bool) {
	all := Generators()
	i := slices.IndexFunc(all, func(d Generator) bool { return d.Name == name })
	if i < 0 {
		return Generator{}, false
	}
	return all[i], true
}
