// Package reconstruct turns a report of RacerDX into a witness, by the proof of the True
// Positives Theorem (Theorem 6.10, as Theorem 1 of docs/theory.md) read as an algorithm.
// Nothing it makes is trusted: package check replays every witness.
//
// # From a report to a witness
//
// A report says that unit m reads or writes a path v1.f1...fk at one site, unit n a path
// v2.f1...fk at another one, that both paths are stable, and that one of the two threads
// holds no lock there. Its witness is made in three steps.
//
//  1. The initial state (state.go) has k+1 objects: a backbone o1, ..., ok, in which cell
//     (oi, fi) holds the next object, and a sink, which all other cells hold. v1 and v2
//     hold o1, all other formals hold the sink. For paths with the fields f, g it is
//
//     v1, v2 ──> o1 ──f──> o2      all other cells and formals ──> o3
//
//     and the race is on o2.g.
//
//  2. For each thread, the call path (callpath.go) is the shortest path from the beginning of the
//     unit to just before the access, through calls under which the access has the reported path
//     and lock level. Statements before it take a shortest path too: the cheaper branch of an if,
//     no iteration of a loop, complete calls (il/flow, thread.go).
//
//  3. The schedule runs first the thread that holds no lock at its access, then the
//     other one (reconstruct.go).
//
// Stability keeps the backbone as it was, so both threads end before accesses of the one
// cell (ok, fk).
//
// # Several locks
//
// In a program that names locks (Theorem 1L), a report also gives a history for each side
// (il.History): the locks that some path takes while it keeps others to the end. If the
// histories do not cross, Lemma S merges the two paths into one execution (interleave.go). The
// shortest path may take other locks, so the call path is the shortest one that takes none
// outside the history: each statement on the way is executed with the locks that are allowed
// there (callpath.go). A deadlock (Theorem D) is a report of two lock()s and is built in the
// same way, except that no heap matters (deadlock.go).
//
// # Reports of other analyses
//
// In mode Plus (Theorem 2 of docs/theory.md) only the first c cells of the backbone keep what
// they hold, and both threads continue from the object after these in one heap. If that may
// lead elsewhere than at first (Report.Loose), the racing cell is found by executing the
// steps in package semantics.
//
// In mode CommonSuffix (Theorem 2m) the paths of a report may have different fields. Then the
// initial state has two backbones, one for each thread, which meet in their last object; from there
// both threads walk the same fields.
//
// Packages abstract/flow and abstract/bounded compute the trace of each thread themselves. For them
// only the initial state is made here (flow.go, bounded.go): as many backbones as there are names,
// all of which lead to the object where the threads meet.
//
// # Cost
//
// A call path takes polynomial time in the size of the program, because the search in a callee
// depends only on the rest of the path after an actual, and answers are cached. A trace can be
// exponential in the size of the program. If a witness would have too many steps, it is compressed:
// each complete call is one step, Run, which represents its shortest execution (with the
// then-branch if both are equally long).
package reconstruct
