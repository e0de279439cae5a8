package world

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// Verdict is the answer for a pair of sites.
type Verdict uint8

const (
	Bounded Verdict = iota // no race was found, but a limit left something out
	Races                  // a race was found
	NoRace                 // the search was complete and found no race
)

func (v Verdict) String() string { return [...]string{"bounded", "races", "no race"}[v] }

// CanRace decides whether the access left of the pair's left unit, thread A, and the access right
// of its right unit, thread B, can race in the world. The string explains the verdict in a sentence
// without a full stop. CanRace takes positions from core.Source, which must be set.
func (w World) CanRace(core *il.Core, p il.Pair, left, right il.Site,
	limits Limits) (Verdict, string) {
	q := question{search: newSearch(w, core, p, limits), sites: [2]il.Site{left, right}}
	for _, i := range semantics.Tids {
		q.stmts[i] = q.access(i)
	}
	races := func() bool { return q.pairs[q.stmts] != nil && q.pairs[q.stmts].races }
	q.run(races)
	switch {
	case races():
		return Races, "both threads are about to make the accesses, on the same cell"
	case q.cut != "":
		return Bounded, fmt.Sprintf("no race in %d states, but %s", q.states, q.cut)
	default:
		return NoRace, q.because()
	}
}

// question is a search for a race of two accesses.
type question struct {
	*search
	// sites has the access of each thread, and stmts the statements there, nil if a thread has no
	// such access.
	sites [2]il.Site
	stmts [2]il.Stmt
}

// access returns the statement of thread i's site, nil if the thread has no such access.
func (q *question) access(i semantics.Tid) il.Stmt {
	for _, u := range q.m.called(q.pair, i) {
		for s, a := range il.Accesses(u.Body) {
			if a.Site == q.sites[i] {
				return s
			}
		}
	}
	return nil
}

// called lists the unit of thread i and the methods that it calls, in breadth-first order.
func (m *machine) called(p il.Pair, i semantics.Tid) []*il.Unit {
	units := []*il.Unit{[2]*il.Unit{p.Left, p.Right}[i]}
	for n := 0; n < len(units); n++ {
		for _, u := range m.core.Callees(units[n]) {
			if !slices.Contains(units, u) {
				units = append(units, u)
			}
		}
	}
	return units
}

// because explains, after a complete search without a race, why there is none.
func (q *question) because() string {
	if !q.m.rules.runs {
		return "every program begins with skip, and [[skip]] has no trace, so nothing runs"
	}
	for _, i := range semantics.Tids {
		if q.stmts[i] == nil {
			return fmt.Sprintf("thread %s has no %s at %s", i, q.sites[i].Kind,
				q.position(q.sites[i].At))
		}
		if _, reached := q.threads[i].levels[q.stmts[i]]; !reached {
			return q.neverReached(i)
		}
	}
	if q.sites[0].Kind == il.Read && q.sites[1].Kind == il.Read {
		return "both accesses only read"
	}
	for _, i := range semantics.Tids {
		if q.threads[i].passed[q.stmts[i]] {
			continue
		}
		var why []string
		for _, s := range q.threads[i].stuck {
			if s.at.stmt == q.stmts[i] && !slices.Contains(why, s.text()) {
				why = append(why, s.text())
			}
		}
		return fmt.Sprintf("thread %s reaches %s, but is stuck there (%s)", i,
			q.position(q.sites[i].At), strings.Join(why, ", or "))
	}
	e := q.pairs[q.stmts]
	levelA, levelB := q.threads[0].levels[q.stmts[0]], q.threads[1].levels[q.stmts[1]]
	switch {
	case e != nil && e.start:
		return "both threads are about to make the accesses only at the start, after an empty trace"
	case e != nil:
		return q.m.rules.cell
	}
	never := "the threads are never about to make the accesses at the same time"
	if levelA.Excludes(levelB) {
		never += ", because both hold the lock there"
	}
	return never
}

// neverReached explains why thread i was never about to make its access: it gets stuck on the way,
// or a call does not return. Of the places where it was stuck it names those that it never passed,
// or all if there are none.
func (q *question) neverReached(i semantics.Tid) string {
	never := fmt.Sprintf("thread %s never reaches %s: ", i, q.position(q.sites[i].At))
	future := q.m.futures(func(s il.Stmt) future {
		if s == q.stmts[i] {
			return accesses
		}
		return 0
	})
	var all, unpassed []string
	for _, s := range q.threads[i].stuck {
		if future.at(s.at)&accesses == 0 {
			continue
		}
		text := fmt.Sprintf("%s (%s)", q.position(s.at.stmt.Pos()), s.text())
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
		if !q.threads[i].passed[s.at.stmt] && !slices.Contains(unpassed, text) {
			unpassed = append(unpassed, text)
		}
	}
	if len(unpassed) > 0 {
		all = unpassed
	}
	if len(all) > 0 {
		return never + "it is stuck at " + strings.Join(all, ", or at ")
	}
	for _, u := range q.m.called(q.pair, i) {
		c := q.m.codes[u]
		if c == nil {
			continue // the guards do not let the thread call it
		}
		for _, n := range c.nodes {
			if n.callee != nil && !q.m.mayReturn(n.callee) && future.any(c, n.next)&accesses != 0 {
				return fmt.Sprintf("%sthe call of %s at %s never returns", never,
					n.callee.unit.Name, q.position(n.stmt.Pos()))
			}
		}
	}
	return never + q.m.rules.control
}

// position formats a position, such as "3:5".
func (q *question) position(at il.Pos) string { return q.m.core.Source.At(at) }

func (s stuckAt) text() string {
	switch s.reason {
	case atUnassigned:
		return fmt.Sprintf("%s has no value", s.expr)
	case atNull:
		return fmt.Sprintf("%s is null", s.expr)
	case atFreed:
		return fmt.Sprintf("the object of %s was freed", s.expr)
	case atAbsent:
		return fmt.Sprintf("no object has the field %s", s.expr.Fields[len(s.expr.Fields)-1])
	case unlockAtZero:
		return "unlock() with no lock held"
	case lockAgain:
		return "lock() waits for the thread itself"
	default:
		panic(fmt.Sprintf("unreachable: reason %d", s.reason))
	}
}
