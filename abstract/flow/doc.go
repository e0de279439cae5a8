// Package flow is RacerDX+ along single traces of a unit, in two forms, those of
// Theorems 2f and 2g. First the former: the premise of Theorem
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
// What is left out only loses reports.
//
// # Theorem 2g
//
// With Options.Rely a thread knows more (memory.go). Objects that it makes are its own
// until they are public, and their cells hold them in the beginning. Cells of objects that
// the other thread can get at, z and the sink o behind it among them, stay known too, but
// a value that is read from such a cell relies on the cell's field: that the other thread
// stores into this field in objects of its own only. What a thread stores into elsewhere
// it owns up to. Two accesses are reported if neither thread relies on a field that the
// other owns up to. A thread need not walk from z to the accessed object itself: it is
// enough that it knows the object, and that known cells lead there from z by the rest of
// the other access.
//
// What relies on what is carried with the values instead of chosen before: a value with
// the fields it relies on stands for all choices of U, Theorem 2g's fields that are not
// relied on, that have none of these. So one exploration answers for all pairs of units.
//
// Where this is cut:
//
//  3. Cells of fields that no command reads are not followed.
//  4. Where a loop goes round again, nothing is known of objects that the other thread
//     can get at, and what the thread has made since the entry of the method is one.
//  5. Beyond fewStates states for a name, at most Options.MaxVariants states with the same
//     objects in the variables of a point know of objects that the other thread can get
//     at; others are like those of 4. Options.MaxFresh bounds the objects that the thread
//     has made and knows.
//  6. Which names are longer is asked with less knowledge than names are followed with.
//     Names that only the latter shows, such as those behind a box, are followed too in
//     units without loops; in others that is named.
package flow
