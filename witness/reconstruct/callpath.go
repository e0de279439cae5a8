package reconstruct

import (
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	control "wobbly/il/flow"
	"wobbly/internal/exact"
)

// target is a unit and the end of a call path from there: an access or, if path is empty, a lock().
type target struct {
	unit    *il.Unit
	site    il.Site
	path    abstract.Expr // the path of the access, in terms of unit
	lock    il.Level      // the lock level at the end, counted from the entry of unit
	premise *premise      // nil if no lock has a name
}

// A premise restricts the paths through a unit in a program that names locks: held is the level at
// the entry of the unit, and the history of the whole path, from the first step of the thread, must
// lie within history. Equal premises of a program have one address.
type premise struct {
	held    il.Level
	history il.History
}

// premise returns the address of a premise, or nil if no lock has a name.
func (s *callPaths) premise(p premise) *premise {
	if len(s.core.Locks) == 0 {
		return nil
	}
	if s.premises == nil {
		s.premises = map[premise]*premise{}
	}
	if s.premises[p] == nil {
		stored := p // p itself stays on the stack
		s.premises[p] = &stored
	}
	return s.premises[p]
}

func (s *callPaths) targetOf(x abstract.Side) target {
	return target{
		unit: x.Unit, site: il.Site{At: x.At, Kind: x.Kind}, path: x.Path,
		lock: x.Lock, premise: s.premise(premise{history: x.History}),
	}
}

func (s *callPaths) lockTarget(u *il.Unit, c abstract.Critical) target {
	return target{
		unit: u, site: il.Site{At: c.At}, lock: c.Lock,
		premise: s.premise(premise{history: c.History}),
	}
}

// hop is the first part of the shortest call path to a target: up to the access if that is in the
// method itself, otherwise up to the call through which the path continues.
type hop struct {
	found bool      // whether there is a path
	cost  exact.Nat // the number of steps of the whole path, to just before the access
	to    point     // the access or lock(), or the call
	next  target    // the target from the callee of the call on
}

// point is an access, a call, or in a program that names locks a lock() of a unit.
type point struct {
	stmt il.Stmt
	// cost is the number of steps of the shortest path from the method's entry, without regard to
	// the locks that it takes.
	cost exact.Nat
	lock il.Level // the lock level before it, counted from the unit's entry
}

// points are the points of one unit, in text order.
type points struct {
	accesses map[il.Site]point // nil until the points are collected
	calls    []point
	locks    []point
	// lock is the lock level after the text that has been collected.
	lock il.Level
}

// end returns the point to which a target leads in its unit, if it does.
func (p *points) end(t target) (end point, ok bool) {
	if t.path != "" {
		end, ok = p.accesses[t.site]
		return end, ok && end.lock == t.lock && hasPath(end.stmt, t.path)
	}
	i := slices.IndexFunc(p.locks, func(x point) bool {
		return x.stmt.Pos() == t.site.At && x.lock == t.lock
	})
	if i < 0 {
		return point{}, false
	}
	return p.locks[i], true
}

// callPaths finds shortest call paths on demand.
type callPaths struct {
	core  *il.Core
	costs *control.Costs // nil until needed, as units
	// within has the costs of executions that take only the locks in a set; nil until needed.
	within   map[il.LockSet]*control.Costs
	premises map[premise]*premise // nil until needed
	legs     []leg                // the result of before
	// units has the points by Unit.Index, each collected when needed; nil until the first is.
	units []points
	// known has the results of find for units with calls; nil until there is one. If there are
	// maxKnown, all are dropped.
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
	if p, ok := unit.end(t); ok {
		cost, possible := s.cost(t, p)
		best = hop{found: possible, cost: cost, to: p}
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

// through returns the cheapest of a hop and those through the call at c: one for each argument that
// is a prefix of the path, whose rest the callee reaches by its formal, or a single one to a
// lock().
func (s *callPaths) through(t target, c point, best hop) hop {
	level, ok := t.lock.Minus(c.lock)
	if !ok {
		return best
	}
	call := c.stmt.(*il.Call)
	next := t
	next.unit, next.lock = s.core.Methods[call.Method], level
	if p := t.premise; p != nil {
		next.premise = s.premise(premise{held: p.held.Plus(c.lock), history: p.history})
	}
	if t.path == "" {
		return s.enter(t, c, next, best)
	}
	for i, e := range call.Args {
		if actual := abstract.ExprOf(e); actual.IsPrefixOf(t.path) {
			next.path = abstract.Expr(next.unit.Formals[i]) + t.path[len(actual):]
			best = s.enter(t, c, next, best)
		}
	}
	return best
}

// enter returns the better of a hop to t and the one through the call at c that continues to next.
func (s *callPaths) enter(t target, c point, next target, best hop) hop {
	inside := s.find(next)
	if !inside.found {
		return best
	}
	rest := inside.cost.Plus(exact.Of(1))
	if best.found && !c.cost.Plus(rest).Less(best.cost) {
		return best // restrictions on locks only raise the cost
	}
	before, possible := s.cost(t, c)
	if cost := before.Plus(rest); possible && (!best.found || cost.Less(best.cost)) {
		best = hop{found: true, cost: cost, to: c, next: next}
	}
	return best
}

// cost returns the number of steps of the shortest path from the entry of the unit of t to a point
// on the way to t, and reports whether there is one that takes only allowed locks.
func (s *callPaths) cost(t target, p point) (n exact.Nat, possible bool) {
	if t.premise == nil {
		return p.cost, true
	}
	for _, l := range s.before(t, p) {
		switch {
		case l.inside:
		case l.costs.Blocked(l.stmt):
			return exact.Nat{}, false
		default:
			n = n.Plus(l.costs.Of(l.stmt))
		}
	}
	return n, true
}

// A leg is a statement before a point: it is executed completely, or contains the point.
type leg struct {
	stmt   il.Stmt
	inside bool
	first  bool           // whether the point is in the first block of the statement
	costs  *control.Costs // the costs of the executions that the path may contain
	level  il.Level       // the lock level before the statement, from the thread's first step
}

// before returns the legs from the entry of the unit of t to a point on the way to t, in a slice
// that is valid until the next call.
//
// By A2 every block releases what it takes, so the locks that are held from a leg to the point are
// those held at each leg from there on. After them only locks of the history may be taken.
func (s *callPaths) before(t target, p point) []leg {
	if s.legs == nil {
		s.legs = make([]leg, 0, 16)
	}
	s.legs = s.legs[:0]
	if t.premise == nil {
		s.walk(t.unit.Body, p.stmt, il.Level{})
		return s.legs
	}
	s.walk(t.unit.Body, p.stmt, t.premise.held)
	final := t.premise.held.Plus(p.lock)
	for i, l := range slices.Backward(s.legs) {
		final = final.Min(l.level)
		s.legs[i].costs = s.costsWithin(t.premise.history.MayTake(l.level, final))
	}
	return s.legs
}

// walk adds the legs of a block, which is entered at a level, up to a statement inside it.
func (s *callPaths) walk(b *il.Block, stop il.Stmt, level il.Level) {
	for _, stmt := range b.List() {
		if stmt == stop {
			return
		}
		for k, inner := range il.Blocks(stmt) {
			if inner != nil && inner.At < stop.Pos() && stop.Pos() <= inner.End {
				s.legs = append(s.legs, leg{stmt: stmt, inside: true, first: k == 0, level: level})
				s.walk(inner, stop, level)
				return
			}
		}
		s.legs = append(s.legs, leg{stmt: stmt, costs: s.costs, level: level})
		level = level.After(stmt)
	}
}

// costsWithin returns the costs of executions that take no lock outside a set.
func (s *callPaths) costsWithin(locks il.LockSet) *control.Costs {
	if locks == il.AnyLock {
		return s.costs
	}
	if s.within == nil {
		s.within = map[il.LockSet]*control.Costs{}
	}
	if s.within[locks] == nil {
		s.within[locks] = control.NewCostsWithin(s.core, locks)
	}
	return s.within[locks]
}

// hasPath reports whether the path of a load or store is path. It is like a comparison with
// abstract.ExprOf that makes no text.
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
	if p.accesses == nil {
		p.accesses = map[il.Site]point{}
		s.collect(p, u.Body, exact.Nat{})
	}
	return p
}

// collect adds the points of a block that is entered after cost steps. Entering a branch or a
// loop is a choice, not a step, so a statement inside an if costs what the if does.
// By A2 the lock level at a statement is that of the text before it.
func (s *callPaths) collect(p *points, b *il.Block, cost exact.Nat) {
	for _, stmt := range b.List() {
		here := point{stmt: stmt, cost: cost, lock: p.lock}
		p.lock = p.lock.After(stmt)
		if site, ok := il.SiteOf(stmt); ok {
			p.accesses[site] = here
		}
		if _, ok := stmt.(*il.Call); ok {
			p.calls = append(p.calls, here)
		}
		if il.Acquires(stmt) && len(s.core.Locks) > 0 {
			p.locks = append(p.locks, here)
		}
		for _, inner := range il.Blocks(stmt) {
			s.collect(p, inner, cost)
		}
		cost = cost.Plus(s.costs.Of(stmt))
	}
}
