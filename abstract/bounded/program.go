package bounded

import (
	"slices"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
)

// A program is an IL program compiled to flow graphs of numbered slots and fields.
type program struct {
	core    *il.Core
	options Options
	units   []*unit // by Unit.Index
	fields  map[string]uint16
}

// A unit is an il.Unit with its compiled nodes and facts about it and its callees.
type unit struct {
	*il.Unit
	graph *flow.Graph
	// live has, for each node, the variables that may be read before they are assigned.
	live  []flow.VarSet
	nodes []node
	// sites are the accesses of the unit and of its callees, sorted.
	sites []il.Access
	// size is the number of nodes of the unit and of its callees, at most maxSize.
	size int
}

// node is a control point, before its command.
type node struct {
	op   op
	stmt il.Stmt
	// next is the node after the command. A choice may also continue with alt.
	next, alt int32
	// lock is the level before the command, counted from the unit's entry.
	lock     il.Level
	to, from int // slots
	path     path
	args     []path
	callee   *unit
	site     il.Site
	// straight is set for a simple command with a single predecessor.
	straight bool
}

type op uint8

// The simple commands are those between opChoice and opCall.
const (
	opEnd op = iota
	opChoice
	opCopy
	opNew
	opLock
	opLoad
	opStore
	opCall
)

// path is a slot followed by fields.
type path struct {
	root   int
	fields []uint16
}

// maxSize bounds unit.size. Larger units all get the smallest share of states.
const maxSize = 1 << 27

// newProgram compiles a program. It fails if a method calls itself or the program is too large.
func newProgram(core *il.Core, o Options) (*program, error) {
	graphs, err := paths.Graphs(core)
	if err != nil {
		return nil, err
	}
	if len(core.Fields) >= int(noField) {
		return nil, paths.TooLarge(core.Units[0], "fields")
	}
	p := &program{
		core: core, options: o, units: make([]*unit, len(core.Units)), fields: map[string]uint16{},
	}
	for i, f := range core.Fields {
		p.fields[f] = uint16(i)
	}
	for _, u := range core.Order {
		g := graphs[u.Index]
		c := &unit{
			Unit: u, graph: g, live: g.Liveness(il.Def), nodes: make([]node, len(g.Nodes)),
			size: len(g.Nodes),
		}
		predecessors := make([]int, len(g.Nodes))
		predecessors[g.Entry]++
		for n := range g.Nodes {
			c.nodes[n] = p.node(g, &g.Nodes[n])
			for _, next := range g.Successors(int32(n)) {
				if next != flow.None {
					predecessors[next]++
				}
			}
		}
		for n := range c.nodes {
			isSimple := c.nodes[n].op > opChoice && c.nodes[n].op < opCall
			c.nodes[n].straight = predecessors[n] == 1 && isSimple
		}
		for _, a := range il.Accesses(u.Body) {
			c.sites = append(c.sites, a)
		}
		for _, callee := range core.Callees(u) {
			c.sites = append(c.sites, p.units[callee.Index].sites...)
			c.size = min(c.size+p.units[callee.Index].size, maxSize)
		}
		slice.Sort(c.sites, func(a, b il.Access) int { return a.Site.Compare(b.Site) })
		c.sites = slices.CompactFunc(c.sites, func(a, b il.Access) bool { return a.Site == b.Site })
		p.units[u.Index] = c
	}
	return p, nil
}

func (p *program) node(g *flow.Graph, at *flow.Node) node {
	n := node{stmt: at.Stmt, next: at.Next, alt: at.Alt}
	if at.Stmt == nil {
		return n
	}
	n.lock = p.core.LevelAt(at.Stmt)
	n.site, _ = il.SiteOf(at.Stmt)
	slot := func(name string) int { return int(g.Slot(name)) }
	compilePath := func(e il.Expr) path {
		c := path{root: slot(e.Root)}
		for _, f := range e.Fields {
			c.fields = append(c.fields, p.fields[f])
		}
		return c
	}
	switch s := at.Stmt.(type) {
	case *il.Copy:
		n.op, n.to, n.from = opCopy, slot(s.Dst), slot(s.Src)
	case *il.Load:
		n.op, n.to, n.path = opLoad, slot(s.Dst), compilePath(s.Src)
	case *il.Store:
		n.op, n.path, n.from = opStore, compilePath(s.Dst), slot(s.Src)
	case *il.New:
		n.op, n.to = opNew, slot(s.Dst)
	case *il.Lock, *il.Unlock:
		n.op = opLock
	case *il.If, *il.While:
		n.op = opChoice
	case *il.Call:
		n.op, n.callee = opCall, p.units[p.core.Methods[s.Method].Index]
		n.args = slice.Map(s.Args, compilePath)
	default:
		panic(il.Unknown(s))
	}
	return n
}

// conflicts returns the pairs of sites of two units that conflict judging by their fields alone, at
// most limit of them, and whether there are more.
func (p *program) conflicts(pair il.Pair, limit int) (all map[il.Sites]bool, more bool) {
	all = map[il.Sites]bool{}
	right := map[string][]il.Access{}
	for _, b := range p.units[pair.Right.Index].sites {
		right[b.Field()] = append(right[b.Field()], b)
	}
	for _, a := range p.units[pair.Left.Index].sites {
		for _, b := range right[a.Field()] {
			if !a.Conflicts(b) && !p.options.without(ClauseOneWrites) ||
				pair.Left == pair.Right && a.Site.Compare(b.Site) > 0 {
				continue
			}
			s := il.Sites{a.Site, b.Site}
			if len(all) == limit && !all[s] {
				return all, true
			}
			all[s] = true
		}
	}
	return all, false
}
