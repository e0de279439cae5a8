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

// The verdicts. NoRace is said only where nothing was left out.
const (
	Bounded Verdict = iota // no race was found, but a limit left something out
	Races
	NoRace
)

// String gives "bounded", "races" or "no race".
func (v Verdict) String() string { return [...]string{"bounded", "races", "no race"}[v] }

// CanRace decides whether the access left of the pair's left unit, thread A,
// and the access right of its right unit, thread B, can race in the world. The
// sentence says why there is no race, or no answer, as far as the search has
// shown it; it ends without a full stop. core must know its Source.
func (w World) CanRace(core *il.Core, p il.Pair, left, right il.Site, limits Limits) (Verdict, string) {
	x := newSearch(w, core, p, limits)
	q := question{search: x, sites: [2]il.Site{left, right}}
	for i := range q.sites {
		q.stmts[i] = x.m.find(p, semantics.Tid(i), q.sites[i])
	}
	x.run(func() bool { return q.met().races })
	return q.answer()
}

// find is the access of a thread at a site, nil if there is none.
func (m *machine) find(p il.Pair, i semantics.Tid, site il.Site) il.Stmt {
	for _, u := range m.called(p, i) {
		for s := range il.Accesses(u.Body) {
			if siteOf(s) == site {
				return s
			}
		}
	}
	return nil
}

// called lists the unit of thread i and the methods that it calls, nearest first.
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

// question is a search that is asked for one pair of sites.
type question struct {
	*search
	sites [2]il.Site
	stmts [2]il.Stmt
}

// met is what was seen of both threads before the two accesses.
func (q *question) met() encounter {
	if e := q.pairs[q.stmts]; e != nil {
		return *e
	}
	return encounter{}
}

// stood tells whether thread i was seen before its access.
func (q *question) stood(i semantics.Tid) bool {
	_, ok := q.threads[i].levels[q.stmts[i]]
	return ok
}

func (q *question) answer() (Verdict, string) {
	switch {
	case q.met().races:
		return Races, "both threads come to stand before them, at the same cell"
	case q.cut != "":
		return Bounded, fmt.Sprintf("no race in %d states, but %s", q.states, q.cut)
	default:
		return NoRace, q.because()
	}
}

// because says why the two accesses do not race in a search that is complete.
func (q *question) because() string {
	if !q.m.rules.runs {
		return "every program begins with skip, and [[skip]] has no trace from which to go on, so nothing runs"
	}
	for _, i := range semantics.Tids {
		switch {
		case q.stmts[i] == nil:
			return fmt.Sprintf("thread %s has no %s at %s", i, q.sites[i].Kind, q.position(q.sites[i].At))
		case !q.stood(i):
			return q.neverThere(i)
		}
	}
	if q.sites[0].Kind == il.Read && q.sites[1].Kind == il.Read {
		return "both accesses only read"
	}
	for _, i := range semantics.Tids {
		if !q.threads[i].passed[q.stmts[i]] {
			return q.neverDone(i)
		}
	}
	return q.notTogether()
}

// neverThere says why thread i never stands before its access.
func (q *question) neverThere(i semantics.Tid) string {
	never := fmt.Sprintf("thread %s never comes to %s: ", i, q.position(q.sites[i].At))
	if spot := q.barriers(i); len(spot) > 0 {
		return never + "it is stuck at " + strings.Join(spot, ", or at ")
	}
	return never + q.noPath(i)
}

// barriers are the points where thread i is stuck on its way to its access:
// those that it never gets past, or, if there is none, all of them.
func (q *question) barriers(i semantics.Tid) []string {
	future := q.m.only(q.stmts[i])
	var all, firm []string
	for _, s := range q.threads[i].stuck {
		if future.at(s.at)&accesses == 0 {
			continue
		}
		text := fmt.Sprintf("%s (%s)", q.position(s.at.stmt.Pos()), s.text())
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
		if !q.threads[i].passed[s.at.stmt] && !slices.Contains(firm, text) {
			firm = append(firm, text)
		}
	}
	if len(firm) > 0 {
		return firm
	}
	return all
}

// noPath says why control does not lead thread i to its access.
func (q *question) noPath(i semantics.Tid) string {
	future := q.m.only(q.stmts[i])
	for _, u := range q.m.called(q.pair, i) {
		c := q.m.codes[u]
		if c == nil {
			continue // the guards do not let the thread call it
		}
		for _, n := range c.nodes {
			if n.callee != nil && !q.m.mayReturn(n.callee) && future.any(c, n.next)&accesses != 0 {
				return fmt.Sprintf("the call of %s at %s never returns", n.callee.unit.Name, q.position(n.stmt.Pos()))
			}
		}
	}
	return q.m.rules.control
}

// neverDone says why thread i cannot execute the access before which it stands.
func (q *question) neverDone(i semantics.Tid) string {
	var why []string
	for _, s := range q.threads[i].stuck {
		if s.at.stmt == q.stmts[i] && !slices.Contains(why, s.text()) {
			why = append(why, s.text())
		}
	}
	return fmt.Sprintf("thread %s comes to %s, but is stuck there (%s)", i, q.position(q.sites[i].At), strings.Join(why, ", or "))
}

// notTogether says why two accesses that both can be executed do not race.
func (q *question) notTogether() string {
	e := q.pairs[q.stmts]
	levels := [2]int{}
	for i := range levels {
		levels[i] = q.threads[i].levels[q.stmts[i]]
	}
	switch {
	case e != nil && e.start:
		return "both threads stand before them only before the first step, and the trace that leads there is empty"
	case e != nil:
		return q.m.rules.cell
	case levels[0] > 0 && levels[1] > 0:
		return "the threads are never before them at the same time: both hold the lock there"
	default:
		return "the threads are never before them at the same time"
	}
}

// position is a position as people read it.
func (q *question) position(at il.Pos) string { return q.m.core.Source.At(at) }

// text says why a command is stuck.
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
		panic(il.Unknown(s.reason))
	}
}
