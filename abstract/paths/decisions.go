package paths

import (
	"wobbly/il"
	"wobbly/il/flow"
)

// A Frame is the exploration of a method from an entry: numbered states on shortest paths.
type Frame interface {
	// StepTo returns how a state was reached.
	StepTo(state int32) Step
	// Stmt returns the statement at a state, nil at the end of the method.
	Stmt(state int32) il.Stmt
	// Callee returns the frame of a call, counted from 1.
	Callee(call int32) Frame
	// Found returns the found state with an index.
	Found(index int32) Found
}

// A Step is how a state was reached from another one of its frame.
type Step struct {
	From   int32 // the state before; -1 at the entry
	Second bool  // by the second branch: an else, or the end of a loop
	Call   int32 // the call that was completed; 0 if there was none
	Exit   int32 // the last state of that call
}

// A Found is a state that was looked for, in a frame or in one that it calls.
type Found struct {
	State int32 // if Below is not nil, the state of the call
	Below Frame // the called frame; nil if the state is in the frame itself
	Index int32 // of the found state in Below
}

// Decisions appends the decisions on the path to a state of a frame, in order. It takes time linear
// in the path, which repeated calls make exponentially long.
func Decisions(all []flow.Decision, f Frame, state int32) []flow.Decision {
	var path []Step
	for s := f.StepTo(state); s.From >= 0; s = f.StepTo(s.From) {
		path = append(path, s)
	}
	for i := len(path) - 1; i >= 0; i-- {
		s := path[i]
		at := f.Stmt(s.From)
		switch {
		case s.Call > 0:
			all = Decisions(all, f.Callee(s.Call), s.Exit)
		case il.IsChoice(at):
			all = append(all, flow.Decision{At: at, First: !s.Second})
		}
	}
	return all
}

// Trace returns the decisions on the path to a found state, in order. There may be as many as
// steps.
func Trace(f Frame, to Found) (all []flow.Decision) {
	for ; to.Below != nil; f, to = to.Below, to.Below.Found(to.Index) {
		all = Decisions(all, f, to.State)
	}
	return Decisions(all, f, to.State)
}

// Calls returns the calls that are open at a found state, outermost first.
func Calls(f Frame, to Found) (all []*il.Call) {
	for ; to.Below != nil; f, to = to.Below, to.Below.Found(to.Index) {
		all = append(all, f.Stmt(to.State).(*il.Call))
	}
	return all
}
