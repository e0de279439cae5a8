// Package paths is the common part of analyses that explore the paths of methods, each method once
// for each state in which it is entered: flow graphs of bounded size, a queue that returns the
// state with the shortest path first, and the paths to states. Each analysis has its own states.
package paths

import (
	"errors"
	"fmt"
	"math"

	"wobbly/il"
	"wobbly/il/flow"
)

// ErrRecursive is the error of Graphs for a program whose methods call themselves.
var ErrRecursive = errors.New("methods that call themselves have traces of any depth")

// TooLarge returns the error of a method that exceeds a limit of an analysis.
func TooLarge(u *il.Unit, what string) error {
	return fmt.Errorf("%s has too many %s to be followed", u.Name, what)
}

const (
	// maxDepth bounds the nesting of calls.
	maxDepth = 10_000
	// maxLive bounds the product of the nodes and the variables of a flow graph.
	maxLive = 1 << 27
)

// Far is a number of steps beyond which counting stops.
const Far = math.MaxInt / 4

// Graphs lays out the units of a program, by Unit.Index. The error is ErrRecursive, or one of
// TooLarge.
func Graphs(core *il.Core) ([]*flow.Graph, error) {
	if core.Recursive {
		return nil, ErrRecursive
	}
	graphs := make([]*flow.Graph, len(core.Units))
	depth := make([]int, len(core.Units)) // of the calls below each unit
	for _, u := range core.Order {        // callees first
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
