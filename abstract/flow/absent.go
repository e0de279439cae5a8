package flow

import (
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/text"
)

// Clash lists the fields that one thread relies on and the other one stores into before its access.
// If there are any, the accesses are not reported.
func (r *Result) Clash(relies, stores Access) (fields []string) {
	for _, f := range relies.sets.common(relies.relies(), stores.stores()) {
		fields = append(fields, r.core.Fields[f])
	}
	return fields
}

// Relying reports whether the threads rely on each other (Theorem 2g).
func (r *Result) Relying() bool { return r.options.Rely }

// Comes describes how a unit reaches an access: by its name, with the rest.
func (a Access) Comes(u *il.Unit) string {
	verb, walk := "leads to", "to walk"
	if a.Name.Len() == 0 {
		verb = "is"
	}
	if a.end.other {
		walk = "to what is found by walking"
	}
	return fmt.Sprintf("by %s, which %s where the threads meet, %s comes after %s %s %s from there", a.Name, verb, u.Name, text.Count(a.Step, "step"), walk, a.Rest)
}

// Absent explains why a unit reaches an access by no name; if a single clause is responsible, it
// names it.
func (r *Result) Absent(u *il.Unit, s il.Site) string {
	at := func(a Access) bool { return a.Site == s }
	stmt, ok := r.core.AccessAt(s)
	switch {
	case !ok || !slices.Contains(r.core.Reachable(u), r.core.UnitOf(stmt)):
		return u.Name + " does not call what holds the access"
	case r.Cut(u) != "":
		return u.Name + " has " + r.Cut(u) + ": the name by which it comes there may be missing"
	}
	access, _ := il.AccessOf(stmt)
	path := string(abstract.ExprOf(access.Path))
	x, err := newAnalysis(r.core, r.options)
	if err != nil || !slices.ContainsFunc(x.possible(u), func(k kind) bool { return k.site == s }) {
		return fmt.Sprintf("by copies, loads and calls alone nothing comes from a parameter of %s to where %s begins: that is an object that has been made, or comes by way of one", u.Name, path)
	}
	for _, c := range []ClauseText{
		{ClausePublic, "", "by then what leads there has been stored where the other thread can find it, so that nothing is known of it"},
		{ClauseForget, "", "by then something has been stored into an object that is not known, and it may be the one that leads there"},
	} {
		o := r.options
		o.Without |= c.Clause
		if all, err := Analyze(r.core, o); err == nil && slices.ContainsFunc(all.Accesses(u), at) {
			return c.Text
		}
	}
	return "on no path does what " + u.Name + " knows lead from a name to " + path + ": a part of it comes from a cell that the other thread can get at, or from an object that is not known"
}
