// Package paths is the common part of analyses that explore a method along its paths, visiting
// methods once for each state in which they are entered: flow graphs of bounded size, a queue with
// the shortest path first, and paths back from a state.
//
// The content of a state is up to the analysis.
package paths

import (
	"errors"
	"fmt"
	"math"

	"wobbly/il"
	"wobbly/il/flow"
)

var ErrRecursive = errors.New("methods that call themselves have traces of any depth")

type tooLarge struct{ Unit, What string }

func (e tooLarge) Error() string {
	return fmt.Sprintf("%s has too many %s to be followed", e.Unit, e.What)
}

// TooLarge returns the error of a method that exceeds a limit of an analysis.
func TooLarge(u *il.Unit, what string) error { return tooLarge{u.Name, what} }

// Limits of an exploration: the nesting of calls, and the nodes of a flow graph times its
// variables.
const (
	maxDepth = 10_000
	maxLive  = 1 << 27
)

// Far is a number of steps beyond which counting stops.
const Far = math.MaxInt / 4

// Graphs lays out the units of a program, by Unit.Index. The error is ErrRecursive, or one of
// TooLarge.
func Graphs(core *il.Core) ([]*flow.Graph, error) {
	if core.Recursive {
		return nil, ErrRecursive
	}
	graphs, depth := make([]*flow.Graph, len(core.Units)), make([]int, len(core.Units))
	for _, u := range core.Order { // callees first
		for _, callee := range core.Callees(u) {
			depth[u.Index] = max(depth[u.Index], 1+depth[callee.Index])
		}
		if depth[u.Index] > maxDepth {
			return nil, TooLarge(u, "calls below each other")
		}
		g, err := flow.New(u, flow.Options{})
		if err != nil || len(g.Nodes)*len(g.Vars) > maxLive {
			return nil, TooLarge(u, "variables and statements")
		}
		graphs[u.Index] = g
	}
	return graphs, nil
}
