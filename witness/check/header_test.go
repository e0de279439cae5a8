package check

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/witness"
)

// altered has refusals of accepted witnesses that are altered. Their seal is removed.
var altered = []struct {
	name string // the name of the accepted witness
	kind Kind
	edit func(w *witness.Witness)
	want string
}{
	{"burble", Document, func(w *witness.Witness) { w.Schema = "wobbly/witness/2" },
		`the schema is "wobbly/witness/2", and this checker knows "wobbly/witness/1"`},
	{"burble", Program, func(w *witness.Witness) { w.Program = "0" },
		`the witness is for another source text: it names the digest "0"`},
	{"burble", Units, func(w *witness.Witness) { w.Units[1] = "neps" },
		`the program has no method "neps"`},
	{"burble", Units, func(w *witness.Witness) { w.Units = [2]string{"reps", "meps"} },
		`meps comes before reps in the file, so it is the unit of thread A`},
	{"calls", Units, func(w *witness.Witness) { w.Units[1] = "mid" },
		`mid is private, so no thread executes it on its own`},
	{"no step", Units, func(w *witness.Witness) { w.Units[0] = "B" },
		`the units of C1 || C2 are A and B, not "B" and "B"`},

	{"burble", Initial, func(w *witness.Witness) { w.Init.Objects = nil },
		`initial state: the initial state has no objects`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.Objects[1] = "o1" },
		`initial state: the object "o1" is listed twice`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.Objects[1] = "" },
		`initial state: an initial object has an empty name`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.Objects = w.Init.Objects[1:] },
		`initial state: a cell is of "o1", which is not an initial object`},
	{"burble", Initial,
		func(w *witness.Witness) { w.Init.Objects = append(w.Init.Objects, "o 3\n") },
		`initial state: the cell "o 3\n".f is not given`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.Cells = w.Init.Cells[:1] },
		`initial state: the cell o2.f is not given`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.Cells[1] = w.Init.Cells[0] },
		`initial state: the cell o1.f is given twice`},
	{"burble", Initial, func(w *witness.Witness) {
		w.Init.Objects = append(w.Init.Objects, "o3", "o4") // so that cells are missing too
		w.Init.Cells[1] = w.Init.Cells[0]
	}, `initial state: the cell o1.f is given twice`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.Cells[1][1] = "g" },
		`initial state: a cell is of the field "g", which the program does not have`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.Cells[1][2] = "o3" },
		`initial state: the cell o2.f holds "o3", which is not an initial object`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.A.Bind("y", "o1") },
		`initial state: thread A: "y" is not a parameter of meps`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.B.Bind("b", "nil") },
		`initial state: thread B: b holds "nil", which is not an initial object`},
	{"burble", Initial, func(w *witness.Witness) { w.Init.B = nil },
		`initial state: thread B: the parameter b of reps is not bound`},
	{"no step", Initial, func(w *witness.Witness) { w.Init.A.Bind("arg2", "o1") },
		`initial state: thread A: "arg2" is not a parameter of A`},

	{"run", Initial, func(w *witness.Witness) { w.Init.Cells[4][2] = "l0" },
		`initial state: a compressed witness needs a sink, but no object points only to itself`},
	{"run", Initial,
		func(w *witness.Witness) { w.Init.Cells[2][2], w.Init.Cells[3][2] = "l1", "l1" },
		`initial state: a compressed witness needs one sink, but l1 and o both point only to
		themselves`},
	{"run", Initial, func(w *witness.Witness) { w.Init.Cells[1][2] = "l1" },
		`initial state: a compressed witness starts from one backbone or from two that meet, but
		two fields of l0 do not hold the sink o`},
	{"run", Initial, func(w *witness.Witness) { w.Init.Cells[2][2] = "l1" },
		`initial state: a compressed witness starts from one backbone or from two that meet, but
		2 cells off the sink hold l1, which is not the end of two`},
	{"run", Initial, func(w *witness.Witness) { w.Init.Cells[2][2] = "l0" },
		`initial state: a compressed witness starts from one backbone or from two that meet, but
		no object except the sink o begins one`},
	{"run", Initial, func(w *witness.Witness) { w.Init.Cells[0][2] = "o" },
		`initial state: a compressed witness starts from one backbone or from two that meet, but
		those that begin at l0 and l1 do not meet`},
	{"self pair", Initial, func(w *witness.Witness) { w.Compressed = true },
		`initial state: a compressed witness starts from one backbone or from two that meet, but
		no object except the sink o1 begins one`},

	{"burble", Form, func(w *witness.Witness) { w.Steps[0].Args = []string{"b"} },
		`step 1: thread A: "lock()" takes no arguments; only push does`},
	{"calls", Form, func(w *witness.Witness) { w.Steps[0].Steps = "9" },
		`step 1: thread A: "push" is one step; only run counts its steps`},
	{"burble", Command, func(w *witness.Witness) { w.Steps[0].Do = "lo ck()" },
		`step 1: thread A: the witness says A executes "lo ck()" at 2:3, but A's next command
		there is lock()`},
	{"calls", Command, func(w *witness.Witness) { w.Steps[0].Do, w.Steps[0].Args = " push", nil },
		`step 1: thread A: the witness says A executes " push" at 2:3, but A's next command
		there is the call mid(a.f, a)`},
	{"burble", Command, func(w *witness.Witness) { w.Steps[0].Do = "" },
		`step 1: thread A: the witness says A executes "" at 2:3, but A's next command there is
		lock()`},
	{"burble", Form, func(w *witness.Witness) { w.Steps[0].At = "x\x00" },
		`step 1: thread A: "x\x00" is not a position of the program`},
	{"calls", Arguments,
		func(w *witness.Witness) { w.Steps[0].Args = strings.Split("abcdefghijkl", "") },
		`step 1: thread A: the witness passes "a", "b", "c", "d", "e", "f", "g", "h", and 4
		more, but the call is mid(a.f, a)`},
	{"run", Arguments, func(w *witness.Witness) { w.Steps[0].Args = []string{"b"} },
		`step 1: thread A: the witness passes "b", but the call is work(a)`},
	{"run", Form, func(w *witness.Witness) { w.Compressed = false },
		`step 1: thread A: a run stands in a witness that is not marked as compressed`},
	{"burble", Cell, func(w *witness.Witness) { w.Race.Cell = [2]string{"", "o 1"} },
		`at the race: both accesses are of o1.f, not of ""."o 1" as the witness says`},
	{"burble", Cell, func(w *witness.Witness) { w.Seal, w.Race.Cell[0] = "0123456789abcdef", "o2" },
		`at the race: both accesses are of o1.f, not of o2.f as the witness says`},
}

// named returns the accepted witness of a name and its program.
func named(t testing.TB, name string) (*il.Core, *witness.Witness) {
	t.Helper()
	for _, c := range accepted {
		if c.name == name {
			core := program(t, c.program)
			return core, parseWitness(t, core, c.notation)
		}
	}
	t.Fatalf("no accepted witness is named %q", name)
	return nil, nil
}

// TestRefusesAltered: each witness of altered is refused with its message.
func TestRefusesAltered(t *testing.T) {
	for _, c := range altered {
		core, w := named(t, c.name)
		w.Seal = ""
		c.edit(w)
		refuses(t, core, w, c.kind, c.want)
	}
}

// TestAcceptsAnySeal: a witness is accepted with any seal, because it is judged by its contents.
func TestAcceptsAnySeal(t *testing.T) {
	for _, seal := range []string{"", "0123456789abcdef", "\x00"} {
		for _, c := range accepted {
			core, w := named(t, c.name)
			w.Seal = seal
			if err := New(core).Check(w); err != nil {
				t.Errorf("Check of %s with the seal %q: %v", c.name, seal, err)
			}
		}
	}
}

// TestAcceptsArgumentsOfRuns: a run may repeat the arguments of its call.
func TestAcceptsArgumentsOfRuns(t *testing.T) {
	core, w := named(t, "run")
	w.Seal, w.Steps[0].Args = "", []string{"a"}
	if err := New(core).Check(w); err != nil {
		t.Errorf("Check of a run with arguments: %v", err)
	}
}

// TestRefusalNamesItsPlace: a refusal has the step, the thread and the position. The race counts as
// one more step.
func TestRefusalNamesItsPlace(t *testing.T) {
	core, w := named(t, "calls")
	w.Seal, w.Steps[2].Do = "", "pop"
	want := Refusal{Step: 3, Total: 5, Thread: "B", At: "15:3", Kind: Command,
		Reason: `the witness says B executes "pop" at 15:3, but B's next command there is y := a.f`}
	var r *Refusal
	if err := New(core).Check(w); !errors.As(err, &r) || *r != want {
		t.Errorf("Check with another step = %+v, want %+v", r, want)
	}
	w.Steps[2].Do, w.Race.B.Kind = "y := a.f", "write"
	if err := New(core).Check(w); !errors.As(err, &r) || r.Step != 6 || r.Total != 5 ||
		r.Thread != "B" || r.At != "16:3" {
		t.Errorf("Check with another race = %+v, want step 6 of 5, thread B, at 16:3", r)
	}
}

// TestRefusesNoWitness: nil is refused.
func TestRefusesNoWitness(t *testing.T) {
	core := program(t, burble)
	refuses(t, core, nil, Document, "there is no witness")
	const want = "there is no witness"
	if err := sourceText(core.Source, nil); err == nil || err.Error() != want {
		t.Errorf("sourceText of no witness = %v, want %s", err, want)
	}
}

// TestTextRefuses: a witness for another text is refused, and one for a text that is not legal.
func TestTextRefuses(t *testing.T) {
	_, w := named(t, "burble")
	err := sourceText(il.NewSource("x.il", "m(a) { a.f := a }"), w)
	want := fmt.Sprintf("the witness is for another source text: it names the digest %q", w.Program)
	if err == nil || err.Error() != want {
		t.Errorf("sourceText of another text = %v, want %s", err, want)
	}
	for _, text := range []string{"m(a) { a.f := ", "m(a) { unlock() }"} {
		w.Program = witness.Digest(text)
		err := sourceText(il.NewSource("x.il", text), w)
		var r *Refusal
		if !errors.As(err, &r) || r.Kind != Program ||
			!strings.HasPrefix(err.Error(), "the source text is not a legal program: 1:") {
			t.Errorf("sourceText(%s) = %v, want that it is not a legal program", text, err)
		}
	}
}

// TestKindsHaveNames: each kind of refusal has a name of its own.
func TestKindsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for k := Document; k <= Reads; k++ {
		if seen[k.String()] || k.String() == "" {
			t.Errorf("the name of kind %d is %q, want one that no other kind has", k, k)
		}
		seen[k.String()] = true
	}
	if got := (Reads + 1).String(); got != "kind 15" {
		t.Errorf("the name of an unknown kind is %q, want kind 15", got)
	}
}

// sourceText parses and checks a source text and checks a witness against it. The error is a
// *Refusal even if the text is not a legal program.
func sourceText(src *il.Source, w *witness.Witness) error {
	if w != nil && w.Program != witness.Digest(src.Text) {
		r := refuse(Program, "the witness is for another source text: it names the digest %s",
			quote(w.Program))
		r.Total = len(w.Steps)
		return r
	}
	p, errs := parse.File(src)
	if len(errs) == 0 {
		var core *il.Core
		if core, errs = check.Program(p, check.Options{}); core != nil {
			return New(core).Check(w)
		}
	}
	if len(errs) == 0 {
		return refuse(Program, "the source text is not a legal program")
	}
	return refuse(Program, "the source text is not a legal program: %s: %s", src.At(errs[0].At),
		errs[0].Message)
}

// TestAcceptsAnyLayout: the text of a step is parsed, so spaces in it do not matter.
func TestAcceptsAnyLayout(t *testing.T) {
	for _, c := range accepted {
		core, w := named(t, c.name)
		for i := range w.Steps {
			s := &w.Steps[i]
			if s.Do != witness.Push && s.Do != witness.Pop && s.Do != witness.Run {
				s.Do = " " +
					strings.NewReplacer(" := ", ":=", ".", " . ", "()", "(\t)").Replace(s.Do) + "\n"
			}
			for k, arg := range s.Args {
				s.Args[k] = " " + strings.ReplaceAll(arg, ".", "\t. ")
			}
		}
		if err := New(core).Check(w); err != nil {
			t.Errorf("Check of %s in another layout: %v", c.name, err)
		}
	}
}
