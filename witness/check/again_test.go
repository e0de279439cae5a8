package check

import (
	"math/rand"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/witness"
)

// TestAgain: a checker that has checked other witnesses of a program gives the same verdict as a
// new checker.
func TestAgain(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	used := map[string]*Checker{}
	for _, c := range accepted {
		core := program(t, c.program)
		good := parseWitness(t, core, c.notation)
		if used[c.program] == nil {
			used[c.program] = New(core)
		}
		for i, corrupt := range iltest.Corruptions(good, random) {
			if !quick.All && i%4 > 0 {
				continue
			}
			corrupted := iltest.Clone(t, good)
			corrupt.Apply(corrupted)
			for _, w := range []*witness.Witness{corrupted, good} {
				if got, want := verdict(used[c.program], w), verdict(New(core), w); got != want {
					t.Fatalf("%s, %s: a used checker says %q, and a new one %q", c.name,
						corrupt.Name, got, want)
				}
			}
		}
	}
}

// TestBegins: each thread begins with one frame, even if the previous witness ended inside calls.
func TestBegins(t *testing.T) {
	inside := 0
	for _, c := range accepted {
		core := program(t, c.program)
		w, checker := parseWitness(t, core, c.notation), New(core)
		if err := checker.Check(w); err != nil {
			t.Fatal(err)
		}
		inside += len(checker.play.threads[0]) + len(checker.play.threads[1]) - 2
		units, _ := checker.units(w.Units)
		if play, _ := checker.start(w, units); len(play.threads[0]) != 1 ||
			len(play.threads[1]) != 1 {
			t.Errorf("%s: the threads begin with %d and %d frames, want 1", c.name,
				len(play.threads[0]), len(play.threads[1]))
		}
	}
	if inside == 0 {
		t.Error("no witness ends in a call")
	}
}

// TestFar: positions far to the right are found, the first time and again.
func TestFar(t *testing.T) {
	core := program(t, "m(a) {"+strings.Repeat(" ", 300)+"x := a.f; y := a.f; a.f := y }")
	w := parseWitness(t, core, `
units m m
heap o1.f=o1
A a=o1
B a=o1
steps
A 1:307 x := a.f
B 1:307 x := a.f
A 1:317 y := a.f
race o1.f
A 1:327 write
B 1:317 read`)
	if err := New(core).Check(w); err != nil {
		t.Errorf("Check of a witness with positions far to the right = %v, want nil", err)
	}
}

// verdict returns "accepted", or the reason why a checker refuses a witness.
func verdict(c *Checker, w *witness.Witness) string {
	if err := c.Check(w); err != nil {
		return err.Error()
	}
	return "accepted"
}
