package positives

import (
	"slices"

	"wobbly/theorem/engine"
)

// Theorems lists the True Positives Theorem: as printed, in the corrected
// reading, and as Theorem 1 of docs/paper.md, which says more under fewer
// hypotheses.
func Theorems() []*engine.Statement {
	return []*engine.Statement{theorem610(), racerdx().races(), racerdx().interleavings()}
}

// Plus lists what is claimed of RacerDX+: Theorems 2, 2m, 2f and 2g of docs/plus.md,
// and that each mode reports all that the one before it reports.
func Plus() []*engine.Statement {
	return slices.Concat(
		plus().statements(), commonSuffix().statements(), []*engine.Statement{modes()},
		alongTraces().statements(), []*engine.Statement{meetFlow()},
		relying().statements(), []*engine.Statement{flowRely()}, boundedStatements())
}

// Confirmations lists what this project's witnesses and their checker rest on.
func Confirmations() []*engine.Statement {
	return []*engine.Statement{racerdx().witnesses(), racerdx().oracles(), compressedAgrees(), damagedAgrees()}
}
