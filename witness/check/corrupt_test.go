package check

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/witness"
)

// corruption is a named way to spoil a copy of a witness.
type corruption struct {
	name  string
	apply func(w *witness.Witness)
}

// corruptions lists, for one witness, every way to drop or repeat a step, to
// swap adjacent steps, some pairs and the steps' threads, to change a cell, a
// binding, a position, a choice or an argument, and so on.
func corruptions(w *witness.Witness, random *rand.Rand) []corruption {
	all := corruptSteps(w, random)
	add := func(apply func(w *witness.Witness), name string, args ...any) {
		all = append(all, corruption{fmt.Sprintf(name, args...), apply})
	}
	for i := range w.Init.Cells {
		for _, o := range append(w.Init.Objects, "o99", "") {
			add(func(w *witness.Witness) { w.Init.Cells[i][2] = o }, "cell %d holds %q", i, o)
			add(func(w *witness.Witness) { w.Init.Cells[i][0] = o }, "cell %d is of %q", i, o)
		}
		add(func(w *witness.Witness) { w.Init.Cells = slices.Delete(w.Init.Cells, i, i+1) }, "cell %d dropped", i)
	}
	for _, o := range append(w.Init.Objects, "o99", "") {
		for _, x := range slices.Sorted(maps.Keys(w.Init.A)) {
			add(func(w *witness.Witness) { w.Init.A[x] = o }, "A.%s = %q", x, o)
			add(func(w *witness.Witness) { w.Init.B[x] = o }, "B.%s = %q", x, o)
		}
		add(func(w *witness.Witness) { w.Race.Cell[0] = o }, "race on %q", o)
	}
	for _, f := range []string{"f", "g", "", "h"} {
		add(func(w *witness.Witness) { w.Race.Cell[1] = f }, "race on field %q", f)
	}
	add(func(w *witness.Witness) { w.Race.A.At, w.Race.B.At = w.Race.B.At, w.Race.A.At }, "race positions swapped")
	add(func(w *witness.Witness) { w.Race.A.Kind = "read" }, "A reads")
	add(func(w *witness.Witness) { w.Race.A.Kind = "write" }, "A writes")
	add(func(w *witness.Witness) { w.Race.B.Kind = "read" }, "B reads")
	add(func(w *witness.Witness) { w.Race.B.Kind = "write" }, "B writes")
	add(func(w *witness.Witness) { w.Race.A, w.Race.B = w.Race.B, w.Race.A }, "race sides swapped")
	add(func(w *witness.Witness) { w.Init.A, w.Init.B = w.Init.B, w.Init.A }, "stacks swapped")
	add(func(w *witness.Witness) { w.Units[0], w.Units[1] = w.Units[1], w.Units[0] }, "units swapped")
	add(func(w *witness.Witness) { w.Units[1] = w.Units[0] }, "units equal")
	add(func(w *witness.Witness) { w.Compressed = !w.Compressed }, "compressed or not")
	add(func(w *witness.Witness) { w.Program = witness.Digest("") }, "another program")
	add(func(w *witness.Witness) { w.Schema += " " }, "another schema")
	return all
}

func corruptSteps(w *witness.Witness, random *rand.Rand) (all []corruption) {
	add := func(apply func(w *witness.Witness), name string, args ...any) {
		all = append(all, corruption{fmt.Sprintf(name, args...), apply})
	}
	places := []string{w.Race.A.At, w.Race.B.At, "1:1", "0:0", ""}
	for _, s := range w.Steps {
		places = append(places, s.At)
	}
	for i, s := range w.Steps {
		add(func(w *witness.Witness) { w.Steps = slices.Delete(w.Steps, i, i+1) }, "step %d dropped", i+1)
		add(func(w *witness.Witness) { w.Steps = slices.Insert(w.Steps, i, w.Steps[i]) }, "step %d twice", i+1)
		if i+1 < len(w.Steps) {
			add(func(w *witness.Witness) { w.Steps[i], w.Steps[i+1] = w.Steps[i+1], w.Steps[i] }, "steps %d and %d swapped", i+1, i+2)
		}
		j := random.Intn(len(w.Steps))
		add(func(w *witness.Witness) { w.Steps[i], w.Steps[j] = w.Steps[j], w.Steps[i] }, "steps %d and %d swapped", i+1, j+1)
		other := strings.Trim("AB", s.Thread)
		add(func(w *witness.Witness) { w.Steps[i].Thread = other }, "step %d by %s", i+1, other)
		add(func(w *witness.Witness) { w.Steps[i].Do = w.Steps[j].Do }, "step %d does as %d", i+1, j+1)
		add(func(w *witness.Witness) { w.Steps[i].Do += ";" }, "step %d does more", i+1)
		add(func(w *witness.Witness) { w.Steps[i].Args = append(w.Steps[i].Args, "a") }, "step %d with an argument more", i+1)
		add(func(w *witness.Witness) { w.Steps[i].Steps += "0" }, "step %d longer", i+1)
		for _, at := range places {
			add(func(w *witness.Witness) { w.Steps[i].At = at }, "step %d at %q", i+1, at)
		}
		for k, c := range s.Choices {
			for _, take := range []string{witness.Then, witness.Else, witness.Loop, witness.Exit, ""} {
				add(func(w *witness.Witness) { w.Steps[i].Choices[k].Take = take }, "step %d takes %q at %s", i+1, take, c.At)
			}
			add(func(w *witness.Witness) { w.Steps[i].Choices = slices.Delete(w.Steps[i].Choices, k, k+1) }, "step %d without choice %d", i+1, k+1)
			add(func(w *witness.Witness) { w.Steps[i].Choices[k].At = s.At }, "step %d, choice %d at %s", i+1, k+1, s.At)
		}
	}
	return all
}

// clone copies a witness through its written form.
func clone(t testing.TB, w *witness.Witness) *witness.Witness {
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

// A sealed witness that is changed in any way is refused. Without a seal most
// changes are still refused; the others are witnesses in their own right, such
// as two independent steps in the other order.
func TestRefusesCorrupted(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	refusals, passes, kinds := 0, 0, map[Kind]int{}
	for _, c := range accepted {
		core := program(t, c.program)
		good := write(t, core, c.notation)
		checker := New(core)
		for _, corrupt := range corruptions(good, random) {
			w := clone(t, good)
			corrupt.apply(w)
			if reflect.DeepEqual(w, good) || w.Sum() == good.Sum() {
				continue
			}
			name := c.name + ", " + corrupt.name
			sealed := reasonable(t, name, checker, w)
			if sealed == nil {
				t.Errorf("%s: accepted though sealed", name)
				continue
			}
			w.Seal = ""
			open := reasonable(t, name, checker, w)
			switch {
			case open == nil && sealed.Kind == Altered:
				passes++
			case open == nil || *open != *sealed:
				t.Errorf("%s: refused sealed for %v, not sealed for %v", name, sealed, open)
			default:
				refusals++
				kinds[open.Kind]++
			}
		}
	}
	if refusals < 1000 || passes*8 > refusals {
		t.Errorf("without a seal %d corrupted witnesses are refused and %d pass", refusals, passes)
	}
	for _, k := range []Kind{Document, Program, Units, Initial, Form, Command, Choices, Arguments, Lock, Length, Quotient, Cell} {
		if kinds[k] == 0 {
			t.Errorf("no corrupted witness is refused as %s", k)
		}
	}
}

// reasonable checks a witness and, where it is refused, that the reason is in
// good order and that a new checker gives the same.
func reasonable(t *testing.T, name string, c *Checker, w *witness.Witness) *Refusal {
	t.Helper()
	err, again := c.Check(w), New(c.core).Check(w)
	if err == nil {
		if again != nil {
			t.Errorf("%s: accepted, and refused by a new checker: %v", name, again)
		}
		return nil
	}
	var r *Refusal
	if !errors.As(err, &r) || r.Reason == "" || strings.Contains(err.Error(), "%!") || strings.ContainsAny(err.Error(), "\n\x00") {
		t.Errorf("%s: bad refusal %q", name, err)
	}
	if r.Step < 0 || r.Step > r.Total+1 || r.Total != len(w.Steps) {
		t.Errorf("%s: step %d of %d", name, r.Step, r.Total)
	}
	if again == nil || again.Error() != err.Error() {
		t.Errorf("%s: %v; a new checker says %v", name, err, again)
	}
	return r
}

// A witness of one program is refused for every other one, even if it differs
// only in a comment.
func TestRefusesForAnotherProgram(t *testing.T) {
	core, w := named(t, "burble")
	for _, text := range []string{core.Source.Text + "// the end\n", strings.TrimPrefix(sugar, "\n")} {
		src := il.NewSource("other.il", text)
		var r *Refusal
		if err := New(program(t, text)).Check(w); !errors.As(err, &r) || r.Kind != Program {
			t.Errorf("got %v", err)
		}
		if err := sourceText(src, w); !errors.As(err, &r) || r.Kind != Program {
			t.Errorf("got %v", err)
		}
	}
}

// FuzzCheck: whatever bytes can be read as a witness are accepted or refused
// without a panic, and a checker that has seen others says the same as a new
// one. The digest and the seal are put right, for most of what is to be checked
// lies behind them.
func FuzzCheck(f *testing.F) {
	texts := []string{burble, atOnce, branches, calls, sugar, fresh, nested, runs, spoiling, drifting, captured}
	cores := make([]*il.Core, len(texts))
	used := make([]*Checker, len(texts))
	for i, text := range texts {
		cores[i] = program(f, text)
		used[i] = New(cores[i])
	}
	for _, c := range append(opened, accepted...) {
		i := slices.Index(texts, c.program)
		text, err := write(f, cores[i], c.notation).MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, byte(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, which byte) {
		i := int(which) % len(texts)
		w, err := witness.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		w.Program, w.Seal = witness.Digest(cores[i].Source.Text), ""
		reasonable(t, "fuzz", used[i], w)
	})
}
