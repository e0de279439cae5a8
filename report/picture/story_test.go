package picture

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"wobbly/semantics"
	"wobbly/witness"
	"wobbly/witness/check"
)

// clone returns a copy of a witness.
func clone(t testing.TB, w *witness.Witness) *witness.Witness {
	t.Helper()
	text, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	out := &witness.Witness{}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestStoriesOfWitnesses checks the stories of witnesses that the checker accepts, also without the
// choices that they list: then the path is found again.
func TestStoriesOfWitnesses(t *testing.T) {
	tests := []struct {
		file, left, right string
		lines             [2]int
	}{
		{"burble.il", "meps", "reps", [2]int{26, 32}},
		{"loop.il", "fill", "drain", [2]int{18, 25}},
		{"loop-walk.il", "walk", "set", [2]int{22, 26}},
		{"chain-two.il", "outer", "peek", [2]int{19, 27}},
		{"lock-across-call.il", "set", "update", [2]int{18, 18}},
	}
	for _, tt := range tests {
		core := example(t, tt.file)
		w := witnessOf(t, core, pair(t, core, tt.left, tt.right), tt.lines)
		if err := check.New(core).Check(w); err != nil {
			t.Fatal(err)
		}
		bare := clone(t, w)
		for i := range bare.Steps {
			bare.Steps[i].Choices = nil
		}
		bare.Race.A.Choices, bare.Race.B.Choices = nil, nil
		for _, w := range []*witness.Witness{w, bare} {
			s := fromWitness(t, core, w)
			last := s.Scenes[len(s.Scenes)-1]
			if len(s.Scenes) != len(w.Steps)+1 || last.Race == nil {
				t.Errorf("%s: %d states for %d steps, race %v, want one state more, and a race",
					tt.file, len(s.Scenes), len(w.Steps), last.Race)
				continue
			}
			want := w.Race.Cell[0] + "." + w.Race.Cell[1]
			if cell := s.names.Cell(last.Race[semantics.A].Cell); cell != want {
				t.Errorf("%s: race on %s, want %s", tt.file, cell, want)
			}
		}
	}
}

// TestNames checks that the names of new objects continue the numbering of the initial ones.
func TestNames(t *testing.T) {
	core := program(t, "t.il", "m(b) { x := new(); y := new(); z := new(); }")
	in := semantics.Init{
		Objects: []string{"o3", "box"}, Stacks: [2]map[string]string{{"b": "o3"}, {"b": "box"}},
	}
	s := schedule(t, core, pair(t, core, "m", "m"), in, "A B A")
	for l, want := range []string{"nil", "o3", "box", "o4", "o5", "o6"} {
		if got := s.Name(semantics.Loc(l)); got != want {
			t.Errorf("object %d is %s, want %s", l, got, want)
		}
	}
}

// TestWords checks the words about what steps did and what comes next.
func TestWords(t *testing.T) {
	core := program(t, "words.il", `
inner(c) {
  c.f := c;
}

m(b) {
  lock();
  lock();
  x := b;
  y := new();
  x.f := y;
  z := b.f;
  unlock();
  unlock();
  inner(b);
}

n(b) {
  lock();
  while * { skip; }
  unlock();
}`)
	s := schedule(t, core, pair(t, core, "m", "n"), initial(core, "o1.f=o1 A.b=o1 B.b=o1"),
		strings.Repeat("A ", 12)+"B")
	wantEffects := []string{
		"takes the lock: depth 0 -> 1", "takes the lock again: depth 1 -> 2",
		"copies b into x: x = o1", "makes the object o2: y = o2",
		"writes o2 into o1.f (x.f), which held o1", "reads o1.f (b.f) into z: z = o2",
		"unlocks once and keeps the lock: depth 2 -> 1",
		"gives the lock back: depth 1 -> 0", "enters inner(c = o1)", "evaluates c, which is o1",
		"writes o1 into o1.f (c.f), which held o2",
		"leaves inner and is back in m", "takes the lock: depth 0 -> 1",
	}
	wantNext := []upcoming{
		{"", "lock()", "will take the lock"}, {"", "lock()", "will take the lock again"},
		{"", "x := b", "will copy b into x"},
		{"", "y := new()", "will make an object and put it into y"},
		{"", "x.f := y", "will write o2 into o1.f (x.f)"},
		{"", "z := b.f", "will read o1.f (b.f) into z"},
		{"", "unlock()", "will unlock once and keep the lock"},
		{"", "unlock()", "will give the lock back"}, {"", "inner(b)", "will enter inner(b)"},
		{"", "c", "will evaluate c"}, {"", "c.f := c", "will write o1 into o1.f (c.f)"},
		{"", "return from inner", "will leave inner"},
		{"", "(end)", "has ended"},
	}
	for n, want := range wantEffects {
		if got := s.Scenes[n+1].Move.Effect; got != want {
			t.Errorf("step %d %s, want %s", n+1, got, want)
		}
		if got := s.next(n, semantics.A); got != wantNext[n] {
			t.Errorf("state %d: next %v, want %v", n, got, wantNext[n])
		}
	}
	waits := upcoming{"#", "lock()", "waits: A holds the lock, depth 2"}
	if got := s.next(2, semantics.B); got != waits {
		t.Errorf("state 2: next of B %v, want %v", got, waits)
	}
	choice := upcoming{"?", "while *", "a choice: exit or loop"}
	if got := s.next(len(s.Scenes)-1, semantics.B); got != choice {
		t.Errorf("last state: next of B %v, want %v", got, choice)
	}
}

// TestStateRefuses checks the errors for states that do not exist.
func TestStateRefuses(t *testing.T) {
	s := burble(t)
	for _, n := range []int{-1, 3} {
		want := fmt.Sprintf("there is no state %d: the story has the states 0 to 2", n)
		if err := State(&bytes.Buffer{}, s, n, Options{}); err == nil || err.Error() != want {
			t.Errorf("State %d: error %v, want %s", n, err, want)
		}
	}
}

// TestFold checks that the middle of long turns is left out, and that the missing steps are
// counted.
func TestFold(t *testing.T) {
	s := many(t)
	steps := func(fold int) (shown, hidden int) {
		for _, b := range s.beats(fold) {
			switch b.kind {
			case stepBeat:
				shown++
			case foldBeat:
				hidden += b.hidden
			}
		}
		return shown, hidden
	}
	total := len(s.Scenes) - 1
	if shown, hidden := steps(-1); shown != total || hidden != 0 {
		t.Errorf("without folds %d steps and %d hidden, want %d and 0", shown, hidden, total)
	}
	for _, fold := range []int{3, 4, 10, 40} {
		if shown, hidden := steps(fold); hidden == 0 || shown+hidden != total {
			t.Errorf("fold %d: %d steps and %d hidden, want %d together", fold, shown,
				hidden, total)
		}
	}
}

// TestCut checks that the marked stretch of a long line is shown.
func TestCut(t *testing.T) {
	line := "  a := b; \tc.d := e; 読む := 箱.中身; f := g;\x1b"
	tests := []struct {
		at, end, room int
		want          excerpt
	}{
		{2, 8, 80, excerpt{2, `a := b;   c.d := e; 読む := 箱.中身; f := g;\x1b`, 2, 8}},
		{2, 8, 12, excerpt{2, "a := b; …", 2, 8}},
		{11, 19, 12, excerpt{0, "…  c.d := e…", 3, 11}},
		{len(line) - 7, len(line) - 2, 12, excerpt{0, "…身; f := g…", 6, 11}},
	}
	for _, tt := range tests {
		if got := cut(line, tt.at, tt.end, tt.room); got != tt.want {
			t.Errorf("cut from %d to %d in %d cells: %+v, want %+v", tt.at, tt.end, tt.room, got,
				tt.want)
		}
	}
}
