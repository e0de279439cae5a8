// Package oneobject finds the races that exist in the smallest initial state: a single object o,
// which all its cells and all parameters of both threads hold. Each unit is executed by itself, so
// the cost is that of two sequential programs, and no pair of units is ever executed together.
//
// Input is a program whose methods do not call themselves; output is, for each pair of units C1 ||
// C2, the pairs of sites that race, each with the executions of both threads, and the limits that
// may have left some out. Every report is a race by Definition 3.6, with a witness: one thread runs
// to its access at lock level 0, and then the other one to its own.
//
// # What decides
//
// Theorem N: without new(), every address that a thread can name is a cell of o. Two accesses race
// if and only if they name the same field, one of them is a store, both can be reached, and one of
// them at level 0.
//
// Theorem X: a race of an execution that stores no new object into an initial object is a race from
// this state, with each thread run alone. Proof: map all initial objects to o and new objects to
// themselves. A thread never meets the other one's objects, so what it does depends on its own
// trace alone; and the racing object is known to both threads, so it is o.
//
// Together they say what is left for stronger analyses: races that need a publication.
//
// # The algorithm
//
//  1. Each unit is explored from the parameters (o, ..., o), a method once for each state in which
//     it is entered (frame.go). A variable or a cell holds o, one of the thread's private objects,
//     or a value about which nothing is known.
//
//  2. The form says what happens at new() and at publications:
//
//     NoNew      an execution ends at new()                          Theorem N
//     Private    it ends where a private object is stored into o     Theorem X
//     Published  it continues: the field is marked as dirty, and
//     the object and all that it leads to are forgotten
//
//  3. An access whose object is o is noted with its lock level, the dirty fields, and the fields of
//     o on which the execution relies because it read them before it wrote there. If the program
//     names locks, the history of the path is noted too (il.History).
//
//  4. Two accesses of a pair are reported if they conflict and one of the threads can run first
//     (oneobject.go): its access is at level 0, it leaves no field dirty on which the other thread
//     relies, and the other thread leaves no field dirty that is on the path of this access.
//
// # Several locks
//
// Threads that publish nothing do the same in every interleaving, so they race if and only if their
// lock sets and histories are compatible (Lemma S): Theorems N and X stay exact, but the race may
// need many context switches. A thread that publishes must run first or last: it executes the
// locks, and the last thread takes none that the first one holds at its access.
//
// # An example
//
// Under the form Published, the accesses to g race in
//
//	{ n := new(); arg1.f := n; arg1.g := n; } || { x := arg1.h; y := x.g; }
//
// The first thread leaves f dirty. The second one relies on h alone, so x is o for it, whichever
// thread runs first. With x := arg1.f instead it would rely on f, and there is no report.
//
// # Invariants and cost
//
// A private object is known exactly: an unknown value is never one. States that differ only in the
// numbers of private objects are explored once, and unreachable objects are dropped. Only private
// objects that pile up, as in a list built in a loop, make the number of states infinite. So a
// state has at most Options.MaxObjects of them, and a unit at most Options.MaxStates states.
// Without new() a unit of n statements has O(n) states.
package oneobject
