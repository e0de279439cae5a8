// Package bounded finds races by executing a program with at most K context switches before the
// race, K from 0 to 3 (Theorem 2k of docs/theory.md, where the proofs are). Every report is backed
// by an execution, so it is a race. Like the rest of abstract, the package does not import the
// semantics: it executes in a representation of its own.
//
// Input is a program whose methods do not call themselves; output is, for each pair of units C1 ||
// C2, the pairs of sites that race, each with an execution that shows it, and the limits that may
// have left some out.
//
// # The algorithm
//
//  1. Starts (start.go). The initial states are those of Definition 11: the threads share
//     a single object z. A thread reaches z by a name, a path from one of its formals, or by
//     several; everything else that it can reach is its own. A start is one thread's part of such a
//     state. The names of a unit are found by following the paths that it walks.
//
//  2. Segments (segment.go, builder.go). A segment is one thread's execution between two switches.
//     It keeps the cells that it has written and reads all others as they were. It is explored once
//     for all graphs that the other thread may have handed over: a state carries the set of its
//     heap cases (cases.go), and the set is split only where the thread reads a cell in which the
//     cases differ. A method is explored once for each entry, as a frame.
//
//  3. Handovers (graph.go). When a thread is interrupted, the part of the heap that the other one
//     may reach is exported as a graph, numbered canonically: node 0 is z. Nothing else that the
//     thread knows matters to the other one, so one handover serves many states.
//
//  4. Prefixes (summary.go). For each unit, independently of any pair, the first segment is
//     explored from each start. It yields candidates, the accesses before which the thread can
//     wait, each with its handover; and, for K >= 2, stop points, the states in which it can be
//     interrupted midway: after a visible command, one that touched a cell that the other thread
//     may know or released the lock. Any other command can be made later.
//
//  5. Pairs (pair.go). One thread waits at a candidate while the other one, started with the
//     candidate's handover, comes to its own access last. Whether both accesses are of one cell is
//     decided only then, in the heap as it is at the end, since the last thread may have changed
//     the path of the waiting one. With K = 2 the first thread is resumed from a stop point after
//     the other one has come to its candidate (resume.go); with K = 3 both threads are interrupted
//     and resumed.
//
//  6. Executions (trail.go). A race is found as sets of cases. If its execution is asked for, the
//     two segments are explored again, for the one case that was found.
//
// # An example
//
// With one switch, the accesses to g race in
//
//	{ n := new(); arg1.f := n; n.g := n; } || { x := arg1.f; x.g := x; }
//
// The first thread starts by the name arg1. Before its last store it is a candidate, whose path n
// leads to node 2 of the graph that it hands over:
//
//	start of either thread     heap at the candidate       handover
//
//	arg1 ──> z ──> o           arg1 ──> z ──f──> n ↺       0 ──f──> 2 ↺
//	         (all cells)                └─other─> o ↺      └─other─> 1 ↺
//
// The second thread starts by arg1 too and knows node 0. Its load from arg1.f splits the cases by
// the node found in that cell. In the case of this graph x is node 2, so its store to x.g and the
// candidate are of the same cell.
//
// # Several locks
//
// A race must happen in the schedule that is explored, so locks are executed: a candidate and a
// handover have the locks that their thread holds, and the other thread takes none of these.
// Histories play no part. A race that only a schedule with more switches reaches is not found.
//
// # Invariants and cost
//
// A state with the same node, values, writes and number of objects, up to the names of objects that
// its caller cannot know, is explored once for each case. Objects that nothing leads to are dropped
// and the others renumbered (state.go), so loops that forget what they make end. Equal case sets
// and equal graphs are represented once, by number.
//
// The number of states is bounded by Options.MaxStates for each unit and for each pair, in equal
// shares among the starts and control points still to come; a limit that may have left something
// out is named. On a method of 1,000 statements paired with itself the search takes about half a
// second for K = 1.
package bounded
