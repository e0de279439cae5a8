package draw

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/compound"
)

// Arguments draws n arguments of a call in u. One in three is derived from the argument before it:
// one is a prefix of the other, or they are equal.
func Arguments(r *rand.Rand, core *il.Core, u *il.Unit, n int) []il.Expr {
	names := append(slices.Clip(u.Formals), u.Formals...)
	names = append(names, "x")
	args := make([]il.Expr, n)
	for i := range args {
		e := il.Var(names[r.IntN(len(names))])
		if i > 0 && r.IntN(3) == 0 {
			earlier := args[i-1]
			e = il.Path(earlier.Root,
				slices.Clone(earlier.Fields[:r.IntN(len(earlier.Fields)+1)])...)
		}
		for len(core.Fields) > 0 && len(e.Fields) < 2 && r.IntN(2) == 0 {
			e.Fields = append(e.Fields, core.Fields[r.IntN(len(core.Fields))])
		}
		args[i] = e
	}
	return args
}

// NewCommand draws a simple command, which is not part of the program, about variables in names.
func NewCommand(r *rand.Rand, core *il.Core, names []string) il.Stmt {
	name := func() string { return names[r.IntN(len(names))] }
	kind := r.IntN(8)
	if kind >= 4 && len(core.Fields) == 0 {
		kind -= 4 // a command without a path
	}
	switch kind {
	case 0:
		return &il.Copy{At: il.NoPos, Dst: name(), Src: name(), SrcAt: il.NoPos}
	case 1:
		return &il.New{At: il.NoPos, Dst: name()}
	case 2:
		return &il.Lock{At: il.NoPos}
	case 3:
		return &il.Unlock{At: il.NoPos}
	case 4, 5:
		return &il.Load{At: il.NoPos, Dst: name(), Src: newPath(r, core, name())}
	default:
		return &il.Store{At: il.NoPos, Dst: newPath(r, core, name()), Src: name(), SrcAt: il.NoPos}
	}
}

// newPath draws a path of one or two fields. The program must have a field.
func newPath(r *rand.Rand, core *il.Core, root string) il.Expr {
	e := il.Path(root)
	for range 1 + r.IntN(2) {
		e.Fields = append(e.Fields, core.Fields[r.IntN(len(core.Fields))])
	}
	return e
}

// Longer returns e with a random field appended. The program must have a field.
func Longer(r *rand.Rand, core *il.Core, e il.Expr) il.Expr {
	return il.Path(e.Root, append(slices.Clone(e.Fields), core.Fields[r.IntN(len(core.Fields))])...)
}

// Fragment draws a compound program near u: some consecutive statements of one of its blocks, as
// the body of a copy of u. So it may lack the lock() for an unlock(), and assignments to variables
// that it uses. Some fragments get a call, locks, or a store of a parameter, or lose a lock() or
// unlock(), so that A2, A3 and ANF are violated often enough and levels exceed 1.
func Fragment(r *rand.Rand, core *il.Core, u *il.Unit) *il.Unit {
	all := []*il.Block{u.Body}
	il.Walk(u.Body, func(s il.Stmt) { all = append(all, il.Blocks(s)...) })
	c := compound.Of(u, SomeOf(r, all[r.IntN(len(all))].List()))
	if r.IntN(4) == 0 {
		c = Calling(r, core, c)
	}
	switch stmts := c.Body.Stmts; r.IntN(5) {
	case 0:
		return compound.Of(u, leaveOut(r, stmts))
	case 1:
		return compound.Of(u, storeFormal(r, core, u, stmts))
	case 2:
		return compound.Of(u, Locked(Locked(stmts)))
	case 3:
		i := r.IntN(len(stmts) + 1)
		j := i + r.IntN(len(stmts)-i+1)
		branch := &il.If{
			At: il.NoPos, Then: &il.Block{Stmts: Locked(stmts[i:j])}, Else: &il.Block{},
		}
		return compound.Of(u, Locked(slices.Concat(stmts[:i], []il.Stmt{branch}, stmts[j:])))
	default:
		return c
	}
}

// Locked returns lock(), the statements, and unlock().
func Locked(stmts []il.Stmt) []il.Stmt {
	return slices.Concat([]il.Stmt{&il.Lock{At: il.NoPos}}, stmts,
		[]il.Stmt{&il.Unlock{At: il.NoPos}})
}

// Calling returns a copy of u with a call of a random method in its body. The copy is not part of
// the program, so it may call any method.
func Calling(r *rand.Rand, core *il.Core, u *il.Unit) *il.Unit {
	methods := compound.Methods(core)
	if len(methods) == 0 {
		return u
	}
	m := methods[r.IntN(len(methods))]
	call := &il.Call{At: il.NoPos, Method: m.Name, Args: Arguments(r, core, u, len(m.Formals))}
	stmts := u.Body.Stmts
	return compound.Of(u, slice.Insert(slices.Clone(stmts), r.IntN(len(stmts)+1), il.Stmt(call)))
}

// Unit draws a unit of a program.
func Unit(r *rand.Rand, core *il.Core) *il.Unit { return core.Units[r.IntN(len(core.Units))] }

// SomeOf draws consecutive elements of a list, at least one if the list is not empty. They share
// its memory.
func SomeOf[E any](r *rand.Rand, list []E) []E {
	if len(list) == 0 {
		return nil
	}
	i := r.IntN(len(list))
	return list[i : i+1+r.IntN(len(list)-i)]
}

// leaveOut returns stmts without one lock() or unlock(), if they contain any, even in inner blocks.
func leaveOut(r *rand.Rand, stmts []il.Stmt) []il.Stmt {
	var all []il.Stmt
	block := &il.Block{Stmts: stmts}
	il.Walk(block, func(s il.Stmt) {
		if isLocking(s) {
			all = append(all, s)
		}
	})
	if len(all) == 0 {
		return stmts
	}
	removed := all[r.IntN(len(all))]
	return il.Map(block, func(s il.Stmt) ([]il.Stmt, bool) { return nil, s == removed }).Stmts
}

func isLocking(s il.Stmt) bool {
	return il.Acquires(s) || il.Releases(s)
}

// storeFormal returns stmts with π := arg inserted, so that they are not in ANF, or unchanged if u
// has no parameter or the program no field.
func storeFormal(r *rand.Rand, core *il.Core, u *il.Unit, stmts []il.Stmt) []il.Stmt {
	if len(u.Formals) == 0 || len(core.Fields) == 0 {
		return stmts
	}
	arg := func() string { return u.Formals[r.IntN(len(u.Formals))] }
	store := &il.Store{At: il.NoPos, Dst: newPath(r, core, arg()), Src: arg(), SrcAt: il.NoPos}
	return slice.Insert(slices.Clone(stmts), r.IntN(len(stmts)+1), il.Stmt(store))
}
