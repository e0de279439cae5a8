package positives

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"wobbly/theorem/casetest"
	"wobbly/theorem/truth"
	"wobbly/witness"
)

// TestDamageIsWhatItSays: exactly the part that the text names is changed in the copy, and nothing
// in the original witness.
func TestDamageIsWhatItSays(t *testing.T) {
	c := casetest.Of(t,
		`{ lock(); unlock(); y := new(); arg1.f := y; } || { lock(); x := arg1.f; unlock(); }`)
	all, err := Pairs(c, (*Pair).Reported)
	if err != nil || len(all) != 1 {
		t.Fatalf("Pairs = %v, %v, want one reported pair", all, err)
	}
	of := truth.ProofOf(c, all[0].report()).Witness
	before, texts := unsealed(of), map[string]bool{}
	for seed := range uint64(1000) {
		d := &damaged{Pair: all[0], of: of}
		d.w, d.what = damage(rand.New(rand.NewPCG(seed, 0)), of)
		texts[d.what] = true
		if want := damagedAs(t, before, d); !reflect.DeepEqual(d.w, want) {
			t.Errorf("damage %q = \n%+v\nwant\n%+v", d.what, d.w, want)
		}
		if !reflect.DeepEqual(unsealed(of), before) {
			t.Fatalf("damage %q changes the original witness", d.what)
		}
	}
	// Each step is left out or passed to the other thread; each ordered pair of steps is exchanged,
	// even a step with itself; then there are each cell, the threads, and the order.
	n := len(of.Steps)
	if kinds := 2*n + n*n + len(of.Init.Cells)*len(of.Init.Objects) + 2; len(texts) != kinds {
		t.Errorf("damage returns %d different changes, want %d", len(texts), kinds)
	}
}

// damagedAs returns a copy of a witness with the change that d.what describes. If that is another
// order of the steps, it is the order in d, and damagedAs checks that each thread's own order
// stays.
func damagedAs(t *testing.T, of *witness.Witness, d *damaged) *witness.Witness {
	t.Helper()
	exchanged := map[string]string{"A": "B", "B": "A"}
	w := unsealed(of)
	var i, j int
	var cell [3]string
	// Objects are o1 to o9 here, and fields have one letter.
	switch _, err := fmt.Sscanf(d.what, "with %2s.%1s = %s", &cell[0], &cell[1], &cell[2]); {
	case err == nil:
		i = slices.IndexFunc(w.Init.Cells,
			func(c [3]string) bool { return c[0] == cell[0] && c[1] == cell[1] })
		if i < 0 {
			t.Fatalf("damage %q: the witness has no such cell", d.what)
		}
		w.Init.Cells[i] = cell
	case scanned(d.what, "without step %d", &i):
		w.Steps = slices.Delete(w.Steps, i-1, i)
	case scanned(d.what, "with steps %d and %d exchanged", &i, &j):
		w.Steps[i-1], w.Steps[j-1] = w.Steps[j-1], w.Steps[i-1]
	case scanned(d.what, "with step %d made by the other thread", &i):
		w.Steps[i-1].Thread = exchanged[w.Steps[i-1].Thread]
	case d.what == "with the threads exchanged":
		w.Units[0], w.Units[1] = w.Units[1], w.Units[0]
		w.Init.A, w.Init.B = w.Init.B, w.Init.A
		w.Race.A, w.Race.B = w.Race.B, w.Race.A
		for k := range w.Steps {
			w.Steps[k].Thread = exchanged[w.Steps[k].Thread]
		}
	case d.what == "with its steps in another order":
		for _, thread := range []string{"A", "B"} {
			got, want := stepsOf(d.w, thread), stepsOf(of, thread)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("damage %q: the steps of %s are %v, want %v", d.what, thread, got, want)
			}
		}
		w.Steps = d.w.Steps
	default:
		t.Errorf("damage returns the unknown text %q", d.what)
	}
	return w
}

// scanned reports whether a text has the format, and sets the numbers in it.
func scanned(text, format string, numbers ...*int) bool {
	to := make([]any, len(numbers))
	for i, n := range numbers {
		to[i] = n
	}
	_, err := fmt.Sscanf(text, format, to...)
	return err == nil
}

func stepsOf(w *witness.Witness, thread string) []witness.Step {
	return slices.DeleteFunc(slices.Clone(w.Steps),
		func(s witness.Step) bool { return s.Thread != thread })
}
