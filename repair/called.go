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
	if !f.torn[i] {
		return piece{}, false
	}
	reads, writes := f.accessing(il.Read), f.accessing(il.Write)
	for u != nil {
		all := f.p.tree.Bodies()
		body := all[slices.IndexFunc(all, func(b *il.Block) bool { return b.End == u.Body.End })]
		first, last := f.ends(body, reads, writes)
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
func (f *fixer) ends(body *il.Block, reads, writes map[*il.Unit]bool) (first, last il.Stmt) {
	field := f.field()
	il.Walk(body, func(s il.Stmt) {
		u := f.p.callee(s)
		if first == nil && (touches(s, field, il.Read) || reads[u]) {
			first = s
		}
		if touches(s, field, il.Write) || writes[u] {
			last = s
		}
	})
	return first, last
}

// accessing are the units that access the field that races, themselves or by what they call.
func (f *fixer) accessing(kind il.AccessKind) map[*il.Unit]bool {
	field, all := f.field(), map[*il.Unit]bool{}
	for _, u := range f.p.Core.Order { // callees first
		found := slices.ContainsFunc(f.p.Core.Callees(u), func(v *il.Unit) bool { return all[v] })
		il.Walk(u.Body, func(s il.Stmt) { found = found || touches(s, field, kind) })
		if found {
			all[u] = true
		}
	}
	return all
}

// touches reports whether a statement itself accesses a field.
func touches(s il.Stmt, field string, kind il.AccessKind) bool {
	return slices.ContainsFunc(il.AccessesOf(s), func(a il.Access) bool { return a.Kind == kind && a.Field() == field })
}

func (p *Program) callee(s il.Stmt) *il.Unit {
	call, ok := s.(*il.Call)
	if !ok {
		return nil
	}
	return p.Core.Methods[call.Method]
}
