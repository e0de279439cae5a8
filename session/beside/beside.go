package beside

import (
	"fmt"
	"strings"

	"wobbly/il"
	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
)

// Comparison is two executions, row by row: row n is state n of each, or its last state if it
// has fewer.
type Comparison struct {
	Sides [2]Side
	// Parts is the first row whose moves or states differ, or that only one side has. It is -1 if
	// nothing differs.
	Parts int
}

// Side is one of the executions.
type Side struct {
	// Title names the execution, as in "branch 2" or "fixed.il".
	Title   string
	Session *session.Session
	// Moves has the move to each state. The first one is "start".
	Moves []string
	// Races has the numbers of the states in which the threads race.
	Races    []int
	Verdicts []string
}

// Of compares the recorded traces of two sessions, from the initial states to the last ones.
func Of(titles [2]string, sessions [2]*session.Session) *Comparison {
	c := &Comparison{Parts: -1}
	start := func(i int) string {
		return session.InitText(sessions[i].Core(), sessions[i].Pair(), sessions[i].Init())
	}
	// From the same initial state, equal moves lead to equal states.
	same := sessions[0].Core() == sessions[1].Core() && sessions[0].Pair() == sessions[1].Pair() &&
		start(0) == start(1)
	for i, s := range sessions {
		x := Side{Title: titles[i], Session: s}
		for n := range s.Len() + 1 {
			v, _ := s.State(n)
			move := "start"
			if e, ok := v.Last(); ok {
				move = strings.TrimSpace(e.Thread.String() + " " + e.Label + "  " + v.EffectText())
			}
			x.Moves = append(x.Moves, move)
			if v.Races() {
				x.Races = append(x.Races, n)
			}
		}
		x.Verdicts = []string{x.races(), x.ends()}
		c.Sides[i] = x
		if !same {
			c.Sides[i].Verdicts = append(c.Sides[i].Verdicts, verdict(s))
		}
	}
	for n := range c.Rows() {
		if c.Move(0, n) != c.Move(1, n) || !same && len(c.differences(n)) > 0 {
			c.Parts = n
			break
		}
	}
	return c
}

func (c *Comparison) differences(n int) []string {
	var all []string
	for i, facts := range c.State(n) {
		for _, f := range facts {
			if f.Differs {
				all = append(all, sides[i]+" "+f.String())
			}
		}
	}
	return all
}

var sides = [2]string{"left", "right"}

func (s *Side) races() string {
	switch len(s.Races) {
	case 0:
		return "No state races."
	case 1:
		return fmt.Sprintf("State %d races.", s.Races[0])
	}
	last := len(s.Races) - 1
	return fmt.Sprintf("%d states race, from %d to %d.", len(s.Races), s.Races[0], s.Races[last])
}

func (s *Side) ends() string {
	v, _ := s.Session.State(s.Session.Len())
	if v.Done() {
		return fmt.Sprintf("Both threads have ended after %s.", words.Count(v.Steps(), "step"))
	}
	text := fmt.Sprintf("It stops after %s.", words.Count(v.Steps(), "step"))
	for _, i := range semantics.Tids {
		if n := v.Next(i); n.Stop == session.Waits || n.Stop == session.Faulty {
			text += " " + n.Text
		}
	}
	return text
}

// verdict says whether a race is reachable from the initial state of a session.
func verdict(s *session.Session) string {
	from, err := session.New(s.Core(), s.Pair(), s.Init())
	if err != nil {
		return "" // cannot happen: the state is that of a session
	}
	if from.Now().Races() {
		return "Of all schedules: the first state races."
	}
	found, ok := from.Nearest(session.Races(), from.SeekLimits())
	switch {
	case ok:
		return fmt.Sprintf("Of all schedules: %s leads to a race.", found.Schedule)
	case found.Cut:
		return fmt.Sprintf("Of all schedules: no race among the first %d states; there are more.",
			found.States)
	}
	return fmt.Sprintf("Of all schedules: none leads to a race; all %d states were looked at.",
		found.States)
}

func (c *Comparison) Rows() int { return max(len(c.Sides[0].Moves), len(c.Sides[1].Moves)) }

// Move returns the move to state n of a side; it is empty if there is no such state.
func (c *Comparison) Move(side, n int) string {
	if moves := c.Sides[side].Moves; n < len(moves) {
		return moves[n]
	}
	return ""
}

// Fact is a fact about a state.
type Fact struct {
	// Name is "lock", a thread, a variable such as "A.x", or a cell such as "o1.f".
	Name string
	// Value is the holder of the lock, the next statement of the thread, or an object.
	Value string
	// Differs means that the other side has another value, or none.
	Differs bool
}

// Single reports whether the fact is about the lock or the position of a thread.
func (f Fact) Single() bool { return !strings.Contains(f.Name, ".") }

// String returns the fact as text, such as "A.x = o2" or "lock free".
func (f Fact) String() string {
	if f.Single() {
		return f.Name + " " + f.Value
	}
	return f.Name + " = " + f.Value
}

// State returns the facts of row n on both sides.
func (c *Comparison) State(n int) [2][]Fact {
	var all [2][]Fact
	var values [2]map[string]string
	for i := range all {
		s := c.Sides[i].Session
		v, _ := s.State(min(n, s.Len()))
		all[i], values[i] = facts(v), map[string]string{}
		for _, f := range all[i] {
			values[i][f.Name] = f.Value
		}
	}
	for i := range all {
		for k, f := range all[i] {
			other, there := values[1-i][f.Name]
			all[i][k].Differs = !there || other != f.Value
		}
	}
	return all
}

// facts lists the facts of a state: the lock, the positions of the threads, their variables, and
// the cells.
func facts(v session.View) []Fact {
	all := []Fact{{Name: "lock", Value: v.LockText()}}
	for _, i := range semantics.Tids {
		n := v.Next(i)
		value := strings.TrimSpace(n.Where + " " + n.Do)
		if n.Label != "" {
			value = n.Where + " " + n.Label
		}
		if n.Stop == session.Ended {
			value = "ended"
		}
		all = append(all, Fact{Name: i.String(), Value: value})
	}
	for _, i := range semantics.Tids {
		top := v.Frames(i)[0]
		for name, l := range top.Vars.Vars() {
			if !il.IsTemporary(name) {
				all = append(all, Fact{Name: i.String() + "." + name, Value: v.Name(l)})
			}
		}
	}
	for cell, l := range v.Heap().Cells() {
		all = append(all, Fact{Name: v.Session().Names().Cell(cell), Value: v.Name(l)})
	}
	return all
}

// Parting returns a sentence that says where the executions part.
func (c *Comparison) Parting() string {
	if c.Parts < 0 {
		return "Nothing differs."
	}
	if c.Move(0, c.Parts) == c.Move(1, c.Parts) {
		return fmt.Sprintf("The moves are the same; the first difference is state %d: %s.",
			c.Parts, c.differences(c.Parts)[0])
	}
	says := func(side int) string {
		if move := c.Move(side, c.Parts); move != "" {
			move, _, _ := strings.Cut(move, "  ")
			return move
		}
		return "no more"
	}
	return fmt.Sprintf("They diverge after state %d: %s on the left, %s on the right.", c.Parts-1,
		says(0), says(1))
}

// maxFacts limits the differences that Text lists.
const maxFacts = 12

// Text returns the comparison in lines: both sides, where they diverge, and how their last
// states differ.
func (c *Comparison) Text() []string {
	var lines []string
	for i := range c.Sides {
		x := &c.Sides[i]
		lines = append(lines,
			fmt.Sprintf("On the %s: %s. %s", sides[i], x.Title, strings.Join(x.Verdicts, " ")))
	}
	lines = append(lines, c.Parting())
	all := c.differences(c.Rows())
	for _, text := range all[:min(len(all), maxFacts)] {
		lines = append(lines, "In the end, "+text+".")
	}
	switch {
	case len(all) == 0:
		lines = append(lines, "In the end nothing differs.")
	case len(all) > maxFacts:
		lines = append(lines,
			fmt.Sprintf("And %s more.", words.Count(len(all)-maxFacts, "difference")))
	}
	return lines
}
