// Package positives has the True Positives Theorem, of RacerDX (Theorem 6.10, and
// Theorem 1 of docs/paper.md) and of RacerDX+ (Theorems 2, 2m and 2f of
// docs/plus.md).
//
//   - precise.go: a mode of the analysis whose reports are all true, and the four
//     statements that say so; bypairs.go: one that reports pairs of accesses by
//     the summaries of their units. racerdx.go, plus.go, meet.go, flow.go: the
//     modes, each a value. A mode is added as one more.
//   - pair.go, candidate.go, pairs.go, probe.go, flowreports.go: what the theorems
//     speak of, and which program of a case exact searches look at.
//   - interleaving.go, traces.go, flowmeeting.go: interleavings that bring both
//     threads before their accesses.
//   - inclusion.go: each mode reports what the one before it does.
//   - compressed.go, damage.go: what witnesses and their checker rest on.
package positives
