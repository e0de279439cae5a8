package gen

import (
	"math/bits"
	"slices"

	"wobbly/il"
)

// body draws the statements of one unit. Invariant: assigned is the set of locals that are
// definitely assigned at the point reached (A3), so that only these and the formals are read; and
// every block is balanced (A2), because unlock() is drawn with its lock().
type body struct {
	*generator
	formals  []string
	locals   []string // names to draw from, at most maxNames
	thread   bool     // a block of C1 || C2
	lo, hi   int      // it may call methods[lo:hi], which keeps the call graph acyclic (A5)
	assigned uint64   // the assigned locals, a bit each
}

// block draws a block of exactly n statements, nested ones included, at most depth deep.
func (b *body) block(n, depth int) *il.Block {
	if n == 0 {
		return &il.Block{}
	}
	return &il.Block{Stmts: b.stmts(make([]il.Stmt, 0, n), n, depth)}
}

func (b *body) stmts(out []il.Stmt, n, depth int) []il.Stmt {
	for n > 0 {
		var used int
		out, used = b.stmt(out, n, depth)
		n -= used
	}
	return out
}

func (b *body) draw() kind {
	u := b.r.Float64()
	for k, upTo := range b.upTo {
		if u < upTo {
			return kind(k)
		}
	}
	return accessKind
}

// stmt appends a statement to out, together with those that belong to it, and returns how many of
// the remaining n it used.
func (b *body) stmt(out []il.Stmt, n, depth int) ([]il.Stmt, int) {
	switch k := b.draw(); {
	case k == lockKind && depth > 0 && n >= 2:
		inner := b.inner(n - 2)
		out = append(out, &il.Lock{})
		out = b.stmts(out, inner, depth-1)
		return append(out, &il.Unlock{}), inner + 2
	case k == syncKind && depth > 0:
		inner := b.inner(n - 1)
		return append(out, &il.Synchronized{Body: b.block(inner, depth-1)}), inner + 1
	case k == ifKind && depth > 0:
		inner := b.inner(n - 1)
		return append(out, b.ifStmt(inner, depth-1)), inner + 1
	case k == whileKind && depth > 0: // afterwards no more is assigned than before
		inner, before := b.inner(n-1), b.assigned
		body := b.block(inner, depth-1)
		b.assigned = before
		return append(out, &il.While{Body: body}), inner + 1
	case k == callKind && b.lo < b.hi:
		if list, used := b.call(out, n, b.lo+b.r.IntN(b.hi-b.lo)); used > 0 {
			return list, used
		}
	case k == buildKind && n >= minBuild:
		return b.build(out, n, depth)
	case k == onceKind && n >= minOnce && depth >= 2:
		return b.once(out, n, depth)
	case k == walkKind && n >= minWalk:
		return b.walk(out, n, depth)
	case k == detourKind && n >= minDetour && len(b.formals) > 0 && len(b.locals) >= 3:
		return b.detour(out)
	case k == copyKind:
		if src, ok := b.variable(); ok {
			return append(out, &il.Copy{Src: src, Dst: b.target()}), 1
		}
	case k == newKind:
		return append(out, &il.New{Dst: b.target()}), 1
	case k == skipKind:
		return append(out, &il.Skip{}), 1
	}
	return b.access(out, n)
}

// inner draws how many of the remaining n statements go into a block: none only if none is left or
// the program has empty blocks.
func (b *body) inner(n int) int {
	if n == 0 || b.emptyBlocks && b.oneIn(2) {
		return 0
	}
	return 1 + b.r.IntN(n)
}

// ifStmt draws an if with inner statements in its branches. After it, the variables that both
// branches assign are assigned.
func (b *body) ifStmt(inner, depth int) *il.If {
	before := b.assigned
	if b.chance(b.o.Sugar) {
		then := b.block(inner, depth)
		b.assigned = before
		return &il.If{Then: then}
	}
	n := b.r.IntN(inner + 1)
	then := b.block(n, depth)
	after := b.assigned
	b.assigned = before
	els := b.block(inner-n, depth)
	b.assigned &= after
	return &il.If{Then: then, Else: els}
}

// access draws a load or a store, or a statement that makes one possible.
func (b *body) access(out []il.Stmt, n int) ([]il.Stmt, int) {
	path, ok := b.path()
	switch {
	case !ok:
		return append(out, &il.New{Dst: b.target()}), 1
	case b.chance(b.o.Store):
		return b.store(out, path, n)
	default:
		return append(out, &il.Load{Src: path, Dst: b.target()}), 1
	}
}

// store draws a write to dst. If no variable has a value to store, it first makes one.
func (b *body) store(out []il.Stmt, dst il.Expr, n int) ([]il.Stmt, int) {
	if b.chance(b.o.Sugar) {
		return append(out, b.sugar(dst)), 1
	}
	// In a method, a store of a formal would be sugar (Definition 5.12).
	if b.thread && len(b.formals) > 0 && b.chance(b.o.StoreFormal) {
		return append(out, &il.Store{Dst: dst, Src: b.formal()}), 1
	}
	if b.assigned != 0 {
		return append(out, &il.Store{Dst: dst, Src: b.someLocal()}), 1
	}
	out = append(out, &il.New{Dst: b.local()})
	if n < 2 {
		return out, 1
	}
	return append(out, &il.Store{Dst: dst, Src: b.someLocal()}), 2
}

// sugar draws a write to dst that is not a core statement.
func (b *body) sugar(dst il.Expr) il.Stmt {
	switch b.r.IntN(3) {
	case 0:
		if src, ok := b.path(); ok {
			return &il.Move{Dst: dst, Src: src}
		}
	case 1:
		if !b.thread && len(b.formals) > 0 {
			return &il.Store{Dst: dst, Src: b.formal()}
		}
	}
	return &il.NewAt{Dst: dst}
}

// callOf draws a call of a method with the given first arguments, or nil if it finds no arguments
// that the options allow.
func (b *body) callOf(m *il.Method, first ...il.Expr) il.Stmt {
	args := slices.Clone(first)
	for len(args) < len(m.Formals) {
		e, ok := b.arg(args)
		if !ok {
			return nil
		}
		args = append(args, e)
	}
	return &il.Call{Method: m.Name, Args: args}
}

// arg draws an argument that follows the given ones.
func (b *body) arg(earlier []il.Expr) (il.Expr, bool) {
	if len(earlier) > 0 {
		switch e := earlier[b.r.IntN(len(earlier))]; {
		case b.chance(b.o.DupArg):
			return e, true
		case b.chance(b.o.PrefixArg):
			if r := b.related(e); !slices.ContainsFunc(earlier, r.Equal) {
				return r, true
			}
		}
	}
	const tries = 8
	for range tries {
		e, ok := b.expr()
		related := func(o il.Expr) bool { return e.IsPrefixOf(o) || o.IsPrefixOf(e) }
		if ok && !slices.ContainsFunc(earlier, related) {
			return e, true
		}
	}
	return il.Expr{}, false
}

// related draws a proper prefix of e, or an expression of which e is a proper prefix.
func (b *body) related(e il.Expr) il.Expr {
	n := len(e.Fields)
	if len(b.fields) == 0 {
		return e // a variable, which has no other relative
	}
	if n > 0 && (n >= b.o.Path || b.r.Uint32()&1 == 0) {
		return il.Expr{Root: e.Root, Fields: e.Fields[:b.r.IntN(n)]}
	}
	fields := append(e.Fields[:n:n], b.fields[b.r.IntN(len(b.fields))])
	return il.Expr{Root: e.Root, Fields: fields}
}

// expr draws an argument: half of them are variables.
func (b *body) expr() (il.Expr, bool) {
	if b.r.Uint32()&1 == 0 {
		root, ok := b.root()
		return il.Expr{Root: root}, ok
	}
	return b.path()
}

// path draws an access path, if there are a field and a variable to begin it.
func (b *body) path() (il.Expr, bool) {
	if len(b.fields) == 0 {
		return il.Expr{}, false
	}
	root, ok := b.root()
	if !ok {
		return il.Expr{}, false
	}
	return b.pathFrom(root), true
}

// pathFrom draws an access path that begins at a variable.
func (b *body) pathFrom(root string) il.Expr {
	i := b.r.IntN(len(b.fields))
	fields := b.fields[i : i+1 : i+1]
	for len(fields) < b.o.Path && b.chance(b.o.Longer) {
		fields = append(fields, b.fields[b.r.IntN(len(b.fields))])
	}
	return il.Expr{Root: root, Fields: fields}
}

// root draws the variable that a path begins at.
func (b *body) root() (string, bool) {
	switch {
	case b.assigned != 0 && (len(b.formals) == 0 || b.chance(b.o.LocalRoot)):
		return b.someLocal(), true
	case len(b.formals) > 0:
		return b.formal(), true
	default:
		return "", false
	}
}

// variable draws a variable that has a value, if there is one.
func (b *body) variable() (string, bool) {
	n := len(b.formals) + bits.OnesCount64(b.assigned)
	if n == 0 {
		return "", false
	}
	i := b.r.IntN(n)
	if i < len(b.formals) {
		return b.formals[i], true
	}
	return b.assignedLocal(i - len(b.formals)), true
}

func (b *body) assignedLocal(i int) string {
	set := b.assigned
	for range i {
		set &= set - 1
	}
	return b.locals[bits.TrailingZeros64(set)]
}

// someLocal draws one of the assigned locals; there must be one.
func (b *body) someLocal() string { return b.assignedLocal(b.r.IntN(bits.OnesCount64(b.assigned))) }

// formal draws a formal; there must be one.
func (b *body) formal() string { return b.formals[b.r.IntN(len(b.formals))] }

// local draws a local and assigns it.
func (b *body) local() string { return b.assign(b.r.IntN(len(b.locals))) }

// assign marks local i as assigned and returns its name.
func (b *body) assign(i int) string {
	b.assigned |= 1 << i
	return b.locals[i]
}

// target draws the variable of an assignment and assigns it. The statement's reads must be drawn
// before.
func (b *body) target() string {
	if len(b.formals) > 0 && b.chance(b.o.Reassign) {
		return b.formal()
	}
	return b.local()
}
