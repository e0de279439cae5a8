package session

import (
	"slices"
	"strconv"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// Index names a state of the history: its branch, and the number of moves to it. Each state has one
// Index.
type Index struct {
	Branch int
	At     int
}

// String returns the index in the form "2.14".
func (p Index) String() string { return strconv.Itoa(p.Branch) + "." + strconv.Itoa(p.At) }

// branch is a line of states. The first branch begins after the initial state, another branch after
// a state of its parent. Only the first may be empty.
type branch struct {
	number int
	// parent is the branch that holds state from, or nil for the first branch.
	parent *branch
	from   int
	// entries are the states from+1, from+2, and so on.
	entries []*entry
}

// end returns the number of the branch's last state.
func (b *branch) end() int { return b.from + len(b.entries) }

// holder returns the branch of b's trace that holds state n.
func (b *branch) holder(n int) *branch {
	for b.parent != nil && n <= b.from {
		b = b.parent
	}
	return b
}

func (s *Session) indexOf(n int) Index { return Index{s.on.holder(n).number, n} }

// action records one call, which has moved the session from a state of one branch to a state of
// another.
type action struct {
	// from and at are the branch and the number of the state before the call, branch and end those
	// of the state after it.
	from   *branch
	at     int
	branch *branch
	end    int
	// followed counts the recorded moves that the call made again.
	followed int
	// count counts the new moves, which are the last ones of branch.
	count int
	begun bool
	// entries are the moves that were dropped, while the action is undone.
	entries []*entry
}

// act runs an operation that may make moves, as one unit for Undo. If it only follows recorded
// moves, Redo still works, since the history does not change.
func (s *Session) act(do func() Result) Result {
	if s.open != nil { // a part of something larger
		return do()
	}
	a := &action{from: s.on, at: s.at}
	s.open = a
	r := do()
	s.open = nil
	if a.count > 0 {
		s.undone = nil
	}
	a.branch, a.end = s.on, s.at
	if a.count > 0 || a.followed > 0 && (a.branch != a.from || a.end != a.at) {
		s.done = append(s.done, *a)
	}
	return r
}

// play executes a move. No other function of this package asks for a successor.
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
	// The moves of the history record the choices already.
	next.Threads[m.Thread].Chosen = nil
	return next, stuck
}

// make makes a move, or follows it if it is recorded already. It is called within act.
func (s *Session) make(m schedule.Move) *semantics.Stuck {
	if s.follow(m) {
		s.open.followed++
		return nil
	}
	now := s.path[s.at]
	k, stuck := play(now.config, m)
	if stuck != nil {
		return stuck
	}
	next := &entry{
		config: k, before: now, move: m, steps: now.steps, switches: now.switches, last: now.last,
	}
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
		s.numbers++
		b := &branch{number: s.numbers, parent: s.on.holder(s.at), from: s.at}
		s.graft(b)
		s.open.begun = true
		s.on, s.path = b, s.path[:s.at+1]
	}
	s.on.entries = append(s.on.entries, next)
	s.path = append(s.path, next)
	s.at++
	s.open.count++
	return nil
}

// follow makes a recorded move, if m is one of those from the present state.
func (s *Session) follow(m schedule.Move) bool {
	if s.at < s.Len() && s.path[s.at+1].move == m {
		s.at++
		return true
	}
	for _, b := range s.onward(s.at) {
		if b.entries[s.at-b.from].move == m {
			s.board(b)
			s.at++
			return true
		}
	}
	return false
}

// onward lists the branches that continue from state n: its own, unless it ends there, and those
// that begin there.
func (s *Session) onward(n int) []*branch {
	var all []*branch
	b := s.on.holder(n)
	if n < b.end() {
		all = append(all, b)
	}
	return append(all, s.forks[Index{b.number, n}]...)
}

// graft adds a branch to the tree; its number is the largest so far.
func (s *Session) graft(b *branch) {
	s.branches = append(s.branches, b)
	p := Index{b.parent.number, b.from}
	s.forks[p] = append(s.forks[p], b)
}

// board makes the trace of b the recorded one. The present state keeps its number, or is
// the last one.
func (s *Session) board(b *branch) {
	if b == s.on && len(s.path) == b.end()+1 {
		return
	}
	s.on = b
	s.path = slices.Grow(s.path[:1], b.end())[:b.end()+1]
	for to := len(s.path); b != nil; b = b.parent {
		copy(s.path[b.from+1:to], b.entries)
		to = b.from + 1
	}
	s.at = min(s.at, s.Len())
}

// Undo reverts the last action and returns to the state before it.
func (s *Session) Undo() Result {
	if len(s.done) == 0 {
		return Result{Stop: atEdge, Text: "There is nothing to undo."}
	}
	a := s.done[len(s.done)-1]
	s.done = s.done[:len(s.done)-1]
	text := "Undone: " + s.phrase(a) + "."
	b, kept := a.branch, len(a.branch.entries)-a.count
	a.entries = slices.Clone(b.entries[kept:])
	clear(b.entries[kept:])
	b.entries = b.entries[:kept]
	if a.begun { // b is the newest branch
		s.branches = s.branches[:len(s.branches)-1]
		p := Index{b.parent.number, b.from}
		s.forks[p] = s.forks[p][:len(s.forks[p])-1]
		if len(s.forks[p]) == 0 {
			delete(s.forks, p)
		}
	}
	if s.on == b && a.from == b {
		s.path = s.path[:b.end()+1]
	} else {
		s.board(a.from)
	}
	s.at = a.at
	s.undone = append(s.undone, a)
	return Result{Moves: a.count + a.followed, Text: text}
}

// Redo repeats the action that was undone last.
func (s *Session) Redo() Result {
	if len(s.undone) == 0 {
		return Result{Stop: atEdge, Text: "There is nothing to redo."}
	}
	a := s.undone[len(s.undone)-1]
	s.undone = s.undone[:len(s.undone)-1]
	if a.begun {
		s.graft(a.branch)
	}
	a.branch.entries = append(a.branch.entries, a.entries...)
	a.entries = nil
	s.board(a.branch)
	s.at = a.end
	s.done = append(s.done, a)
	return Result{Moves: a.count + a.followed, Text: "Redone: " + s.phrase(a) + "."}
}

// phrase describes an action that was not undone.
func (s *Session) phrase(a action) string {
	if n := a.count + a.followed; n != 1 {
		return strconv.Itoa(n) + " moves"
	}
	b := a.branch.holder(a.end)
	last := b.entries[a.end-b.from-1]
	e := s.event(last.before.config, last.move, 0)
	return e.Thread.String() + " " + e.Do + " at " + e.Where
}
