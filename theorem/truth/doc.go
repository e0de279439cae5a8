// Package truth has the evidence about the races of a case: the witnesses that proofs construct
// (proof.go), as the checker and the semantics judge them (replay.go), and the results of the exact
// searches (search.go, unordered.go). All of it is computed on demand and cached.
package truth
