package il

// Def is the variable that s assigns, and whether it assigns one. What the
// blocks inside s assign is left out.
func Def(s Stmt) (name string, ok bool) {
	switch s := s.(type) {
	case *Copy:
		return s.Dst, true
	case *Load:
		return s.Dst, true
	case *New:
		return s.Dst, true
	case nil, *Skip, *Store, *Lock, *Unlock, *If, *While, *Call, *Move, *NewAt, *Synchronized:
		return "", false
	default:
		panic(Unknown(s))
	}
}

// EachExpr visits the expressions of s, in text order: the variables and paths
// that it evaluates, and the path of a cell that it assigns. The blocks inside
// are left out.
func EachExpr(s Stmt, visit func(Expr)) {
	switch s := s.(type) {
	case nil, *Skip, *New, *Lock, *Unlock, *If, *While, *Synchronized:
	case *Copy:
		visit(Expr{Root: s.Src, At: s.SrcAt})
	case *Load:
		visit(s.Src)
	case *Store:
		visit(s.Dst)
		visit(Expr{Root: s.Src, At: s.SrcAt})
	case *Call:
		for _, e := range s.Args {
			visit(e)
		}
	case *Move:
		visit(s.Dst)
		visit(s.Src)
	case *NewAt:
		visit(s.Dst)
	default:
		panic(Unknown(s))
	}
}

// Uses lists the variables that s reads, in text order: the roots of its
// expressions. A variable that it reads twice stands there twice.
func Uses(s Stmt) []string {
	var names []string
	EachExpr(s, func(e Expr) { names = append(names, e.Root) })
	return names
}

// Bare lists the variables that s names on their own, not as roots of paths: the
// one that it assigns, and those whose values it reads.
func Bare(s Stmt) []string {
	var names []string
	if x, ok := Def(s); ok {
		names = append(names, x)
	}
	EachExpr(s, func(e Expr) {
		if e.IsVar() {
			names = append(names, e.Root)
		}
	})
	return names
}

// EachVar visits the variables that s itself names, blocks inside left out,
// in text order.
func EachVar(s Stmt, visit func(name string, at Pos)) {
	if x, ok := Def(s); ok {
		visit(x, s.Pos())
	}
	EachExpr(s, func(e Expr) { visit(e.Root, e.At) })
}

// EachField visits the fields that s itself names.
func EachField(s Stmt, visit func(field string)) {
	EachExpr(s, func(e Expr) {
		for _, f := range e.Fields {
			visit(f)
		}
	})
}
