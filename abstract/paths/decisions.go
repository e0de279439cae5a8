package paths

import (
	"wobbly/il"
	"wobbly/il/flow"
)

// Frame is what a method does from an entry, as numbered states on shortest paths.
type Frame interface {
	// Came is how a state was come to.
	Came(state int) Step
}

// Step is how a state was come to from another one of its frame.
type Step struct {
	From   int     // the state before; -1 at the entry
	At     il.Stmt // what stands there; nil at the entry
	Second bool    // by the second branch: an else, or the end of a loop
	Called Frame   // by a call that is complete; else nil
	Exit   int     // the state in which Called is
}

// Decisions appends those of the path to a state of a frame, in order.
func Decisions(all []flow.Decision, f Frame, state int) []flow.Decision {
	var path []Step
	for s := f.Came(state); s.From >= 0; s = f.Came(s.From) {
		path = append(path, s)
	}
	for i := len(path) - 1; i >= 0; i-- {
		switch s := path[i]; {
		case il.IsChoice(s.At):
			all = append(all, flow.Decision{At: s.At, First: !s.Second})
		case s.Called != nil:
			all = Decisions(all, s.Called, s.Exit)
		}
	}
	return all
}
