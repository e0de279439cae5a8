// Package dynamic records executions: what detectors that watch a program run
// get to see, and the executions to watch.
//
// An Execution is one interleaving of Figure 6 from one initial state, as the
// list of its events: loads and stores with their cells, lock and unlock, calls
// and returns, and all other steps as Local. It keeps the configurations in
// between, which a detector that needs more than events may ask (package rdit
// asks for what is reachable at a call). Every step is one of package semantics;
// this package only chooses, by chance or as a schedule says.
//
// What detectors say is judged by two different truths. Definition 3.6 asks for
// a configuration before which both threads stand at the accesses.
// Happens-before detectors say of two accesses that were made that nothing
// orders them. The first implies the second, of the execution that makes the
// accesses back to back; the converse fails where the accesses cannot be brought
// together, as in publication (docs/comparators.md).
package dynamic
