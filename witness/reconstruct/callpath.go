package reconstruct

import (
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	control "wobbly/il/flow"
	"wobbly/internal/exact"
)

// target is what a call path leads to: the access at a site, with its path in terms of the
// unit where the call path begins, and its lock level counted from the entry of that unit.
type target struct {
	unit *il.Unit
	site il.Site
	path abstract.Expr
	lock il.Level
}

// hop is the first part of the shortest call path to a target: up to the access, if that is
// in the unit itself, or up to the call through which the path goes on.
type hop struct {
	found bool      // false if there is no path
	cost  exact.Nat // steps of the whole path, from the unit's entry to just before the access
	to    point     // the access, or the call
	next  target    // after the call
}

// point is an access or a call of a unit.
type point struct {
	stmt il.Stmt
	cost exact.Nat // steps of the shortest path from the unit's entry to it
	lock il.Level  // there, counted from the unit's entry
}

// points are the accesses and calls of one unit, in text order.
type points struct {
	collected bool
	accesses  []point
	calls     []point
	// sites replaces accesses if there are more than maxScanned.
	sites map[il.Site]point
	// lock is the lock level after the text that has been collected.
	lock il.Level
}

// maxScanned is how many accesses are searched one by one.
const maxScanned = 8

func (p *points) access(s il.Site) (at point, ok bool) {
	if p.sites != nil {
		at, ok = p.sites[s]
		return at, ok
	}
	for i := len(p.accesses) - 1; i >= 0; i-- { // the last one, as in the map
		if site, _ := il.SiteOf(p.accesses[i].stmt); site == s {
			return p.accesses[i], true
		}
	}
	return point{}, false
}

// callPaths finds shortest call paths on demand.
type callPaths struct {
	core  *il.Core
	costs *control.Costs // made with units
	// units are the points by Unit.Index: nil until they are needed, and each collected
	// when it is.
	units []points
	// known are answers for units with calls; nil until there is one. Beyond maxKnown they
	// are forgotten.
	known    map[target]hop
	maxKnown int
}

// find returns the first hop of the shortest path to t: the access in the unit itself, or
// the cheapest of its calls. Of equally short paths it is the first one in the text.
func (s *callPaths) find(t target) hop {
	if best, ok := s.known[t]; ok {
		return best
	}
	var best hop
	unit := s.points(t.unit)
	if p, ok := unit.access(t.site); ok && p.lock == t.lock && hasPath(p.stmt, t.path) {
		best = hop{found: true, cost: p.cost, to: p}
	}
	if len(unit.calls) == 0 {
		return best
	}
	for _, c := range unit.calls {
		best = s.through(t, c, best)
	}
	if s.known == nil || len(s.known) >= s.maxKnown {
		s.known = map[target]hop{}
	}
	s.known[t] = best
	return best
}

// through returns the best of a hop and those through the call at c. There is one for each
// actual that begins the path: the callee knows the rest of it by its formal.
func (s *callPaths) through(t target, c point, best hop) hop {
	level, ok := t.lock.Minus(c.lock)
	if !ok {
		return best
	}
	call := c.stmt.(*il.Call)
	callee := s.core.Methods[call.Method]
	for i, e := range call.Args {
		actual := abstract.ExprOf(e)
		if !actual.IsPrefixOf(t.path) {
			continue
		}
		next := target{
			unit: callee, site: t.site,
			path: abstract.Expr(callee.Formals[i]) + t.path[len(actual):],
			lock: level,
		}
		inside := s.find(next)
		if !inside.found {
			continue
		}
		push := exact.Of(1)
		if cost := c.cost.Plus(push).Plus(inside.cost); !best.found || cost.Less(best.cost) {
			best = hop{found: true, cost: cost, to: c, next: next}
		}
	}
	return best
}

// hasPath reports whether a load or store is written with a path. It compares as
// abstract.ExprOf would, without making a text.
func hasPath(s il.Stmt, path abstract.Expr) bool {
	a, _ := il.AccessOf(s)
	rest, ok := strings.CutPrefix(string(path), a.Path.Root)
	for i := 0; ok && i < len(a.Path.Fields); i++ {
		if rest, ok = strings.CutPrefix(rest, "."); ok {
			rest, ok = strings.CutPrefix(rest, a.Path.Fields[i])
		}
	}
	return ok && rest == ""
}

func (s *callPaths) points(u *il.Unit) *points {
	if s.units == nil {
		s.units, s.costs = make([]points, len(s.core.Units)), control.NewCosts(s.core)
	}
	p := &s.units[u.Index]
	if p.collected {
		return p
	}
	p.collected = true
	s.collect(p, u.Body, exact.Nat{})
	if len(p.accesses) > maxScanned {
		p.sites = make(map[il.Site]point, len(p.accesses))
		for _, a := range p.accesses {
			site, _ := il.SiteOf(a.stmt)
			p.sites[site] = a
		}
		p.accesses = nil
	}
	return p
}

// collect adds the points of a block that is entered after cost steps. Entering a branch or a
// loop is a choice, not a step, so a statement inside an if costs what the if does.
// By A2 the lock level at a statement is that of the text before it.
func (s *callPaths) collect(p *points, b *il.Block, cost exact.Nat) {
	for _, stmt := range b.List() {
		here := point{stmt, cost, p.lock}
		p.lock = p.lock.After(stmt)
		if _, ok := il.SiteOf(stmt); ok {
			p.accesses = append(p.accesses, here)
		}
		if _, ok := stmt.(*il.Call); ok {
			p.calls = append(p.calls, here)
		}
		for _, inner := range il.Blocks(stmt) {
			s.collect(p, inner, cost)
		}
		cost = cost.Plus(s.costs.Of(stmt))
	}
}
