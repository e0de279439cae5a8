package theorem

import (
	"maps"
	"math/rand/v2"
	"slices"

	"wobbly/il"
)

// compound is a compound program C as a unit of its own, with the name and the
// formals of the unit it is out of.
func compound(u *il.Unit, stmts []il.Stmt) *il.Unit {
	c := *u
	c.Body = &il.Block{At: u.Body.At, End: u.Body.End, Stmts: stmts}
	return &c
}

// fragment draws a compound program near u: some consecutive statements of one
// of its blocks. So it may lack the lock() to its unlock(), and the assignments
// to the variables that it uses. Now and then it gets one more call, or more
// locks, or a store of a formal, or loses a lock() or unlock(): A2, A3 and ANF
// are to be violated often enough, and levels to be above 1.
func fragment(r *rand.Rand, core *il.Core, u *il.Unit) *il.Unit {
	c := compound(u, someOf(r, blockOf(r, u.Body).List()))
	if r.IntN(4) == 0 {
		c = calling(r, core, c)
	}
	switch stmts := c.Body.Stmts; r.IntN(5) {
	case 0:
		return compound(u, leaveOut(r, stmts))
	case 1:
		return compound(u, storeFormal(r, core, u, stmts))
	case 2:
		return compound(u, locked(locked(stmts)))
	case 3:
		return compound(u, locked(branchLocked(r, stmts)))
	default:
		return c
	}
}

// locked puts statements under the lock.
func locked(stmts []il.Stmt) []il.Stmt {
	return slices.Concat([]il.Stmt{&il.Lock{At: il.NoPos}}, stmts, []il.Stmt{&il.Unlock{At: il.NoPos}})
}

// branchLocked puts some statements under the lock, in a branch.
func branchLocked(r *rand.Rand, stmts []il.Stmt) []il.Stmt {
	i := r.IntN(len(stmts) + 1)
	j := i + r.IntN(len(stmts)-i+1)
	branch := &il.If{At: il.NoPos, Then: &il.Block{Stmts: locked(stmts[i:j])}, Else: &il.Block{}}
	return slices.Concat(stmts[:i], []il.Stmt{branch}, stmts[j:])
}

// calling puts a call of a drawn method into the body of u. The result is no
// unit of the program, so that it may call any.
func calling(r *rand.Rand, core *il.Core, u *il.Unit) *il.Unit {
	methods := methodsOf(core)
	if len(methods) == 0 {
		return u
	}
	m := methods[r.IntN(len(methods))]
	call := &il.Call{At: il.NoPos, Method: m.Name, Args: arguments(r, core, u, len(m.Formals))}
	stmts := u.Body.Stmts
	return compound(u, slices.Insert(slices.Clone(stmts), r.IntN(len(stmts)+1), il.Stmt(call)))
}

// methodsOf lists the methods of a program, in file order.
func methodsOf(core *il.Core) []*il.Unit {
	return slices.DeleteFunc(slices.Clone(core.Units), func(u *il.Unit) bool { return u.Thread })
}

// blockOf draws b or a block inside.
func blockOf(r *rand.Rand, b *il.Block) *il.Block {
	all := []*il.Block{b}
	il.Walk(b, func(s il.Stmt) {
		switch s := s.(type) {
		case *il.If:
			all = append(all, s.Then, s.Else)
		case *il.While:
			all = append(all, s.Body)
		}
	})
	return all[r.IntN(len(all))]
}

// someOf draws consecutive elements of a list, at least one if there is one.
func someOf[E any](r *rand.Rand, list []E) []E {
	if len(list) == 0 {
		return nil
	}
	i := r.IntN(len(list))
	return list[i : i+1+r.IntN(len(list)-i)]
}

// leaveOut removes a drawn lock() or unlock(), if there is one, also from a
// block inside.
func leaveOut(r *rand.Rand, stmts []il.Stmt) []il.Stmt {
	n := 0
	il.Walk(&il.Block{Stmts: stmts}, func(s il.Stmt) {
		if isLocking(s) {
			n++
		}
	})
	if n == 0 {
		return stmts
	}
	victim := r.IntN(n)
	return omit(stmts, &victim)
}

func isLocking(s il.Stmt) bool {
	switch s.(type) {
	case *il.Lock, *il.Unlock:
		return true
	}
	return false
}

// omit copies statements but for the lock() or unlock() that *n of them
// stand before.
func omit(stmts []il.Stmt, n *int) []il.Stmt {
	inside := func(b *il.Block) *il.Block { return &il.Block{Stmts: omit(b.List(), n)} }
	var out []il.Stmt
	for _, s := range stmts {
		switch x := s.(type) {
		case *il.If:
			s = &il.If{At: x.At, Then: inside(x.Then), Else: inside(x.Else)}
		case *il.While:
			s = &il.While{At: x.At, Body: inside(x.Body)}
		case *il.Lock, *il.Unlock:
			*n--
			if *n == -1 {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// storeFormal puts π := arg among statements, so that they are not in ANF.
func storeFormal(r *rand.Rand, core *il.Core, u *il.Unit, stmts []il.Stmt) []il.Stmt {
	if len(u.Formals) == 0 || len(core.Fields) == 0 {
		return stmts
	}
	arg := func() string { return u.Formals[r.IntN(len(u.Formals))] }
	store := &il.Store{At: il.NoPos, Dst: newPath(r, core, arg()), Src: arg(), SrcAt: il.NoPos}
	return slices.Insert(slices.Clone(stmts), r.IntN(len(stmts)+1), il.Stmt(store))
}

// callFree tells whether C calls no method.
func callFree(b *il.Block) bool {
	free := true
	il.Walk(b, func(s il.Stmt) {
		if _, ok := s.(*il.Call); ok {
			free = false
		}
	})
	return free
}

// legality decides A2 and A3 for compound programs, together with the methods
// they call.
type legality struct {
	core    *il.Core
	levels  map[*il.Unit]lockLevels
	assigns map[*il.Unit]bool
}

func newLegality(core *il.Core) *legality {
	return &legality{core, map[*il.Unit]lockLevels{}, map[*il.Unit]bool{}}
}

// lockLevels says how the lock level moves through a block, from 0: where it ends,
// the lowest and the highest level, and whether all blocks inside are balanced.
type lockLevels struct {
	net, low, high int
	inside         bool
}

// balanced is A2.
func (l lockLevels) balanced() bool { return l.net == 0 && l.low >= 0 && l.inside }

// block follows the level through b.
func (g *legality) block(b *il.Block) lockLevels {
	at := lockLevels{inside: true}
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Lock:
			at.net++
			at.high = max(at.high, at.net)
		case *il.Unlock:
			at.net--
			at.low = min(at.low, at.net)
		case *il.If:
			at.enter(g.block(s.Then))
			at.enter(g.block(s.Else))
		case *il.While:
			at.enter(g.block(s.Body))
		case *il.Call:
			at.enter(g.unit(g.core.Methods[s.Method]))
		}
	}
	return at
}

// enter takes account of a block inside.
func (l *lockLevels) enter(b lockLevels) {
	l.high = max(l.high, l.net+b.high)
	l.inside = l.inside && b.balanced()
}

// unit is block for the body of a method.
func (g *legality) unit(u *il.Unit) lockLevels {
	l, ok := g.levels[u]
	if !ok {
		g.levels[u] = lockLevels{inside: true} // while a recursive one is looked at
		l = g.block(u.Body)
		g.levels[u] = l
	}
	return l
}

// assigned is A3: no variable is used in b before it is assigned, given those
// that have a value before. These grow by what b assigns.
func (g *legality) assigned(b *il.Block, have map[string]bool) bool {
	for _, s := range b.List() {
		if !g.uses(s, have) {
			return false
		}
	}
	return true
}

// uses is assigned for one statement.
func (g *legality) uses(s il.Stmt, have map[string]bool) bool {
	ok := true
	switch s := s.(type) {
	case *il.Skip, *il.Lock, *il.Unlock:
	case *il.Copy:
		ok = have[s.Src]
		have[s.Dst] = true
	case *il.Load:
		ok = have[s.Src.Root]
		have[s.Dst] = true
	case *il.Store:
		ok = have[s.Dst.Root] && have[s.Src]
	case *il.New:
		have[s.Dst] = true
	case *il.If:
		then, els := maps.Clone(have), maps.Clone(have)
		ok = g.assigned(s.Then, then) && g.assigned(s.Else, els)
		for x := range then {
			if els[x] {
				have[x] = true
			}
		}
	case *il.While:
		ok = g.assigned(s.Body, maps.Clone(have))
	case *il.Call:
		for _, e := range s.Args {
			ok = ok && have[e.Root]
		}
		ok = ok && g.unitAssigned(g.core.Methods[s.Method])
	default:
		panic(il.Unknown(s))
	}
	return ok
}

// unitAssigned is A3 for the body of a method.
func (g *legality) unitAssigned(u *il.Unit) bool {
	ok, known := g.assigns[u]
	if !known {
		g.assigns[u] = true // while a recursive one is looked at
		ok = g.assigned(u.Body, formalSet(u))
		g.assigns[u] = ok
	}
	return ok
}

// formalSet is the set of the formals of u.
func formalSet(u *il.Unit) map[string]bool {
	set := make(map[string]bool, len(u.Formals)+2)
	for _, x := range u.Formals {
		set[x] = true
	}
	return set
}
