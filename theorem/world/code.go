package world

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
)

// code is a unit made ready to be executed: its flow graph, with numbers for
// variables and fields.
type code struct {
	unit   *il.Unit
	vars   []string // by slot
	nodes  []node   // as in the graph; node 0 is the end of the unit
	starts []int32  // the commands that may come first
	live   flow.VarSet
}

// node is a command, an if or while, or the end of the unit.
type node struct {
	stmt  il.Stmt // nil at the end of the unit
	next  []int32 // where control goes; both branches of an if or while
	after []int32 // of a command: the commands, or the end, that may come next

	def    int   // the slot that is assigned, or -1
	use    int   // the slot that is copied or stored
	access *path // what is loaded or stored
	kind   il.AccessKind
	args   []path // of a call
	callee *code
	live   flow.VarSet // after the command
}

// path is an expression, with the slot of its root and the numbers of its fields.
type path struct {
	expr   il.Expr
	root   int
	fields []int
}

// compile makes ready the units of a pair and what they call.
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
			panic(err) // rounds are not written out
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

// link makes the nodes of a unit.
func (m *machine) link(c *code, g *flow.Graph) {
	c.nodes = make([]node, len(g.Nodes))
	for i := range g.Nodes {
		c.nodes[i] = node{stmt: g.Nodes[i].Stmt, next: successors(g, int32(i)), def: -1, use: -1}
	}
	live := m.rules.liveness(g)
	c.starts, c.live = c.resolved(g.Entry), live[g.Entry]
	for i := range c.nodes {
		if n := &c.nodes[i]; n.stmt != nil && !n.branches() {
			n.after, n.live = c.resolved(n.next[0]), live[n.next[0]]
			m.operands(n, g)
		}
	}
}

// successors are the nodes to which control goes from one; a loop is left first.
func successors(g *flow.Graph, n int32) []int32 {
	var next []int32
	for _, to := range g.Successors(n) {
		if to != flow.None {
			next = append(next, to)
		}
	}
	if _, loop := g.Nodes[n].Stmt.(*il.While); loop {
		slices.Reverse(next)
	}
	return next
}

// branches tells whether control passes n without a step.
func (n *node) branches() bool { return len(il.Blocks(n.stmt)) > 0 }

// resolved lists what flow.Graph.Resolved does, but where a loop can be left
// before it goes round: so short executions are found first.
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

// operands fills in what a command names.
func (m *machine) operands(n *node, g *flow.Graph) {
	slot := func(x string) int { return int(g.Slot(x)) }
	if x, ok := il.Def(n.stmt); ok {
		n.def = slot(x)
	}
	if a, ok := il.AccessOf(n.stmt); ok {
		n.access, n.kind = m.path(a.Path, slot), a.Kind
	}
	call, ok := n.stmt.(*il.Call)
	if ok {
		n.callee = m.codes[m.core.Methods[call.Method]]
	}
	il.EachExpr(n.stmt, func(e il.Expr) {
		switch {
		case ok:
			n.args = append(n.args, *m.path(e, slot))
		case e.IsVar():
			n.use = slot(e.Root)
		}
	})
}

func (m *machine) path(e il.Expr, slot func(string) int) *path {
	p := &path{e, slot(e.Root), make([]int, len(e.Fields))}
	for i, f := range e.Fields {
		p.fields[i], _ = slices.BinarySearch(m.core.Fields, f)
	}
	return p
}
