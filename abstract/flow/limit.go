package flow

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
)

// maxReach bounds how far names are followed on account of what a unit walks
// outside its loops.
const maxReach = 64

// reachOf is how many fields all statements of a unit walk, each once, and what
// they call; at most maxReach. The reach of callees is known.
func (x *analysis) reachOf(u *il.Unit) (fields int) {
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachExpr(s, func(e il.Expr) { fields += len(e.Fields) })
		if c, ok := s.(*il.Call); ok {
			fields += x.reach[x.core.Methods[c.Method].Index]
		}
		fields = min(fields, maxReach)
	})
	return fields
}

// limit is where the names of a unit end. Without loops they end by themselves, as
// the unit walks only so far. With loops there would be no end: names with more than
// usual fields are followed only as long as accesses are missing that they might
// find, and names with more than most fields never.
type limit struct {
	usual, most int
	possible    []kind
}

func (x *analysis) limitOf(u *il.Unit) limit {
	if !x.core.HasLoop(u) {
		return limit{usual: maxFields, most: maxFields}
	}
	usual := max(x.options.MaxFields, x.longest[u.Index])
	return limit{usual, min(max(usual, x.reach[u.Index]), maxFields), x.possible(u)}
}

// follows tells whether names are followed that are longer than that many fields.
func (l limit) follows(fields int, best map[kind][]variant) bool {
	return fields < l.usual || fields < l.most && l.misses(best)
}

// misses tells whether longer names might find more than the best.
func (l limit) misses(best map[kind][]variant) bool {
	return slices.ContainsFunc(l.possible, func(k kind) bool {
		return !slices.ContainsFunc(best[k], func(v variant) bool { return v.relies == 0 })
	})
}

// cutFields says that names of u with more fields would be followed but for the
// limit; it is empty if they could find nothing new.
func (x *analysis) cutFields(u *il.Unit, l limit, names []name, states *int, best map[kind][]variant) string {
	if !l.misses(best) {
		return ""
	}
	for _, q := range names {
		if len(q.fields) == l.most && len(x.longer(u, q, states)) > 0 {
			return fmt.Sprintf("names of more than %d fields", l.most)
		}
	}
	return ""
}

// possible is what names of any length can find of a unit, and more: every access
// whose root may have come from a formal of the unit by copies, loads and calls,
// whatever the order, with each number of fields left.
//
// Where threads rely on each other, it is every access if an object of the thread's own
// making may come to be shared.
func (x *analysis) possible(u *il.Unit) (all []kind) {
	calls := make([]entries, len(x.core.Units))
	calls[u.Index].add(il.Level{}, u.Formals)
	everything := x.options.Rely && slices.ContainsFunc(x.core.Reachable(u), func(v *il.Unit) bool { return x.graphs[v.Index].shares(v.Formals) })
	for _, v := range slices.Backward(x.core.Order) { // callers first
		in := &calls[v.Index]
		if in.levels == nil {
			continue
		}
		g := x.graphs[v.Index]
		g.spread(in.known)
		if everything {
			for _, x := range g.Vars {
				in.known[x] = true
			}
		}
		for level := range in.levels {
			for n := range g.Nodes {
				s, lock := g.Nodes[n].Stmt, level.Plus(g.lock[n])
				all = in.accesses(all, s, lock)
				if c, ok := s.(*il.Call); ok {
					callee := x.core.Methods[c.Method]
					calls[callee.Index].add(lock, in.handed(c, callee))
				}
			}
		}
	}
	return all
}

// entries is how a unit is called: at which lock levels, and with which formals that
// may be known.
type entries struct {
	levels map[il.Level]bool
	known  map[string]bool // variables, once they are spread
}

func (e *entries) add(level il.Level, known []string) {
	if e.levels == nil {
		e.levels, e.known = map[il.Level]bool{}, map[string]bool{}
	}
	e.levels[level] = true
	for _, x := range known {
		e.known[x] = true
	}
}

// handed is the formals of a callee that may be known.
func (e *entries) handed(c *il.Call, callee *il.Unit) (all []string) {
	for i, a := range c.Args {
		if e.known[a.Root] {
			all = append(all, callee.Formals[i])
		}
	}
	return all
}

// accesses appends what can be found at a statement that is reached under a lock
// level.
func (e *entries) accesses(all []kind, s il.Stmt, lock il.Level) []kind {
	a, ok := il.AccessOf(s)
	if !ok || !e.known[a.Path.Root] {
		return all
	}
	for rest := range a.Path.Fields {
		all = append(all, kind{site: a.Site, lock: lock, rest: rest + 1})
	}
	return all
}

// spread adds the variables of a unit that may get their values from known ones.
func (g *graph) spread(known map[string]bool) {
	for changed := true; changed; {
		changed = false
		for n := range g.Nodes {
			dst, ok := il.Def(g.Nodes[n].Stmt)
			if ok && !known[dst] && slices.ContainsFunc(il.Uses(g.Nodes[n].Stmt), func(x string) bool { return known[x] }) {
				known[dst], changed = true, true
			}
		}
	}
}

// less says which limits have left out something of what the thread knows.
func (x *follower) less() (all []string) {
	if x.dropped {
		all = append(all, fmt.Sprintf("more than %d objects of its own making at a time", x.options.MaxFresh))
	}
	if x.crowdedOut {
		all = append(all, fmt.Sprintf("more than %d variants of what is known of shared objects", x.options.MaxVariants))
	}
	if x.sets.full {
		all = append(all, fmt.Sprintf("more than %d sets of fields", maxSets))
	}
	return all
}

// without says that there are longer names than those listed, which are not followed.
func (q name) without(listed []name) []string {
	for g, walked := range q.on {
		if walked && !slices.ContainsFunc(listed, func(n name) bool { return n.fields[len(q.fields)] == g }) {
			return []string{"names behind what it has made that were not followed"}
		}
	}
	return nil
}

// shares tells whether a thread may share an object that it makes in a unit, or keep in
// it what it has been given: then also accesses that do not begin at a formal may be
// found.
func (g *graph) shares(formals []string) bool {
	given, made := map[string]bool{}, map[string]bool{}
	for _, x := range formals {
		given[x] = true
	}
	for n := range g.Nodes {
		if s, ok := g.Nodes[n].Stmt.(*il.New); ok {
			made[s.Dst] = true
		}
	}
	g.spread(given)
	g.spread(made)
	return slices.ContainsFunc(g.Nodes, func(n flow.Node) bool {
		if c, ok := n.Stmt.(*il.Call); ok {
			return slices.ContainsFunc(c.Args, func(e il.Expr) bool { return made[e.Root] })
		}
		s, ok := n.Stmt.(*il.Store)
		return ok && (made[s.Src] && given[s.Dst.Root] || given[s.Src] && made[s.Dst.Root])
	})
}
