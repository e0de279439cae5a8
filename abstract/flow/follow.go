package flow

import (
	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/internal/poll"
	"wobbly/internal/slice"
)

// follower explores a unit and its callees by one name.
type follower struct {
	*analysis
	*lists
	poll poll.Context
	// walked has, for each object on the path of the name and the meeting object, the fields that
	// are walked from it.
	walked [][]bool
	frames map[entry]*frame
	whole  *frame // of the unit
	states *int   // the number that may still be made

	// The following fields are for Theorem 2g (memory.go).

	explored int           // the number of states, in all frames
	entries  map[entry]int // the number of calls with the same objects in the formals
	bare     []list        // by list of values: its objects; unknown until needed
	dropped  bool          // a new object was dropped for MaxFresh
	widened  bool          // a state or entry was widened for MaxVariants
}

// An entry describes how a method is entered.
type entry struct {
	unit   int  // Unit.Index
	values list // of the formals
	cells  list
}

// follow explores a unit by a name and deducts the states it makes from states.
func (an *analysis) follow(u *il.Unit, n name, states *int) *follower {
	f := &follower{
		analysis: an,
		lists:    newLists(n),
		states:   states,
		poll:     poll.Every(pollInterval, an.ctx),
		walked:   make([][]bool, len(n.fields)+1),
		frames:   map[entry]*frame{},
		entries:  map[entry]int{},
	}
	for i := range f.walked {
		f.walked[i] = make([]bool, len(an.core.Fields))
	}
	values := slice.Repeat(n.elsewhere(), len(u.Formals))
	values[n.root] = 0
	cells := f.initialCells(len(an.core.Fields))
	if n.rely {
		cells = f.initialRows()
	}
	f.whole = f.frame(entry{unit: u.Index, values: f.intern(values), cells: cells})
	return f
}

// longer returns the names with one field more than n: those by which the unit walks on from n's
// end while that is an own object. Until the first such walk nothing depends on the field, nor on
// who owns the object. They are found with the knowledge of Theorem 2f. Under Theorem 2g, names by
// which the unit walks on from where the threads meet are added, but not in a unit with loops,
// where there would be too many.
func (an *analysis) longer(u *il.Unit, n name, states *int) (all []name) {
	end, loops := len(n.fields), an.core.HasLoop(u)
	own := n.with(noField)
	own.rely = false
	f := an.follow(u, own, states)
	for g, walked := range f.walked[end] {
		if walked || !loops && n.walked != nil && n.walked[g] {
			next := n.with(g)
			next.behind = n.behind || !walked
			all = append(all, next)
		}
	}
	return all
}

// frame explores a method from an entry, once: the result is kept. It is incomplete if the follower
// was exhausted meanwhile.
func (fw *follower) frame(e entry) *frame {
	if f, ok := fw.frames[e]; ok {
		return f
	}
	g := fw.graphs[e.unit]
	b := &builder{
		follower: fw, frame: &frame{graph: g}, best: map[kind][]variant{},
		seen: newMinimal[point](), ends: newMinimal[list](),
		visits: make([]int, len(g.Nodes)), crowd: map[point]int{},
	}
	if fw.name.rely {
		b.base = fw.rows(e.cells)
	}
	fw.frames[e] = b.frame
	values := slice.Repeat(none, len(g.Vars))
	fw.unpack(values[:0], e.values) // those of the formals, which come first
	b.put(state{node: g.Entry, cells: e.cells, Step: paths.Step{From: -1}}, values)
	for !b.queue.Empty() && !fw.exhausted() {
		b.expand(int32(b.queue.Next()))
	}
	return b.frame
}

// exhausted reports whether no more states may be made or ctx has ended.
func (fw *follower) exhausted() bool {
	if fw.poll.Step() {
		*fw.states = 0
	}
	return *fw.states <= 0
}
