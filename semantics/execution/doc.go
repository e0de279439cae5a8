// Package execution defines the value of an execution of a program: its initial state, its moves,
// and the configurations in between. Pictures, sessions, queries, detectors and the engines that
// find races share it. They make it from a schedule or a witness, and turn it into a witness.
//
// Every step is one of package semantics; this package makes no choices of its own. It reads
// witnesses as their format is documented: an execution that it returns ends in the race that the
// witness claims. It is not the checker, however: witness/check shares no code with it, and tests
// compare the two.
//
// A compressed witness is expanded: a run step becomes a shortest execution of its call. So there
// may be more steps, and other choices in a run, than in the execution that was compressed.
package execution
