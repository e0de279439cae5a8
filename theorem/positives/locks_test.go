package positives

import (
	"slices"
	"testing"

	"wobbly/theorem/casetest"
)

func TestHoldWithNamedLocks(t *testing.T) {
	casetest.HoldWithNamedLocks(t,
		slices.Concat(racerdx().statements()[:2], Plus(), Confirmations()))
}
