// Package execution has the one value for an execution of a program: its
// initial state, its moves, and the configurations in between. Pictures,
// sessions, queries, detectors and the engines that find races pass it on, make
// it from a schedule or from a witness, and turn it into a witness.
//
// Every step is one of package semantics; this package chooses nothing. It
// reads a witness as the format is documented: what it has accepted ends in the
// race that the witness claims. It is no checker, though: witness/check shares
// no code with it, and tests hold the two against each other.
//
// A compressed witness is written out: a run step becomes a shortest execution
// of its call. So the steps may be more, and choices in a run may differ from
// those of whoever compressed it.
package execution
