// Package hb is happens-before over recorded executions: the order, and the
// detector that reports what it leaves unordered.
//
// # The order
//
// Happens-before is the least transitive relation on the events of an execution that holds program
// order, and the edge from each unlock() to the next lock() of the same lock. IL has no other
// synchronization: both threads are there from the start. Events of which the later is not ordered
// after the earlier are unordered: edges run forward, so that nothing could order them the other
// way. A race of the execution is a pair of unordered accesses of one cell by different threads,
// one of them a write.
//
// Edges keeps the lists the edges, New closes them with program order, and Of does both. An Order
// is one vector clock for each event. Its ticks are events: the clock of j holds, of each thread,
// the last event that is j or before j. So Before(i, j) is one comparison.
//
// With two threads, one edge decides. If i, of one thread, is before j, of the
// other, then on the way the first edge that leaves i's thread leads to a place
// at or before j. Order.Edge returns it: the reason why a pair is no race.
//
// # The detector
//
// Races compares each access with all earlier ones of its cell: it yields exactly the races of the
// execution, as vector clock detectors do that keep every access (Djit+ keeps the last of each
// thread). The tests hold it against FastTrack (Flanagan and Freund, PLDI 2009, Figures 2 and 5),
// which keeps, of each cell, the epoch of the last write, and of the reads one epoch or, where they
// are not ordered, a vector.
//
// BySites sums races up by the statements that make them.
//
// Both speak about one execution. A race here need not be one in the sense of Definition 3.6, which
// asks for a configuration before which both threads stand at the accesses: see package dynamic.
//
// # Assumptions
//
// Lists of events obey Figure 6: while one thread holds the lock, the other does not take it;
// unlock() follows its lock(). Lists from which events of methods are missing are such lists too,
// because method bodies are balanced (A2).
//
// # Deviations
//
//  1. Locks are re-entrant. An unlock() that leaves the level above 0 releases nothing, but its
//     edges do no harm: the next lock() of the other thread comes behind the unlock() that does
//     release, in program order behind this one. So the detector need not look at levels.
//  2. There are two threads, so that vector clocks have two entries, and the table of clocks by
//     thread is short. Forks, joins and volatiles do not occur.
package hb
