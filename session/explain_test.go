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

// explained returns the state of m || n after a schedule.
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

// TestExplanation checks the explanations of an initial state, a racing state and reads.
func TestExplanation(t *testing.T) {
	const race, noChange = "Definition 3.6", "no change"
	for _, tt := range []struct {
		moves string
		want  []string // texts in the explanation
		not   string   // a text that is not in it, or empty
	}{
		{"", []string{"This is the start.", "  rule Fig5-lock: lock()"}, race},
		{"A", []string{"  rule Fig5-lock, at 2:3: lock()"}, noChange},
		{"A B", []string{"A holds the lock, but B does not ask for it here.", race}, ""},
		{"A B2", []string{"  no change: the memory is what it was"}, ""},
		{"A2", []string{"  o1.f held what the initial state gave it"}, ""},
		{"B2 A2", []string{"was written in the move to state 2"}, ""},
	} {
		text := strings.Join(explained(t, tt.moves).Explanation(), "\n")
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("the explanation after %q is\n%s\nwant %q in it", tt.moves, text, want)
			}
		}
		if tt.not != "" && strings.Contains(text, tt.not) {
			t.Errorf("the explanation after %q is\n%s\nwant no %q in it", tt.moves, text, tt.not)
		}
	}
}

func TestLockText(t *testing.T) {
	for moves, want := range map[string]string{"": "free", "A": "A x1"} {
		if got := explained(t, moves).LockText(); got != want {
			t.Errorf("LockText() after %q = %q, want %q", moves, got, want)
		}
	}
	if got := explained(t, "").WhyLock(); got != "Neither holds the lock." {
		t.Errorf("WhyLock() = %q, want %q", got, "Neither holds the lock.")
	}
}

// TestLockTextsNameLocks checks that texts name locks, including the unnamed one, if the program
// names any.
func TestLockTextsNameLocks(t *testing.T) {
	core := iltest.Core(t, "m(a) { lock(); a.f := a; unlock(); } n(a) { lock(k); x := a.f; "+
		"lock(); unlock(); unlock(k); }")
	p := core.Pairs()[1]
	s, err := New(core, p, OneObject(core, p))
	if err != nil {
		t.Fatal(err)
	}
	type text struct{ name, got, want string }
	start := s.Now()
	for _, i := range []semantics.Tid{semantics.A, semantics.B, semantics.B} {
		s.Step(i)
	}
	waits := semantics.Enabled(s.Now().Config(), semantics.B).String()
	for _, x := range []text{
		{"WhyLock() at the start", start.WhyLock(), "Neither holds a lock."},
		{"LocksText() at the start", start.LocksText(), "locks: free"},
		{"LocksText()", s.Now().LocksText(), "locks: A unnamed; B k"},
		{"LevelText(A)", s.Now().LevelText(semantics.A), "holds unnamed"},
		{"Enabled(B)", waits, "the other thread holds the unnamed lock"},
	} {
		if x.got != x.want {
			t.Errorf("%s = %q, want %q", x.name, x.got, x.want)
		}
	}
}

// TestHolders checks that Holders names variables of the innermost call and of its callers.
func TestHolders(t *testing.T) {
	got := slices.Sorted(slices.Values(explained(t, "A3").Holders()[semantics.Loc(1)]))
	if want := []string{"A.y", "A/m.b", "A/m.x", "B.b"}; !slices.Equal(got, want) {
		t.Errorf("the holders of o1 are %q, want %q", got, want)
	}
}

func TestNamesOfUnits(t *testing.T) {
	block := &il.Unit{Name: "left", Thread: true}
	unit := &il.Unit{Name: "m", Formals: []string{"a", "b"}}
	for _, x := range []struct{ name, got, want string }{
		{"Signature(m)", Signature(unit), "m(a, b)"},
		{"Signature(left)", Signature(block), "thread block"},
		{"UnitText(left)", UnitText(block), "block left"},
		{"AccessLetter(read)", AccessLetter(il.Read), "R"},
		{"AccessLetter(write)", AccessLetter(il.Write), "W"},
		{"SwitchesText(1)", SwitchesText(1), "1 switch"},
		{"SwitchesText(0)", SwitchesText(0), "0 switches"},
		{"PairNames(m, left)", PairNames(il.Pair{Left: unit, Right: block}), "m || left"},
	} {
		if x.got != x.want {
			t.Errorf("%s = %q, want %q", x.name, x.got, x.want)
		}
	}
}
