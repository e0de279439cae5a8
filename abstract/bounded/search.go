package bounded

import (
	"context"
	"fmt"
	"slices"

	"wobbly/il"
)

// A search is the state of an analysis. It is not safe for concurrent use.
type search struct {
	*program
	graphs    *graphs
	sets      *caseSets
	summaries []*summary // by Unit.Index; nil where none has been asked for
	stages    map[il.Pair]*stages
	ctx       context.Context
	// budget is the number of states that the current activity may still explore.
	budget int
	// cuts name the limits that were met since takeCuts was called.
	cuts      []string
	collector collector
	pool
}

func newSearch(core *il.Core, o Options) (*search, error) {
	p, err := newProgram(core, o)
	if err != nil {
		return nil, err
	}
	return &search{
		program: p, graphs: newGraphs(), sets: newCaseSets(), summaries: make([]*summary, len(core.Units)),
		stages: map[il.Pair]*stages{}, ctx: context.Background(),
	}, nil
}

// segment returns the segment that begins at a start. It gets an equal share of the budget, which
// is for the given number of segments, this one included.
func (x *search) segment(u *unit, s *start, segments int) *segment {
	return &segment{
		search: x, start: s, width: max(1, x.budget/max(1, segments)/u.size), frames: map[string]*frame{},
	}
}

// initialCases returns one case for each graph that a thread may have been handed, of which it
// knows the first nodes.
func (x *search) initialCases(known int, graphs []int32) *cases {
	list := make([]heapCase, len(graphs))
	for i, g := range graphs {
		list[i] = heapCase{g, firstNodes(known)}
	}
	return x.sets.set(known, list)
}

// withBudget calls do with a budget, from which the states that it explores are taken.
func (x *search) withBudget(remaining *int, do func()) {
	before := x.budget
	x.budget = *remaining
	do()
	*remaining, x.budget = x.budget, before
}

// cut notes that a limit may have left something out.
func (x *search) cut(why string) {
	if !slices.Contains(x.cuts, why) {
		x.cuts = append(x.cuts, why)
	}
}

func (x *search) cutStates() { x.cut(fmt.Sprintf("more than %d states", x.options.MaxStates)) }

// takeCuts returns the cuts so far and forgets them.
func (x *search) takeCuts() []string {
	all := x.cuts
	x.cuts = nil
	return all
}
