package gen

import (
	"slices"

	"wobbly/il"
)

// Drawing is a way to draw programs that has a name.
type Drawing struct {
	Name, Doc string
	Options   Options
}

// Drawings lists the drawings: first those of statements one by one, from the one that
// suits RacerDX best to the one that suits it least; then those of idioms, and all of
// them at once. What an analysis finds depends on what programs look like, so figures
// come with the drawing they are of.
func Drawings() []Drawing {
	return []Drawing{
		{"default", "a mix of everything, formals seldom assigned, most accesses unlocked and through formals", Default()},
		{"small", "the same in few statements", small()},
		{"sharing", "formals read, copied and stored all the time, and hardly ever assigned", sharing()},
		{"even", "every kind of statement as often as any other, formals used like locals", even()},
		{"dense", "few names, so that everything touches everything; formals assigned, much locked", dense()},
		{"boxes", "methods hand results back in boxes, and callers go on with these", boxes()},
		{"builders", "objects are made, filled, in methods too, and published; others find them", builders()},
		{"once", "what is to be made once is looked for without the lock, and made under it", once()},
		{"aliases", "variables come by objects from cell to cell and from variable to variable", aliases()},
		{"deep", "methods call the next one, which passes on what it is given", deep()},
		{"programs", "all of this at once, with branches, loops and locks: what looks like programs most", programs()},
	}
}

// Program is the program of a seed.
func (d Drawing) Program(seed uint64) *il.Program { return Program(Rand(seed), d.Options) }

// FindDrawing is the drawing of a name.
func FindDrawing(name string) (Drawing, bool) {
	all := Drawings()
	i := slices.IndexFunc(all, func(d Drawing) bool { return d.Name == name })
	if i < 0 {
		return Drawing{}, false
	}
	return all[i], true
}

func small() Options {
	g := Default()
	g.Statements, g.Methods = 5, 2
	return g
}

func sharing() Options {
	g := Default()
	g.Statements, g.Path = 8, 3
	g.Call, g.Copy = 0.15, 0.2
	g.Store, g.StoreFormal, g.Sugar, g.Longer = 0.4, 0.5, 0.3, 0.5
	return g
}

func even() Options {
	g := Default()
	g.Statements, g.Methods, g.Fields, g.Locals, g.Formals = 6, 3, 2, 2, 2
	g.Threads, g.Private, g.NoFormals, g.ArgNames = 0.5, 0.1, 0, 0
	const share = 1.0 / 9 // of ten kinds, loads and stores are two
	g.Lock, g.Sync, g.If, g.While, g.Call, g.Copy, g.New, g.Skip = share/2, share/2, share, share, share, share, share, 0
	g.Store, g.Sugar, g.StoreFormal, g.LocalRoot, g.Longer = 0.5, 0, 0.5, 0.5, 0.5
	g.Reassign, g.DupArg, g.PrefixArg = 0.5, 0.1, 0.1
	return g
}

func dense() Options {
	g := Default()
	g.Threads, g.Methods, g.Formals, g.Statements, g.Fields, g.Locals, g.Path, g.Depth = 0.7, 2, 1, 4, 2, 1, 2, 2
	g.Sync, g.Lock, g.If, g.While, g.Skip = 0.2, 0.05, 0, 0, 0
	g.Call, g.New, g.Copy, g.Reassign = 0.2, 0.1, 0.15, 0.3
	g.Store, g.Sugar, g.Longer, g.LocalRoot = 0.7, 0.5, 0.5, 0.3
	return g
}

// sensible is what the drawings of idioms have in common: a few statements one by one
// between the idioms, locals that are used, and formals that are not assigned.
func sensible() Options {
	g := Default()
	g.Statements, g.Methods, g.Formals, g.Fields, g.Locals = 6, 3, 2, 2, 4
	g.Threads, g.Private, g.NoFormals, g.ArgNames = 0.4, 0.3, 0, 0
	g.Lock, g.Sync, g.If, g.While, g.Call, g.Copy, g.New, g.Skip = 0.02, 0.06, 0.06, 0.02, 0.1, 0.04, 0.02, 0
	g.Store, g.Sugar, g.LocalRoot, g.Longer = 0.5, 0.3, 0.5, 0.1
	g.Reassign, g.DupArg, g.PrefixArg = 0, 0.04, 0.04
	return g
}

func boxes() Options {
	g := sensible()
	g.Statements, g.Methods, g.Result, g.Call = 8, 4, 0.8, 0.4
	return g
}

func builders() Options {
	g := sensible()
	g.Build, g.Walk, g.Call = 0.35, 0.15, 0.05
	return g
}

func once() Options {
	g := sensible()
	g.Statements, g.Methods, g.Depth, g.Once, g.Walk = 10, 2, 3, 0.4, 0.05
	return g
}

func aliases() Options {
	g := sensible()
	g.Walk, g.Copy, g.DupArg, g.StoreFormal = 0.3, 0.12, 0.15, 0.5
	return g
}

func deep() Options {
	g := sensible()
	g.Statements, g.Methods, g.Onward, g.Private, g.Call = 3, 6, 0.95, 0.9, 0.05
	return g
}

func programs() Options {
	g := sensible()
	g.Statements, g.Methods, g.Depth, g.Private = 8, 4, 3, 0.8
	g.Result, g.Onward, g.Build, g.Once, g.Walk = 0.5, 0.6, 0.1, 0.1, 0.1
	g.Lock, g.Sync, g.If, g.While, g.Call = 0.03, 0.06, 0.08, 0.04, 0.15
	return g
}
