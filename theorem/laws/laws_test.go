package laws

import (
	"testing"

	"wobbly/theorem/casetest"
)

// TestLawHold: no case refutes a statement, and each is decided for enough cases.
func TestLawHold(t *testing.T) { casetest.Hold(t, Statements()) }

// TestLawNeed: without a needed hypothesis, a statement is refuted by an instance that violates the
// hypothesis.
func TestLawNeed(t *testing.T) { casetest.Need(t, Statements(), 12000, casetest.Violating) }

// TestLawDoNotNeed: instances that violate only an unneeded hypothesis occur, and satisfy the
// statement.
func TestLawDoNotNeed(t *testing.T) { casetest.DoNotNeed(t, Statements(), casetest.Violating) }

// TestSameLaw: a case always gives the same instances, even after others were checked.
func TestSameLaw(t *testing.T) { casetest.Same(t, Statements()) }

// TestLawTexts: every statement has all its texts.
func TestLawTexts(t *testing.T) { casetest.Complete(t, Statements()) }
