package flow

import (
	"slices"

	"wobbly/il"
)

// graph is the flow graph of a unit, with its variables numbered: the formals
// first, in order.
type graph struct {
	unit  *il.Unit
	vars  map[string]int
	nodes []node
	entry int
}

// node is a control point: what is done there, and where it goes on.
type node struct {
	stmt il.Stmt // nil at the end of the unit
	next [2]int  // by Turn.Second; next[1] is -1 but at an if or a while
	lock int     // lock level, counted from the unit's entry
	live []bool  // variables that are read from here on before they are assigned
}

// end is the node at which a unit is complete.
const end = 0

// mostLive bounds the nodes of a graph times its variables.
const mostLive = 1 << 27

// newGraph lays out a unit, unless it is too large.
func newGraph(u *il.Unit, o Options) (g *graph, ok bool) {
	g = &graph{unit: u, vars: map[string]int{}, nodes: []node{{next: [2]int{-1, -1}}}}
	for _, x := range u.Formals {
		g.vars[x] = len(g.vars)
	}
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachVar(s, func(name string, _ il.Pos) {
			if _, ok := g.vars[name]; !ok {
				g.vars[name] = len(g.vars)
			}
		})
	})
	g.entry = g.block(u.Body, end)
	g.levels(u.Body)
	if len(g.nodes)*len(g.vars) > mostLive {
		return nil, false
	}
	g.liveness(o)
	return g, true
}

// block lays out b in front of the node then, and gives its first node.
func (g *graph) block(b *il.Block, then int) int {
	for _, s := range slices.Backward(b.List()) {
		then = g.stmt(s, then)
	}
	return then
}

func (g *graph) stmt(s il.Stmt, then int) int {
	switch s := s.(type) {
	case *il.Skip:
		return then
	case *il.If:
		return g.add(s, g.block(s.Then, then), g.block(s.Else, then))
	case *il.While:
		head := g.add(s, -1, then)
		g.nodes[head].next[0] = g.block(s.Body, head)
		return head
	case *il.Copy, *il.Load, *il.Store, *il.New, *il.Lock, *il.Unlock, *il.Call:
		return g.add(s, then, -1)
	default:
		panic(il.Unknown(s))
	}
}

func (g *graph) add(s il.Stmt, next, other int) int {
	g.nodes = append(g.nodes, node{stmt: s, next: [2]int{next, other}})
	return len(g.nodes) - 1
}

// levels notes under which lock level each statement stands: locking is balanced
// (A2).
func (g *graph) levels(b *il.Block) {
	at := map[il.Stmt]int{}
	g.lay(at, b, 0)
	for i := range g.nodes {
		g.nodes[i].lock = at[g.nodes[i].stmt]
	}
}

func (g *graph) lay(at map[il.Stmt]int, b *il.Block, lock int) {
	for _, s := range b.List() {
		at[s] = lock
		switch s := s.(type) {
		case *il.Lock:
			lock++
		case *il.Unlock:
			lock--
		case *il.If:
			g.lay(at, s.Then, lock)
			g.lay(at, s.Else, lock)
		case *il.While:
			g.lay(at, s.Body, lock)
		}
	}
}

// liveness finds which variables matter where, as a least fixed point.
func (g *graph) liveness(o Options) {
	for i := range g.nodes {
		g.nodes[i].live = make([]bool, len(g.vars))
	}
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(g.nodes); i++ { // those behind a node have smaller numbers, but for loops
			n := &g.nodes[i]
			dst, used := g.effect(n.stmt)
			if _, fresh := n.stmt.(*il.New); fresh && o.without(ClauseFresh) {
				dst = -1
			}
			for v := range n.live {
				live := slices.Contains(used, v)
				for _, next := range n.next {
					live = live || next >= 0 && v != dst && g.nodes[next].live[v]
				}
				if live && !n.live[v] {
					n.live[v], changed = true, true
				}
			}
		}
	}
}

// effect is the variable that a statement assigns, or -1, and those it reads.
func (g *graph) effect(s il.Stmt) (dst int, used []int) {
	switch s := s.(type) {
	case *il.Copy:
		return g.vars[s.Dst], []int{g.vars[s.Src]}
	case *il.Load:
		return g.vars[s.Dst], []int{g.vars[s.Src.Root]}
	case *il.Store:
		return -1, []int{g.vars[s.Dst.Root], g.vars[s.Src]}
	case *il.New:
		return g.vars[s.Dst], nil
	case *il.Call:
		for _, e := range s.Args {
			used = append(used, g.vars[e.Root])
		}
		return -1, used
	default:
		return -1, nil
	}
}
