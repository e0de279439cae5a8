package il

// Uses lists the variables that s reads, in text order: the roots of its expressions. A variable
// that s reads twice is listed twice.
func Uses(s Stmt) []string {
	var names []string
	EachExpr(s, func(e Expr) { names = append(names, e.Root) })
	return names
}

// Bare lists the variables that s names alone, not as roots of paths: the one that it assigns, and
// those whose values it reads.
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

// EachVar visits the variables that s itself names, blocks inside left out, in text order.
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
