package repair

import (
	"slices"

	"wobbly/il"
)

// calledOperation is the operation of a side's thread whose load or store stands in a method that it
// calls: in the innermost unit that both are reached from, the row of statements from the first that
// reads the field that races to the last that writes it, itself or by what it calls. It is false where
// the thread does not read what it then writes.
func (f *fixer) calledOperation(i int) (piece, bool) {
	u := f.r.Pair.Left
	if i == 1 {
		u = f.r.Pair.Right
	}
	for f.torn[i] && u != nil {
		body := f.p.body(u)
		first, last := f.ends(body)
		switch {
		case first == nil || last == nil || first.Pos() > last.Pos():
			return piece{}, false
		case first != last:
			return f.p.around(body, first.Pos(), last.Pos())
		}
		u = f.p.callee(first)
	}
	return piece{}, false
}

// ends are the first statement of a body that reads the field that races and the last one that writes
// it, calls too; nil if there is none.
func (f *fixer) ends(body *il.Block) (first, last il.Stmt) {
	field := f.field()
	il.Walk(body, func(s il.Stmt) {
		if first == nil && f.p.accesses(s, field, il.Read) {
			first = s
		}
		if f.p.accesses(s, field, il.Write) {
			last = s
		}
	})
	return first, last
}

// accesses tells whether a statement accesses a field, itself or by what it calls.
func (p *Program) accesses(s il.Stmt, field string, kind il.AccessKind) bool {
	found := touches(s, field, kind)
	if u := p.callee(s); u != nil {
		for _, v := range p.Core.Reachable(u) {
			il.Walk(p.body(v), func(s il.Stmt) { found = found || touches(s, field, kind) })
		}
	}
	return found
}

// touches tells whether a statement itself accesses a field.
func touches(s il.Stmt, field string, kind il.AccessKind) bool {
	return slices.ContainsFunc(il.AccessesOf(s), func(a il.Access) bool { return a.Kind == kind && a.Field() == field })
}

// callee is the unit that a statement calls, nil for one that is no call.
func (p *Program) callee(s il.Stmt) *il.Unit {
	call, ok := s.(*il.Call)
	if !ok {
		return nil
	}
	return p.Core.Methods[call.Method]
}
