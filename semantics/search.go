package semantics

import (
	"iter"

	"wobbly/il"
)

// Limits bounds a Search.
type Limits struct {
	Iterations Bound // bounds each loop each time it is reached; Unbounded for all
	States     int   // how many configurations to visit; 0 for no limit
}

// Search visits the configurations that Start can reach, breadth-first, each once up to Key, with
// shortest paths to them. Without a limit it ends if the reachable heap is bounded. States and Cut
// are results.
type Search struct {
	Start  Config
	Limits Limits

	States int  // how many configurations were visited
	Cut    bool // whether a limit was met, so that there may be more
}

// Reached is a configuration without choices before the next steps, and a shortest path to it.
type Reached struct {
	Config Config
	at     *node
}

// Moves lists the steps of a shortest path from the start.
func (r Reached) Moves() []Move { return r.at.moves() }

// All runs the search, from the start each time.
func (s *Search) All() iter.Seq[Reached] {
	return func(yield func(Reached) bool) {
		s.States, s.Cut = 0, false
		visited := map[string]bool{}
		level := []*node{{config: s.Start}} // all as many steps away
		for len(level) > 0 {
			var next []*node
			for _, at := range s.resolve(level, visited) {
				if s.Limits.States > 0 && s.States == s.Limits.States {
					s.Cut = true
					return
				}
				s.States++
				if !yield(Reached{at.config, at}) {
					return
				}
				next = append(next, at.successors(s.Limits.Iterations)...)
			}
			level = next
		}
	}
}

// resolve resolves the choices in nodes in every way, without a step, and drops visited ones.
func (s *Search) resolve(nodes []*node, visited map[string]bool) []*node {
	var resolved []*node
	for len(nodes) > 0 {
		at := nodes[0]
		nodes = nodes[1:]
		s.Cut = s.Cut || at.cut
		key := at.config.key(s.Limits.Iterations != Unbounded)
		if visited[key] {
			continue
		}
		visited[key] = true
		if i, ok := at.atChoice(); ok {
			nodes = append(nodes, at.resolutions(i, s.Limits.Iterations)...)
		} else {
			resolved = append(resolved, at)
		}
	}
	return resolved
}

// Resolved lists the configurations that result from k when the next choices of both threads are
// resolved in every way: each once up to Key, the fewest decisions first, without a step.
func Resolved(k Config) []Config {
	s := Search{Limits: Limits{Iterations: Unbounded}}
	var all []Config
	for _, n := range s.resolve([]*node{{config: k}}, map[string]bool{}) {
		all = append(all, n.config)
	}
	return all
}

// Finding is a race and a shortest path to it.
type Finding struct {
	Race    Racing
	Moves   []Move
	Choices [2][]Choice // of each thread, between its last step and the access
	Config  Config      // the racing configuration
}

// Races searches the configurations that in leads to for those that race: one Finding for each pair
// of commands, in the order of discovery, shortest first. If the result is cut, there may be more.
func Races(core *il.Core, p il.Pair, in Init, limits Limits) (
	found []Finding, cut bool, err error,
) {
	k, err := NewConfig(core, p, in)
	if err != nil {
		return nil, false, err
	}
	search := Search{Start: k, Limits: limits}
	seen := map[[2]il.Command]bool{}
	for r := range search.All() {
		race, ok := Race(r.Config)
		pair := [2]il.Command{race[A].Command, race[B].Command}
		if !ok || seen[pair] {
			continue
		}
		seen[pair] = true
		threads := r.Config.Threads
		found = append(found, Finding{
			Race: race, Moves: r.Moves(), Config: r.Config,
			Choices: [2][]Choice{threads[A].Chosen, threads[B].Chosen},
		})
	}
	return found, search.Cut, nil
}
