package session

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
	"wobbly/session/schedule"
)

// A Condition holds in some states. A condition about an event, such as Writes, holds in the state
// right after it.
type Condition struct {
	// Name is a clause that follows "where" or "until": "a thread writes o1.f".
	Name  string
	Holds func(View) bool
}

// Races holds in the racing states.
func Races() Condition { return Condition{"the threads race", View.Races} }

// racesAt holds in the states in which the threads race with these two commands, thread A's and
// thread B's.
func racesAt(commands [2]il.Command) Condition {
	return Condition{"the threads race at these two commands", func(v View) bool {
		if !v.now.race {
			return false
		}
		sides, _ := semantics.Race(v.now.config)
		return sides[0].Command == commands[0] && sides[1].Command == commands[1]
	}}
}

// SwitchesThread holds after a step of another thread than the step before.
func SwitchesThread() Condition {
	return Condition{"the other thread goes on", func(v View) bool {
		return v.before != nil && v.now.switches > v.before.switches
	}}
}

// accesses holds after a load or store that wanted selects.
func accesses(name string, wanted func(a semantics.Access) bool) Condition {
	return Condition{name, func(v View) bool {
		if v.before == nil || v.now.move.Do != schedule.Step {
			return false
		}
		a, ok := semantics.NextAccess(v.before.config, v.now.move.Thread)
		return ok && wanted(a)
	}}
}

// Touches holds after a load or store of a cell.
func (s *Session) Touches(cell semantics.Addr) Condition {
	return accesses("a thread touches "+s.names.Cell(cell),
		func(a semantics.Access) bool { return a.Cell == cell })
}

// Writes holds after a store to a cell.
func (s *Session) Writes(cell semantics.Addr) Condition {
	return accesses("a thread writes "+s.names.Cell(cell), func(a semantics.Access) bool {
		return a.Kind == il.Write && a.Cell == cell
	})
}

// Locks holds after a lock() or unlock().
func Locks() Condition {
	return Condition{
		"a thread locks or unlocks", func(v View) bool { return v.Effects().Lock != nil },
	}
}

// comes holds where a thread has just reached a situation, not where it stays in it.
func comes(name string, at func(k semantics.Config, i semantics.Tid) bool) Condition {
	return Condition{name, func(v View) bool {
		for _, i := range semantics.Tids {
			moved := v.before == nil || v.now.move.Thread == i
			if at(v.now.config, i) && (moved || !at(v.before.config, i)) {
				return true
			}
		}
		return false
	}}
}

// stops holds where a thread has just reached a point at which it stops in the given way.
func stops(name string, stop Stop) Condition {
	return comes(name, func(k semantics.Config, i semantics.Tid) bool {
		return stopOf(semantics.Enabled(k, i)) == stop
	})
}

// Meets holds where a thread has just become about to access a cell.
func (s *Session) Meets(cell semantics.Addr) Condition {
	return comes("a thread is about to touch "+s.names.Cell(cell),
		func(k semantics.Config, i semantics.Tid) bool {
			a, ok := semantics.NextAccess(k, i)
			return ok && a.Cell == cell
		})
}

// Chooses holds where a thread has just reached an if or while.
func Chooses() Condition { return stops("a thread has to choose", AtChoice) }

// Blocks holds where a thread begins to wait for the lock.
func Blocks() Condition { return stops("a thread begins to wait for the lock", Waits) }

// Ends holds where a thread has just ended.
func Ends() Condition { return stops("a thread ends", Ended) }

// EndsBoth holds where both threads have ended.
func EndsBoth() Condition { return Condition{"both threads have ended", View.Done} }

// assigns reports whether the move that led to a state assigned a variable of thread i, in
// its frame with depth frames below it. A call assigns the formal parameters.
func (v View) assigns(i semantics.Tid, depth int, name string) bool {
	if v.before == nil || v.now.move.Thread != i {
		return false
	}
	switch x := v.Effects(); {
	case x.Local != nil:
		return x.Local.Name == name && x.Local.Depth == depth
	case x.Pushed != nil:
		return x.Pushed.Vars.Assigned(name) && effect.Below(v.now.config.Threads[i].S) == depth
	}
	return false
}

// BackToWrite goes back to the state right after the last write of a cell before the present state.
func (s *Session) BackToWrite(cell semantics.Addr) Result { return s.Back(s.Writes(cell)) }

// BackToAssignment goes back to the last earlier state in which a variable of the innermost frame
// of thread i got a value in this call. Entering the call counts.
func (s *Session) BackToAssignment(i semantics.Tid, name string) Result {
	stack := s.path[s.at].config.Threads[i].S
	if !stack.Top.Assigned(name) {
		return Result{
			Stop: Refused, Text: i.String() + "'s variable " + name + " has no value here.",
		}
	}
	depth := effect.Below(stack)
	below := func(n int) int { return effect.Below(s.path[n].config.Threads[i].S) }
	for n := s.at; n > 0; n-- {
		if n < s.at && s.view(n).assigns(i, depth, name) {
			return s.slide(n - s.at)
		}
		// The move to state n is the call that made the frame.
		if s.path[n].move.Thread == i && below(n-1) < depth && below(n) == depth {
			return Result{
				Stop: atEdge,
				Text: i.String() + "'s variable " + name +
					" was not given a value earlier in this call.",
			}
		}
	}
	return Result{
		Stop: atEdge,
		Text: "From here back to the start " + i.String() + " does not assign " + name + ".",
	}
}

// NextRace goes forward along the recorded trace to the next racing state.
func (s *Session) NextRace() Result { return s.Forward(Races()) }

// PreviousRace goes back along the recorded trace to the racing state before the present one.
func (s *Session) PreviousRace() Result { return s.Back(Races()) }
