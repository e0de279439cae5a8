package session

import (
	"fmt"
	"slices"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// order is a node of the search for the order with the fewest switches.
type order struct {
	made   [2]int // how many moves of each thread have been made
	last   int    // the thread of the last step, 2 before the first
	config semantics.Config
	move   schedule.Move
	from   *order
}

// fewestSwitches finds the order of the best schedule's moves that has the fewest context switches
// and still satisfies the condition. exact is false if a limit cut the search.
func (m *minimiser) fewestSwitches() (best schedule.Schedule, exact bool) {
	var queues [2]schedule.Schedule
	for _, move := range m.moves {
		queues[move.Thread] = append(queues[move.Thread], move)
	}
	level := []*order{{last: 2, config: m.configs[0]}} // those with the same number of switches
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
			for _, i := range [2]semantics.Tid{semantics.B, semantics.A} { // A's is visited first
				switch to := o.next(i, queues[i]); {
				case to == nil:
				case o.last == 2 || to.last == o.last:
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

// next makes thread i's next move. It returns nil if there is none or it does not fit.
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
