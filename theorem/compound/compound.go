package compound

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Size counts the statements of b.
func Size(b *il.Block) int {
	n := 0
	il.Walk(b, func(il.Stmt) { n++ })
	return n
}

// Occurrences lists the formals of u, and the variables that its body names, as
// often as it does.
func Occurrences(u *il.Unit) []string {
	names := slices.Clone(u.Formals)
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachVar(s, func(x string, _ il.Pos) { names = append(names, x) })
	})
	return names
}

// Variables lists the formals of u and then its other variables, in text order.
func Variables(u *il.Unit) []string {
	names := slices.Clone(u.Formals)
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachVar(s, func(x string, _ il.Pos) {
			if !slices.Contains(names, x) {
				names = append(names, x)
			}
		})
	})
	return names
}

// Of is a compound program C as a unit of its own, with the name and the
// formals of the unit it is out of.
func Of(u *il.Unit, stmts []il.Stmt) *il.Unit {
	c := *u
	c.Body = &il.Block{At: u.Body.At, End: u.Body.End, Stmts: stmts}
	return &c
}

// Methods lists the methods of a program, in file order.
func Methods(core *il.Core) []*il.Unit {
	return slices.DeleteFunc(slices.Clone(core.Units), func(u *il.Unit) bool { return u.Thread })
}

// CallFree reports whether C calls no method.
func CallFree(b *il.Block) bool {
	free := true
	il.Walk(b, func(s il.Stmt) {
		if _, ok := s.(*il.Call); ok {
			free = false
		}
	})
	return free
}

// Formals is the set of the formals of u.
func Formals(u *il.Unit) map[string]bool {
	return slice.Set(u.Formals)
}
