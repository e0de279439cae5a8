package check

import (
	"bytes"
	"errors"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// TestRefusesCorrupted: most changes of a witness are refused, whether it has its own seal, none,
// or another one. The others are still witnesses, such as those with two independent steps
// exchanged: the semantics, which shares no code with the checker, reaches the race that they
// claim.
func TestRefusesCorrupted(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	refusals, passes := 0, 0
	kinds := map[Kind]int{} // of the refusals
	for _, c := range accepted {
		core := program(t, c.program)
		good := parseWitness(t, core, c.notation)
		checker := New(core)
		for _, corrupt := range iltest.Corruptions(good, random) {
			w := iltest.Clone(t, good)
			corrupt.Apply(w)
			if reflect.DeepEqual(w, good) || w.Sum() == good.Sum() {
				continue
			}
			name := c.name + ", " + corrupt.Name
			sealed := checkReasonable(t, name, checker, w)
			for _, seal := range []string{"", w.Sum(), "0123456789abcdef"} {
				w.Seal = seal
				r := checkReasonable(t, name, checker, w)
				if (r == nil) != (sealed == nil) || r != nil && *r != *sealed {
					t.Errorf("%s: Check = %v, and with the seal %q %v", name, sealed, seal, r)
				}
			}
			switch {
			case sealed != nil:
				refusals++
				kinds[sealed.Kind]++
			case !races(core, w):
				t.Errorf("%s: accepted, but the semantics does not reach the race", name)
			default:
				passes++
			}
		}
	}
	if refusals < 1000 || passes*8 > refusals || passes < 20 {
		t.Errorf("%d corrupted witnesses are refused and %d accepted, want at least 1000, and from "+
			"20 to an eighth of these", refusals, passes)
	}
	for _, k := range []Kind{
		Document, Program, Units, Initial, Form, Command, Choices, Arguments, Lock, Length,
		Quotient, Cell,
	} {
		if kinds[k] == 0 {
			t.Errorf("no corrupted witness is refused as %s", k)
		}
	}
}

// races reports whether package semantics reaches the race that a witness claims.
func races(core *il.Core, w *witness.Witness) bool {
	_, err := execution.FromWitness(core, w, 1<<20)
	return err == nil
}

// checkReasonable checks a witness. A refusal must have a reason, and a new checker must agree.
func checkReasonable(t *testing.T, name string, c *Checker, w *witness.Witness) *Refusal {
	t.Helper()
	err, again := c.Check(w), New(c.core).Check(w)
	if err == nil {
		if again != nil {
			t.Errorf("%s: accepted, and refused by a new checker: %v", name, again)
		}
		return nil
	}
	var r *Refusal
	text := err.Error()
	broken := strings.Contains(text, "%!") || strings.ContainsAny(text, "\n\x00")
	if !errors.As(err, &r) || r.Reason == "" || broken {
		t.Fatalf("%s: Check = %q, want a Refusal with a reason on one line", name, err)
	}
	if r.Step < 0 || r.Step > r.Total+1 || r.Total != len(w.Steps) {
		t.Errorf("%s: refused at step %d of %d, but the witness has %d", name, r.Step, r.Total,
			len(w.Steps))
	}
	if again == nil || again.Error() != err.Error() {
		t.Errorf("%s: Check = %v, and that of a new checker %v", name, err, again)
	}
	return r
}

// TestRefusesForAnotherProgram: a witness of a program that differs only in a comment is refused.
func TestRefusesForAnotherProgram(t *testing.T) {
	core, w := named(t, "burble")
	for _, text := range []string{
		core.Source.Text + "// the end\n", strings.TrimPrefix(sugar, "\n"),
	} {
		src := il.NewSource("other.il", text)
		var r *Refusal
		if err := New(program(t, text)).Check(w); !errors.As(err, &r) || r.Kind != Program {
			t.Errorf("Check for another program = %v, want the kind %v", err, Program)
		}
		if err := sourceText(src, w); !errors.As(err, &r) || r.Kind != Program {
			t.Errorf("sourceText of another program = %v, want the kind %v", err, Program)
		}
	}
}

// FuzzCheck: any bytes that can be read as a witness are accepted or refused without a panic, and a
// checker that has seen other witnesses agrees with a new one. The digest and the seal are
// corrected first, because most checks come after them.
func FuzzCheck(f *testing.F) {
	texts := []string{
		burble, atOnce, branches, calls, sugar, fresh, nested, runs, spoiling, drifting, captured,
	}
	cores := make([]*il.Core, len(texts))
	used := make([]*Checker, len(texts))
	for i, text := range texts {
		cores[i] = program(f, text)
		used[i] = New(cores[i])
	}
	for _, c := range append(opened, accepted...) {
		i := slices.Index(texts, c.program)
		text, err := parseWitness(f, cores[i], c.notation).MarshalJSON()
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
		checkReasonable(t, "fuzz", used[i], w)
	})
}
