// Package positives has the True Positives Theorem, of RacerDX (Theorem 6.10, and
// Theorem 1 of docs/paper.md) and of RacerDX+ (Theorems 2, 2m and 2f of
// docs/plus.md).
//
//   - pair.go, candidate.go, probe.go: pairs of accesses, the premises of the
//     theorems as predicates on them, and which program of a case exact searches
//     look at.
//   - positives.go, plus.go, meet.go, flow.go: the theorems.
//   - meeting.go, flowmeeting.go: interleavings that bring both threads before
//     their accesses.
//   - confirm.go, damage.go: what witnesses and their checker rest on.
package positives
