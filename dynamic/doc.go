// Package dynamic records executions: what detectors that watch a program run
// get to see, and the executions to watch.
//
// An Execution is one interleaving of Figure 6 from one initial state, as the list of its events:
// loads and stores with their cells, lock and unlock, calls and returns, and all other steps as
// Local. It keeps the configurations in between, which a detector that needs more than events may
// ask (package rdit asks for what is reachable at a call). Every step is one of package semantics;
// this package only chooses, by chance or as a schedule says.
//
// Packages hb, rdit and racemob detect races in executions, and package predict in
// reorderings of them.
//
// What detectors say is judged by two different truths. Definition 3.6 asks for a configuration
// before which both threads stand at the accesses, with paths that lead to one cell. Happens-before
// detectors say of two accesses that were made, to one cell, that nothing orders them. Neither
// implies the other: in publication the accesses cannot be brought together; and where one access
// changes the path of the other, they cannot both be made to the cell that both stood before
// (docs/theory.md).
package dynamic
