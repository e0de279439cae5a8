package flow

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
)

// maxReach bounds the fields of names that are followed because all statements of a unit walk that
// many.
const maxReach = 64

// limit decides which names of a unit are followed. Without loops names end by themselves, because
// the unit walks only finitely far. With loops, names with more than usual fields are followed only
// while accesses are missing that they might find, and names with more than max fields never.
type limit struct {
	usual, max int
	possible   []kind // a superset of what can be found
	sets       *sets
}

func (an *analysis) limitOf(u *il.Unit) limit {
	if !an.core.HasLoop(u) {
		return limit{usual: maxFields, max: maxFields}
	}
	usual := max(an.options.MaxFields, an.longest[u.Index])
	return limit{
		usual: usual, max: min(max(usual, an.reach[u.Index]), maxFields),
		possible: an.possible(u), sets: an.sets,
	}
}

// follows reports whether names with one field more than the given number are followed.
func (l limit) follows(fields int, best map[kind][]variant) bool {
	return fields < l.usual || fields < l.max && l.misses(best)
}

// misses reports whether an access that is possible has not been found without relying on anything.
func (l limit) misses(best map[kind][]variant) bool {
	return slices.ContainsFunc(l.possible, func(k kind) bool {
		return !slices.ContainsFunc(best[k], func(v variant) bool {
			return v.relies == 0 && (l.sets.histories == nil || !l.sets.histories[v.stores].Uses())
		})
	})
}

// cutFields returns the cut for names that have too many fields. It is empty if there are none, or
// they could find nothing new.
func (an *analysis) cutFields(
	u *il.Unit, l limit, names []name, states *int, best map[kind][]variant,
) string {
	hasLonger := func(n name) bool {
		return len(n.fields) == l.max && len(an.longer(u, n, states)) > 0
	}
	if !l.misses(best) || !slices.ContainsFunc(names, hasLonger) {
		return ""
	}
	return fmt.Sprintf("names of more than %d fields", l.max)
}

// misses reports whether the names with one field more than n that are possible under Theorem 2g
// are not all listed.
func (n name) misses(listed []name) bool {
	for g, walked := range n.walked {
		isNext := func(longer name) bool { return longer.fields[len(n.fields)] == g }
		if walked && !slices.ContainsFunc(listed, isNext) {
			return true
		}
	}
	return false
}

// possible returns a superset of what names of any length can find in a unit: every access whose
// root may come from a formal by copies, loads and calls in any order, with each number of fields
// left. Under Theorem 2g it is every access, if an object that the thread has made may become
// shared.
func (an *analysis) possible(u *il.Unit) (all []kind) {
	// callInfo has the lock levels at which a unit is called, and its variables that may be known.
	type callInfo struct {
		levels map[il.Level]bool
		known  map[string]bool
	}
	calls := make([]callInfo, len(an.core.Units))
	enter := func(v *il.Unit, level il.Level, known func(formal int) bool) {
		c := &calls[v.Index]
		if c.levels == nil {
			c.levels, c.known = map[il.Level]bool{}, map[string]bool{}
		}
		c.levels[level] = true
		for i, f := range v.Formals {
			if known(i) {
				c.known[f] = true
			}
		}
	}
	enter(u, il.Level{}, func(int) bool { return true })
	everything := an.options.Rely &&
		slices.ContainsFunc(an.core.Reachable(u), func(v *il.Unit) bool {
			return an.graphs[v.Index].shares(v.Formals)
		})
	for _, v := range slices.Backward(an.core.Order) { // callers first
		c := calls[v.Index]
		if c.levels == nil {
			continue
		}
		g := an.graphs[v.Index]
		g.spread(c.known)
		if everything {
			for _, name := range g.Vars {
				c.known[name] = true
			}
		}
		for level := range c.levels {
			for n := range g.Nodes {
				s, lock := g.Nodes[n].Stmt, level.Plus(g.lock[n])
				if a, ok := il.AccessOf(s); ok && c.known[a.Path.Root] {
					for rest := range a.Path.Fields {
						all = append(all, kind{site: a.Site, lock: lock, rest: rest + 1})
					}
				}
				if call, ok := s.(*il.Call); ok {
					enter(an.core.Methods[call.Method], lock,
						func(i int) bool { return c.known[call.Args[i].Root] })
				}
			}
		}
	}
	return all
}

// spread adds to known the variables that may get their values from known ones.
func (g *graph) spread(known map[string]bool) {
	isKnown := func(x string) bool { return known[x] }
	for changed := true; changed; {
		changed = false
		for n := range g.Nodes {
			dst, ok := il.Def(g.Nodes[n].Stmt)
			if ok && !known[dst] && slices.ContainsFunc(il.Uses(g.Nodes[n].Stmt), isKnown) {
				known[dst], changed = true, true
			}
		}
	}
}

// shares reports whether the unit may share an object that it makes, or store into such an object
// one that it was passed. Then accesses may be found whose path does not begin at a formal.
func (g *graph) shares(formals []string) bool {
	passed, made := slice.Set(formals), map[string]bool{}
	for n := range g.Nodes {
		if s, ok := g.Nodes[n].Stmt.(*il.New); ok {
			made[s.Dst] = true
		}
	}
	g.spread(passed)
	g.spread(made)
	return slices.ContainsFunc(g.Nodes, func(n flow.Node) bool {
		if c, ok := n.Stmt.(*il.Call); ok {
			return slices.ContainsFunc(c.Args, func(e il.Expr) bool { return made[e.Root] })
		}
		s, ok := n.Stmt.(*il.Store)
		return ok && (made[s.Src] && passed[s.Dst.Root] || passed[s.Src] && made[s.Dst.Root])
	})
}
