package world

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
)

// code is a method compiled for execution: its flow graph, with numbers for variables and fields.
type code struct {
	unit   *il.Unit
	vars   []string    // by slot
	nodes  []node      // as in the graph; node 0 (flow.End) is the end of the unit
	starts []int32     // the commands that may come first
	live   flow.VarSet // at the entry
}

type node struct {
	stmt il.Stmt // nil at the end of the unit
	next []int32 // where control goes; both branches of an if or while

	// The rest is set for commands only.

	after  []int32     // the commands, or the end, that may come next
	live   flow.VarSet // after the command
	def    int         // the slot that is assigned, or -1
	use    int         // the slot that is copied or stored, or -1
	access *path       // that is loaded or stored
	kind   il.AccessKind
	args   []path // of a call
	callee *code
}

type path struct {
	expr   il.Expr
	root   int
	fields []int
}

// compile translates units and all methods that they call.
func (m *machine) compile(units ...*il.Unit) {
	graphs := map[*code]*flow.Graph{}
	for len(units) > 0 {
		u := units[0]
		units = units[1:]
		if m.codes[u] != nil {
			continue
		}
		g, err := flow.New(u, m.rules.layout)
		if err != nil {
			panic(err) // only unrolling can fail, and nothing is unrolled here
		}
		c := &code{unit: u, vars: g.Vars}
		m.codes[u], graphs[c] = c, g
		m.order = append(m.order, c)
		for _, n := range g.Nodes {
			if call, ok := n.Stmt.(*il.Call); ok {
				units = append(units, m.core.Methods[call.Method])
			}
		}
	}
	for _, c := range m.order {
		m.link(c, graphs[c])
	}
}

// link fills in the nodes of c from its flow graph. All callees must have a code already.
func (m *machine) link(c *code, g *flow.Graph) {
	c.nodes = make([]node, len(g.Nodes))
	for i := range c.nodes {
		n := node{stmt: g.Nodes[i].Stmt, def: -1, use: -1}
		for _, to := range g.Successors(int32(i)) {
			if to != flow.None {
				n.next = append(n.next, to)
			}
		}
		if _, loop := n.stmt.(*il.While); loop {
			slices.Reverse(n.next) // the exit first, so that short executions are found first
		}
		c.nodes[i] = n
	}
	live := m.rules.liveness(g)
	c.starts, c.live = c.resolved(g.Entry), live[g.Entry]
	slot := func(x string) int { return int(g.Slot(x)) }
	for i := range c.nodes {
		n := &c.nodes[i]
		if n.stmt == nil || n.branches() {
			continue
		}
		n.after, n.live = c.resolved(n.next[0]), live[n.next[0]]
		if x, ok := il.Def(n.stmt); ok {
			n.def = slot(x)
		}
		if a, ok := il.AccessOf(n.stmt); ok {
			p := m.path(a.Path, slot)
			n.access, n.kind = &p, a.Kind
		}
		call, isCall := n.stmt.(*il.Call)
		if isCall {
			n.callee = m.codes[m.core.Methods[call.Method]]
		}
		il.EachExpr(n.stmt, func(e il.Expr) {
			if isCall {
				n.args = append(n.args, m.path(e, slot))
			} else if e.IsVar() {
				n.use = slot(e.Root)
			}
		})
	}
}

// path returns an expression with the numbers of its variable and fields, all of which exist.
func (m *machine) path(e il.Expr, slot func(string) int) path {
	p := path{expr: e, root: slot(e.Root), fields: make([]int, len(e.Fields))}
	for i, f := range e.Fields {
		p.fields[i], _ = slices.BinarySearch(m.core.Fields, f)
	}
	return p
}

func (n *node) branches() bool { return len(il.Blocks(n.stmt)) > 0 }

// resolved lists the commands reachable from a node without a step. It differs from
// flow.Graph.Resolved in its order: the exit of a loop comes before its body.
func (c *code) resolved(from int32) []int32 {
	var resolved, seen []int32
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		if slices.Contains(seen, i) {
			continue
		}
		seen = append(seen, i)
		if n := &c.nodes[i]; n.stmt != nil && n.branches() {
			queue = append(queue, n.next...)
		} else {
			resolved = append(resolved, i)
		}
	}
	return resolved
}
