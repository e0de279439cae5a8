package reconstruct

import (
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
)

// target is what a call path leads to: the access at a site, with its path in terms
// of the unit one is in, under a lock level counted from that unit's entry.
type target struct {
	unit *il.Unit
	site il.Site
	path abstract.Expr
	lock il.Level
}

// turn is the first decision on the shortest path to a target: go to the access
// in the unit itself, or through a call.
type turn struct {
	cost exact.Nat // steps from the unit's entry to just before the access
	ok   bool
	stop point // the access or the call
	next target
}

// point is a statement of a unit that a call path can lead to.
type point struct {
	stmt il.Stmt
	pre  exact.Nat // steps of the shortest path from the unit's entry to it
	lock il.Level  // lock level there, counted from the unit's entry
}

// layout is the points of one unit.
type layout struct {
	made     bool
	lock     il.Level          // while it is made: the level behind what has been read
	accesses []point           // in text order
	sites    map[il.Site]point // of accesses; nil where they are few
	calls    []point           // in text order
}

// fewAccesses are looked through.
const fewAccesses = 8

// at is the access at a site, and whether there is one.
func (l *layout) at(s il.Site) (p point, ok bool) {
	if l.sites != nil {
		p, ok = l.sites[s]
		return p, ok
	}
	for i := len(l.accesses) - 1; i >= 0; i-- { // the last one, as in a map
		if site, _ := il.SiteOf(l.accesses[i].stmt); site == s {
			return l.accesses[i], true
		}
	}
	return point{}, false
}

// callPaths finds shortest paths to accesses, on demand: through a call only the
// part of the path behind an actual is asked for, and answers are kept.
type callPaths struct {
	core    *il.Core
	costs   costs           // made with the layouts
	layouts []layout        // by Unit.Index; nil until one is needed, and each made when it is
	memo    map[target]turn // of units with calls; nil until there are any
}

// find is the first turn towards t.
func (s *callPaths) find(t target) turn {
	if best, ok := s.memo[t]; ok {
		return best
	}
	var best turn
	own := s.layout(t.unit)
	if p, ok := own.at(t.site); ok && p.lock == t.lock && isWritten(t.path, p.stmt) {
		best = turn{cost: p.pre, ok: true, stop: p}
	}
	if len(own.calls) == 0 {
		return best
	}
	for _, c := range own.calls {
		best = s.through(t, c, best)
	}
	const many = 1 << 20
	if s.memo == nil || len(s.memo) > many {
		s.memo = map[target]turn{}
	}
	s.memo[t] = best
	return best
}

// through is the better of best and the paths to t through the call at c: one
// for each actual that is a prefix of the path.
func (s *callPaths) through(t target, c point, best turn) turn {
	call := c.stmt.(*il.Call)
	level, ok := t.lock.Minus(c.lock)
	if !ok {
		return best
	}
	for i, e := range call.Args {
		actual := abstract.ExprOf(e)
		if !actual.IsPrefixOf(t.path) {
			continue
		}
		callee := s.core.Methods[call.Method]
		next := target{
			unit: callee, site: t.site,
			path: abstract.Expr(callee.Formals[i]) + t.path[len(actual):],
			lock: level,
		}
		path := s.find(next)
		if !path.ok {
			continue
		}
		if cost := c.pre.Plus(exact.Of(1)).Plus(path.cost); !best.ok || cost.Less(best.cost) {
			best = turn{cost: cost, ok: true, stop: c, next: next}
		}
	}
	return best
}

// isWritten tells whether the load or store s has the path as it is: it is
// abstract.ExprOf, without making a text.
func isWritten(path abstract.Expr, s il.Stmt) bool {
	a, _ := il.AccessOf(s)
	rest, ok := strings.CutPrefix(string(path), a.Path.Root)
	for i := 0; ok && i < len(a.Path.Fields); i++ {
		if rest, ok = strings.CutPrefix(rest, "."); ok {
			rest, ok = strings.CutPrefix(rest, a.Path.Fields[i])
		}
	}
	return ok && rest == ""
}

func (s *callPaths) layout(u *il.Unit) *layout {
	if s.layouts == nil {
		s.layouts, s.costs = make([]layout, len(s.core.Units)), newCosts(s.core)
	}
	l := &s.layouts[u.Index]
	if l.made {
		return l
	}
	l.made = true
	s.lay(l, u.Body, exact.Nat{})
	if len(l.accesses) > fewAccesses {
		l.sites = make(map[il.Site]point, len(l.accesses))
		for _, p := range l.accesses {
			site, _ := il.SiteOf(p.stmt)
			l.sites[site] = p
		}
		l.accesses = nil
	}
	return l
}

// lay records the points of b, entered after pre steps. In front of a statement
// inside an if or a loop stand a choice of its branch and of one round, which
// take no step. By A2 the lock level at a statement is that of the text before it.
func (s *callPaths) lay(l *layout, b *il.Block, pre exact.Nat) {
	for _, stmt := range b.List() {
		here := point{stmt, pre, l.lock}
		l.lock = l.lock.After(stmt)
		if _, ok := il.SiteOf(stmt); ok {
			l.accesses = append(l.accesses, here)
		}
		if _, ok := stmt.(*il.Call); ok {
			l.calls = append(l.calls, here)
		}
		for _, inner := range il.Blocks(stmt) {
			s.lay(l, inner, pre)
		}
		pre = pre.Plus(s.costs.stmt(stmt))
	}
}
