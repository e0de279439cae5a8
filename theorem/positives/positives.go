package positives

import (
	"slices"

	"wobbly/theorem/engine"
)

// Theorems lists the True Positives Theorem in the corrected reading, and Theorem 1 of
// docs/theory.md, which says more under fewer hypotheses.
func Theorems() []*engine.Statement {
	return append([]*engine.Statement{theorem610()}, racerdx().statements()[:2]...)
}

// Plus lists the statements about RacerDX+: Theorems 2, 2m, 2f and 2g of docs/theory.md, those of
// docs/theory.md, those about the state with one object, and that the modes include each other.
func Plus() []*engine.Statement {
	return slices.Concat(
		plus().statements(), commonSuffix().statements(), []*engine.Statement{modes()},
		alongTraces().statements(), []*engine.Statement{meetFlow()},
		relying().statements(), []*engine.Statement{flowRely()}, boundedStatements(), oneObjectStatements())
}

// Confirmations lists the statements about witnesses and their checker.
func Confirmations() []*engine.Statement {
	return append(racerdx().statements()[2:], compressedAgrees(), damagedAgrees())
}
