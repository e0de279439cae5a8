package flow

import (
	"slices"

	"wobbly/il"
)

// Decision is how an if or a while is resolved.
type Decision struct {
	At    il.Stmt
	First bool // the then-branch, or another iteration
}

// Resolved lists the nodes that control can reach from a node without a step: nodes of commands and
// calls, and the end of the method. Choices take no step. Each node is listed once, nearest first.
// A node that is not a choice resolves to itself.
func (g *Graph) Resolved(from int32) []int32 {
	if g.resolved[from] == nil {
		g.resolved[from] = g.resolve(from, func(int32, int32, Decision) {})
	}
	return g.resolved[from]
}

// resolve implements Resolved. It calls visit with each node after a choice, the node of the
// choice, and the decision.
func (g *Graph) resolve(from int32, visit func(to, choice int32, d Decision)) []int32 {
	var found []int32
	seen := map[int32]bool{from: true}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		s := g.Nodes[n].Stmt
		if !il.IsChoice(s) {
			found = append(found, n)
			continue
		}
		for k, to := range g.Successors(n) {
			if to != None && !seen[to] {
				seen[to] = true
				visit(to, n, Decision{At: s, First: k == 0})
				queue = append(queue, to)
			}
		}
	}
	return found
}

// Cuts reports whether a bound leaves out a path from a node to the commands that come next.
func (g *Graph) Cuts(from int32) bool {
	cut := g.Nodes[from].Cut
	g.resolve(from, func(to, _ int32, _ Decision) { cut = cut || g.Nodes[to].Cut })
	return cut
}

// Decisions returns the decisions on a shortest path from a node to one of those that Resolved lists
// for it.
func (g *Graph) Decisions(from, to int32) []Decision {
	type arrival struct {
		choice int32
		Decision
	}
	arrivals := map[int32]arrival{}
	g.resolve(from, func(to, choice int32, d Decision) { arrivals[to] = arrival{choice, d} })
	var path []Decision
	for n := to; n != from; n = arrivals[n].choice {
		path = append(path, arrivals[n].Decision)
	}
	slices.Reverse(path)
	return path
}
