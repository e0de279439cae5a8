package unordered

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// A programSlice has the commands that matter to a candidate pair: see Slices in doc.go.
type programSlice struct {
	core  *il.Core
	units il.Pair
	from  map[il.Stmt]il.Stmt // the statement of the program for each one of the slice
	kept  map[il.Stmt]bool    // the statements of the program that the slice has
}

type slicer struct {
	core   *il.Core
	units  []*il.Unit // those that either thread can enter, callees first
	wanted map[il.Stmt]bool
	locks  uint16            // the locks that matter, a bit for each slot
	vars   map[variable]bool // the variables that matter
	fields map[string]bool   // the fields whose cells matter
	grew   bool              // whether vars or fields have grown
}

// newSlice returns the slice of p for pairs of the wanted accesses.
func newSlice(core *il.Core, p il.Pair, wanted map[il.Stmt]bool) *programSlice {
	s := &slicer{
		core: core, wanted: wanted, vars: map[variable]bool{}, fields: map[string]bool{},
		locks: locks(core, p.Left) & locks(core, p.Right),
	}
	s.units = core.Reachable(p.Left, p.Right)
	slices.Reverse(s.units)
	for s.grew = true; s.grew; {
		s.grew = false
		for _, u := range s.units {
			il.Walk(u.Body, func(c il.Stmt) { s.markNeeds(u, c) })
		}
	}
	return s.cut(p)
}

// locks returns the locks that a unit or its callees take.
func locks(core *il.Core, u *il.Unit) (set uint16) {
	for _, u := range core.Reachable(u) {
		il.Walk(u.Body, func(s il.Stmt) {
			if il.Acquires(s) {
				set |= 1 << il.SlotOf(s)
			}
		})
	}
	return set
}

// markNeeds marks the variables and fields that a statement needs if it matters.
func (s *slicer) markNeeds(u *il.Unit, c il.Stmt) {
	if call, ok := c.(*il.Call); ok {
		callee := s.core.Methods[call.Method]
		for k, e := range call.Args {
			if s.vars[variable{callee, callee.Formals[k]}] {
				s.markValue(u, e)
			}
		}
		return
	}
	a, access := il.AccessOf(c)
	switch {
	case s.matters(u, c):
		il.EachExpr(c, func(e il.Expr) {
			if access && a.Kind == il.Write && len(e.Fields) > 0 {
				e = a.Base() // the value of a store's path does not matter
			}
			s.markValue(u, e)
		})
	case s.wanted[c]:
		s.markValue(u, a.Base())
	}
}

// matters reports whether the variable or field that a command assigns matters.
func (s *slicer) matters(u *il.Unit, c il.Stmt) bool {
	if x, ok := il.Def(c); ok {
		return s.vars[variable{u, x}]
	}
	a, ok := il.AccessOf(c)
	return ok && a.Kind == il.Write && s.fields[a.Field()]
}

// markValue marks the variable and fields that the value of an expression depends on.
func (s *slicer) markValue(u *il.Unit, e il.Expr) {
	before := len(s.vars) + len(s.fields)
	s.vars[variable{u, e.Root}] = true
	for _, f := range e.Fields {
		s.fields[f] = true
	}
	s.grew = s.grew || len(s.vars)+len(s.fields) > before
}

// cut returns the part of p that matters.
func (s *slicer) cut(p il.Pair) *programSlice {
	out := &programSlice{
		core: &il.Core{
			Source: s.core.Source, Program: s.core.Program, Methods: map[string]*il.Unit{},
			Fields: s.core.Fields, Locks: s.core.Locks, Init: s.core.Init,
		},
		from: map[il.Stmt]il.Stmt{}, kept: map[il.Stmt]bool{},
	}
	cutOf := map[*il.Unit]*il.Unit{}
	for _, u := range s.units {
		v := *u
		v.Formals = slice.Filter(u.Formals, func(x string) bool { return s.vars[variable{u, x}] })
		v.Body = s.block(out, u, u.Body)
		cutOf[u] = &v
		out.core.Order = append(out.core.Order, &v)
		out.core.Units = append(out.core.Units, &v)
		if !u.Thread {
			out.core.Methods[u.Name] = &v
		}
	}
	out.core.Seal()
	out.units = il.Pair{Left: cutOf[p.Left], Right: cutOf[p.Right]}
	return out
}

// block returns the part of a block that matters, nil if there is none.
func (s *slicer) block(out *programSlice, u *il.Unit, b *il.Block) *il.Block {
	var kept []il.Stmt
	for _, c := range b.List() {
		if d := s.stmt(out, u, c); d != nil {
			kept = append(kept, d)
			out.from[d], out.kept[c] = c, true
		}
	}
	if kept == nil {
		return nil
	}
	return &il.Block{At: b.At, End: b.End, Stmts: kept}
}

// stmt returns the part of a statement that matters, nil if there is none.
func (s *slicer) stmt(out *programSlice, u *il.Unit, c il.Stmt) il.Stmt {
	switch c := c.(type) {
	case *il.Copy, *il.New, *il.Load, *il.Store:
		store, ok := c.(*il.Store)
		switch {
		case s.matters(u, c):
			return c
		case s.wanted[c] && ok: // the value that it stores does not matter
			return &il.Store{At: store.At, Dst: store.Dst, Src: store.Dst.Root, SrcAt: store.SrcAt}
		case s.wanted[c]:
			return c
		}
	case *il.Lock, *il.Unlock:
		if s.locks>>il.SlotOf(c)&1 != 0 {
			return c
		}
	case *il.If:
		then, els := s.block(out, u, c.Then), s.block(out, u, c.Else)
		if then != nil || els != nil {
			return &il.If{At: c.At, Then: then, Else: els}
		}
	case *il.While:
		if body := s.block(out, u, c.Body); body != nil {
			return &il.While{At: c.At, Body: body}
		}
	case *il.Call:
		if out.core.Methods[c.Method].Body == nil {
			return nil
		}
		callee := s.core.Methods[c.Method]
		d := &il.Call{At: c.At, Method: c.Method}
		for k, e := range c.Args {
			if s.vars[variable{callee, callee.Formals[k]}] {
				d.Args = append(d.Args, e)
			}
		}
		return d
	case *il.Skip:
	default:
		panic(il.Unknown(c))
	}
	return nil
}
