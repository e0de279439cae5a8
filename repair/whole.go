package repair

import (
	"fmt"
	"slices"

	"wobbly/il"
)

// operation returns the statements of an access's unit from the first that reads the racing path to
// the last that writes it: the other thread can interrupt them. ok is false if the unit does not
// read the path before it writes it, or the access is not among these statements.
func (f *fixer) operation(i int) (whole piece, ok bool) {
	var first, last il.Stmt
	path, stmt := f.path(i), f.at[i].stmt()
	il.Walk(f.at[i].body, func(s il.Stmt) {
		for _, a := range il.AccessesOf(s) {
			switch {
			case a.Path.String() != path:
			case a.Kind == il.Read && (first == nil || s.Pos() < first.Pos()):
				first = s
			case a.Kind == il.Write && (last == nil || s.Pos() > last.Pos()):
				last = s
			}
		}
	})
	if first == nil || last == nil || first.Pos() >= last.Pos() || stmt.Pos() < first.Pos() ||
		stmt.Pos() > last.Pos() {
		return piece{}, false
	}
	return f.p.around(f.at[i].body, first.Pos(), last.Pos())
}

// around returns the fewest statements of one block of a body that contain two positions.
func (p *Program) around(body *il.Block, first, last il.Pos) (piece, bool) {
	b := body
	for {
		from, to := lastFrom(b, first), lastFrom(b, last)
		if from < 0 || to < 0 {
			return piece{}, false
		}
		inner := innerBlock(b, from, first)
		if from != to || inner == nil || inner != innerBlock(b, to, last) {
			return piece{block: b, from: from, to: to + 1, unit: p.unit(body).Name}, true
		}
		b = inner
	}
}

// lastFrom returns the last statement of a block that begins at a position or before it, or -1.
func lastFrom(b *il.Block, at il.Pos) int {
	i := len(b.Stmts) - 1
	for i >= 0 && b.Stmts[i].Pos() > at {
		i--
	}
	return i
}

// atomicRegions returns the lock regions that keep operations whole, the smallest first: from the
// load of the racing field to the store, in one unit or in both. There are none if no thread reads
// what it then writes. No region contains another one.
func (f *fixer) atomicRegions() []candidate {
	var pieces [2]piece     // an operation of each side or, if it has none, its access
	var own, called [2]bool // whether it is an operation in one unit, or one with calls
	for i := range f.at {
		if pieces[i], own[i] = f.operation(i); !own[i] {
			pieces[i], called[i] = f.calledOperation(i)
		}
		if !own[i] && !called[i] {
			pieces[i] = f.access(i)
		}
	}
	var sets [][]piece
	for i, one := range pieces {
		// A region around an access alone does not keep the other thread's operation whole if that
		// is not in a region.
		other := pieces[1-i]
		guarded := func() bool {
			return len(f.p.guards(f.p.regions(), other.block.Stmts[other.from].Pos())) > 0
		}
		if own[i] || called[i] || own[1-i] || called[1-i] && guarded() {
			sets = append(sets, []piece{one})
		}
	}
	switch {
	case len(sets) == 0:
		return nil
	case pieces[0] == pieces[1]:
		sets = sets[:1]
	case !f.p.overlap(pieces[0], pieces[1]):
		sets = append(sets, pieces[:])
	}
	all := f.candidates(sets)
	for n := range all {
		all[n].Notes = append([]string{f.keepsWhole(own)}, all[n].Notes...)
	}
	return all
}

func (p *Program) overlap(a, b piece) bool {
	from := func(c piece) int { return int(c.block.Stmts[c.from].Pos()) }
	to := func(c piece) int { return p.end(c.block, c.to-1) }
	return from(a) < to(b) && from(b) < to(a)
}

func (f *fixer) path(i int) string {
	for _, a := range il.AccessesOf(f.at[i].stmt()) {
		if a.Kind == f.r.Sites[i].Kind {
			return a.Path.String()
		}
	}
	return ""
}

// keepsWhole says that a region keeps operations whole. own are the sides whose load and store
// of one path are in the access's own unit.
func (f *fixer) keepsWhole(own [2]bool) string {
	const purpose = "so that no thread that takes the lock comes in between"
	for i := range own {
		if own[i] {
			return fmt.Sprintf("The region reaches from the load of %s to the store, %s.",
				f.path(i), purpose)
		}
	}
	return fmt.Sprintf("The region reaches from what loads the field %s to what stores it, %s.",
		f.field(), purpose)
}

// calledOperation returns the operation of a thread whose load or store is in a method that it
// calls: in the innermost unit from which both are reached, the statements from the first that
// reads the racing field, itself or by a call, to the last that writes it. ok is false if the
// thread does not read what it then writes.
func (f *fixer) calledOperation(i int) (whole piece, ok bool) {
	u := f.r.Pair.Left
	if i == 1 {
		u = f.r.Pair.Right
	}
	if !f.updating[i] {
		return piece{}, false
	}
	reads, writes := f.accessing(il.Read), f.accessing(il.Write)
	for u != nil {
		body := f.p.body(u)
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

// ends returns the first statement of a body that reads the racing field and the last one that
// writes it, themselves or by a call; nil if there is none.
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

// accessing returns the units that access the racing field, themselves or by a call.
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

// touches reports whether a statement itself reads or writes a field, by kind.
func touches(s il.Stmt, field string, kind il.AccessKind) bool {
	return slices.ContainsFunc(il.AccessesOf(s),
		func(a il.Access) bool { return a.Kind == kind && a.Field() == field })
}

// callee returns the unit that a statement calls, or nil if it is no call.
func (p *Program) callee(s il.Stmt) *il.Unit {
	call, ok := s.(*il.Call)
	if !ok {
		return nil
	}
	return p.Core.Methods[call.Method]
}
