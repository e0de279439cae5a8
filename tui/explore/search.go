package explore

import (
	"context"
	"math/big"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

type space struct {
	states []reached               // the nearest first
	races  int                     // the number of racing states
	raced  map[semantics.Addr]bool // the cells of the races
	ended  int                     // the number of states in which both threads have ended
	stuck  int                     // of those in which no thread can go on and one has not ended
	// deadlocks counts the stuck states in which each thread waits for the other one.
	deadlocks int
	limit     int  // the largest number of states
	cut       bool // whether the limit was met
	stopped   bool // whether the search was interrupted
	// schedules is the number of schedules from the start to states without a next step. It is nil
	// if there are infinitely many, or if they were not counted.
	schedules *big.Int
}

// A reached is a state found by the search, in which all choices before the next steps are made.
type reached struct {
	semantics.Reached
	steps int              // the distance from the start
	race  semantics.Racing // the race, if races is set
	races bool
}

// path returns a shortest schedule that leads to the state.
func (r reached) path() schedule.Schedule {
	var out schedule.Schedule
	choose := func(i semantics.Tid, choices []semantics.Choice) {
		for _, c := range choices {
			out = append(out, schedule.Choose(i, c.Take))
		}
	}
	for _, m := range r.Moves() {
		choose(m.Thread, m.Choices)
		out = append(out, schedule.Move{Thread: m.Thread, Do: schedule.Step})
	}
	for _, i := range semantics.Tids {
		choose(i, r.Config.Threads[i].Chosen)
	}
	return out
}

// survey searches at most limit states from start, or until ctx ends.
func survey(ctx context.Context, start semantics.Config, limit int) *space {
	s := &space{limit: limit, raced: map[semantics.Addr]bool{}}
	search := semantics.Search{
		Start: start, Limits: semantics.Limits{Iterations: semantics.Unbounded, States: limit},
	}
	for r := range search.All() {
		if ctx.Err() != nil {
			s.stopped = true
			return s
		}
		race, races := semantics.Race(r.Config)
		s.states = append(s.states,
			reached{Reached: r, steps: len(r.Moves()), race: race, races: races})
		switch {
		case races:
			s.races++
			s.raced[race[semantics.A].Cell] = true
		case r.Config.Done():
			s.ended++
		case !canStep(r.Config):
			s.stuck++
			if _, deadlock := semantics.Deadlock(r.Config); deadlock {
				s.deadlocks++
			}
		}
	}
	s.cut = search.Cut
	if !s.cut {
		s.schedules = countSchedules(ctx, s.states)
		s.stopped = ctx.Err() != nil
	}
	return s
}

// canStep reports whether a thread of a configuration without open choices can take a step.
func canStep(k semantics.Config) bool {
	for _, i := range semantics.Tids {
		if _, ok := k.Command(i); ok && semantics.Enabled(k, i) == nil {
			return true
		}
	}
	return false
}

// countSchedules counts the paths from the first states to those without successors, in the
// graph in which states with equal keys are one node. It returns nil if the graph has a cycle,
// or the context has ended.
//
// It visits the nodes in topological order (Kahn's algorithm) and adds the numbers of a node's
// predecessors; nodes on a cycle are never ready.
func countSchedules(ctx context.Context, states []reached) *big.Int {
	index := map[string]int{}
	for i, s := range states {
		index[s.Config.Key()] = i
	}
	successors := make([][]int, len(states))
	waits := make([]int, len(states)) // the edges to a node from nodes that are not visited yet
	for i, s := range states {
		if ctx.Err() != nil {
			return nil
		}
		for _, t := range semantics.Tids {
			if _, ok := s.Config.Command(t); !ok {
				continue
			}
			next, _, stuck := semantics.Next(s.Config, t)
			if stuck != nil {
				continue
			}
			for _, k := range semantics.Resolved(next) {
				j := index[k.Key()]
				successors[i] = append(successors[i], j)
				waits[j]++
			}
		}
	}
	paths := make([]*big.Int, len(states))
	var ready []int
	for i, s := range states {
		paths[i] = new(big.Int)
		if s.steps == 0 { // a start; several if choices were open there
			paths[i].SetInt64(1)
		}
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	total, visited := new(big.Int), 0
	for ; len(ready) > 0; visited++ {
		i := ready[0]
		ready = ready[1:]
		if len(successors[i]) == 0 {
			total.Add(total, paths[i])
		}
		for _, j := range successors[i] {
			paths[j].Add(paths[j], paths[i])
			waits[j]--
			if waits[j] == 0 {
				ready = append(ready, j)
			}
		}
	}
	if visited < len(states) {
		return nil
	}
	return total
}
