// Package truth is what is known of the races of a case: the witnesses that proofs
// give (proof.go), as the checker and the semantics judge them (replay.go), and what
// the exact searches find (search.go, unordered.go). Each is made when it is first
// asked for, and kept.
package truth
