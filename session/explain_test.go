package session

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

const explainText = `m(b) {
  lock();
  x := b.f;
  call(x);
  unlock();
}

private call(y) {
  z := y;
}

n(b) {
  b.f := b;
}
`

// explained returns a session of m || n after a schedule.
func explained(t *testing.T, moves string) View {
	t.Helper()
	core := iltest.Core(t, explainText)
	pair, err := PairOf(core, "m", "n")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(core, pair, OneObject(core, pair))
	if err != nil {
		t.Fatal(err)
	}
	list, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Play(list); len(list) > 0 && !r.OK() {
		t.Fatalf("Play(%v) is refused: %s", list, r.Text)
	}
	return s.Now()
}

// TestExplanation reads the explanations of an initial state, a racing state and a read.
func TestExplanation(t *testing.T) {
	for moves, wants := range map[string][]string{
		"":     {"This is the start.", "  rule Fig5-lock: lock()"},
		"A":    {"  rule Fig5-lock, at 2:3: lock()"},
		"A B":  {"A holds the lock, but B does not ask for it here.", "Definition 3.6"},
		"A B2": {"  no change: the memory is what it was"},
		"A2":   {"  o1.f held what the initial state gave it"},
	} {
		text := strings.Join(explained(t, moves).Explanation(), "\n")
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%q: %q is not in\n%s", moves, want, text)
			}
		}
	}
	if text := strings.Join(explained(t, "").Explanation(), "\n"); strings.Contains(text,
		"Definition 3.6") {
		t.Errorf("the start races:\n%s", text)
	}
	if text := strings.Join(explained(t, "A").Explanation(), "\n"); strings.Contains(text,
		"no change") {
		t.Errorf("lock() changes nothing:\n%s", text)
	}
	if text := strings.Join(explained(t, "B2 A2").Explanation(), "\n"); !strings.Contains(text,
		"was written in the move to state 2") {
		t.Errorf("the source of the read is missing:\n%s", text)
	}
}

func TestLockText(t *testing.T) {
	for moves, want := range map[string]string{"": "free", "A": "A x1"} {
		if got := explained(t, moves).LockText(); got != want {
			t.Errorf("%q: %q, want %q", moves, got, want)
		}
	}
	if got := explained(t, "").WhyLock(); got != "Neither holds the lock." {
		t.Errorf("WhyLock() = %q, want %q", got, "Neither holds the lock.")
	}
}

// TestLockTextsNameLocks: if the program names locks, texts name them, including the unnamed lock.
func TestLockTextsNameLocks(t *testing.T) {
	core := iltest.Core(t, "m(a) { lock(); a.f := a; unlock(); } n(a) { lock(k); x := a.f; "+
		"lock(); unlock(); unlock(k); }")
	p := core.Pairs()[1]
	s, err := New(core, p, OneObject(core, p))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Now().WhyLock()+" "+s.Now().LocksText(),
		"Neither holds a lock. locks: free"; got != want {
		t.Errorf("WhyLock() and LocksText() = %q, want %q", got, want)
	}
	for _, i := range []semantics.Tid{semantics.A, semantics.B, semantics.B} {
		s.Step(i)
	}
	if got, want := s.Now().LocksText()+", "+s.Now().LevelText(semantics.A),
		"locks: A unnamed; B k, holds unnamed"; got != want {
		t.Errorf("LocksText() and A's LevelText() = %q, want %q", got, want)
	}
	if got, want := semantics.Enabled(s.Now().Config(), semantics.B).String(),
		"the other thread holds the unnamed lock"; got != want {
		t.Errorf("Enabled(B) = %q, want %q", got, want)
	}
}

// TestHolders names variables of the innermost call and of its callers.
func TestHolders(t *testing.T) {
	got := explained(t, "A3").Holders()[semantics.Loc(1)]
	if want := []string{"A.y", "A/m.b", "A/m.x", "B.b"}; !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNamesOfUnits(t *testing.T) {
	block := &il.Unit{Name: "left", Thread: true}
	unit := &il.Unit{Name: "m", Formals: []string{"a", "b"}}
	for got, want := range map[string]string{
		Signature(unit): "m(a, b)", Signature(block): "thread block", UnitText(block): "block left",
		AccessLetter(il.Read): "R", AccessLetter(il.Write): "W", SwitchesText(1): "1 switch",
		SwitchesText(0): "0 switches", PairNames(il.Pair{Left: unit, Right: block}): "m || left",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if !il.IsTemporary("t'1") || il.IsTemporary("t1") {
		t.Error("IsTemporary")
	}
}
