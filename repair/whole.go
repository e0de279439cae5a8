package repair

import (
	"fmt"

	"wobbly/il"
)

// operation is the row of statements of an access's unit from the first that reads the
// path of the field that races to the last that writes it: what another thread can tear
// apart. It is false where the unit does not read the path before it writes it, or the
// access is not in that row.
func (f *fixer) operation(i int) (piece, bool) {
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
	if first == nil || last == nil || first.Pos() >= last.Pos() || stmt.Pos() < first.Pos() || stmt.Pos() > last.Pos() {
		return piece{}, false
	}
	return f.around(i, first.Pos(), last.Pos())
}

// around is the smallest row of statements of one block that holds two positions of an
// access's unit.
func (f *fixer) around(i int, first, last il.Pos) (piece, bool) {
	b := f.at[i].body
	for {
		from, to := lastFrom(b, first), lastFrom(b, last)
		if from < 0 || to < 0 {
			return piece{}, false
		}
		inner := holder(b, from, first)
		if from != to || inner == nil || inner != holder(b, to, last) {
			return piece{b, from, to + 1, f.unit(i)}, true
		}
		b = inner
	}
}

// lastFrom is the last statement of a block that begins at a position or before it, -1 if
// there is none.
func lastFrom(b *il.Block, at il.Pos) int {
	for i := len(b.Stmts) - 1; i >= 0; i-- {
		if b.Stmts[i].Pos() <= at {
			return i
		}
	}
	return -1
}

// wholes are the lock regions that keep operations whole, the smallest first: from the
// load of what races to the store, in one unit or in both. There is none where no unit
// reads what it then writes.
func (f *fixer) wholes() []candidate {
	var of [2]piece
	torn := false
	for i := range f.at {
		op, ok := f.operation(i)
		if of[i] = op; !ok {
			of[i] = piece{f.at[i].block, f.at[i].index, f.at[i].index + 1, f.unit(i)}
		}
		torn = torn || ok
	}
	if !torn {
		return nil
	}
	sets := [][]piece{{of[0]}}
	if of[0] != of[1] {
		sets = append(sets, []piece{of[1]}, []piece{of[0], of[1]})
	}
	all := f.candidates(sets)
	for n := range all {
		all[n].notes = append([]string{f.keepsWhole()}, all[n].notes...)
	}
	return all
}

// path is the path of an access.
func (f *fixer) path(i int) string {
	for _, a := range il.AccessesOf(f.at[i].stmt()) {
		if a.Kind == f.r.Sites[i].Kind {
			return a.Path.String()
		}
	}
	return ""
}

// keepsWhole says that a region keeps operations whole.
func (f *fixer) keepsWhole() string {
	i := 0
	if _, ok := f.operation(0); !ok {
		i = 1
	}
	return fmt.Sprintf("The region reaches from the load of %s to the store, so that nobody who takes the lock comes in between.", f.path(i))
}
