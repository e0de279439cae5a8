// Package session executes one program C1 || C2 from one initial state under the control of a user,
// who steps threads, goes back, tries another schedule, and jumps to a state. It uses neither
// terminal nor files nor a clock, and the same calls give the same results.
//
// A session makes each move by a call of semantics.Next or semantics.Choose. Its states are values
// of type semantics.Config, which never change, and it keeps all of them. So going to another state
// executes nothing.
//
// # States, moves, traces
//
// A move is a step of a thread or, because ifs and whiles take no step, the resolution of a choice.
// Both are recorded, so that a user can look at the state between a choice and the step after it,
// which may be the racing one. The recorded trace is a sequence of states, numbered from 0 for the
// initial one; n moves lead to state n. View.Steps counts the steps among them; texts use that
// number.
//
// A Session is at one state of its trace, the present state. Left, Right and Go only change which
// one. A move at the last state extends the trace. A move elsewhere follows the recorded move if it
// is the same; otherwise it begins a new branch of the history, and the old one is kept.
//
// # Undo
//
// Undo reverts the last call that made or followed moves, even if the session has gone to another
// state since: it drops all moves that the call made, and returns to the state before it. Redo
// makes them again. Going to another state is not undone.
//
// # Branches
//
// A branch is a sequence of moves that begins at a state of another branch:
//
//	branch 1   0 - 1 - 2 - 3 - 4
//	                    \
//	branch 2             3 - 4 - 5      its trace is 1.0, 1.1, 1.2, 2.3, 2.4, 2.5
//
// Branches are numbered in the order in which they were begun, from 1, and no number is used
// twice. State 14 of branch 2 is written 2.14. The trace of a branch runs from the initial
// state to the branch's end, through the branches from which it comes.
//
// # Deviations
//
// The states of a session differ from those of package semantics, or of the paper, in two points:
//
//  1. Config.Threads[i].Chosen is empty, because the trace has the choices. Otherwise the list of a
//     thread in an empty loop would grow without bound.
//  2. The initial state must be well-behaved (Definition 5.2).
//
// The package does not use the analyses: it opens the witnesses of their reports.
package session
