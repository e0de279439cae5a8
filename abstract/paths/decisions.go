package paths

import (
	"wobbly/il"
	"wobbly/il/flow"
)

// Frame is the exploration of a method from an entry: numbered states on shortest paths.
type Frame interface {
	// Came returns how a state was reached.
	Came(state int32) Step
	// At returns the statement at a state; nil at the end of the method.
	At(state int32) il.Stmt
	// Called returns a method that is called there, counted from 1.
	Called(call int32) Frame
	// Found is something that was looked for.
	Found(index int32) Found
}

// Step is how a state was reached from another one of its frame.
type Step struct {
	From   int32 // the state before; -1 at the entry
	Second bool  // by the second branch: an else, or the end of a loop
	Call   int32 // of a call that is complete: which one; else 0
	Exit   int32 // the state in which that call is
}

// Found is a state that was looked for, of a frame or of one below it.
type Found struct {
	State int32 // or the one before the call that leads there
	Below Frame // that is called there; nil if the state is of the frame itself
	Index int32 // among what is found below
}

// Decisions appends those of the path to a state of a frame, in order. It takes as long as the path,
// which repeated calls make exponentially long.
func Decisions(all []flow.Decision, f Frame, state int32) []flow.Decision {
	var path []Step
	for s := f.Came(state); s.From >= 0; s = f.Came(s.From) {
		path = append(path, s)
	}
	for i := len(path) - 1; i >= 0; i-- {
		switch s := path[i]; {
		case s.Call > 0:
			all = Decisions(all, f.Called(s.Call), s.Exit)
		default:
			if at := f.At(s.From); il.IsChoice(at) {
				all = append(all, flow.Decision{At: at, First: !s.Second})
			}
		}
	}
	return all
}

// Trace returns the decisions on the path to a found state, in order, with no choices between them.
// There may be as many as steps.
func Trace(f Frame, to Found) (all []flow.Decision) {
	for ; to.Below != nil; f, to = to.Below, to.Below.Found(to.Index) {
		all = Decisions(all, f, to.State)
	}
	return Decisions(all, f, to.State)
}

// Calls returns the calls that are not complete at a found state, outermost first.
func Calls(f Frame, to Found) (all []*il.Call) {
	for ; to.Below != nil; f, to = to.Below, to.Below.Found(to.Index) {
		all = append(all, f.At(to.State).(*il.Call))
	}
	return all
}
