package world

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
)

// code is a method compiled for execution: its flow graph, with numbers for variables and fields.
type code struct {
	unit *il.Unit
	// vars has the names of the variables. The index of a variable is its slot in a frame.
	vars []string
	// nodes are the nodes of the flow graph. Node 0 (flow.End) is the end of the unit.
	nodes []node
	// starts lists the commands that may be executed first.
	starts []int32
	// live is the set of variables that are live at the entry.
	live flow.VarSet
}

// node is a command, a branching statement (an if or while) or the end of a unit.
type node struct {
	// stmt is nil at the end of the unit.
	stmt il.Stmt
	// next lists the nodes that may follow; of a branching statement, the starts of its branches.
	next []int32

	// The other fields are set only for commands.

	// after lists the commands that may be executed next, or the end. It differs from next in that
	// branching statements are resolved.
	after []int32
	// live is the set of variables that are live after the command.
	live flow.VarSet
	// def is the slot of the variable that is assigned, or -1.
	def int
	// use is the slot of the variable that is copied or stored, or -1.
	use int
	// access is the path that is loaded or stored, or nil, and kind says which.
	access *path
	kind   il.AccessKind
	args   []path
	callee *code
}

// path is an expression with the slot of its root and the indices of its fields in Core.Fields.
type path struct {
	expr   il.Expr
	root   int
	fields []int
}

// compile translates units and all methods that they call, directly or not.
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
			panic(err) // flow.New fails only if it unrolls loops, and rules.layout does not
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

// link fills in the nodes of c from its flow graph. Every callee must be in m.codes.
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

// path translates an expression. Its root must have a slot, and its fields must be fields of the
// program.
func (m *machine) path(e il.Expr, slot func(string) int) path {
	p := path{expr: e, root: slot(e.Root), fields: make([]int, len(e.Fields))}
	for i, f := range e.Fields {
		p.fields[i], _ = slices.BinarySearch(m.core.Fields, f)
	}
	return p
}

func (n *node) branches() bool { return len(il.Blocks(n.stmt)) > 0 }

// resolved lists the commands that may be executed first from a node on, or the end. It differs
// from flow.Graph.Resolved in its order: the exit of a loop comes before its body.
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
