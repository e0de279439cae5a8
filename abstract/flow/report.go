package flow

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
)

// Report is a pair of accesses that race by Theorem 2f or 2g.
type Report struct {
	Left, Right Side
}

type Side struct {
	Unit *il.Unit
	Access
}

// Compare orders the reports of one program by accesses.
func (r Report) Compare(o Report) int {
	return cmp.Or(r.Left.Access.Compare(o.Left.Access), r.Right.Access.Compare(o.Right.Access))
}

// Reports returns the races of C1 || C2, in order. For two sites at two lock levels it has the
// report with the shortest rest. In a self pair each unordered pair occurs once.
func (r *Result) Reports(p il.Pair) []Report {
	all, _ := r.List(p, math.MaxInt)
	return all
}

// List returns the first reports, at most limit, and whether there are more.
func (r *Result) List(p il.Pair, limit int) (all []Report, more bool) {
	type locations struct{ left, right location }
	seen := map[locations]bool{}
	type partner struct {
		end  string
		kind il.AccessKind
	}
	by := map[partner][]Access{} // the key with Read has reads and writes
	for _, b := range r.Accesses(p.Right) {
		end := r.options.end(b.Rest)
		by[partner{end, il.Read}] = append(by[partner{end, il.Read}], b)
		if b.Kind == il.Write {
			by[partner{end, il.Write}] = append(by[partner{end, il.Write}], b)
		}
	}
	for _, a := range r.Accesses(p.Left) {
		with := partner{r.options.end(a.Rest), il.Write}
		if a.Kind == il.Write || r.options.without(ClauseOneWrites) {
			with.kind = il.Read
		}
		for _, b := range by[with] {
			if p.Left == p.Right && a.location().compare(b.location()) > 0 ||
				!r.options.without(ClauseLock) && !r.compatible(&a, &b) ||
				!r.options.without(ClauseRely) && !(disjoint(a.relies(), b.stores()) && disjoint(b.relies(), a.stores())) {
				continue
			}
			at := locations{a.location(), b.location()}
			if seen[at] {
				continue
			}
			if len(all) >= limit {
				return all, true
			}
			seen[at] = true
			all = append(all, Report{Side{p.Left, a}, Side{p.Right, b}})
		}
	}
	return all, false // in order, because the accesses are
}

// compatible reports whether the locks allow the threads to reach both accesses (Lemma S).
func (r *Result) compatible(a, b *Access) bool {
	return !a.Lock.Excludes(b.Lock) && (len(r.core.Locks) == 0 || !a.History().Crosses(b.History()))
}

type location struct {
	il.Site
	lock il.Level
}

func (a Access) location() location { return location{a.Site, a.Lock} }

func (p location) compare(o location) int {
	return cmp.Or(p.Site.Compare(o.Site), p.lock.Compare(o.lock))
}

// end returns the part that the rests of two accesses must have in common: all of it, unless that
// clause is switched off.
func (o Options) end(rest string) string {
	if o.without(ClauseSameRest) {
		return rest[strings.LastIndexByte(rest, '.'):]
	}
	return rest
}

// Sentences explains why the accesses race from a state in which their names lead to one object.
// Only a witness shows what else that state needs.
func (r Report) Sentences() []string {
	relied := slices.Concat(r.Left.relied("A", "B", r.Right.Stores), r.Right.relied("B", "A", r.Left.Stores))
	always := ", whatever the other thread does meanwhile."
	if len(relied) > 0 {
		always = "."
	}
	return append([]string{fmt.Sprintf("If A.%s and B.%s lead to the same object at the start, A is about to access its %s after %s, and B after %s%s",
		r.Left.Name, r.Right.Name, r.Left.Rest, text.Count(r.Left.Step, "step"), text.Count(r.Right.Step, "step"), always)}, relied...)
}

// relied explains what a thread relies on, and why the other thread does not disturb it.
func (s Side) relied(thread, other string, stores []string) []string {
	if len(s.Relies) == 0 {
		return nil
	}
	does := "only into its own objects"
	if len(stores) > 0 {
		does = "only into ." + strings.Join(stores, ", .") + ", apart from its own objects"
	}
	return []string{fmt.Sprintf("%s relies on what it knows about .%s. Before its access, %s stores %s.",
		thread, strings.Join(s.Relies, ", ."), other, does)}
}
