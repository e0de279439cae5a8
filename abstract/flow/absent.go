package flow

import (
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Clash lists the fields that one thread relies on and the other one stores into before its access.
// If there are any, the accesses are not reported.
func (r *Result) Clash(relies, stores Access) []string {
	fields := relies.sets.common(relies.relies(), stores.stores())
	return slice.Map(fields, func(f int) string { return r.core.Fields[f] })
}

// Relying reports whether the threads rely on each other (Theorem 2g).
func (r *Result) Relying() bool { return r.options.Rely }

// Sentence describes in English how the unit u reaches the access.
func (a Access) Sentence(u *il.Unit) string {
	path := ""
	if a.end.other {
		path = ", though by another path"
	}
	return fmt.Sprintf(
		"%s reaches the access after %s, at %s of the object that %s leads to at the start%s",
		u.Name, text.Count(a.Step, "step"), a.Rest, a.Name, path)
}

// Absent explains why no name of a unit leads to an access. If a single clause is responsible, the
// text explains that clause.
func (r *Result) Absent(u *il.Unit, s il.Site) string {
	stmt, ok := r.core.AccessAt(s)
	switch {
	case !ok || !slices.Contains(r.core.Reachable(u), r.core.UnitOf(stmt)):
		return u.Name + " does not call the method with the access"
	case r.Cut(u) != "":
		return u.Name + " has " + r.Cut(u) + ", so the name that leads there may be missing"
	}
	access, _ := il.AccessOf(stmt)
	path := string(abstract.ExprOf(access.Path))
	an, err := newAnalysis(r.core, r.options)
	atSite := func(k kind) bool { return k.site == s }
	if err != nil || !slices.ContainsFunc(an.possible(u), atSite) {
		return fmt.Sprintf("copies, loads and calls alone bring no value from a parameter of %s "+
			"to the beginning of %s, which holds a new object or one found through a new object",
			u.Name, path)
	}
	foundWithout := func(c Clause) bool {
		o := r.options
		o.Without |= c
		all, err := Analyze(r.core, o)
		return err == nil &&
			slices.ContainsFunc(all.Accesses(u), func(a Access) bool { return a.Site == s })
	}
	switch {
	case foundWithout(ClausePublic):
		return "before the access, the objects that lead there were stored where the other thread " +
			"can find them, so nothing is known about them"
	case foundWithout(ClauseForget):
		return "before the access there was a store into an unknown object, which may lead there"
	}
	return fmt.Sprintf("nothing that %s knows leads from a name to %s: a part of the path is in a "+
		"cell that the other thread can reach, or in an unknown object", u.Name, path)
}
