package positives

import (
	"slices"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
)

// TestHoldWithNamedLocks checks that no program that names locks refutes a statement with
// NamedLocks.
func TestHoldWithNamedLocks(t *testing.T) {
	casetest.HoldWithNamedLocks(t,
		slices.Concat(racerdx().statements()[:2], Plus(), Confirmations()))
}

// TestNamedLocks checks which statements are not about programs that name locks.
func TestNamedLocks(t *testing.T) {
	var others []string
	for _, s := range slices.Concat(Theorems(), Plus(), Confirmations()) {
		if !s.NamedLocks {
			others = append(others, s.Name)
		}
	}
	want := []string{
		"6.10", "bounded-more", "bounded-own-stores", "bounded-new-free",
		"without-aliases", "compressed",
	}
	if !slices.Equal(others, want) {
		t.Errorf("the statements %q are about one lock only, want %q", others, want)
	}
}

// TestLocksHold checks that no random program refutes a statement of Locks.
func TestLocksHold(t *testing.T) { casetest.Hold(t, Locks()) }

// TestLocksTexts checks that the statements of Locks have all their texts.
func TestLocksTexts(t *testing.T) { casetest.Complete(t, Locks()) }

// TestLocksNeed checks that the program that is shown for a hypothesis refutes the statement
// without it, but not with all hypotheses.
func TestLocksNeed(t *testing.T) {
	for _, s := range Locks() {
		for _, h := range s.Hypotheses {
			if h.First == "" {
				continue
			}
			core, refuted := iltest.Core(t, h.First), 0
			for seed := range uint64(100) {
				if got := s.Check(engine.NewCase(core, seed)); got.Verdict == engine.Refuted {
					t.Errorf("%s is refuted by the program of %q: %v", s.Name, h.Name, got.Why)
				}
				without := s.Check(engine.NewCase(core, seed), h.Name)
				if without.Verdict == engine.Refuted {
					refuted++
				}
			}
			if refuted == 0 {
				t.Errorf("%s without %q is not refuted by its program", s.Name, h.Name)
			}
		}
	}
}
