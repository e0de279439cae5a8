package world

import (
	"slices"

	"wobbly/il"
)

// code is a unit as a flow graph: what is executed after what. Where the world
// resolves branches, the graph has none.
type code struct {
	unit   *il.Unit
	nodes  []node
	starts []int          // the commands that may come first
	live   []bool         // by slot: does the variable count at the start?
	slots  map[string]int // of the variables in a frame, formals first
}

// node is a command, an if or while, or the end of the unit, which is node 0.
type node struct {
	stmt  il.Stmt // nil at the end of the unit
	next  []int   // where control goes; both ways of an if or while
	after []int   // of a command: the commands, or the end, that may come next

	dst, src int       // slots; of a path, the root's
	path     []int     // field numbers, of a load or store
	args     []operand // of a call
	callee   *code
	live     []bool // by slot: does the variable count after the node?
}

// operand is an argument of a call.
type operand struct {
	expr il.Expr
	root int
	path []int
}

const end = 0

// compile makes the flow graphs of the units of a pair and of what they call.
func (m *machine) compile(units ...*il.Unit) {
	for len(units) > 0 {
		u := units[0]
		units = units[1:]
		if m.codes[u] != nil {
			continue
		}
		c := m.codeOf(u)
		m.codes[u] = c
		m.order = append(m.order, c)
		for _, n := range c.nodes {
			if call, ok := n.stmt.(*il.Call); ok {
				units = append(units, m.core.Methods[call.Method])
			}
		}
	}
	for _, c := range m.order {
		m.link(c)
		m.liveness(c)
	}
}

// codeOf makes the graph of u, without operands.
func (m *machine) codeOf(u *il.Unit) *code {
	c := &code{unit: u, nodes: make([]node, 1, 8), slots: map[string]int{}}
	for _, x := range u.Formals {
		c.slot(x)
	}
	entry := m.block(c, u.Body, end)
	c.starts = c.settle(entry)
	for i := range c.nodes {
		if n := &c.nodes[i]; n.stmt != nil && !n.branches() {
			n.after = c.settle(n.next[0])
		}
	}
	return c
}

// slot is the place of a variable in a frame.
func (c *code) slot(x string) int {
	s, ok := c.slots[x]
	if !ok {
		s = len(c.slots)
		c.slots[x] = s
	}
	return s
}

func (c *code) add(s il.Stmt, next ...int) int {
	c.nodes = append(c.nodes, node{stmt: s, next: next})
	return len(c.nodes) - 1
}

// block adds the nodes of b, after which control goes to after, and gives the
// one where b begins. The skip in front of each block takes a step in worlds
// where addresses are stale.
func (m *machine) block(c *code, b *il.Block, after int) int {
	for _, s := range slices.Backward(b.List()) {
		after = m.stmt(c, s, after)
	}
	if m.world.Stale {
		after = c.add(&il.Skip{At: il.NoPos}, after)
	}
	return after
}

func (m *machine) stmt(c *code, s il.Stmt, after int) int {
	switch s := s.(type) {
	case *il.Skip:
		if m.world.Stale {
			return c.add(s, after)
		}
		return after
	case *il.If:
		then := m.block(c, s.Then, after)
		if m.world.FirstBranch {
			return then
		}
		return c.add(s, then, m.block(c, s.Else, after))
	case *il.While:
		if m.world.FirstBranch {
			return after
		}
		head := c.add(s, after)
		body := m.block(c, s.Body, head)
		c.nodes[head].next = []int{after, body}
		return head
	case *il.Copy, *il.Load, *il.Store, *il.New, *il.Lock, *il.Unlock, *il.Call:
		il.EachVar(s, func(x string, _ il.Pos) { c.slot(x) })
		return c.add(s, after)
	default:
		panic(il.Unknown(s))
	}
}

// branches tells whether control passes n without a step.
func (n *node) branches() bool {
	switch n.stmt.(type) {
	case *il.If, *il.While:
		return true
	default:
		return false
	}
}

// settle lists the commands, or the end, to which control may come from a node
// without a step, that node included.
func (c *code) settle(from int) []int {
	var settled, seen []int
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		switch n := &c.nodes[i]; {
		case slices.Contains(seen, i):
		case n.branches():
			queue = append(queue, n.next...)
		default:
			settled = append(settled, i)
		}
		seen = append(seen, i)
	}
	return settled
}

// link fills in the operands of all nodes.
func (m *machine) link(c *code) {
	for i := range c.nodes {
		n := &c.nodes[i]
		switch s := n.stmt.(type) {
		case *il.Copy:
			n.dst, n.src = c.slot(s.Dst), c.slot(s.Src)
		case *il.Load:
			n.dst, n.src, n.path = c.slot(s.Dst), c.slot(s.Src.Root), m.path(s.Src)
		case *il.Store:
			n.dst, n.src, n.path = c.slot(s.Dst.Root), c.slot(s.Src), m.path(s.Dst)
		case *il.New:
			n.dst = c.slot(s.Dst)
		case *il.Call:
			n.callee = m.codes[m.core.Methods[s.Method]]
			for _, e := range s.Args {
				n.args = append(n.args, operand{e, c.slot(e.Root), m.path(e)})
			}
		case nil, *il.Skip, *il.If, *il.While, *il.Lock, *il.Unlock:
		default:
			panic(il.Unknown(s))
		}
	}
}

func (m *machine) path(e il.Expr) []int {
	path := make([]int, len(e.Fields))
	for i, f := range e.Fields {
		path[i], _ = slices.BinarySearch(m.core.Fields, f)
	}
	return path
}

// access is the path that n loads or stores, with the slot of its root.
func (n *node) access() (e il.Expr, root int, kind il.AccessKind, ok bool) {
	switch s := n.stmt.(type) {
	case *il.Load:
		return s.Src, n.src, il.Read, true
	case *il.Store:
		return s.Dst, n.dst, il.Write, true
	default:
		return il.Expr{}, 0, il.Read, false
	}
}
