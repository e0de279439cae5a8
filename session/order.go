package session

import (
	"fmt"
	"slices"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// order is a node of the search for the order with the fewest switches.
type order struct {
	// made has the number of moves of each thread so far.
	made [2]int
	// last is the thread of the last step, or noThread.
	last   int
	config semantics.Config
	// move is the last move, and from the node before it, or nil at the root.
	move schedule.Move
	from *order
}

// noThread is the value of order.last before the first step.
const noThread = 2

// fewestSwitches finds the order of the best schedule's moves that has the fewest context switches
// and still satisfies the condition. It is a breadth-first search by the number of switches. It
// returns false if the search reached its limit.
func (m *minimiser) fewestSwitches() (best schedule.Schedule, exact bool) {
	var queues [2]schedule.Schedule
	for _, move := range m.moves {
		queues[move.Thread] = append(queues[move.Thread], move)
	}
	level := []*order{{last: noThread, config: m.configs[0]}} // all with the same switches
	seen := map[string]bool{}
	for len(level) > 0 {
		var next []*order
		for len(level) > 0 {
			o := level[len(level)-1]
			level = level[:len(level)-1]
			key := fmt.Sprint(o.made, o.last, o.config.Key())
			if seen[key] {
				continue
			}
			m.s.report(len(seen))
			seen[key] = true
			if len(seen) > m.s.SeekLimits().States {
				return nil, false
			}
			if o.made == [2]int{len(queues[0]), len(queues[1])} && m.holds(o.config) {
				for ; o.from != nil; o = o.from {
					best = append(best, o.move)
				}
				slices.Reverse(best)
				return best, true
			}
			for _, i := range [2]semantics.Tid{semantics.B, semantics.A} { // A is popped first
				switch to := o.next(i, queues[i]); {
				case to == nil:
				case o.last == noThread || to.last == o.last:
					level = append(level, to)
				default:
					next = append(next, to)
				}
			}
		}
		slices.Reverse(next)
		level = next
	}
	return nil, false
}

// next returns the node after thread i's next move, or nil if there is none or it does not fit.
func (o *order) next(i semantics.Tid, moves schedule.Schedule) *order {
	if o.made[i] == len(moves) {
		return nil
	}
	move := moves[o.made[i]]
	k, stuck := play(o.config, move)
	if stuck != nil {
		return nil
	}
	to := &order{made: o.made, last: o.last, config: k, move: move, from: o}
	to.made[i]++
	if move.Do == schedule.Step {
		to.last = int(i)
	}
	return to
}
