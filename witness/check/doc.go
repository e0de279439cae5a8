// Package check is the trusted checker of witnesses: it accepts or refuses a witness by the source
// text alone, and says why. A report is confirmed only if this package accepts its witness. So it
// is small, shares nothing with the producers of witnesses (neither semantics nor abstract nor
// reconstruct), and believes nothing that the witness says.
//
// It transcribes Figure 5 (commands: heap.go; calls: replay.go), Figure 6 (which thread may move:
// replay.go) and Definition 3.6 (the race: race.go) in the corrected reading of docs/theory.md.
// Besides this package, one has to trust il/parse, which reads the source, and il/check, which
// makes il.Core from it.
//
// It is independent by design: it has its own flow graph, its own reading of what a command
// accesses and its own execution, and uses neither il.AccessOf nor il/flow nor semantics/execution.
// A mistake in these cannot make it accept an execution that is not a race. Of il.Level it uses
// only the counting (replay.may).
//
// Read the files in this order: check.go (the order of the checks), initial.go (the initial state),
// code.go and next.go (the possible next steps of a thread), heap.go, stack.go and replay.go
// (execution), race.go; then, for compressed witnesses, quotient.go, shortest.go, needs.go, run.go
// and open.go.
//
// # What a witness must be
//
// The schema, the digest of the text and the units must fit. The initial state gives every field of
// every object and every formal of both units once, and nothing else; locals hold nothing. Each
// step names a command that its thread may execute next: from the thread's position, the command's
// position can be reached by resolving ifs and whiles, which takes no step; the step has the
// command's text, in any layout (il.SameText); Figure 6 lets the thread move; and the command is
// not stuck. If a step lists choices, they lead to the command one by one and none remains,
// including those at ifs without statements. Without choices any path is accepted: at most one of
// the nodes that can be reached in this way is at the position, so all paths lead to the same
// state. After the last step both threads are about to make the claimed accesses, which satisfy
// every conjunct of Definition 3.6. The checker judges the contents of a witness, not its origin:
// it ignores the seal and the name of the file.
//
// # Compressed witnesses
//
// A witness marked as compressed may have runs: a run is a complete call in one step, and
// represents the shortest complete execution of its call. The witness is replayed on the quotient
// heap (quotient.go). If it is accepted, then the exact replay accepts the witness with every run
// written out, for the following reason.
//
// The initial state has a backbone, objects that each hold the next one except the last, or two
// backbones with the same last object and no other in common. Some of their cells are guarded, and
// some of their objects alone. If the witness names the racing cell, all are. If it leaves the
// object undetermined, all cells up to one object of a backbone (open.go chooses it), or up to the
// last one of two, are guarded, and all objects except this one are alone. The proof uses only that
// every object with a guarded cell is alone.
//
// Let R relate a configuration K of the exact replay to a configuration Q of the quotient if both
// have the same frames at the same nodes and the same lock levels; a variable that is nil or a
// backbone object in Q is the same in K, and one that is sink in Q holds an object in K that is not
// alone; in K every guarded cell holds what it held at first, and no other cell of any object holds
// one that is alone.
//
//   - R holds initially: initial.quotient verifies just this.
//   - A load of a guarded cell gives one object on both sides; every other gives sink in Q and an
//     object that is not alone in K, by R. Where the base is sink the cell in K is not guarded, for
//     the bases of guarded cells are alone.
//   - An accepted store writes to a guarded cell what it holds, or an object that
//     is not alone to a cell that is not guarded. So R is kept.
//   - A fresh object is not alone, and its cells point to itself.
//   - Copies, pushes and pops move values; lock levels agree.
//   - No value is nil where one is read, in Q and hence in K: K is not stuck.
//
// So every accepted ordinary step is possible in K and keeps R. For a run, the same holds for each
// command of its shortest execution, by induction on the nesting of calls. The heap of Q never
// changes, so whether a run succeeds depends only on the method and the values of its formals;
// needs.go decides it without executing the run, in time polynomial in the program. The execution
// is balanced and never below its entry (shortest.go), so no unlock in it is stuck, and the premise
// of Figure 6 holds at each of its steps if it holds at the highest level (run.go).
//
// At the race the checker follows each path while Q knows the objects. If both threads reach
// the same object with the same remaining fields, then in K they continue along these fields from
// one object in one heap, whose objects are full, and so reach one cell. If only the last field
// remains, the witness names that cell. If more remain, the witness says that the cell is
// undetermined.
//
// # Deviations from the paper
//
//  1. skip takes no step (G1), and the race may come before any step (G13).
//  2. Arguments of a call are evaluated in the state that the call is reached
//     in (G4); push is a step of its own (G5).
//  3. Objects are full (G8), a fresh object is not nil (G9), and an undefined
//     address equals none (G15).
//  4. The addresses of the race are those of the state in which the accesses come next (G11, G12).
//  5. A race is one of two given sites, on a given cell (G16), or in a compressed witness on a cell
//     that need not be given; the premise of Figure 6 is asked for the two accesses too (G17).
//  6. The lock level has no cap (G3).
//  7. Initially both lock levels are 0 and only formals have values (G14; the
//     choices of docs/theory.md for thread blocks).
//
// Not checked: whether the witness is short, and whether it comes from a report.
package check
