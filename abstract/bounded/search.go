package bounded

import (
	"context"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/internal/poll"
)

// A search is the state of an analysis. It must not be used concurrently.
type search struct {
	*program
	graphs    *graphs
	sets      *caseSets
	summaries []*summary // by Unit.Index; nil where none has been asked for
	stages    map[il.Pair]*stages
	poll      poll.Context
	// budget is the number of states that the current activity may still explore.
	budget int
	// cuts name the limits that were met since takeCuts was called.
	cuts      []string
	collector collector
	pool
}

// newSearch prepares a search of core. The error is that of newProgram.
func newSearch(core *il.Core, o Options) (*search, error) {
	p, err := newProgram(core, o)
	if err != nil {
		return nil, err
	}
	x := &search{
		program: p, graphs: &graphs{byKey: map[string]int32{}},
		summaries: make([]*summary, len(core.Units)),
		sets: &caseSets{
			byKey: map[string]*cases{}, splits: map[caseCell][]part{},
			projections: map[projection]*cases{},
		},
		stages: map[il.Pair]*stages{}, poll: poll.Every(pollInterval, context.Background()),
	}
	x.graphs.number(&graph{defaults: []uint16{1, 1}}) // graphApart
	x.graphs.number(&graph{defaults: []uint16{0}})    // graphLoop
	return x, nil
}

// segment returns the segment that begins at a start, with an equal share of the budget for the
// given number of segments, this one included. Callers multiply it by 2 or 4 to leave budget for
// segments that they cannot count yet.
func (sr *search) segment(u *unit, s *start, segments int) *segment {
	return &segment{
		search: sr, start: s, width: max(1, sr.budget/max(1, segments)/u.size),
		frames: map[string]*frame{},
	}
}

// initialCases returns one case for each graph that a thread may have been handed. The thread knows
// the first nodes of each.
func (sr *search) initialCases(known int, graphs []int32) *cases {
	nodes := make([]uint16, known)
	for i := range nodes {
		nodes[i] = uint16(i)
	}
	packed := packUint16s(nodes)
	list := make([]heapCase, len(graphs))
	for i, g := range graphs {
		list[i] = heapCase{g, packed}
	}
	return sr.sets.set(known, list)
}

// withBudget calls do with a budget and deducts the states that it explores.
func (sr *search) withBudget(remaining *int, do func()) {
	before := sr.budget
	sr.budget = *remaining
	do()
	*remaining, sr.budget = sr.budget, before
}

// cut records that a limit may have left something out.
func (sr *search) cut(why string) {
	if !slices.Contains(sr.cuts, why) {
		sr.cuts = append(sr.cuts, why)
	}
}

func (sr *search) cutStates() { sr.cut(fmt.Sprintf("more than %d states", sr.options.MaxStates)) }

// takeCuts returns the cuts so far and resets them.
func (sr *search) takeCuts() []string {
	all := sr.cuts
	sr.cuts = nil
	return all
}
