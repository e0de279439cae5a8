package flow

import (
	"fmt"
	"slices"

	"wobbly/il"
)

// maxReach bounds how far names are followed on account of what a unit walks
// outside its loops.
const maxReach = 64

// reach is how far a unit walks with its callees.
type reach struct {
	loop   bool // without end, for there is a loop
	fields int  // by all its statements, each once; at most maxReach
}

// reachOf is the reach of a unit, where that of its callees is known.
func (x *analysis) reachOf(u *il.Unit) (r reach) {
	il.Walk(u.Body, func(s il.Stmt) {
		switch s := s.(type) {
		case *il.While:
			r.loop = true
		case *il.Load:
			r.fields += len(s.Src.Fields)
		case *il.Store:
			r.fields += len(s.Dst.Fields)
		case *il.Call:
			callee := x.reach[x.core.Methods[s.Method].Index]
			r.loop = r.loop || callee.loop
			r.fields += callee.fields
			for _, e := range s.Args {
				r.fields += len(e.Fields)
			}
		}
		r.fields = min(r.fields, maxReach)
	})
	return r
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
	if !x.reach[u.Index].loop {
		return limit{usual: maxFields, most: maxFields}
	}
	usual := max(x.options.MaxFields, x.longest[u.Index])
	return limit{usual, min(max(usual, x.reach[u.Index].fields), maxFields), x.possible(u)}
}

// follows tells whether names are followed that are longer than that many fields.
func (l limit) follows(fields int, best map[kind]int) bool {
	return fields < l.usual || fields < l.most && l.misses(best)
}

// misses tells whether longer names might find more than the best.
func (l limit) misses(best map[kind]int) bool {
	return slices.ContainsFunc(l.possible, func(k kind) bool { _, found := best[k]; return !found })
}

// cutFields says that names of u with more fields would be followed but for the
// limit; it is empty if they could find nothing new.
func (x *analysis) cutFields(u *il.Unit, l limit, names []name, states *int, best map[kind]int) string {
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
func (x *analysis) possible(u *il.Unit) (all []kind) {
	calls := make([]entries, len(x.core.Units))
	calls[u.Index].add(0, u.Formals)
	for _, v := range slices.Backward(x.core.Order) { // callers first
		in := &calls[v.Index]
		if in.levels == nil {
			continue
		}
		g := x.graphs[v.Index]
		g.spread(in.known)
		for level := range in.levels {
			for _, n := range g.nodes {
				all = in.accesses(all, n, level+n.lock)
				if c, ok := n.stmt.(*il.Call); ok {
					callee := x.core.Methods[c.Method]
					calls[callee.Index].add(level+n.lock, in.handed(c, callee))
				}
			}
		}
	}
	return all
}

// entries is how a unit is called: at which lock levels, and with which formals that
// may be known.
type entries struct {
	levels map[int]bool
	known  map[string]bool // variables, once they are spread
}

func (e *entries) add(level int, known []string) {
	if e.levels == nil {
		e.levels, e.known = map[int]bool{}, map[string]bool{}
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

// accesses appends what can be found at a node that is reached under a lock level.
func (e *entries) accesses(all []kind, n node, lock int) []kind {
	var path il.Expr
	var site il.Site
	switch s := n.stmt.(type) {
	case *il.Load:
		path, site = s.Src, il.Site{At: s.At, Kind: il.Read}
	case *il.Store:
		path, site = s.Dst, il.Site{At: s.At, Kind: il.Write}
	}
	if !e.known[path.Root] {
		return all
	}
	for rest := range path.Fields {
		all = append(all, kind{site, lock, rest + 1})
	}
	return all
}

// spread adds the variables of a unit that may get their values from known ones.
func (g *graph) spread(known map[string]bool) {
	for changed := true; changed; {
		changed = false
		for _, n := range g.nodes {
			var dst, src string
			switch s := n.stmt.(type) {
			case *il.Copy:
				dst, src = s.Dst, s.Src
			case *il.Load:
				dst, src = s.Dst, s.Src.Root
			}
			if known[src] && !known[dst] {
				known[dst], changed = true, true
			}
		}
	}
}
