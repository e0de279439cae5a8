// Package hb computes happens-before over executions, and the accesses that it leaves unordered.
//
// # The order
//
// Happens-before is the least transitive relation on the events of an execution that contains
// program order and the edge from each unlock() to the next lock() of the same lock. IL has no
// other synchronization: both threads exist from the start. Two events are unordered if the later
// one is not ordered after the earlier one; edges run forward, so nothing could order them the
// other way. A race of the execution is a pair of unordered accesses of one cell by different
// threads, at least one of them a write.
//
// Edges lists the edges, New closes them with program order, and Of does both. An Order is one
// vector clock for each event. Its ticks are events: the clock of j has, for each thread, the last
// event that is j or before j. So Before(i, j) is one comparison.
//
// With two threads, one edge decides. If i, of one thread, is before j, of the other, then the
// first edge on the path that leaves i's thread ends at or before j. Order.Edge returns it: the
// reason why a pair is not a race.
//
// # The detector
//
// Races compares each access with all earlier ones of its cell, so it yields exactly the races of
// the execution, like vector clock detectors that keep every access (Djit+ keeps the last of each
// thread). The tests compare it with FastTrack (Flanagan and Freund, PLDI 2009, Figures 2 and 5),
// which keeps for each cell the epoch of the last write, and one epoch of reads or, if they are
// unordered, a vector.
//
// BySites groups races by the statements that make them.
//
// Both are about one execution. A race here need not be one by Definition 3.6; see package dynamic.
//
// # Assumptions
//
// Lists of events obey Figure 6: while one thread holds the lock, the other does not take it;
// unlock() follows its lock(). Lists without the events of some methods also do, because method
// bodies are balanced (A2).
//
// # Deviations
//
//  1. Locks are re-entrant. An unlock() that leaves the level above 0 releases nothing, but its
//     edges are harmless: the next lock() of the other thread follows the unlock() that does
//     release, which follows this one in program order. So the detector can ignore levels.
//  2. There are two threads, so vector clocks have two entries. Forks, joins and volatiles do not
//     occur.
package hb
