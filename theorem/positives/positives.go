// Package positives has the True Positives Theorem of RacerDX (Theorem 6.10, and Theorem 1 of
// docs/theory.md) and of RacerDX+ (Theorems 2, 2m, 2f, 2g and 2k there).
//
//   - precise.go: a mode of the analysis whose reports are all true, and the four statements of
//     that. bypairs.go: a mode that reports pairs of accesses by the summaries of their methods.
//     racerdx.go, plus.go, meet.go, flow.go: the modes as values.
//   - pairs.go, flowreports.go: the instances of these statements, and the program of a case that
//     exact searches visit. traces.go: interleavings that bring both threads to their accesses.
//   - inclusion.go: inclusions between modes. bounded.go, boundedstates.go: the context-bounded
//     analysis. compressed.go: witnesses and their checker.
//     absence.go: certificates of absence.
package positives

import (
	"slices"

	"wobbly/theorem/engine"
)

// Theorems lists the True Positives Theorem in the corrected reading, and Theorem 1 of
// docs/theory.md, which claims more under fewer hypotheses.
func Theorems() []*engine.Statement {
	return append([]*engine.Statement{theorem610()}, racerdx().statements()[:2]...)
}

// Plus lists the statements about RacerDX+: Theorems 2, 2m, 2f and 2g of docs/theory.md, those
// about the state with one object and about states without aliases, and the inclusions between
// modes.
func Plus() []*engine.Statement {
	return slices.Concat(
		plus().statements(), commonSuffix().statements(), []*engine.Statement{modes()},
		alongTraces().statements(), []*engine.Statement{meetFlow()},
		relying().statements(), []*engine.Statement{flowRely()}, []*engine.Statement{
			theorem2k(), withinSwitches(), fewerSwitches(), ownStores(),
			theoremN(), theoremX(), oneObject(), boundedNewFree(), withoutAliases(),
		})
}

// Confirmations lists the statements about witnesses, certificates of absence, and their checkers.
func Confirmations() []*engine.Statement {
	return slices.Concat(racerdx().statements()[2:],
		[]*engine.Statement{compressedAgrees(), damagedAgrees()}, certificates())
}
