package flow

import (
	"errors"
	"slices"

	"wobbly/il"
)

// Graph is the flow graph of a method. Its nodes are control points, in an order in which
// successors come first, except for the heads of loops, which come before their bodies. A graph
// caches resolved choices, so it is not safe for concurrent use.
type Graph struct {
	Unit  *il.Unit
	Nodes []Node
	Entry int32
	Vars  []string // of the unit: formals in order, then the others as they occur in the text

	slots    map[string]int32
	resolved [][]int32 // memo of Resolved
}

// Node is a control point: before a simple command, a call, an if or a while, or at the end of the
// unit, which has no statement.
type Node struct {
	Stmt il.Stmt
	Next int32 // after a command or call; the then-branch; the loop body; None at the end
	Alt  int32 // the else-branch; after the loop; None for others
	Cut  bool  // a while for which a bound allows no further iteration
}

// The node at the end of a method, and the absence of a node.
const (
	End  int32 = 0
	None int32 = -1
)

// Options choose the layout. The zero value is the graph of the method as written, in which a skip
// is not a node.
type Options struct {
	// Bounded is set if loops have at most Rounds iterations each time they are reached.
	Bounded bool
	Rounds  int
	// MaxNodes bounds the nodes of a graph with unrolled loops; 0 is no limit.
	MaxNodes int
	// Skips is set if a skip is a node, including the one before each block in Figure 4.
	Skips bool
	// FirstBranch is set if there are no choices: every if takes the then-branch, and no loop has an
	// iteration.
	FirstBranch bool
}

// ErrTooLarge is the error of a graph with too many nodes: unrolled loops are written out, and
// nested ones multiply.
var ErrTooLarge = errors.New("the bound on rounds, written out over nested loops, " +
	"makes the program too large")

// New builds the graph of a method of Figure 4. The error is ErrTooLarge, only possible with
// unrolled loops.
func New(u *il.Unit, o Options) (*Graph, error) {
	end := Node{Next: None, Alt: None}
	g := &Graph{Unit: u, Nodes: []Node{end}, Vars: u.Variables(), slots: map[string]int32{}}
	for i, x := range g.Vars {
		g.slots[x] = int32(i)
	}
	l := layout{Graph: g, Options: o}
	g.Entry = l.block(u.Body, End)
	if l.tooLarge {
		return nil, ErrTooLarge
	}
	g.resolved = make([][]int32, len(g.Nodes))
	return g, nil
}

// Slot returns the number of a variable of the unit in Vars.
func (g *Graph) Slot(x string) int32 { return g.slots[x] }

// Successors returns Next and Alt of a node, each None if there is none.
func (g *Graph) Successors(n int32) [2]int32 { return [2]int32{g.Nodes[n].Next, g.Nodes[n].Alt} }

// Backward updates nodes until nothing changes, alternating directions so that changes propagate
// quickly backward.
func (g *Graph) Backward(update func(n int32) (changed bool)) {
	for changed := true; changed; {
		changed = false
		for n := range g.Nodes {
			changed = update(int32(n)) || changed
		}
		for n := len(g.Nodes) - 1; n >= 0 && changed; n-- {
			update(int32(n))
		}
	}
}

// layout makes a graph.
type layout struct {
	*Graph
	Options
	tooLarge bool
}

func (l *layout) add(n Node) int32 {
	l.Nodes = append(l.Nodes, n)
	return int32(len(l.Nodes) - 1)
}

// block lays out b in front of the node after, and returns its first node. It stops when the graph
// is too large.
func (l *layout) block(b *il.Block, after int32) int32 {
	for _, s := range slices.Backward(b.List()) {
		if l.tooLarge {
			return after
		}
		after = l.stmt(s, after)
	}
	if l.Skips {
		after = l.add(Node{Stmt: &il.Skip{At: il.NoPos}, Next: after, Alt: None})
	}
	return after
}

func (l *layout) stmt(s il.Stmt, after int32) int32 {
	switch s := s.(type) {
	case *il.If:
		then := l.block(s.Then, after)
		if l.FirstBranch {
			return then
		}
		return l.add(Node{Stmt: s, Next: then, Alt: l.block(s.Else, after)})
	case *il.While:
		if l.FirstBranch {
			return after
		}
		return l.loop(s, after)
	case *il.Skip:
		if !l.Skips {
			return after
		}
	case il.Command, *il.Call:
	default:
		panic(il.Unknown(s))
	}
	return l.add(Node{Stmt: s, Next: after, Alt: None})
}

// loop lays out a while. Iterations without a command lead nowhere new, so they need no bound.
func (l *layout) loop(s *il.While, after int32) int32 {
	if !l.Bounded || !il.HasSteps(s.Body) {
		head := l.add(Node{Stmt: s, Alt: after})
		l.Nodes[head].Next = l.block(s.Body, head)
		return head
	}
	head := l.add(Node{Stmt: s, Next: None, Alt: after, Cut: true})
	for range l.Rounds {
		head = l.add(Node{Stmt: s, Next: l.block(s.Body, head), Alt: after})
		if l.MaxNodes > 0 && len(l.Nodes) > l.MaxNodes {
			l.tooLarge = true
			return head
		}
	}
	return head
}
