package bounded

import (
	"cmp"
	"slices"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
)

// program is what the analysis asks of a program.
type program struct {
	core    *il.Core
	options Options
	units   []*unit // by Unit.Index
	fields  map[string]uint16
}

// unit is a unit as it is executed.
type unit struct {
	*il.Unit
	graph *flow.Graph
	live  []flow.VarSet // by node: the variables that are read from there on before they are assigned
	nodes []node
	sites []il.Access // of the unit and of what it calls, in order
	size  int         // nodes of the unit and of what it calls
}

// node is a control point.
type node struct {
	op        op
	stmt      il.Stmt
	next, alt int32
	lock      il.Level // the level before, counted from the unit's entry
	to, from  int      // slots
	path      path
	args      []path
	callee    *unit
	site      il.Site
	through   bool // it is a simple command with one node before it
}

// op is what a control point does.
type op uint8

// The ops.
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

// path is a variable and the fields behind it.
type path struct {
	root   int
	fields []uint16
}

// newProgram lays out a program, callees first.
func newProgram(core *il.Core, o Options) (*program, error) {
	graphs, err := paths.Graphs(core)
	if err != nil {
		return nil, err
	}
	x := &program{core: core, options: o, units: make([]*unit, len(core.Units)), fields: map[string]uint16{}}
	if len(core.Fields) >= int(noField) {
		return nil, paths.TooLarge(core.Units[0], "fields")
	}
	for i, f := range core.Fields {
		x.fields[f] = uint16(i)
	}
	for _, u := range core.Order {
		x.units[u.Index] = x.layOut(u, graphs[u.Index])
	}
	return x, nil
}

// maxSize is where the nodes of a unit and of what it calls are not counted any more.
const maxSize = 1 << 27

// layOut lays out a unit whose callees are.
func (x *program) layOut(u *il.Unit, g *flow.Graph) *unit {
	laid := &unit{Unit: u, graph: g, live: g.Liveness(il.Def), nodes: make([]node, len(g.Nodes))}
	for n := range g.Nodes {
		laid.nodes[n] = x.node(g, &g.Nodes[n])
		laid.size++
	}
	laid.straighten()
	for _, a := range il.Accesses(u.Body) {
		laid.sites = append(laid.sites, a)
	}
	for _, callee := range x.core.Callees(u) {
		laid.sites = append(laid.sites, x.units[callee.Index].sites...)
		laid.size = min(laid.size+x.units[callee.Index].size, maxSize)
	}
	slice.Sort(laid.sites, func(a, b il.Access) int { return a.Site.Compare(b.Site) })
	laid.sites = slices.CompactFunc(laid.sites, func(a, b il.Access) bool { return a.Site == b.Site })
	return laid
}

// straighten finds the nodes that can be gone through at once.
func (u *unit) straighten() {
	before := make([]int, len(u.nodes))
	before[u.graph.Entry]++
	for n := range u.nodes {
		for _, next := range u.graph.Successors(int32(n)) {
			if next != flow.None {
				before[next]++
			}
		}
	}
	for n := range u.nodes {
		u.nodes[n].through = before[n] == 1 && u.nodes[n].op > opChoice && u.nodes[n].op < opCall
	}
}

// node reads a node of a flow graph.
func (x *program) node(g *flow.Graph, at *flow.Node) node {
	n := node{stmt: at.Stmt, next: at.Next, alt: at.Alt}
	if at.Stmt == nil {
		return n
	}
	n.lock = x.core.LevelAt(at.Stmt)
	n.site, _ = il.SiteOf(at.Stmt)
	slot := func(name string) int { return int(g.Slot(name)) }
	switch s := at.Stmt.(type) {
	case *il.Copy:
		n.op, n.to, n.from = opCopy, slot(s.Dst), slot(s.Src)
	case *il.Load:
		n.op, n.to, n.path = opLoad, slot(s.Dst), x.path(g, s.Src)
	case *il.Store:
		n.op, n.path, n.from = opStore, x.path(g, s.Dst), slot(s.Src)
	case *il.New:
		n.op, n.to = opNew, slot(s.Dst)
	case *il.Lock, *il.Unlock:
		n.op = opLock
	case *il.If, *il.While:
		n.op = opChoice
	case *il.Call:
		n.op, n.callee = opCall, x.units[x.core.Methods[s.Method].Index]
		for _, e := range s.Args {
			n.args = append(n.args, x.path(g, e))
		}
	default:
		panic(il.Unknown(s))
	}
	return n
}

// path reads an expression.
func (x *program) path(g *flow.Graph, e il.Expr) path {
	p := path{root: int(g.Slot(e.Root))}
	for _, f := range e.Fields {
		p.fields = append(p.fields, x.fields[f])
	}
	return p
}

// conflicting are the pairs of accesses of two units that can race as far as their
// text tells, at most so many, and whether there are more.
func (x *program) conflicting(p il.Pair, most int) (all map[il.Sites]bool, more bool) {
	all = map[il.Sites]bool{}
	right := map[string][]il.Access{}
	for _, b := range x.units[p.Right.Index].sites {
		right[b.Field()] = append(right[b.Field()], b)
	}
	for _, a := range x.units[p.Left.Index].sites {
		for _, b := range right[a.Field()] {
			if (a.Conflicts(b) || x.options.without(ClauseOneWrites)) && (p.Left != p.Right || a.Site.Compare(b.Site) <= 0) {
				s := il.Sites{a.Site, b.Site}
				if len(all) == most && !all[s] {
					return all, true
				}
				all[s] = true
			}
		}
	}
	return all, false
}

// compareWrites orders writes by base and field.
func compareWrites(a, b write) int { return cmp.Compare(a>>16, b>>16) }
