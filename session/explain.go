package session

import (
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// Explanation describes in lines the last move and the next ones, with the rules of Figure 5, the
// origins of the values that were read, and the reason why the state races.
func (v View) Explanation() []string {
	lines := []string{v.Say()}
	if e, ok := v.Last(); ok {
		lines = append(lines,
			"  rule "+string(e.Rule)+", at "+e.Where+": "+inSource(e.Command, e.Do))
		if e.Command != nil && v.Effects().None() {
			lines = append(lines, "  no change: the memory is what it was")
		}
		for _, from := range v.sources() {
			text := v.s.names.Cell(from.Cell) + " held what "
			switch {
			case from.State == 0:
				text += "the initial state gave it"
			case from.Made:
				text += "new() gave it, in the move to state " + strconv.Itoa(from.State)
			default:
				text += "was written in the move to state " + strconv.Itoa(from.State)
			}
			lines = append(lines, "  "+text)
		}
	}
	lines = append(lines, "")
	for _, i := range semantics.Tids {
		n := v.Next(i)
		lines = append(lines, n.Text)
		if n.Rule != "" {
			lines = append(lines, "  rule "+string(n.Rule)+": "+inSource(n.Command, n.Do))
		}
	}
	if text := v.DeadlockText(); text != "" {
		lines = append(lines, "", text,
			"Each has a lock that the other one needs first. If all threads took their locks in "+
				"one order, this could not happen.")
	}
	if r, ok := v.Race(); ok {
		lines = append(lines, "", r.Text+" "+v.WhyLock(),
			"Both can take a step now, both touch one cell, and one of them "+
				"writes: Definition 3.6.",
			"What the program does from here depends on who goes first, and "+
				"nothing in it says who.")
	}
	return lines
}

// WhyLock says why the lock does not help in a racing state.
func (v View) WhyLock() string {
	a, b := v.Level(semantics.A), v.Level(semantics.B)
	if a.Held() && b.Held() {
		return fmt.Sprintf("A %s and B %s: no lock is common to both.",
			v.LevelText(semantics.A), v.LevelText(semantics.B))
	}
	i, ok := v.Owner()
	switch named := len(v.s.core.Locks) > 0; {
	case ok && named:
		return i.String() + " " + v.LevelText(i) + ", but " + i.Other().String() +
			" holds no lock here."
	case ok:
		return i.String() + " holds the lock, but " + i.Other().String() +
			" does not ask for it here."
	case named:
		return "Neither holds a lock."
	}
	return "Neither holds the lock."
}

// Say returns a sentence about the move that led to the state, or says that this is the start.
func (v View) Say() string {
	e, ok := v.Last()
	switch {
	case !ok:
		return "This is the start."
	case e.Command != nil:
		return e.Thread.String() + " " + v.s.names.Did(e.Command, v.Effects()) + "."
	case e.Take == semantics.Loop:
		return fmt.Sprintf("%s goes round the loop at %s once more.", e.Thread, e.Where)
	case e.Take == semantics.Exit:
		return fmt.Sprintf("%s leaves the loop at %s.", e.Thread, e.Where)
	default:
		return fmt.Sprintf("%s takes the %s-branch at %s.", e.Thread, e.Take, e.Where)
	}
}

func (s *Session) sayNext(k semantics.Config, n Next) string {
	switch i, j := n.Thread, n.Thread.Other(); {
	case n.Stop == Ended:
		return fmt.Sprintf("%s has ended.", i)
	case n.Stop == AtChoice:
		at := s.core.Source.At(n.Options[0].At.Pos())
		if _, loop := n.Options[0].At.(*il.While); loop {
			return fmt.Sprintf("%s chooses at %s: go round the loop, or leave it?", i, at)
		}
		return fmt.Sprintf("%s chooses at %s: then or else?", i, at)
	case n.Deadlock:
		return fmt.Sprintf("%s waits for ever before %s at %s for %s, which %s holds.",
			i, n.Do, n.Where, n.Wants.Words(), j)
	case n.Forever:
		return fmt.Sprintf("%s waits for ever: %s holds %s%s, and never goes on.",
			i, j, n.Wants.Words(), depthText(k, j, n.Wants))
	case n.Stop == Waits:
		return fmt.Sprintf("%s waits before %s at %s until %s gives %s back: %s holds it%s.",
			i, n.Do, n.Where, j, n.Wants.Words(), j, depthText(k, j, n.Wants))
	case n.Stop == Faulty:
		return fmt.Sprintf("%s is stuck for good before %s at %s: %s.", i, n.Do, n.Where, n.Stuck)
	default:
		return fmt.Sprintf("%s will %s, at %s.", i, s.names.Will(k, i), n.Where)
	}
}

// depthText says how often thread i holds a lock. A lock with a name is rarely taken twice, so its
// depth is left out if it is 1.
func depthText(k semantics.Config, i semantics.Tid, l il.LockRef) string {
	depth := k.Threads[i].L.DepthOf(l.Slot)
	if l.Lock != "" && depth == 1 {
		return ""
	}
	return fmt.Sprintf(", depth %d", depth)
}

// clause returns a sentence without its end, for use within another one.
func clause(sentence string) string { return strings.TrimRight(sentence, ".?") }
