package iltest

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/slice"
	"wobbly/witness"
)

// A Corruption is a named way to spoil a witness.
type Corruption struct {
	Name  string
	Apply func(w *witness.Witness)
}

// Corruptions lists ways to spoil a copy of w: to drop or repeat a step, to swap adjacent steps,
// some random pairs and the threads of steps, to change a cell, a binding, a position, a choice or
// an argument, and so on. Some of them leave a valid witness.
func Corruptions(w *witness.Witness, random *rand.Rand) []Corruption {
	all := corruptSteps(w, random)
	add := func(apply func(w *witness.Witness), name string, args ...any) {
		all = append(all, Corruption{fmt.Sprintf(name, args...), apply})
	}
	for i := range w.Init.Cells {
		for _, o := range append(w.Init.Objects, "o99", "") {
			add(func(w *witness.Witness) { w.Init.Cells[i][2] = o }, "cell %d holds %q", i, o)
			add(func(w *witness.Witness) { w.Init.Cells[i][0] = o }, "cell %d is of %q", i, o)
		}
		add(func(w *witness.Witness) { w.Init.Cells = slice.Delete(w.Init.Cells, i) },
			"cell %d dropped", i)
	}
	for _, o := range append(w.Init.Objects, "o99", "") {
		for _, b := range w.Init.A {
			x := b.Formal
			add(func(w *witness.Witness) { w.Init.A.Bind(x, o) }, "A.%s = %q", x, o)
			add(func(w *witness.Witness) { w.Init.B.Bind(x, o) }, "B.%s = %q", x, o)
		}
		add(func(w *witness.Witness) { w.Race.Cell[0] = o }, "race on %q", o)
	}
	for _, f := range []string{"f", "g", "", "h"} {
		add(func(w *witness.Witness) { w.Race.Cell[1] = f }, "race on field %q", f)
	}
	add(func(w *witness.Witness) { w.Race.A.At, w.Race.B.At = w.Race.B.At, w.Race.A.At },
		"race positions swapped")
	add(func(w *witness.Witness) { w.Race.A.Kind = "read" }, "A reads")
	add(func(w *witness.Witness) { w.Race.A.Kind = "write" }, "A writes")
	add(func(w *witness.Witness) { w.Race.B.Kind = "read" }, "B reads")
	add(func(w *witness.Witness) { w.Race.B.Kind = "write" }, "B writes")
	add(func(w *witness.Witness) { w.Race.A, w.Race.B = w.Race.B, w.Race.A }, "race sides swapped")
	add(func(w *witness.Witness) { w.Init.A, w.Init.B = w.Init.B, w.Init.A }, "stacks swapped")
	add(func(w *witness.Witness) { w.Units[0], w.Units[1] = w.Units[1], w.Units[0] },
		"units swapped")
	add(func(w *witness.Witness) { w.Units[1] = w.Units[0] }, "units equal")
	add(func(w *witness.Witness) { w.Compressed = !w.Compressed }, "compressed or not")
	add(func(w *witness.Witness) { w.Program = witness.Digest("") }, "another program")
	add(func(w *witness.Witness) { w.Schema += " " }, "another schema")
	if !w.Deadlock.None() {
		all = append(all, corruptDeadlock(w)...)
	}
	for _, first := range []string{"A", "B"} {
		add(func(w *witness.Witness) {
			slices.SortStableFunc(w.Steps, func(a, b witness.Step) int {
				if first == "A" {
					return strings.Compare(a.Thread, b.Thread)
				}
				return strings.Compare(b.Thread, a.Thread)
			})
		}, "first all of %s", first)
	}
	return all
}

// corruptDeadlock lists ways to spoil where the threads of a deadlock wait.
func corruptDeadlock(w *witness.Witness) (all []Corruption) {
	add := func(apply func(w *witness.Witness), name string, args ...any) {
		all = append(all, Corruption{fmt.Sprintf(name, args...), apply})
	}
	for _, s := range w.Steps {
		add(func(w *witness.Witness) { w.Deadlock.A.At = s.At }, "A waits at %q", s.At)
		add(func(w *witness.Witness) { w.Deadlock.B.At = s.At }, "B waits at %q", s.At)
	}
	add(func(w *witness.Witness) {
		w.Deadlock.A.At, w.Deadlock.B.At = w.Deadlock.B.At, w.Deadlock.A.At
	}, "waits swapped")
	add(func(w *witness.Witness) { w.Deadlock.B.At = w.Deadlock.A.At }, "waits equal")
	add(func(w *witness.Witness) { w.Deadlock.A.At = "" }, "only B waits")
	add(func(w *witness.Witness) { w.Deadlock.A.Choices = nil }, "A waits without choices")
	add(func(w *witness.Witness) { w.Deadlock.B.Choices = nil }, "B waits without choices")
	add(func(w *witness.Witness) { w.Race.A.At = w.Deadlock.A.At }, "also a race")
	return all
}

func corruptSteps(w *witness.Witness, random *rand.Rand) (all []Corruption) {
	add := func(apply func(w *witness.Witness), name string, args ...any) {
		all = append(all, Corruption{fmt.Sprintf(name, args...), apply})
	}
	places := []string{w.Race.A.At, w.Race.B.At, "1:1", "0:0", ""}
	for _, s := range w.Steps {
		places = append(places, s.At)
	}
	for i, s := range w.Steps {
		add(func(w *witness.Witness) { w.Steps = slice.Delete(w.Steps, i) }, "step %d dropped", i+1)
		add(func(w *witness.Witness) { w.Steps = slices.Insert(w.Steps, i, w.Steps[i]) },
			"step %d twice", i+1)
		if i+1 < len(w.Steps) {
			add(func(w *witness.Witness) { w.Steps[i], w.Steps[i+1] = w.Steps[i+1], w.Steps[i] },
				"steps %d and %d swapped", i+1, i+2)
		}
		j := random.Intn(len(w.Steps))
		add(func(w *witness.Witness) { w.Steps[i], w.Steps[j] = w.Steps[j], w.Steps[i] },
			"steps %d and %d swapped", i+1, j+1)
		other := strings.Trim("AB", s.Thread)
		add(func(w *witness.Witness) { w.Steps[i].Thread = other }, "step %d by %s", i+1, other)
		add(func(w *witness.Witness) { w.Steps[i].Do = w.Steps[j].Do },
			"step %d does as %d", i+1, j+1)
		add(func(w *witness.Witness) { w.Steps[i].Do += ";" }, "step %d does more", i+1)
		add(func(w *witness.Witness) { w.Steps[i].Args = append(w.Steps[i].Args, "a") },
			"step %d with one more argument", i+1)
		add(func(w *witness.Witness) { w.Steps[i].Steps += "0" }, "step %d longer", i+1)
		for _, at := range places {
			add(func(w *witness.Witness) { w.Steps[i].At = at }, "step %d at %q", i+1, at)
		}
		for k, c := range s.Choices {
			for _, take := range []string{
				witness.Then, witness.Else, witness.Loop, witness.Exit, "",
			} {
				add(func(w *witness.Witness) { w.Steps[i].Choices[k].Take = take },
					"step %d takes %q at %s", i+1, take, c.At)
			}
			add(func(w *witness.Witness) {
				w.Steps[i].Choices = slice.Delete(w.Steps[i].Choices, k)
			}, "step %d without choice %d", i+1, k+1)
			add(func(w *witness.Witness) { w.Steps[i].Choices[k].At = s.At },
				"step %d, choice %d at %s", i+1, k+1, s.At)
		}
	}
	return all
}

// Clone copies a witness by writing and reading it. It accepts a witness of another schema.
func Clone(t testing.TB, w *witness.Witness) *witness.Witness {
	t.Helper()
	text, err := w.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	c, err := witness.Read(bytes.NewReader(text))
	if err != nil && w.Schema == witness.Schema {
		t.Fatal(err)
	}
	return c
}
