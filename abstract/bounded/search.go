package bounded

import (
	"context"
	"fmt"
	"slices"

	"wobbly/il"
)

// search is the analysis of a program.
type search struct {
	*program
	graphs *graphs
	sets   *sets
	known  []*summary // by Unit.Index; nil for what was not asked for
	ctx    context.Context
	budget int // states that may still be gone on from
	collector
	stages map[il.Pair]*stages
	cuts   []string // what a limit may have left out since the last look
	memory
}

// newSearch reads a program.
func newSearch(core *il.Core, o Options) (*search, error) {
	p, err := newProgram(core, o)
	if err != nil {
		return nil, err
	}
	x := &search{program: p, graphs: &graphs{by: map[string]int32{}}, sets: newSets(), ctx: context.Background(), known: make([]*summary, len(core.Units)), stages: map[il.Pair]*stages{}}
	for _, g := range beginnings() {
		x.graphs.number(g)
	}
	return x, nil
}

// segment is one of a thread with a name. It takes an equal share of what is left of
// the budget, if there are so many to come.
func (x *search) segment(u *unit, q *half, more int) *segment {
	return &segment{search: x, half: q, width: max(1, x.budget/max(1, more)/u.size), frames: map[string]*frame{}}
}

// begin goes on from the beginning of a unit, in some cases, in which it knows z.
func (x *segment) begin(u *unit, left *cases) *frame {
	values := slices.Clone(x.half.heads)
	for len(values) < len(u.graph.Vars) {
		values = append(values, none)
	}
	return x.frame(entry{unit: u, state: state{node: u.graph.Entry, values: values, own: object(x.half.fixed()), cases: left}})
}

// left is the cases in which a thread that knows the first nodes of some graphs has
// been left one of them.
func (x *search) left(known int, all []int32) *cases {
	list := make([]kase, len(all))
	for i, g := range all {
		list[i] = kase{g, identity(known)}
	}
	return x.sets.set(known, list)
}

// spending does something with what is left of a number of states.
func (x *search) spending(left *int, do func()) {
	before := x.budget
	x.budget = *left
	do()
	*left, x.budget = x.budget, before
}

// charged is the same, and notes what limits may have left out.
func (x *search) charged(left *int, cuts *[]string, do func()) {
	before := x.taken()
	x.spending(left, do)
	for _, why := range x.taken() {
		if !slices.Contains(*cuts, why) {
			*cuts = append(*cuts, why)
		}
	}
	x.cuts = before
}

// cut notes that a limit may have left something out.
func (x *search) cut(why string) {
	if !slices.Contains(x.cuts, why) {
		x.cuts = append(x.cuts, why)
	}
}

// taken gives what was noted since the last look.
func (x *search) taken() []string {
	all := x.cuts
	x.cuts = nil
	return all
}

// cutStates notes that there are too many states.
func (x *search) cutStates() { x.cut(fmt.Sprintf("more than %d states", x.options.MaxStates)) }

// spend takes a state from the budget, if there is one.
func (b *builder) spend() bool {
	if b.budget <= 0 {
		b.cutStates()
		return false
	}
	if b.budget--; b.budget%interrupts == 0 && b.ctx.Err() != nil {
		b.budget = 0
		b.cut("an interrupt")
		return false
	}
	if len(b.ready) == 0 && !b.queue.Empty() {
		b.budget -= b.states[b.queue.First()].size() / sizeOfState
	}
	return true
}

// interrupts is after how many states a search asks whether it is interrupted.
const interrupts = 256

// sizeOfState is how many cells and cases count as much as a state.
const sizeOfState = 16

// size is how much a state holds.
func (s *state) size() int { return len(s.heap) + len(s.cases.list) }
