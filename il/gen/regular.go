package gen

import (
	"slices"

	"wobbly/il"
)

// naming is a set of kinds of names.
type naming uint8

const (
	ofMethods naming = 1 << iota
	ofFields
	ofFormals
	ofLocals
)

// regular renames what is of the given kinds to the names of names.go, in the
// order in which it occurs. A program with an init block keeps its names.
func (v *view) regular(kinds naming) *il.Program {
	methods, fields := newOrdered(), newOrdered()
	for _, d := range v.program.Decls {
		switch d := d.(type) {
		case *il.Method:
			methods.add(d.Name)
		case *il.Init:
			return v.rewrite(rewriting{})
		}
	}
	for _, f := range v.fields() {
		fields.add(f)
	}
	var w rewriting
	if kinds&ofMethods != 0 {
		w.called = func(m string) string { return methodName(methods.index[m]) }
	}
	if kinds&ofFields != 0 {
		w.field = func(f string) string { return name("fghijk", fields.index[f]) }
	}
	renaming := make([]map[string]string, len(v.units))
	for i := range v.units {
		renaming[i] = v.regularVariables(i, kinds)
	}
	w.variable = func(u int, x string) string { return renaming[u][x] }
	return v.rewrite(w)
}

// regularVariables gives the variables of unit u of the given kinds their
// regular names, as far as the others leave them free.
func (v *view) regularVariables(u int, kinds naming) map[string]string {
	unit, renaming := v.units[u], map[string]string{}
	kept := func(x string) bool {
		if unit.isFormal(x) {
			return kinds&ofFormals == 0
		}
		return kinds&ofLocals == 0
	}
	var taken []string
	for _, x := range v.variables(u) {
		if kept(x) {
			renaming[x] = x
			taken = append(taken, x)
		}
	}
	args := 0
	for _, x := range v.variables(u) {
		switch {
		case kept(x):
		case !unit.isFormal(x):
			renaming[x] = freshName("xyzuvw", &taken)
		case unit.thread:
			renaming[x] = argName(args)
			args++
		default:
			renaming[x] = freshName("abcde", &taken)
		}
	}
	return renaming
}

func (u unit) isFormal(name string) bool {
	if u.thread {
		return il.IsFormalName(name)
	}
	return slices.Contains(u.formals, name)
}
