package session

import (
	"slices"
	"strconv"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// Index names a state of the history: the branch that holds it, and how many
// moves lead to it. Places compare with ==; each state has one.
type Index struct {
	Branch int
	At     int
}

// String gives "2.14".
func (p Index) String() string { return strconv.Itoa(p.Branch) + "." + strconv.Itoa(p.At) }

// branch is a line of states. Those of the first begin behind the initial
// state, those of others behind a state of their parent's. Only the first may
// be empty.
type branch struct {
	number  int
	parent  *branch // that holds state from; nil for the first
	from    int
	entries []*entry // states from+1, from+2, ...
}

// end is the number of the branch's last state.
func (b *branch) end() int { return b.from + len(b.entries) }

// holder is the branch of b's trace that holds state n.
func (b *branch) holder(n int) *branch {
	for b.parent != nil && n <= b.from {
		b = b.parent
	}
	return b
}

func (s *Session) indexOf(n int) Index { return Index{s.on.holder(n).number, n} }

// action is what one call has made: count moves at the end of a branch, which
// it may have begun.
type action struct {
	from    *branch // on whose trace the session stood before
	at      int     // and at which state
	branch  *branch
	begun   bool
	entries []*entry // while undone: the moves that were dropped
	count   int
}

// act does something that may make moves, as one thing to undo.
func (s *Session) act(do func() Result) Result {
	if s.open != nil { // a part of something larger
		return do()
	}
	s.open = &action{from: s.on, at: s.at}
	r := do()
	if s.open.count > 0 {
		s.done = append(s.done, *s.open)
		s.undone = nil
	}
	s.open = nil
	return r
}

// play executes a move: the only place where this package asks for a successor.
func play(k semantics.Config, m schedule.Move) (semantics.Config, *semantics.Stuck) {
	if m.Do == schedule.Step {
		next, _, stuck := semantics.Next(k, m.Thread)
		return next, stuck
	}
	take, ok := m.Take(k.Threads[m.Thread].Point.Stmt())
	if !ok {
		return semantics.Config{}, &semantics.Stuck{Reason: semantics.NoChoice}
	}
	next, stuck := semantics.Choose(k, m.Thread, take)
	next.Threads[m.Thread].Chosen = nil // deviation 1
	return next, stuck
}

// make makes a move, or follows the one that is recorded already. It is called
// within act.
func (s *Session) make(m schedule.Move) *semantics.Stuck {
	if s.follow(m) {
		return nil
	}
	now := s.path[s.at]
	k, stuck := play(now.config, m)
	if stuck != nil {
		return stuck
	}
	next := &entry{config: k, before: now, move: m, steps: now.steps, switches: now.switches, last: now.last}
	if m.Do == schedule.Step {
		if now.steps != [2]int32{} && now.last != m.Thread {
			next.switches++
		}
		next.steps[m.Thread]++
		next.last = m.Thread
		next.touch, next.cell = touchOf(now.config, m.Thread)
	}
	_, next.race = semantics.Race(k)
	if s.at < s.Len() {
		s.begin()
	}
	s.on.entries = append(s.on.entries, next)
	s.path = append(s.path, next)
	s.at++
	s.open.branch = s.on
	s.open.count++
	return nil
}

// follow goes on by a recorded move, if there is m among those that lead on
// from the present state.
func (s *Session) follow(m schedule.Move) bool {
	if s.at < s.Len() && s.path[s.at+1].move == m {
		s.at++
		return true
	}
	for _, b := range s.onward() {
		if b.entries[s.at-b.from].move == m {
			s.board(b)
			s.at++
			return true
		}
	}
	return false
}

// onward lists the branches that lead on from the present state: the one that
// holds it, unless it ends there, and those that begin there.
func (s *Session) onward() []*branch {
	var all []*branch
	b := s.on.holder(s.at)
	if s.at < b.end() {
		all = append(all, b)
	}
	return append(all, s.forks[Index{b.number, s.at}]...)
}

// begin begins a branch at the present state.
func (s *Session) begin() {
	s.numbers++
	b := &branch{number: s.numbers, parent: s.on.holder(s.at), from: s.at}
	s.graft(b)
	s.open.begun = true
	s.on = b
	s.path = s.path[:s.at+1]
}

// graft adds a branch to the tree; its number is the greatest so far.
func (s *Session) graft(b *branch) {
	s.branches = append(s.branches, b)
	p := Index{b.parent.number, b.from}
	s.forks[p] = append(s.forks[p], b)
}

// prune takes the newest branch off the tree.
func (s *Session) prune(b *branch) {
	s.branches = s.branches[:len(s.branches)-1]
	p := Index{b.parent.number, b.from}
	s.forks[p] = s.forks[p][:len(s.forks[p])-1]
	if len(s.forks[p]) == 0 {
		delete(s.forks, p)
	}
}

// board makes the trace of b the recorded one. The present state keeps its
// number, or is the last one.
func (s *Session) board(b *branch) {
	if b == s.on && len(s.path) == b.end()+1 {
		return
	}
	s.on = b
	s.path = s.path[:1]
	var line []*branch
	for a := b; a != nil; a = a.parent {
		line = append(line, a)
	}
	slices.Reverse(line)
	for i, a := range line {
		upTo := a.end()
		if i+1 < len(line) {
			upTo = line[i+1].from
		}
		s.path = append(s.path, a.entries[:upTo-a.from]...)
	}
	s.at = min(s.at, s.Len())
}

// Undo takes back what was made last and goes to where the session stood
// before.
func (s *Session) Undo() Result {
	if len(s.done) == 0 {
		return Result{Stop: atEdge, Text: "There is nothing to undo."}
	}
	a := s.done[len(s.done)-1]
	s.done = s.done[:len(s.done)-1]
	b, kept := a.branch, len(a.branch.entries)-a.count
	a.entries = slices.Clone(b.entries[kept:])
	clear(b.entries[kept:])
	b.entries = b.entries[:kept]
	if a.begun {
		s.prune(b)
	}
	if s.on == b && a.from == b {
		s.path = s.path[:b.end()+1]
	} else {
		s.board(a.from)
	}
	s.at = a.at
	s.undone = append(s.undone, a)
	return Result{Moves: a.count, Text: "Undone: " + s.phrase(a) + "."}
}

// Redo makes again what was undone last.
func (s *Session) Redo() Result {
	if len(s.undone) == 0 {
		return Result{Stop: atEdge, Text: "There is nothing to redo."}
	}
	a := s.undone[len(s.undone)-1]
	s.undone = s.undone[:len(s.undone)-1]
	if a.begun {
		s.graft(a.branch)
	}
	text := "Redone: " + s.phrase(a) + "."
	a.branch.entries = append(a.branch.entries, a.entries...)
	a.entries = nil
	s.board(a.branch)
	s.at = s.Len()
	s.done = append(s.done, a)
	return Result{Moves: a.count, Text: text}
}

// phrase names what an action made. It is undone: its moves are in a.entries.
func (s *Session) phrase(a action) string {
	if a.count > 1 {
		return strconv.Itoa(a.count) + " moves"
	}
	before := s.path[0].config
	n := a.branch.end()
	if h := a.branch.holder(n); n > 0 {
		before = h.entries[n-h.from-1].config
	}
	e := s.event(before, a.entries[0].move, 0)
	return e.Thread.String() + " " + e.Do + " at " + e.Where
}
