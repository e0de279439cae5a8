package gen

import "wobbly/il"

// The sizes of idioms, in statements. The least size does not count what may be drawn into an idiom.
const (
	minBuild  = 3
	minOnce   = 6
	minWalk   = 2
	minDetour = 7 // also the most
	maxFills  = 3 // the most statements that fill an object
	maxSteps  = 3 // the most steps from variable to variable in a walk
)

func (g *generator) oneIn(n int) bool { return g.r.IntN(n) == 0 }

// drawResults draws which methods have a result, and in which field boxes hold it.
func (g *generator) drawResults() {
	if g.o.Result == 0 {
		return
	}
	g.result = g.fields[g.r.IntN(len(g.fields))]
	g.results = make([]bool, len(g.methods))
	for i, m := range g.methods {
		if len(m.Formals) > 0 && g.o.Statements >= 2 && g.chance(g.o.Result) {
			g.results[i], m.Private = true, true
		}
	}
}

// hasResult reports whether a method leaves a result in its first formal.
func (g *generator) hasResult(method int) bool {
	return method < len(g.results) && g.results[method]
}

// publishFirst makes the method public that no other one calls, if methods call the next one, so
// that all of them run.
func (g *generator) publishFirst() {
	if first := g.next(0, len(g.methods)); g.o.Onward > 0 && len(g.methods) > 0 && !g.noPublic {
		g.methods[first].Private = false
		if g.hasResult(first) {
			g.results[first] = false
		}
	}
}

// next returns the first of the methods lo to hi-1, in the order in which they call each other.
func (g *generator) next(lo, hi int) int {
	if g.callsLater {
		return lo
	}
	return hi - 1
}

// method draws the body of method i. If it has a result, the last two statements make it, and the
// others do not use its box.
func (b *body) method(i int) *il.Block {
	n := 1 + b.r.IntN(b.o.Statements)
	if !b.hasResult(i) {
		return b.unitBody(n)
	}
	box := b.formals[0]
	b.formals = b.formals[1:]
	block := b.unitBody(max(0, n-2))
	block.Stmts = b.storeResult(block.Stmts, box)
	return block
}

// unitBody draws the n statements of a unit, possibly with a call of the next method among them.
func (b *body) unitBody(n int) *il.Block {
	if b.emptyBlocks && b.oneIn(2) {
		return &il.Block{}
	}
	if b.lo == b.hi || n == 0 || !b.chance(b.o.Onward) {
		return b.block(n, b.o.Depth)
	}
	before := b.r.IntN(n)
	out, used := b.call(b.stmts(nil, before, b.o.Depth), n-before, b.next(b.lo, b.hi))
	return &il.Block{Stmts: b.stmts(out, n-before-used, b.o.Depth)}
}

// storeResult draws the end of a method with a result: two statements, the second of which stores a
// local into the box.
func (b *body) storeResult(out []il.Stmt, box string) []il.Stmt {
	x := ""
	switch from, ok := b.path(); {
	case b.assigned != 0 && b.oneIn(3):
		out, _ = b.access(out, 1)
		x = b.someLocal()
	case ok && b.oneIn(2):
		x = b.local()
		out = append(out, &il.Load{Src: from, Dst: x})
	default:
		x = b.local()
		out = append(out, &il.New{Dst: x})
	}
	return append(out, &il.Store{Dst: il.Path(box, b.result), Src: x})
}

// call draws a call of a method. If the method has a result and there is room, a box is made before
// the call and read after it, and often its contents are then accessed.
func (b *body) call(out []il.Stmt, n, method int) ([]il.Stmt, int) {
	m := b.methods[method]
	if !b.hasResult(method) || n < 3 {
		if call := b.callOf(m); call != nil {
			return append(out, call), 1
		}
		return out, 0
	}
	box := b.local()
	out = append(out, &il.New{Dst: box})
	call := b.callOf(m, il.Var(box))
	if call == nil {
		return out, 1
	}
	x := b.local()
	out = append(out, call, &il.Load{Src: il.Path(box, b.result), Dst: x})
	if n == 3 || b.oneIn(4) {
		return out, 3
	}
	return b.accessOf(out, x), 4
}

// accessOf draws a load or a store, one statement, of a path that begins at an assigned local.
func (b *body) accessOf(out []il.Stmt, x string) []il.Stmt {
	path := b.pathFrom(x)
	if b.chance(b.o.Store) {
		out, _ = b.store(out, path, 1)
		return out
	}
	return append(out, &il.Load{Src: path, Dst: b.target()})
}

// another draws the number of a local that is not the root of a path; it is false if there is none.
func (b *body) another(path il.Expr) (int, bool) {
	i := b.r.IntN(len(b.locals))
	if b.locals[i] == path.Root {
		i = (i + 1) % len(b.locals)
	}
	return i, b.locals[i] != path.Root
}

// build draws an object that is made, filled and published.
func (b *body) build(out []il.Stmt, n, depth int) ([]il.Stmt, int) {
	to, ok := b.path()
	i, free := b.another(to)
	if !ok || !free {
		return b.access(out, n)
	}
	x := b.assign(i)
	begun := len(out)
	out = append(out, &il.New{Dst: x})
	for range 1 + b.r.IntN(min(maxFills, n-2)) {
		out = b.fill(out, x)
	}
	publish := []il.Stmt{&il.Store{Dst: to, Src: x}}
	if room := n - sizeOf(out[begun:]) - 1; room >= 2 && depth > 0 && b.oneIn(4) {
		publish = b.locked(publish)
	}
	out = append(out, publish...)
	return out, sizeOf(out[begun:])
}

// fill draws a statement that changes a new object: a store, or a call on it.
func (b *body) fill(out []il.Stmt, x string) []il.Stmt {
	if b.lo < b.hi && b.oneIn(2) {
		if m := b.methods[b.lo+b.r.IntN(b.hi-b.lo)]; len(m.Formals) > 0 {
			if call := b.callOf(m, il.Var(x)); call != nil {
				return append(out, call)
			}
		}
	}
	out, _ = b.store(out, b.pathFrom(x), 1)
	return out
}

// once draws a one-time initialisation: it tests outside the lock, and often inside too, whether it
// has happened.
func (b *body) once(out []il.Stmt, n, depth int) ([]il.Stmt, int) {
	cell, ok := b.path()
	i, free := b.another(cell)
	if !ok || !free {
		return b.access(out, n)
	}
	begun, room := len(out), n-minOnce
	x := b.assign(i)
	out = append(out, &il.Load{Src: cell, Dst: x})
	inner := []il.Stmt{&il.New{Dst: x}}
	if room > 0 && b.oneIn(2) {
		inner, room = b.fill(inner, x), room-1
	}
	inner = append(inner, &il.Store{Dst: cell, Src: x})
	if room >= 2 && depth > 2 && b.oneIn(2) {
		inner, room = []il.Stmt{&il.Load{Src: cell, Dst: x}, b.guarded(inner)}, room-2
	}
	out = append(out, b.guarded(b.locked(inner)))
	if room >= 2 {
		out = append(out, &il.Load{Src: cell, Dst: x})
	}
	if room >= 1 {
		out = b.accessOf(out, x)
	}
	return out, sizeOf(out[begun:])
}

// guarded draws an if with statements in one branch only. They assign nothing new.
func (b *body) guarded(list []il.Stmt) il.Stmt {
	s := &il.If{Then: &il.Block{Stmts: list}}
	if b.o.Sugar == 0 {
		s.Else = &il.Block{}
	}
	return s
}

// locked puts statements under the lock, which makes one statement more, or two.
func (b *body) locked(list []il.Stmt) []il.Stmt {
	if b.o.Sync > 0 && b.oneIn(2) {
		return []il.Stmt{&il.Synchronized{Body: &il.Block{Stmts: list}}}
	}
	return append(append([]il.Stmt{&il.Lock{}}, list...), &il.Unlock{})
}

// walk draws how a variable gets an object: by another name, or from cell to cell, sometimes in a
// loop. Then the object is accessed.
func (b *body) walk(out []il.Stmt, n, depth int) ([]il.Stmt, int) {
	from, ok := b.path()
	if !ok {
		return b.access(out, n)
	}
	begun, room := len(out), n-minWalk
	x := b.local()
	out = append(out, &il.Load{Src: from, Dst: x})
	for steps := b.r.IntN(maxSteps + 1); steps > 0 && room > 0; steps-- {
		room--
		if room > 0 && depth > 0 && b.oneIn(8) {
			room--
			next := &il.Load{Src: b.pathFrom(x), Dst: x}
			out = append(out, &il.While{Body: &il.Block{Stmts: []il.Stmt{next}}})
			continue
		}
		y := x
		x = b.local()
		if x != y && b.oneIn(2) {
			out = append(out, &il.Copy{Src: y, Dst: x})
		} else {
			out = append(out, &il.Load{Src: b.pathFrom(y), Dst: x})
		}
	}
	return b.accessOf(out, x), sizeOf(out[begun:]) + 1
}

// detour draws a thread that puts an object of its own on its path and gets back to an old object
// by another name: a formal, or a cell. Then the object is accessed.
func (b *body) detour(out []il.Stmt) ([]il.Stmt, int) {
	first := b.r.IntN(len(b.locals))
	local := func(k int) string { return b.assign((first + k) % len(b.locals)) }
	field := func() string { return b.fields[b.r.IntN(len(b.fields))] }
	if len(b.fields) == 0 {
		return b.access(out, 1)
	}
	begun := len(out)
	name := b.r.IntN(len(b.formals))
	cell, old := il.Path(b.formals[name], field()), local(0)
	if from := b.formal(); b.oneIn(2) {
		out = append(out, &il.Copy{Src: from, Dst: old})
	} else {
		out = append(out, &il.Load{Src: b.pathFrom(from), Dst: old})
	}
	other := b.formals[(name+1)%len(b.formals)]
	if len(b.formals) == 1 || b.oneIn(2) {
		other = local(1)
		out = append(out, &il.Load{Src: il.Path(cell.Root, field()), Dst: other})
	}
	own := local(2)
	out = append(out, &il.New{Dst: own}, &il.Store{Dst: cell, Src: own},
		&il.Store{Dst: il.Path(other, cell.Fields...), Src: old}, &il.Load{Src: cell, Dst: own})
	return b.accessOf(out, own), len(out) - begun + 1
}

// sizeOf returns the number of statements in a list, including inner ones.
func sizeOf(list []il.Stmt) (n int) {
	il.Walk(&il.Block{Stmts: list}, func(il.Stmt) { n++ })
	return n
}
