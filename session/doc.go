// Package session is a student's work with one program C1 || C2 from one
// initial state: stepping threads, going back, trying something else, and
// jumping to where it matters. It has no terminal, no files and no clock, and
// the same calls give the same results.
//
// The transition system is that of package semantics: every move is a
// semantics.Next or a semantics.Choose, and a state of a session is a
// semantics.Config, an immutable value that is kept. Going somewhere is looking
// at another value.
//
// # States, moves, traces
//
// A move is a step of a thread or, since ifs and whiles take no step, how a
// thread resolves a choice; both are recorded, so that a state between a choice
// and the step behind it can be looked at (it may be the racing one). The
// recorded trace is a line of states, numbered from 0, the initial one. State n
// is reached by n moves; View.Steps tells how many of them are steps, which is
// the number that texts use.
//
// A Session stands at one state of its trace. Left, Right and Go look at other
// states and change nothing. A move made at the last state lengthens the trace.
// A move made elsewhere that is not the recorded one begins a new branch of the
// history, and the old one is kept; the recorded one is followed.
//
// # Undo
//
// Undo takes back what was made last, wherever the session stands: it drops
// the moves and goes to where the session stood before. What one call made, be
// it a thousand steps, is taken back at once. Redo makes them again. Looking
// around is nothing to undo.
//
// # Branches
//
// A branch is a line of moves that begins at a state of another one. Branches
// are numbered in the order in which they were begun, the first is 1, and no
// number is used twice. State 14 of branch 2 is written 2.14. The trace of a
// branch runs from the initial state to the branch's end, through the branches
// that it comes from.
//
// # Deviations
//
//  1. Config.Threads[i].Chosen of a session's states is empty: the trace holds
//     the choices. Otherwise a thread that goes round an empty loop would carry
//     ever longer lists.
//  2. The initial state must be well-behaved (Definition 5.2).
//
// Left out: the analyses. What they report comes from outside, as a witness or
// as a path for SpecialInit.
package session
