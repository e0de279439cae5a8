package gen

import (
	"slices"

	"wobbly/il"
)

// simplify puts simpler statements in the place of single statements.
func (v *view) simplify() []edit {
	var list []edit
	for i, s := range v.stmts {
		for _, simpler := range v.simpler(s) {
			list = append(list, v.replace(i, simpler))
		}
	}
	return list
}

// simpler lists what may stand for a statement.
func (v *view) simpler(p placed) []il.Stmt {
	switch s := p.stmt.(type) {
	case *il.Copy:
		list := []il.Stmt{&il.New{Dst: s.Dst}}
		for _, x := range v.insteadOfFormal(p.unit, s.Dst) {
			list = append(list, &il.Copy{Dst: x, Src: s.Src})
		}
		return list
	case *il.New:
		var list []il.Stmt
		for _, x := range v.insteadOfFormal(p.unit, s.Dst) {
			list = append(list, &il.New{Dst: x})
		}
		return list
	case *il.Load:
		return v.simplerLoad(p.unit, s)
	case *il.Store:
		var list []il.Stmt
		for _, e := range shorterPaths(s.Dst) {
			list = append(list, &il.Store{Dst: e, Src: s.Src})
		}
		return append(append(list, v.stores(p.unit, s.Dst)...), &il.NewAt{Dst: s.Dst})
	case *il.NewAt:
		return append(shorterTargets(s), v.stores(p.unit, s.Dst)...)
	case *il.Move:
		return v.simplerMove(p.unit, s)
	case *il.If:
		return []il.Stmt{&il.If{Then: s.Then}}
	case *il.While:
		return []il.Stmt{&il.If{Then: s.Body}}
	case *il.Call:
		return simplerCalls(s)
	default:
		return nil
	}
}

func (v *view) simplerLoad(u int, s *il.Load) []il.Stmt {
	list := []il.Stmt{&il.New{Dst: s.Dst}, &il.Copy{Dst: s.Dst, Src: s.Src.Root}}
	for _, e := range shorterPaths(s.Src) {
		list = append(list, &il.Load{Dst: s.Dst, Src: e})
	}
	for _, x := range v.insteadOfFormal(u, s.Dst) {
		list = append(list, &il.Load{Dst: x, Src: s.Src})
	}
	return append(list, &il.NewAt{Dst: s.Src})
}

// insteadOfFormal lists the locals that an assignment may assign instead of a
// formal: those of the unit, and a new one. There are none for a local.
func (v *view) insteadOfFormal(u int, dst string) []string {
	if !v.units[u].isFormal(dst) {
		return nil
	}
	all := v.variables(u)
	locals := slices.DeleteFunc(slices.Clone(all), v.units[u].isFormal)
	for i := 0; ; i++ {
		if x := name("xyzuvw", i); !slices.Contains(all, x) {
			return append(locals, x)
		}
	}
}

// stores lists the stores to a path, one for each variable of the unit.
func (v *view) stores(u int, dst il.Expr) []il.Stmt {
	var list []il.Stmt
	for _, x := range v.variables(u) {
		list = append(list, &il.Store{Dst: dst, Src: x})
	}
	return list
}

func shorterTargets(s *il.NewAt) []il.Stmt {
	var list []il.Stmt
	for _, e := range shorterPaths(s.Dst) {
		list = append(list, &il.NewAt{Dst: e})
	}
	return list
}

func (v *view) simplerMove(u int, s *il.Move) []il.Stmt {
	list := append(v.stores(u, s.Dst), &il.NewAt{Dst: s.Dst})
	for _, e := range shorterPaths(s.Dst) {
		list = append(list, &il.Move{Dst: e, Src: s.Src})
	}
	for _, e := range shorterPaths(s.Src) {
		list = append(list, &il.Move{Dst: s.Dst, Src: e})
	}
	return list
}

func simplerCalls(s *il.Call) []il.Stmt {
	var list []il.Stmt
	for i, e := range s.Args {
		for _, shorter := range shorterExprs(e) {
			args := slices.Clone(s.Args)
			args[i] = shorter
			list = append(list, &il.Call{Method: s.Method, Args: args})
		}
	}
	return list
}

// shorterExprs is e without each run of its fields.
func shorterExprs(e il.Expr) []il.Expr {
	var list []il.Expr
	for _, r := range runs(len(e.Fields)) {
		fields := slices.Delete(slices.Clone(e.Fields), r.lo, r.hi)
		list = append(list, il.Expr{Root: e.Root, Fields: fields, At: e.At})
	}
	return list
}

// shorterPaths is shorterExprs without the bare variable.
func shorterPaths(e il.Expr) []il.Expr {
	return slices.DeleteFunc(shorterExprs(e), il.Expr.IsVar)
}
