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

// Side is an access of one thread.
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

// List returns the first reports of Reports, at most limit, and whether there are more.
func (r *Result) List(p il.Pair, limit int) (list []Report, more bool) {
	seen := map[[2]location]bool{}
	// The accesses of the right unit, by Options.end of their rest.
	all, writes := map[string][]Access{}, map[string][]Access{}
	for _, b := range r.Accesses(p.Right) {
		end := r.options.end(b.Rest)
		all[end] = append(all[end], b)
		if b.Kind == il.Write {
			writes[end] = append(writes[end], b)
		}
	}
	for _, a := range r.Accesses(p.Left) {
		partners := writes
		if a.Kind == il.Write || r.options.without(ClauseOneWrites) {
			partners = all
		}
		for _, b := range partners[r.options.end(a.Rest)] {
			left, right := a.location(), b.location()
			locations := [2]location{left, right}
			if seen[locations] || p.Left == p.Right && left.compare(right) > 0 || !r.race(&a, &b) {
				continue
			}
			if len(list) >= limit {
				return list, true
			}
			seen[locations] = true
			list = append(list, Report{Side{p.Left, a}, Side{p.Right, b}})
		}
	}
	return list, false // in order, because the accesses are
}

// race reports whether two accesses with the same rest race: the locks let the threads reach both
// (Lemma S), and neither thread disturbs what the other relies on.
func (r *Result) race(a, b *Access) bool {
	locks := !a.Lock.Excludes(b.Lock) &&
		(len(r.core.Locks) == 0 || !a.History().Crosses(b.History()))
	stable := disjoint(a.relies(), b.stores()) && disjoint(b.relies(), a.stores())
	return (locks || r.options.without(ClauseLock)) && (stable || r.options.without(ClauseRely))
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

// Sentences explains in English why the accesses race from a state in which their names lead to one
// object. It does not say what else holds in that state.
func (r Report) Sentences() []string {
	reliance := slices.Concat(r.Left.reliance("A", "B", r.Right.Stores),
		r.Right.reliance("B", "A", r.Left.Stores))
	end := ", whatever the other thread does meanwhile."
	if len(reliance) > 0 {
		end = "."
	}
	meet := fmt.Sprintf("If A.%s and B.%s lead to the same object at the start, "+
		"A is about to access its %s after %s, and B after %s%s",
		r.Left.Name, r.Right.Name, r.Left.Rest,
		text.Count(r.Left.Step, "step"), text.Count(r.Right.Step, "step"), end)
	return append([]string{meet}, reliance...)
}

// reliance explains what a thread relies on, and why the other thread does not disturb it. The
// threads are called thread and other; stores are the fields that the other one stores into.
func (s Side) reliance(thread, other string, stores []string) []string {
	if len(s.Relies) == 0 {
		return nil
	}
	does := "only into its own objects"
	if len(stores) > 0 {
		does = "only into ." + strings.Join(stores, ", .") + ", apart from its own objects"
	}
	return []string{fmt.Sprintf(
		"%s relies on what it knows about .%s. Before its access, %s stores %s.",
		thread, strings.Join(s.Relies, ", ."), other, does)}
}
