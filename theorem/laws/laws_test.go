package laws

import (
	"testing"

	"wobbly/theorem/casetest"
)

// TestLawHold: no drawn case refutes a statement, and few say nothing about it.
func TestLawHold(t *testing.T) { casetest.Hold(t, Statements()) }

// TestLawNeed: without a hypothesis that is needed, a statement is refuted, by
// an instance that violates it.
func TestLawNeed(t *testing.T) { casetest.Need(t, Statements(), 12000, casetest.Violating) }

// TestLawDoNotNeed: instances that violate nothing but a hypothesis that is
// not needed are drawn, and satisfy the statement.
func TestLawDoNotNeed(t *testing.T) { casetest.DoNotNeed(t, Statements(), casetest.Violating) }

// TestSameLaw: a case gives the same instances each time, also after others
// were checked.
func TestSameLaw(t *testing.T) { casetest.Same(t, Statements()) }

// TestLawTexts: every statement says what a reader needs.
func TestLawTexts(t *testing.T) { casetest.Complete(t, Statements()) }
