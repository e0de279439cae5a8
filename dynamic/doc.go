// Package dynamic records executions for detectors that watch a program run, and chooses the
// executions to watch.
//
// An Execution is one interleaving of Figure 6 from one initial state, as the list of its events:
// loads and stores with their cells, lock and unlock, calls and returns, and all other steps as
// Local. It keeps the configurations for detectors that need more than events (package rdit needs
// the objects that are reachable at a call). Every step is one of package semantics; this package
// only chooses steps, at random or by a schedule.
//
// Packages hb, rdit and racemob detect races in executions, and package predict in reorderings of
// executions.
//
// Detectors are judged by two different notions of race. Definition 3.6 requires a configuration in
// which both threads are about to make the accesses, with paths that lead to the same cell. A
// happens-before race is two accesses of one cell that were made and that nothing orders. Neither
// implies the other: in publication the accesses cannot be brought together; and if one access
// changes the path of the other, they cannot both be made to the cell that both were about to
// access (docs/theory.md).
package dynamic
