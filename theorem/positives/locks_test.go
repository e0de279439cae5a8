package positives

import (
	"testing"

	"wobbly/theorem/casetest"
)

func TestHoldWithNamedLocks(t *testing.T) { casetest.HoldWithNamedLocks(t, Plus()) }
