package world

import (
	"cmp"

	"wobbly/il"
	"wobbly/semantics"
)

// Limits bounds a search. A field that is not positive stands for its default.
type Limits struct {
	// States is the maximum number of configurations to visit, by default 50,000.
	States int
	// Depth is the maximum number of open calls of a thread, by default 8 and never more than 120.
	Depth int
	// Objects is the maximum number of objects of a configuration, by default and never more than
	// 250.
	Objects int
}

func (l Limits) withDefaults() Limits {
	return Limits{
		States:  cmp.Or(max(l.States, 0), 50_000),
		Depth:   min(cmp.Or(max(l.Depth, 0), 8), maxDepth),
		Objects: min(cmp.Or(max(l.Objects, 0), maxObjects), maxObjects),
	}
}

// search explores the configurations of a pair breadth first and records what it sees.
type search struct {
	m      *machine
	pair   il.Pair
	limits Limits

	// seen has the keys of the states that were queued.
	seen  map[string]struct{}
	queue []*state
	names renaming
	// states counts the states that were visited.
	states int
	// cut says what the first limit left out, and is empty if none did.
	cut string

	threads [2]history
	pairs   map[[2]il.Stmt]*encounter
}

// history records what a thread did in any of the executions.
type history struct {
	// levels has the least lock level before each access that was reached.
	levels map[il.Stmt]il.Level
	passed map[il.Stmt]bool
	// stuck lists where the thread was stuck, in the order of discovery and without repetition.
	stuck []stuckAt
}

type stuckAt struct {
	at *control
	halt
}

// encounter records the states in which both threads were about to perform two accesses.
type encounter struct {
	races bool
	// start reports whether they would race in an initial state where that does not count.
	start bool
}

func newSearch(w World, core *il.Core, p il.Pair, limits Limits) *search {
	x := &search{
		m: newMachine(w, core, p), pair: p, limits: limits.withDefaults(),
		seen: map[string]struct{}{}, pairs: map[[2]il.Stmt]*encounter{},
	}
	x.names.m = x.m
	for i := range x.threads {
		x.threads[i] = history{levels: map[il.Stmt]il.Level{}, passed: map[il.Stmt]bool{}}
	}
	return x
}

// The values of search.cut.
const (
	cutStates  = "there are more states"
	cutDepth   = "calls go deeper than was looked at"
	cutObjects = "states have more objects than was looked at"
)

func (x *search) leaveOut(why string) { x.cut = cmp.Or(x.cut, why) }

// run visits the states in breadth-first order until enough returns true.
func (x *search) run(enough func() bool) {
	if !x.m.rules.runs {
		return
	}
	for _, a := range x.m.starts(x.pair.Left) {
		for _, b := range x.m.starts(x.pair.Right) {
			s := &state{at: [2]*control{a, b}}
			for i, c := range s.at {
				s.stacks[i] = make([]loc, len(c.frame.code.vars))
				for slot := len(c.frame.code.unit.Formals); slot < len(s.stacks[i]); slot++ {
					s.stacks[i][slot] = unassigned
				}
			}
			x.emit(s)
		}
	}
	for ; len(x.queue) > 0 && !enough(); x.queue = x.queue[1:] {
		if x.states == x.limits.States {
			x.leaveOut(cutStates)
			return
		}
		x.states++
		x.inspect(x.queue[0])
		x.expand(x.queue[0])
		if x.m.crowded {
			x.leaveOut(cutObjects)
		}
	}
}

// emit queues s unless an equal state was queued, or s has more objects than the limit.
func (x *search) emit(s *state) {
	if len(s.origins) > x.limits.Objects {
		x.leaveOut(cutObjects)
		return
	}
	x.names.number(s)
	if _, ok := x.seen[string(x.names.key)]; ok {
		return
	}
	x.seen[string(x.names.key)] = struct{}{}
	x.queue = append(x.queue, x.names.renamed(s))
}

// inspect records the accesses that the threads are about to make in s.
func (x *search) inspect(s *state) {
	for _, i := range semantics.Tids {
		if n := s.at[i].node; n.access != nil {
			levels := x.threads[i].levels
			least, ok := levels[n.stmt]
			if !ok {
				least = s.levels[i]
			}
			levels[n.stmt] = least.Min(s.levels[i])
		}
	}
	if s.conflict() {
		x.encounter(s)
		x.m.rules.raceAt(x, s)
	}
}

// encounter returns the record for the next commands of both threads in s, new if there is none.
func (x *search) encounter(s *state) *encounter {
	pair := [2]il.Stmt{s.at[semantics.A].stmt, s.at[semantics.B].stmt}
	e := x.pairs[pair]
	if e == nil {
		e = &encounter{}
		x.pairs[pair] = e
	}
	return e
}

// expand emits the successors of s: those of one thread if its next command is local, and otherwise
// those of every thread that may move.
func (x *search) expand(s *state) {
	for _, i := range semantics.Tids {
		if x.m.local(s, i) && !s.parked(i) {
			x.step(s, i)
			return
		}
	}
	for _, i := range semantics.Tids {
		if !s.parked(i) && !s.levels[i.Other()].Excludes(s.levels[i].After(s.at[i].stmt)) {
			x.step(s, i)
		}
	}
}

// step emits the successors of s by a step of thread i (rule Fig6-left or Fig6-right), one for each
// choice of the initial values that it needs and of the branches that follow. If the thread is
// stuck, it records where.
func (x *search) step(s *state, i semantics.Tid) {
	t := s.clone()
	h := x.m.execute(t, i)
	if h != nil && h.open {
		for _, u := range x.m.choices(s, h.at) {
			x.step(u, i)
		}
		return
	}
	thread := &x.threads[i]
	if h != nil {
		for _, known := range thread.stuck {
			if known.at == s.at[i] && known.reason == h.reason && known.expr.Equal(h.expr) {
				return
			}
		}
		thread.stuck = append(thread.stuck, stuckAt{s.at[i], *h})
		return
	}
	thread.passed[s.at[i].stmt] = true
	t.moved = x.m.rules.initialDiffers
	for _, next := range x.m.after(s.at[i]) {
		if next.frame.depth > x.limits.Depth {
			x.leaveOut(cutDepth)
			return
		}
		t.at[i] = next
		x.m.rules.raceAcross(x, s, t)
		x.emit(t)
	}
}
