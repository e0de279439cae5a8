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

// Occurrences lists the parameters of u, and every occurrence of a variable in its body.
func Occurrences(u *il.Unit) []string {
	names := slices.Clone(u.Formals)
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachVar(s, func(x string, _ il.Pos) { names = append(names, x) })
	})
	return names
}

// Variables lists the parameters of u and then its other variables, in text order.
func Variables(u *il.Unit) []string {
	var names []string
	for _, x := range Occurrences(u) {
		if !slices.Contains(names, x) {
			names = append(names, x)
		}
	}
	return names
}

// Of returns a compound program C of u as a unit, with the name and the parameters of u.
func Of(u *il.Unit, stmts []il.Stmt) *il.Unit {
	c := *u
	c.Body = &il.Block{At: u.Body.At, End: u.Body.End, Stmts: stmts}
	return &c
}

// Methods lists the methods of a program, in file order.
func Methods(core *il.Core) []*il.Unit {
	return slices.DeleteFunc(slices.Clone(core.Units), func(u *il.Unit) bool { return u.Thread })
}

// CallFree reports whether C contains no call.
func CallFree(b *il.Block) bool {
	free := true
	il.Walk(b, func(s il.Stmt) {
		if _, ok := s.(*il.Call); ok {
			free = false
		}
	})
	return free
}

// Formals returns the set of the parameters of u.
func Formals(u *il.Unit) map[string]bool { return slice.Set(u.Formals) }
