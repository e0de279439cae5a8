package check

import (
	"math/rand"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/witness"
)

// TestAgain: a checker that has replayed other witnesses of a program gives the same verdict on a
// witness as a new checker.
func TestAgain(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	used := map[string]*Checker{}
	for _, c := range accepted {
		core := program(t, c.program)
		good := write(t, core, c.notation)
		if used[c.program] == nil {
			used[c.program] = New(core)
		}
		for i, corrupt := range iltest.Corruptions(good, random) {
			if !quick.All && i%4 > 0 {
				continue
			}
			bad := iltest.Clone(t, good)
			corrupt.Apply(bad)
			for _, w := range []*witness.Witness{bad, good} {
				if got, want := verdict(used[c.program], w), verdict(New(core), w); got != want {
					t.Fatalf("%s, %s: %s, and a new checker says %s", c.name,
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
		w, checker := write(t, core, c.notation), New(core)
		if err := checker.Check(w); err != nil {
			t.Fatal(err)
		}
		inside += len(checker.play.threads[0]) + len(checker.play.threads[1]) - 2
		units, _ := checker.units(w.Units)
		if play, _ := checker.start(w, units); len(play.threads[0]) != 1 ||
			len(play.threads[1]) != 1 {
			t.Errorf("%s: %d and %d frames", c.name, len(play.threads[0]), len(play.threads[1]))
		}
	}
	if inside == 0 {
		t.Error("no witness ends in a call")
	}
}

// TestFar: positions far to the right are found, the first time and again.
func TestFar(t *testing.T) {
	core := program(t, "m(a) {"+strings.Repeat(" ", 300)+"x := a.f; y := a.f; a.f := y }")
	w := write(t, core, `
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
		t.Errorf("Check of a witness with positions far to the right: %v", err)
	}
}

// verdict returns what a checker says about a witness.
func verdict(c *Checker, w *witness.Witness) string {
	if err := c.Check(w); err != nil {
		return err.Error()
	}
	return "accepted"
}
