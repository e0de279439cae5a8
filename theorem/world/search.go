package world

import (
	"cmp"

	"wobbly/il"
	"wobbly/semantics"
)

// Limits bound a search. A field of 0 or less stands for its default.
type Limits struct {
	States  int // configurations to look at; by default 50,000
	Depth   int // open calls of a thread; by default 8, at most 120
	Objects int // of a configuration; by default and at most 250
}

// normal fills in the defaults.
func (l Limits) normal() Limits {
	or := func(n, otherwise int) int {
		if n <= 0 {
			return otherwise
		}
		return n
	}
	return Limits{
		States:  or(l.States, 50_000),
		Depth:   min(or(l.Depth, 8), maxDepth),
		Objects: min(or(l.Objects, maxObjects), maxObjects),
	}
}

// search is a search under way, and what it has seen.
type search struct {
	m       *machine
	pair    il.Pair
	limits  Limits
	seen    map[string]struct{}
	queue   []*state
	names   renaming
	states  int
	cut     string // the first limit that left something out
	threads [2]history
	pairs   map[[2]il.Stmt]*encounter
}

// history is what was seen of one thread.
type history struct {
	levels map[il.Stmt]int  // of each access before which it stood, the least level of the lock
	passed map[il.Stmt]bool // commands that were executed
	stuck  []stuckAt        // in the order of discovery, each once
}

// stuckAt is a command that was seen to be stuck.
type stuckAt struct {
	at *control
	halt
}

// encounter is what was seen of both threads before two accesses.
type encounter struct {
	races bool
	start bool // they would race in an initial state, which does not count
}

func newSearch(w World, core *il.Core, p il.Pair, limits Limits) *search {
	x := &search{
		m: newMachine(w, core, p), pair: p, limits: limits.normal(),
		seen: map[string]struct{}{}, pairs: map[[2]il.Stmt]*encounter{},
	}
	x.names.m = x.m
	for i := range x.threads {
		x.threads[i] = history{levels: map[il.Stmt]int{}, passed: map[il.Stmt]bool{}}
	}
	return x
}

// run looks at all states, nearest first, until enough says so.
func (x *search) run(enough func() bool) {
	if !x.m.rules.runs {
		return
	}
	for _, a := range x.m.begin(x.pair.Left) {
		for _, b := range x.m.begin(x.pair.Right) {
			x.emit(x.m.initial(a, b))
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

// What limits leave out.
const (
	cutStates  = "there are more states"
	cutDepth   = "calls go deeper than was looked at"
	cutObjects = "states have more objects than was looked at"
)

func (x *search) leaveOut(why string) { x.cut = cmp.Or(x.cut, why) }

// emit passes on a state, unless there was one like it.
func (x *search) emit(s *state) {
	if len(s.origins) > x.limits.Objects {
		x.leaveOut(cutObjects)
		return
	}
	x.names.of(s)
	if _, ok := x.seen[string(x.names.key)]; ok {
		return
	}
	x.seen[string(x.names.key)] = struct{}{}
	x.queue = append(x.queue, x.names.renamed(s))
}

// inspect notes where the threads stand in s, and whether they race.
func (x *search) inspect(s *state) {
	for _, i := range semantics.Tids {
		x.threads[i].visit(s.at[i].node, s.levels[i])
	}
	if s.conflict() {
		x.encounter(s)
		x.m.rules.stands(x, s)
	}
}

func (h *history) visit(n *node, level int) {
	if n.access == nil {
		return
	}
	if least, ok := h.levels[n.stmt]; !ok || level < least {
		h.levels[n.stmt] = level
	}
}

func (x *search) encounter(s *state) *encounter {
	pair := [2]il.Stmt{s.at[semantics.A].stmt, s.at[semantics.B].stmt}
	e := x.pairs[pair]
	if e == nil {
		e = &encounter{}
		x.pairs[pair] = e
	}
	return e
}

// expand makes the successors of s.
func (x *search) expand(s *state) {
	for _, i := range semantics.Tids {
		if x.m.local(s, i) && !s.parked(i) {
			x.step(s, i)
			return
		}
	}
	for _, i := range semantics.Tids {
		if !s.parked(i) && s.enabled(i) {
			x.step(s, i)
		}
	}
}

// step makes the successors of s by a step of thread i: rule Fig6-left or
// Fig6-right.
func (x *search) step(s *state, i semantics.Tid) {
	t := s.clone()
	switch h := x.m.execute(t, i); {
	case h == nil:
		x.threads[i].passed[s.at[i].stmt] = true
		x.successors(s, t, i)
	case h.open:
		for _, u := range x.m.choices(s, h.at) {
			x.step(u, i)
		}
	default:
		x.threads[i].note(s.at[i], h)
	}
}

// successors passes on t, which the command of thread i has made of s, once for
// each way to resolve what follows.
func (x *search) successors(s, t *state, i semantics.Tid) {
	t.moved = x.m.rules.counts
	for _, next := range x.m.after(s.at[i]) {
		if next.frame.depth > x.limits.Depth {
			x.leaveOut(cutDepth)
			return
		}
		t.at[i] = next
		x.m.rules.steps(x, s, t)
		x.emit(t)
	}
}

// note remembers that a thread is stuck at c.
func (h *history) note(c *control, why *halt) {
	for _, s := range h.stuck {
		if s.at == c && s.reason == why.reason && s.expr.Equal(why.expr) {
			return
		}
	}
	h.stuck = append(h.stuck, stuckAt{c, *why})
}

func siteOf(s il.Stmt) il.Site {
	a, _ := il.AccessOf(s)
	return il.Site{At: s.Pos(), Kind: a.Kind}
}
