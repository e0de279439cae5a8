// Package flow is RacerDX+ along single traces of a unit: the premise of Theorem
// 2m, which is about whole summaries, becomes one about a syntactic trace (Theorem
// 2f of docs/plus.md, where the proof is). It is flow-sensitive, but like package
// abstract it never looks at a state, a heap or an interleaving: each thread is
// followed alone.
//
// Let a name v.f1...fm lead from a formal of a unit to an object z. In the initial
// state that the theorem chooses, the objects before z on this path, and one more to
// which all other formals and cells lead, are the thread's own: only it knows them.
// The other thread has a name and objects of its own, and z is all they have in
// common.
//
// Along a trace the thread has values for its variables, and for the cells of its
// own objects: one of these objects, z, or none, where nothing is known. x := y, a
// load and a push hand values on, a load reading the cells; x := new() leaves x
// without a value; a store changes a cell. What is stored into a cell of an object
// that is not its own is public from then on, with all that it leads to: nothing is
// known of its cells any more, as the other thread can get at them.
//
// What is known stays true whatever the other thread does. So an access whose path
// comes by z, in terms of values, with the fields r left to walk, |r| >= 1, comes by
// z in every interleaving. Two accesses are reported if both come by z with the same
// r, each on some trace by some name, if one of them writes and one holds no lock.
//
// How it is computed (follow.go). For one name there are finitely many values, so the
// control points of a unit with what is known there are a finite graph, which is
// explored, methods once for each state in which they are entered. Longer names are those by which
// a unit walks from the end of a name.
//
// Where the definition has to be cut:
//
//  1. Loops would have names of any length. A unit with loops, its callees' included,
//     has names of Options.MaxFields fields, of as many as the longest path that a
//     summary of package abstract would hold, and, as long as they might find more, of
//     as many as all its statements walk, each once, but not of more than maxReach for
//     that (limit.go). A unit without loops has no such limit.
//  2. There is an end to the names and to the states of a unit (Options.MaxNames,
//     Options.MaxStates). The shortest names come first.
//
// Result.Cut tells where a limit may have left accesses out.
//
// What is left out only loses reports. Objects that the thread makes itself are not
// told apart, though they are its own until they are public: that would gain one
// report in two thousand.
package flow
