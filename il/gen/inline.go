package gen

import (
	"slices"

	"wobbly/il"
)

// inline returns the statements that replace call i when the callee's body is inlined: actuals for
// formals, and locals that the caller does not use. A formal that the body assigns becomes a local,
// which initially holds the actual. The result is nil if there is nothing to inline, or the callee
// and the call do not fit.
//
// A path that replaces a formal is evaluated at each use, whereas the call evaluates it once. So
// the statements need not behave like the call; they keep its accesses and the cells it touches in
// terms of the caller.
func (v *view) inline(i int) []il.Stmt {
	c, ok := v.stmts[i].stmt.(*il.Call)
	if !ok {
		return nil
	}
	isCallee := func(u unit) bool { return u.method != nil && u.method.Name == c.Method }
	callee := slices.IndexFunc(v.units, isCallee)
	if callee < 0 || len(v.units[callee].formals) != len(c.Args) {
		return nil
	}
	n := inlining{
		actual: map[string]il.Expr{},
		local:  map[string]string{},
		taken:  v.variables(v.stmts[i].unit),
	}
	first := n.bind(v.units[callee], c.Args, v.variables(callee))
	w := copier{number: v.number, rewriting: rewriting{
		stmt: func(_, _ int, s il.Stmt) ([]il.Stmt, bool) { return n.stmt(s) },
		expr: func(_ int, e il.Expr) (il.Expr, bool) { // the actual becomes the root
			a, ok := n.actual[e.Root]
			if !ok {
				return e, false
			}
			return il.Expr{Root: a.Root, Fields: slices.Concat(a.Fields, e.Fields), At: e.At}, true
		},
		variable: func(_ int, x string) string { return n.local[x] },
	}}
	return w.stmts(first, v.units[callee].block.Stmts)
}

// inlining maps the variables of a callee to what replaces them.
type inlining struct {
	actual map[string]il.Expr // the paths that replace formals
	local  map[string]string  // the variables that replace all others
	taken  []string           // the names of the caller, and those given so far
}

// bind fills the maps and returns the statements that must come first.
func (n *inlining) bind(callee unit, args []il.Expr, variables []string) []il.Stmt {
	var first []il.Stmt
	assigned := map[string]bool{}
	il.Walk(callee.block, func(s il.Stmt) {
		if x, ok := il.Def(s); ok {
			assigned[x] = true
		}
	})
	for _, x := range variables {
		k := slices.Index(callee.formals, x)
		switch {
		case k < 0:
			n.local[x] = n.fresh(x)
		case assigned[x]:
			n.local[x] = n.fresh(x)
			first = append(first, assignment(n.local[x], args[k]))
		case args[k].IsVar():
			n.local[x] = args[k].Root
		default:
			n.actual[x] = args[k]
		}
	}
	return first
}

// fresh returns x if the caller does not use it, otherwise a new name.
func (n *inlining) fresh(x string) string {
	if slices.Contains(n.taken, x) || il.IsFormalName(x) {
		return freshName("xyzuvw", &n.taken)
	}
	n.taken = append(n.taken, x)
	return x
}

// stmt returns the replacement of a statement that becomes another one when a path replaces a
// variable.
func (n *inlining) stmt(s il.Stmt) ([]il.Stmt, bool) {
	switch s := s.(type) {
	case *il.Copy:
		if _, ok := n.actual[s.Src]; ok {
			return []il.Stmt{&il.Load{Dst: s.Dst, Src: il.Var(s.Src)}}, true
		}
	case *il.Store:
		if _, ok := n.actual[s.Src]; ok {
			return []il.Stmt{&il.Move{Dst: s.Dst, Src: il.Var(s.Src)}}, true
		}
	}
	return nil, false
}

func assignment(x string, e il.Expr) il.Stmt {
	if e.IsVar() {
		return &il.Copy{Dst: x, Src: e.Root}
	}
	return &il.Load{Dst: x, Src: e}
}
