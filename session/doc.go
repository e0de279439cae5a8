// Package session is a student's work with one program C1 || C2 from one initial state:
// stepping threads, going back, trying something else, and jumping to where it matters. It
// has no terminal, no files and no clock, and the same calls give the same results.
//
// The transition system is that of package semantics: every move is a semantics.Next or a
// semantics.Choose, and the states of a session are values of type semantics.Config, which
// never change and are all kept. Going to another state makes no step.
//
// # States, moves, traces
//
// A move is a step of a thread or, since ifs and whiles take no step, the way in which a
// thread resolves a choice. Both are recorded, so that the state between a choice and the
// step after it can be looked at (it may be the racing one). The recorded trace is a line
// of states, numbered from 0, the initial one; n moves lead to state n. View.Steps counts
// those of them that are steps; texts use that number.
//
// A Session is at one state of its trace. Left, Right and Go look at other states and change
// nothing. A move at the last state extends the trace. A move elsewhere that is not the
// recorded one begins a new branch of the history, and the old one is kept; a move that is
// the recorded one is followed.
//
// # Undo
//
// Undo takes back what the last call did that made or followed moves, even if the session
// has gone elsewhere since: it drops the moves that were made, and goes to where the session
// was before the call. All moves of a call, be it a thousand steps, are taken back at once.
// Redo does them again. Looking around is nothing to undo.
//
// # Branches
//
// A branch is a line of moves that begins at a state of another branch:
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
//  1. Config.Threads[i].Chosen of a session's states is empty: the trace holds the choices.
//     Otherwise a thread that goes round an empty loop would carry ever longer lists.
//  2. The initial state must be well-behaved (Definition 5.2).
//
// The analyses are not part of the package. What they report comes from outside, as a witness.
package session
