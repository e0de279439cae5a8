package check

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// callGraph has the calls of known methods, by caller and in text order.
type callGraph struct {
	first []int32 // the calls of unit i are edges[first[i]:first[i+1]]
	edges []callEdge
}

type callEdge struct {
	callee int32 // in checker.units
	at     il.Pos
}

// from returns the calls in a unit.
func (c *callGraph) from(unit int32) []callEdge {
	if int(unit)+1 < len(c.first) {
		return c.edges[c.first[unit]:c.first[unit+1]]
	}
	return c.edges[c.first[unit]:]
}

// callOrder checks A5: it returns the methods in the order of il.Core, callees before callers, and
// reports the cycles of calls. It is a depth-first search with an explicit stack, so call chains
// may have any length. Every cycle contains a call to a method that is still being visited; each
// such pair of methods is one error, and the graph without these calls is acyclic.
func (c *checker) callOrder() []*il.Unit {
	s := depthFirst{
		checker: c,
		order:   make([]*il.Unit, 0, len(c.units)),
		index:   make([]int32, len(c.units)),
	}
	for root := range c.units {
		if s.index[root] == unvisited {
			s.push(int32(root))
		}
		for len(s.path) > 0 {
			top := &s.path[len(s.path)-1]
			calls := s.calls.from(top.unit)
			if int(top.next) == len(calls) {
				s.path = s.path[:len(s.path)-1]
				s.index[top.unit] = finished
				s.order = append(s.order, &s.units[top.unit])
				continue
			}
			call := calls[top.next]
			top.next++
			switch place := s.index[call.callee]; place {
			case unvisited:
				s.push(call.callee)
			case finished:
			default:
				s.cycle(s.path[place-1:], call)
			}
		}
	}
	return s.order
}

// depthFirst is the state of callOrder.
type depthFirst struct {
	*checker
	order []*il.Unit
	path  []visited
	index []int32 // by unit: unvisited, finished, or 1 + its place on path
	named []int32 // by unit: 1 + the caller last named in a cycle through it
}

// visited is a unit on the path from the root to the unit being visited.
type visited struct {
	unit int32
	next int32 // how many of its calls have been followed
}

const (
	unvisited int32 = 0
	finished  int32 = -1
)

func (d *depthFirst) push(unit int32) {
	d.path = append(d.path, visited{unit: unit})
	d.index[unit] = int32(len(d.path))
}

// cycle reports that the last method of path calls the first one, unless such a call has already
// been reported.
func (d *depthFirst) cycle(path []visited, closing callEdge) {
	d.cyclic = true
	if d.named == nil {
		d.named = make([]int32, len(d.units))
	}
	caller := path[len(path)-1].unit
	if d.named[closing.callee] == caller+1 {
		return
	}
	d.named[closing.callee] = caller + 1
	name := d.units[closing.callee].Name
	e := d.report(diag.Recursion, closing.at, name, "recursion: "+d.cycleText(path))
	e.Label = "this call closes the cycle"
	e.Fix = "remove one of these calls, or write a loop: while * { ... }"
	head, tail := cycleParts(path)
	calls := slices.Concat(head, tail)
	for _, v := range calls[:len(calls)-1] {
		call := d.calls.from(v.unit)[v.next-1]
		callee := d.units[call.callee].Name
		note(e, call.at, callee, fmt.Sprintf("%s calls %s here", d.units[v.unit].Name, callee))
	}
}

// A message about a cycle of more than longCycle methods names only cycleEnds methods at each end.
const (
	longCycle = 8
	cycleEnds = 3
)

// cycleText returns a cycle in words: "m calls k calls m".
func (d *depthFirst) cycleText(path []visited) string {
	first := d.units[path[0].unit].Name
	if len(path) == 1 {
		return first + " calls itself"
	}
	var names []string
	head, tail := cycleParts(path)
	for _, v := range head {
		names = append(names, d.units[v.unit].Name)
	}
	if more := len(path) - len(head) - len(tail); more > 0 {
		names = append(names, fmt.Sprintf("... (%d more)", more))
	}
	for _, v := range tail {
		names = append(names, d.units[v.unit].Name)
	}
	return strings.Join(append(names, first), " calls ")
}

// cycleParts returns the whole cycle, or the two ends of a long one. Otherwise many long cycles
// would take quadratic time.
func cycleParts(path []visited) (head, tail []visited) {
	if len(path) <= longCycle {
		return path, nil
	}
	return path[:cycleEnds], path[len(path)-cycleEnds:]
}
