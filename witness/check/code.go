package check

import "wobbly/il"

// code is the flow graph of a method. It is made when a thread first enters the method.
type code struct {
	unit  *il.Unit
	nodes []node // nil until the graph is made
	entry int
}

// node is a simple command, a call, an if, a while, or the end of the unit, which is node 0 and has
// no statement.
type node struct {
	stmt il.Stmt
	next int32  // the node after a command or call, the then-branch, or the loop body
	alt  int32  // the else-branch, or the node after the loop
	text string // the text of a command; empty until needed
}

const end = 0

// compile sets the flow graph of a method. skip has no node, because it takes no step.
func (c *code) compile(u *il.Unit) {
	c.unit, c.nodes = u, make([]node, 1, 1+len(u.Body.List()))
	c.entry = int(c.block(u.Body, end))
}

// block adds the nodes of b, followed by the node after, and returns the first node of b.
func (c *code) block(b *il.Block, after int32) int32 {
	list := b.List()
	for i := len(list) - 1; i >= 0; i-- {
		after = c.stmt(list[i], after)
	}
	return after
}

// stmt is like block, for one statement.
func (c *code) stmt(s il.Stmt, after int32) int32 {
	switch s := s.(type) {
	case *il.Skip:
		return after
	case *il.If:
		then := c.block(s.Then, after)
		return c.add(node{stmt: s, next: then, alt: c.block(s.Else, after)})
	case *il.While:
		head := c.add(node{stmt: s, alt: after})
		c.nodes[head].next = c.block(s.Body, head)
		return head
	case il.Command, *il.Call:
		return c.add(node{stmt: s, next: after})
	default:
		panic(il.Unknown(s))
	}
}

func (c *code) add(n node) int32 {
	c.nodes = append(c.nodes, n)
	return int32(len(c.nodes) - 1)
}

func (c *code) text(n int) string {
	x := &c.nodes[n]
	if x.text == "" {
		x.text = il.Text(x.stmt)
	}
	return x.text
}

// branches reports whether n is an if or a while, which takes no step.
func (n *node) branches() bool {
	switch n.stmt.(type) {
	case *il.If, *il.While:
		return true
	default:
		return false
	}
}

// visit calls stop once for each command, call or end that may be executed next from a node, for
// any resolution of ifs and whiles, nearest first, until stop returns true.
func (c *code) visit(from int, stop func(n int) bool) {
	if !c.nodes[from].branches() {
		stop(from)
		return
	}
	seen := map[int]bool{from: true}
	queue := []int{from}
	for i := 0; i < len(queue); i++ {
		n := &c.nodes[queue[i]]
		if !n.branches() {
			if stop(queue[i]) {
				return
			}
			continue
		}
		for _, to := range [2]int{int(n.next), int(n.alt)} {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
}
