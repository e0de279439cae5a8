package explore

import (
	"context"
	"math/big"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// exploredSpace is what a search has found.
type exploredSpace struct {
	states    []reached // nearest first
	races     int
	ended     int      // states in which both threads have ended
	stuck     int      // states in which no thread can go on and not both have ended
	limit     int      // of states
	cut       bool     // the limit was met
	stopped   bool     // the search was interrupted
	schedules *big.Int // from the start to states in which nobody can go on; nil if without number, or not counted
}

// reached is a state that was found: no choice is left before the next steps.
type reached struct {
	semantics.Reached
	steps int // from the start
	race  semantics.Racing
	races bool
}

// path is a shortest one to the state.
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

// survey searches breadth first.
func survey(ctx context.Context, start semantics.Config, limit int) *exploredSpace {
	t := &exploredSpace{limit: limit}
	search := semantics.Search{Start: start, Limits: semantics.Limits{Iterations: semantics.Unbounded, States: limit}}
	for r := range search.All() {
		if ctx.Err() != nil {
			t.stopped = true
			return t
		}
		t.add(r)
	}
	t.cut = search.Cut
	if !t.cut {
		t.schedules = countSchedules(ctx, t.states)
		t.stopped = ctx.Err() != nil
	}
	return t
}

func (t *exploredSpace) add(r semantics.Reached) {
	race, races := semantics.Race(r.Config)
	t.states = append(t.states, reached{r, len(r.Moves()), race, races})
	switch {
	case races:
		t.races++
	case r.Config.Done():
		t.ended++
	case !canStep(r.Config):
		t.stuck++
	}
}

// canStep tells whether a thread of a configuration without choices can go on.
func canStep(k semantics.Config) bool {
	for _, i := range semantics.Tids {
		if _, ok := k.Command(i); ok && semantics.Enabled(k, i) == nil {
			return true
		}
	}
	return false
}

// countSchedules counts the paths from the first state to those without successors, in
// the graph of the states: every state once up to its key. It is nil where there
// is a cycle, or the context ended.
func countSchedules(ctx context.Context, states []reached) *big.Int {
	index := map[string]int{}
	for i, s := range states {
		index[s.Config.Key()] = i
	}
	next := make([][]int, len(states))
	before := make([]int, len(states)) // how many edges lead to a state
	for i, s := range states {
		if ctx.Err() != nil {
			return nil
		}
		for _, k := range successors(s.Config) {
			j := index[k.Key()]
			next[i] = append(next[i], j)
			before[j]++
		}
	}
	return sumSchedules(next, before, starts(states))
}

// starts is how many states no step leads to from the start: several where that
// stands before a choice. They come first.
func starts(states []reached) int {
	n := 0
	for n < len(states) && states[n].steps == 0 {
		n++
	}
	return n
}

// sumSchedules counts by Kahn's order, beginning at each of the first states; what is
// on a cycle never gets its turn.
func sumSchedules(next [][]int, before []int, first int) *big.Int {
	ways := make([]*big.Int, len(next))
	var ready []int
	for i, n := range before {
		ways[i] = new(big.Int)
		if i < first {
			ways[i].SetInt64(1)
		}
		if n == 0 {
			ready = append(ready, i)
		}
	}
	total, turns := new(big.Int), 0
	for len(ready) > 0 {
		i := ready[0]
		ready = ready[1:]
		turns++
		if len(next[i]) == 0 {
			total.Add(total, ways[i])
		}
		for _, j := range next[i] {
			ways[j].Add(ways[j], ways[i])
			if before[j]--; before[j] == 0 {
				ready = append(ready, j)
			}
		}
	}
	if turns < len(next) {
		return nil
	}
	return total
}

// successors are the configurations one step behind k, with all choices before
// the next steps resolved in every way. Those of one thread's step are different
// ones.
func successors(k semantics.Config) []semantics.Config {
	var all []semantics.Config
	for _, i := range semantics.Tids {
		if _, ok := k.Command(i); !ok {
			continue
		}
		if next, _, stuck := semantics.Next(k, i); stuck == nil {
			all = append(all, resolved(next)...)
		}
	}
	return all
}

// resolved resolves the choices of a configuration in every way.
func resolved(k semantics.Config) []semantics.Config {
	var all []semantics.Config
	visited := map[string]bool{}
	for waiting := []semantics.Config{k}; len(waiting) > 0; {
		at := waiting[0]
		waiting = waiting[1:]
		key := at.Key()
		if visited[key] {
			continue
		}
		visited[key] = true
		i, choices := choiceOf(at)
		if len(choices) == 0 {
			all = append(all, at)
		}
		for _, c := range choices {
			if next, stuck := semantics.Choose(at, i, c.Take); stuck == nil {
				waiting = append(waiting, next)
			}
		}
	}
	return all
}

// choiceOf is the first thread that stands before a choice, and the choices.
func choiceOf(k semantics.Config) (semantics.Tid, []semantics.Choice) {
	for _, i := range semantics.Tids {
		if c := k.Threads[i].Point.Choices(); len(c) > 0 {
			return i, c
		}
	}
	return semantics.A, nil
}
