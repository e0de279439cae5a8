// Package positives has the True Positives Theorem of RacerDX (Theorem 6.10, and Theorem 1 of
// docs/theory.md) and of RacerDX+ (Theorems 2, 2m, 2f, 2g and 2k there).
//
//   - precise.go: a mode of the analysis whose reports are all true, and the four statements that
//     say so. bypairs.go: a mode that reports pairs of accesses by the summaries of their units.
//     racerdx.go, plus.go, meet.go, flow.go: the modes as values.
//   - pair.go, candidate.go, pairs.go, probe.go, flowreports.go: the instances of these statements,
//     and the program of a case that exact searches visit.
//   - interleaving.go, traces.go, flowmeeting.go: interleavings that bring both threads to their
//     accesses.
//   - inclusion.go: inclusions between modes. bounded.go, boundedstates.go, separate.go: the
//     context-bounded analysis.
//   - compressed.go, damage.go: properties of witnesses and their checker.
package positives
