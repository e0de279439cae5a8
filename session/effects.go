package session

import (
	"wobbly/session/effect"
)

// What a step did, and the names of objects, are in the words of package
// effect.
type (
	// Effects are what a step did to the state. A choice has none.
	Effects = effect.Effects
	// Frame is a unit that a thread is executing, with its variables.
	Frame = effect.Frame
	// Names gives objects their names, as witnesses do.
	Names = effect.Names
)

// Effects are those of the move that led to the state.
func (v View) Effects() Effects {
	if v.before == nil {
		return Effects{}
	}
	return effect.Of(v.before.config, v.now.config, v.now.move.Thread)
}
