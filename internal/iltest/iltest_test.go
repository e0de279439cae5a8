package iltest

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/witness"
)

var update = flag.Bool("update", false, "rewrite the golden file of testdata")

// witnessOf returns a witness of two steps; with a deadlock, its threads wait.
func witnessOf(deadlock bool) *witness.Witness {
	w := &witness.Witness{Schema: witness.Schema, Program: witness.Digest("m"),
		Units: [2]string{"m", "n"}}
	w.Init.Objects = []string{"o1"}
	w.Init.Cells = [][3]string{{"o1", "f", "o1"}}
	w.Init.A.Bind("a", "o1")
	w.Init.B.Bind("b", "o1")
	w.Steps = []witness.Step{
		{Thread: "A", At: "1:2", Do: "x := a",
			Choices: []witness.Choice{{At: "1:1", Take: witness.Then}}},
		{Thread: "B", At: "2:2", Do: "k(b)", Args: []string{"b"}},
	}
	if deadlock {
		w.Deadlock.A.At, w.Deadlock.B.At = "3:1", "4:1"
		w.Deadlock.A.Choices = []witness.Choice{{At: "1:1", Take: witness.Else}}
		w.Deadlock.B.Choices = []witness.Choice{{At: "2:1", Take: witness.Exit}}
		return w
	}
	w.Race.Cell = [2]string{"o1", "f"}
	w.Race.A.At, w.Race.A.Kind, w.Race.B.At, w.Race.B.Kind = "3:1", "write", "4:1", "read"
	return w
}

// TestCorruptions compares what each corruption of a race and of a deadlock changes with testdata.
func TestCorruptions(t *testing.T) {
	var b strings.Builder
	for _, deadlock := range []bool{false, true} {
		fmt.Fprintf(&b, "# deadlock: %t\n", deadlock)
		w := witnessOf(deadlock)
		before := fmt.Sprintf("%+v", *w)
		for _, c := range Corruptions(w, rand.New(rand.NewSource(1))) {
			spoilt := witnessOf(deadlock)
			c.Apply(spoilt)
			fmt.Fprintf(&b, "%s: %s\n", c.Name, difference(before, fmt.Sprintf("%+v", *spoilt)))
		}
		if after := fmt.Sprintf("%+v", *w); after != before {
			t.Errorf("Corruptions changes the witness to %s", after)
		}
	}
	const file = "testdata/corruptions.golden"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// difference returns the parts in which two texts differ, without what they begin and end with.
func difference(a, b string) string {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return fmt.Sprintf("%q -> %q", a, b)
}

// TestClone checks that a copy is sealed, has the same content, and shares none of it.
func TestClone(t *testing.T) {
	w := witnessOf(false)
	c := Clone(t, w)
	if got, want := c.Seal, w.Sum(); got != want {
		t.Errorf("the copy is sealed with %q, want %q", got, want)
	}
	c.Seal = ""
	if diff := cmp.Diff(fmt.Sprintf("%+v", *w), fmt.Sprintf("%+v", *c)); diff != "" {
		t.Errorf("the copy (-want +got):\n%s", diff)
	}
	c.Steps[0].Do, c.Init.Objects[0] = "", ""
	if w.Steps[0].Do == "" || w.Init.Objects[0] == "" {
		t.Error("the copy shares its steps or objects")
	}
}

// TestTraces checks the lengths of the traces of a block; beyond the limit there are none.
func TestTraces(t *testing.T) {
	for _, tt := range []struct {
		body          string
		rounds, limit int
		want          string // the numbers of commands of each trace
	}{
		{"skip;", 3, 9, "0"},
		{"x := a; y := x;", 3, 9, "2"},
		{"if * { x := a; } else { x := a; x := a; }", 3, 2, "1 2"},
		{"if * { x := a; } if * { x := a; }", 3, 4, "2 1 1 0"},
		{"if * { x := a; } if * { x := a; }", 3, 3, ""},
		{"while * { x := a; }", 0, 9, "0"},
		{"while * { x := a; }", 2, 9, "0 1 2"},
		{"while * { if * { x := a; } }", 2, 7, "0 1 0 2 1 1 0"},
		{"while * { if * { x := a; } }", 2, 6, ""},
		{"if * { while * { if * { x := a; } } }", 2, 3, ""},
	} {
		core := Core(t, "m(a) { "+tt.body+" }")
		var lengths []string
		for _, trace := range Traces(core.Methods["m"].Body, tt.rounds, tt.limit) {
			lengths = append(lengths, fmt.Sprint(len(trace)))
		}
		if got := strings.Join(lengths, " "); got != tt.want {
			t.Errorf("Traces(%q, %d, %d): lengths %q, want %q", tt.body, tt.rounds, tt.limit, got,
				tt.want)
		}
	}
}

// TestCountdown checks that a countdown ends at the n-th call, at once if n is 0, and by End.
func TestCountdown(t *testing.T) {
	for n := range 4 {
		c := NewCountdown(t, n)
		calls := 0
		for ; calls < 9 && c.Err() == nil; calls++ {
		}
		if want := max(n-1, 0); calls != want {
			t.Errorf("countdown %d: %d calls before it ends, want %d", n, calls, want)
		}
	}
	c := NewCountdown(t, 9)
	if c.End(); c.Err() == nil {
		t.Error("End does not end it")
	}
}

// TestPrograms checks that the listed texts are legal, and as their comments say.
func TestPrograms(t *testing.T) {
	for _, x := range Private() {
		for u := range Core(t, x.Text).Methods {
			if !strings.Contains(x.Text, "private "+u+"(") {
				t.Errorf("%s: %s is not private", x.Name, u)
			}
		}
	}
	names := map[string]bool{}
	for _, x := range Degenerate() {
		Core(t, x.Text)
		if x.Name == "" || names[x.Name] {
			t.Errorf("a program has the name %q, want a name of its own", x.Name)
		}
		names[x.Name] = true
	}
	if core := Tolerated(t, "m(a) { unlock(); }", check.A2); len(core.Units) != 1 {
		t.Errorf("Tolerated has the units %v, want m alone", core.Units)
	}
}

// TestRandom checks that n programs are visited, and that each sixteenth is as degenerate as the
// generator makes them.
func TestRandom(t *testing.T) {
	var texts []string
	o := gen.Default()
	Random(t, 33, o, func(c *il.Core) { texts = append(texts, c.Source.Text) })
	if len(texts) != 33 {
		t.Fatalf("%d programs, want 33", len(texts))
	}
	for seed, text := range texts {
		usual := gen.Program(gen.Rand(uint64(seed)), o).Source.Text
		if got, want := text != usual, seed%16 == 15; got != want {
			t.Errorf("program %d is degenerate: %t, want %t", seed, got, want)
		}
	}
}
