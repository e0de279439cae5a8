package session

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
	"wobbly/session/schedule"
)

// Minimal is a schedule from the initial state to a race, or to a state that satisfies a condition,
// from which no move can be left out.
type Minimal struct {
	Schedule schedule.Schedule
	// Needs says why each move is needed. It is empty if Complete is false.
	Needs []Need
	// Complete means that no single move can be left out. It is false if that took too long to try.
	Complete bool
	// Fewest means that no other order of the threads' moves has fewer context switches.
	Fewest bool
}

// Need says what goes wrong without a move.
type Need struct {
	Event Event
	// Text is a sentence such as "Without step 3, A never reaches x := b.f at 5:1."
	Text string
}

// Minimise shortens the schedule to the present race. The result leads to a race of the same two
// commands: no move can be left out, and no order of its moves has fewer context switches. The
// session does not change; Paste goes to the result. Minimise returns an error if there is no race.
//
// It first removes iterations of loops, then chunks of moves (delta debugging), and finally
// searches for the best order of the remaining moves.
func (s *Session) Minimise() (Minimal, error) {
	race, ok := s.Now().Race()
	if !ok {
		return Minimal{}, errors.New("the threads do not race in this state")
	}
	return s.minimiseTo(racesAt([2]il.Command{race.Sides[0].Command, race.Sides[1].Command}))
}

// minimiseTo is like Minimise, for any condition that holds in the present state and is not about
// events.
func (s *Session) minimiseTo(keep Condition) (Minimal, error) {
	m := minimiser{
		s: s, keep: keep, effort: minimiseEffort, configs: []semantics.Config{s.path[0].config},
	}
	if !m.holds(s.path[s.at].config) {
		return Minimal{},
			fmt.Errorf("the condition %q does not hold in the present state", keep.Name)
	}
	m.load(0, s.Schedule())
	m.cutIterations()
	m.cutChunks()
	out := Minimal{Schedule: m.moves, Complete: m.effort > 0}
	if better, exact := m.fewestSwitches(); exact {
		out.Fewest = true
		if better.Switches() < m.moves.Switches() {
			m.load(0, better)
			out.Schedule = better
		}
	}
	if out.Complete {
		step := 0
		for n, move := range m.moves {
			if move.Do == schedule.Step {
				step++
			}
			e := m.s.event(m.configs[n], move, step)
			out.Needs = append(out.Needs, Need{Event: e, Text: m.lack(n, e)})
		}
	}
	return out, nil
}

// minimiseEffort limits the moves that a minimiser executes.
const minimiseEffort = 400_000

// A minimiser shortens a schedule that leads to a state in which a condition holds.
type minimiser struct {
	s    *Session
	keep Condition
	// effort is the number of moves that may still be executed.
	effort int
	// moves is the best schedule so far, and configs[n] the state before move n.
	moves   schedule.Schedule
	configs []semantics.Config
}

// load makes a schedule the best one. It must be executable, and share its first kept moves with
// the previous best one.
func (m *minimiser) load(kept int, moves schedule.Schedule) {
	m.moves = moves
	m.configs = m.configs[:kept+1]
	for _, move := range moves[kept:] {
		k, stuck := play(m.configs[len(m.configs)-1], move)
		if stuck != nil {
			panic(il.Unknown(stuck)) // the caller has executed the moves before
		}
		m.configs = append(m.configs, k)
	}
}

func (m *minimiser) holds(k semantics.Config) bool {
	_, race := semantics.Race(k)
	return m.keep.Holds(View{
		s: m.s, index: m.s.indexOf(m.s.at), now: &entry{config: k, race: race},
	})
}

func (m *minimiser) spend() {
	m.effort--
	m.s.report(minimiseEffort - m.effort)
}

// replace tries the best schedule with its moves from cut on replaced by rest. If the condition
// still holds, the result becomes the best schedule.
func (m *minimiser) replace(cut int, rest schedule.Schedule) bool {
	k := m.configs[cut]
	for _, move := range rest {
		m.spend()
		next, stuck := play(k, move)
		if stuck != nil {
			return false
		}
		k = next
	}
	if !m.holds(k) {
		return false
	}
	m.load(cut, slices.Concat(m.moves[:cut], rest))
	return true
}

// cutIterations removes iterations of loops: the moves of one thread from a state before a while to
// a later state before the same while, in the same call. It tries the longest first.
func (m *minimiser) cutIterations() {
	for _, i := range semantics.Tids {
		for from := 0; from < len(m.moves); from++ {
			if m.moves[from] != (schedule.Move{Thread: i, Do: schedule.Plus}) {
				continue
			}
			for to := len(m.moves) - 1; to > from && m.effort > 0; to-- {
				m.spend()
				if m.moves[to].Thread != i || !sameHead(m.configs[from], m.configs[to], i) {
					continue
				}
				others := slices.DeleteFunc(slices.Clone(m.moves[from:to]),
					func(move schedule.Move) bool { return move.Thread == i })
				if m.replace(from, append(others, m.moves[to:]...)) {
					break
				}
			}
		}
	}
}

// sameHead reports whether thread i is before the same while in both configurations, with the same
// number of frames.
func sameHead(k, l semantics.Config, i semantics.Tid) bool {
	at, ok := k.Threads[i].Point.Stmt().(*il.While)
	return ok && l.Threads[i].Point.Stmt() == il.Stmt(at) &&
		effect.Below(k.Threads[i].S) == effect.Below(l.Threads[i].S)
}

// cutChunks removes shorter and shorter chunks of moves, until no single move can be removed.
func (m *minimiser) cutChunks() {
	for size := max(1, len(m.moves)/2); m.effort > 0; size = max(1, size/2) {
		smaller := false
		for to := len(m.moves); to >= size; to = min(to-size, len(m.moves)) {
			if m.replace(to-size, m.moves[to:]) {
				smaller = true
			}
		}
		if size == 1 && !smaller {
			return
		}
	}
}

func (m *minimiser) lack(n int, e Event) string {
	without := fmt.Sprintf("Without step %d, ", e.Step)
	if e.Command == nil {
		without = fmt.Sprintf("Without the choice of %s at %s, ", e.Take, e.Where)
	}
	// place returns a thread's next command, as in "x := b.f at 5:1".
	place := func(k semantics.Config, i semantics.Tid) string {
		n := View{s: m.s, now: &entry{config: k}}.Next(i)
		if n.Stop == Ended {
			return "its end"
		}
		return inSource(n.Command, n.Do) + " at " + n.Where
	}
	k, bad := m.s.fit(m.configs[n], m.moves[n+1:])
	goal := m.configs[len(m.moves)]
	for _, i := range [2]semantics.Tid{e.Thread, e.Thread.Other()} {
		switch {
		case bad != nil && bad.Thread == i:
			return fmt.Sprintf("%s%s never reaches %s: %s.", without, i, place(goal, i),
				clause(bad.Reason))
		case bad == nil && place(k, i) != place(goal, i):
			return fmt.Sprintf("%s%s never reaches %s.", without, i, place(goal, i))
		}
	}
	return fmt.Sprintf("%sthe condition %q does not hold.", without, m.keep.Name)
}
