package il

import (
	"iter"
	"maps"
	"slices"
	"sort"
	"sync"
)

// facts caches facts about the text of a core. A method is read when it is first needed, so that a
// question about one method of a large program does not read all of them.
type facts struct {
	core      *Core
	ranksOnce sync.Once
	ranks     map[*Unit]int // the index of each unit in Order
	unitsOnce sync.Once
	units     []unitFacts // by the index in core.Units
	allOnce   sync.Once
	homes     map[Stmt]int // the index in core.Units of the unit that contains a statement
	sites     map[Site]Stmt
}

// unitFacts are the facts about one method. Those of each group are read together.
type unitFacts struct {
	bodyOnce sync.Once
	calls    []*Call // in text order
	callees  []*Unit // each once, in the order of the first calls
	loops    bool

	levelsOnce sync.Once
	levels     map[Stmt]Level
	sitesOnce  sync.Once
	sites      map[Site]Stmt
}

// Seal declares that c is complete and will not change, so that facts about its text can be cached.
// A copy of a sealed core is not sealed. Code that changes a sealed core must be its only user at
// that time, and must seal it again.
func (c *Core) Seal() {
	if c.facts == nil || c.facts.core != c {
		c.facts = new(facts)
	}
	*c.facts = facts{core: c}
}

// known returns the facts about c. They are computed again at each call unless c is sealed.
func (c *Core) known() *facts {
	f := c.facts
	if f == nil || f.core != c {
		f = &facts{core: c}
	}
	f.unitsOnce.Do(func() { f.units = make([]unitFacts, len(c.Units)) })
	return f
}

// index returns the index of a method in core.Units, and whether it is there.
func (f *facts) index(u *Unit) (int, bool) {
	if i := u.Index; i < len(f.core.Units) && f.core.Units[i] == u {
		return i, true
	}
	i := slices.Index(f.core.Units, u)
	return i, i >= 0
}

// unit returns the facts about a method: its calls, and whether it has loops. A method outside the
// core is read again.
func (f *facts) unit(u *Unit) *unitFacts {
	uf := &unitFacts{}
	if i, ok := f.index(u); ok {
		uf = &f.units[i]
	}
	uf.bodyOnce.Do(func() { uf.readBody(f.core, u) })
	return uf
}

// readBody finds the calls and loops of u.
func (uf *unitFacts) readBody(c *Core, u *Unit) {
	seen := map[*Unit]bool{}
	Walk(u.Body, func(s Stmt) {
		switch s := s.(type) {
		case *While:
			uf.loops = true
		case *Call:
			uf.calls = append(uf.calls, s)
			if callee := c.Methods[s.Method]; !seen[callee] {
				seen[callee] = true
				uf.callees = append(uf.callees, callee)
			}
		}
	})
}

// levels returns the lock level before each statement of the i-th method.
func (f *facts) levels(i int) map[Stmt]Level {
	uf := &f.units[i]
	uf.levelsOnce.Do(func() {
		uf.levels = map[Stmt]Level{}
		var level Level
		Walk(f.core.Units[i].Body, func(s Stmt) {
			uf.levels[s] = level
			level = level.After(s)
		})
	})
	return uf.levels
}

// sitesIn returns the load or store at each site of the i-th method.
func (f *facts) sitesIn(i int) map[Site]Stmt {
	uf := &f.units[i]
	uf.sitesOnce.Do(func() {
		uf.sites = map[Site]Stmt{}
		Walk(f.core.Units[i].Body, func(s Stmt) {
			if a, ok := AccessOf(s); ok {
				uf.sites[a.Site] = s
			}
		})
	})
	return uf.sites
}

// near returns the index of the method around a position. It is negative if there is none, as for
// generated trees, which have no positions.
func (f *facts) near(at Pos) int {
	return sort.Search(len(f.core.Units), func(i int) bool { return f.core.Units[i].At > at }) - 1
}

// stmt returns the unit that contains a statement, and the lock level before it.
func (f *facts) stmt(s Stmt) (*Unit, Level) {
	if i := f.near(s.Pos()); i >= 0 {
		if level, ok := f.levels(i)[s]; ok {
			return f.core.Units[i], level
		}
	}
	f.allOnce.Do(f.readAll)
	i, ok := f.homes[s]
	if !ok {
		panic("il: the statement is not in the core")
	}
	return f.core.Units[i], f.units[i].levels[s]
}

// access returns the load or store at a site. If the method around the position has an access
// there, but of the other kind, the site does not exist, so no other method is read.
func (f *facts) access(site Site) (Stmt, bool) {
	if i := f.near(site.At); i >= 0 {
		sites := f.sitesIn(i)
		s, ok := sites[site]
		_, other := sites[Site{At: site.At, Kind: site.Kind.other()}]
		if b := f.core.Units[i].Body; ok || other && b.At < site.At && site.At < b.End {
			return s, ok
		}
	}
	f.allOnce.Do(f.readAll)
	s, ok := f.sites[site]
	return s, ok
}

// readAll reads all methods, so that statements without positions can be found.
func (f *facts) readAll() {
	f.homes, f.sites = map[Stmt]int{}, map[Site]Stmt{}
	for i := range f.units {
		for s := range f.levels(i) {
			f.homes[s] = i
		}
		maps.Copy(f.sites, f.sitesIn(i))
	}
}

// rank returns the index of a method in Order, or the length of Order if it is not there.
func (f *facts) rank(u *Unit) int {
	f.ranksOnce.Do(func() {
		f.ranks = make(map[*Unit]int, len(f.core.Order))
		for i, u := range f.core.Order {
			f.ranks[u] = i
		}
	})
	if i, ok := f.ranks[u]; ok {
		return i
	}
	return len(f.core.Order)
}

// LevelAt returns the lock level before the statement s of c, counted from the entry of its
// unit. By A2 it does not depend on the path to s. If A2 is violated, it counts the lock()
// and unlock() before s in the text of the unit.
func (c *Core) LevelAt(s Stmt) Level {
	_, level := c.known().stmt(s)
	return level
}

// EntryLevels yields u and the methods that it calls, directly or indirectly, callers first, each
// with the lowest lock level at which a thread that executes u enters it. c must not be recursive.
func (c *Core) EntryLevels(u *Unit) iter.Seq2[*Unit, Level] {
	return func(yield func(*Unit, Level) bool) {
		entry := map[*Unit]Level{u: {}}
		for _, v := range c.Reachable(u) {
			if !yield(v, entry[v]) {
				return
			}
			for _, call := range c.Calls(v) {
				callee, level := c.Methods[call.Method], entry[v].Plus(c.LevelAt(call))
				if known, ok := entry[callee]; ok {
					level = level.Min(known)
				}
				entry[callee] = level
			}
		}
	}
}

// UnitOf returns the method whose body contains the statement s of c.
func (c *Core) UnitOf(s Stmt) *Unit {
	u, _ := c.known().stmt(s)
	return u
}

// AccessAt returns the load or store at a site, if there is one.
func (c *Core) AccessAt(s Site) (Stmt, bool) { return c.known().access(s) }

// Calls lists the calls in the body of a unit, in text order.
func (c *Core) Calls(u *Unit) []*Call { return c.known().unit(u).calls }

// Callees lists the methods that a unit calls itself, each once, in the order of the first calls.
func (c *Core) Callees(u *Unit) []*Unit { return c.known().unit(u).callees }

// Reachable lists methods and all that they call, directly or indirectly, each once. Callers come
// before callees unless calls form a cycle.
func (c *Core) Reachable(units ...*Unit) []*Unit {
	f := c.known()
	var all []*Unit
	reached := make(map[*Unit]bool, len(units))
	for pending := slices.Clone(units); len(pending) > 0; {
		u := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if !reached[u] {
			reached[u] = true
			all = append(all, u)
			pending = append(pending, f.unit(u).callees...)
		}
	}
	slices.SortStableFunc(all, func(u, v *Unit) int { return f.rank(v) - f.rank(u) })
	return all
}

// HasLoop reports whether units, or methods that they call, contain a loop.
func (c *Core) HasLoop(units ...*Unit) bool {
	f := c.known()
	return slices.ContainsFunc(c.Reachable(units...), func(u *Unit) bool { return f.unit(u).loops })
}
