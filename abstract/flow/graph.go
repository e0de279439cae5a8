package flow

import (
	"wobbly/il"
	"wobbly/il/flow"
)

// graph is the flow graph of a unit, with what this analysis asks of its nodes.
type graph struct {
	*flow.Graph
	live []flow.VarSet // by node: the variables that are read from there on before they are assigned
	lock []int         // by node: the lock level, counted from the unit's entry
}

// maxLive bounds the nodes of a graph times its variables.
const maxLive = 1 << 27

// newGraph lays out a unit, unless it is too large.
func newGraph(core *il.Core, u *il.Unit, o Options) (*graph, bool) {
	plain, err := flow.New(u, flow.Options{})
	if err != nil || len(plain.Nodes)*len(plain.Vars) > maxLive {
		return nil, false
	}
	g := &graph{Graph: plain, live: plain.Liveness(o.assigned), lock: make([]int, len(plain.Nodes))}
	for n := range g.Nodes {
		if s := g.Nodes[n].Stmt; s != nil {
			g.lock[n] = core.LockDepth(s)
		}
	}
	return g, true
}

// assigned is the variable that a statement gives another value, if there is one.
func (o Options) assigned(s il.Stmt) (name string, ok bool) {
	if _, fresh := s.(*il.New); fresh && o.without(ClauseFresh) {
		return "", false
	}
	return il.Def(s)
}
