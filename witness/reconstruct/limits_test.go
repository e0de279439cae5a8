package reconstruct

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/exact"
	"wobbly/internal/iltest"
	"wobbly/witness"
)

// racesOf lists the reports of Figure 7.
func racesOf(t *testing.T, core *il.Core) []abstract.Report {
	t.Helper()
	result, err := compact.Run(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reported, err := result.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return reported.ListRaces(1 << 20)
}

// doing formats the steps of a witness, such as "A 4:10 x := a [then]".
func doing(w *witness.Witness) (all []string) {
	for _, s := range w.Steps {
		text := s.Thread + " " + s.At + " " + s.Do
		for _, c := range s.Choices {
			text += " [" + c.Take + "]"
		}
		all = append(all, text)
	}
	return all
}

// TestWitnessInFull checks all steps of a witness with calls, choices and a schedule. Each if takes
// the cheaper branch, and the then-branch on a tie.
func TestWitnessInFull(t *testing.T) {
	core := iltest.Core(t, `private work(p) { x := p }
m(a) {
  lock();
  if * { x := a } else { x := a }
  if * { x := a; x := a } else { skip }
  if * { skip } else { work(a) }
  while * { lock(); unlock() }
  while * { a.f := a }
  unlock();
}
n(b) {
  if * { skip } else { x := b.f }
}
`)
	var race abstract.Report
	for _, r := range racesWithoutStability(t, core) {
		if r.Left.Unit.Name == "m" && r.Right.Unit.Name == "n" && r.Left.Kind == il.Write {
			race = r
		}
	}
	w, err := New(core).Witness(race, 100)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"A 3:3 lock()", "A 4:10 x := a [then]", "A 8:13 t'1 := a [else] [then] [exit] [loop]",
	}
	if got := doing(w); !slices.Equal(got, want) {
		t.Errorf("the steps are %q\nwant %q", got, want)
	}
	if c := w.Race.B.Choices; len(c) != 1 || c[0].Take != witness.Else {
		t.Errorf("the choices before B's access are %v, want one, else", c)
	}
}

// racesWithoutStability returns the candidates of Figure 7, reported or not.
func racesWithoutStability(t *testing.T, core *il.Core) []abstract.Report {
	t.Helper()
	result, err := compact.Run(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reported, err := result.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(reported.ListRaces(1<<20), reported.ListFiltered(1<<20))
}

// TestMaxSteps: a witness with exactly the allowed number of steps is written in full, and one with
// one step more is compressed.
func TestMaxSteps(t *testing.T) {
	core := iltest.Core(t, `private k(p) { x := p.g; }
m(a) { k(a); y := new(); a.f := y; }
n(b) { z := b.f; }
`)
	b := New(core)
	for _, r := range racesOf(t, core) {
		if r.Left.Unit == r.Right.Unit {
			continue
		}
		const steps = 4 // push, load, pop, new
		full, err := b.Witness(r, steps)
		if err != nil || full.Compressed || len(full.Steps) != steps {
			t.Errorf("Witness within %d steps = %q, %v; want all", steps, doing(full), err)
		}
		short, err := b.Witness(r, steps-1)
		if err != nil || !short.Compressed || len(short.Steps) != 2 {
			t.Fatalf("Witness within %d steps = %+v, %v; want a run and a step", steps-1,
				short.Steps, err)
		}
		if run := short.Steps[0]; run.Do != witness.Run || run.Steps != "3" {
			t.Errorf("within %d steps: first step %+v, want a run of 3", steps-1, run)
		}
	}
}

// TestPoints: points has every access of a unit, with its cost.
func TestPoints(t *testing.T) {
	var text strings.Builder
	text.WriteString("m(a) {\n")
	for i := range 20 {
		fmt.Fprintf(&text, "  x := a.f%d;\n", i)
	}
	text.WriteString("}\n")
	core := iltest.Core(t, text.String())
	s := New(core).callPaths
	p := s.points(core.Methods["m"])
	for i, stmt := range core.Methods["m"].Body.List() {
		at, ok := p.accesses[il.Site{At: stmt.Pos(), Kind: il.Read}]
		if !ok || at.stmt != stmt || at.cost != exact.Of(i) {
			t.Errorf("the read at statement %d is the point %+v (%t)", i, at, ok)
		}
		if _, ok := p.accesses[il.Site{At: stmt.Pos(), Kind: il.Write}]; ok {
			t.Errorf("there is a point for a write at statement %d", i)
		}
	}
}

// TestMaxKnown: a Builder that drops cached results returns the same ones again.
func TestMaxKnown(t *testing.T) {
	core := iltest.Core(t, `private k(p) { p.f := p.g; }
private m(p) { k(p); k(p.f); }
u(a) { m(a); m(a.g); k(a.f); y := new(); a.h := y; }
`)
	remembers, forgets := New(core), New(core)
	forgets.callPaths.maxKnown = 2
	for _, r := range racesWithoutStability(t, core) {
		for _, s := range []abstract.Side{r.Left, r.Right} {
			got, want := forgets.Calls(s), remembers.Calls(s)
			if !slices.Equal(got, want) || len(want) == 0 && s.Path != "a.h" {
				t.Errorf("Calls of %v = %v, want %v", s, got, want)
			}
			if n := len(forgets.callPaths.known); n > 2 {
				t.Errorf("%d results are cached, want at most 2", n)
			}
		}
	}
}

// TestLabels: a command has the same label whether it is cached or not.
func TestLabels(t *testing.T) {
	core := iltest.Core(t, "m(a) {\n  x := a.f;\n  x := a.f;\n}\n")
	b := New(core)
	commands := core.Methods["m"].Body.List()
	for round := range 2 {
		for i, s := range commands {
			want := label{fmt.Sprint(i+2, ":3"), "x := a.f"}
			if got := b.label(s.(il.Command)); got != want {
				t.Errorf("round %d: label = %v, want %v", round, got, want)
			}
		}
		if len(b.labels) != len(commands) {
			t.Errorf("round %d: %d labels are cached, want %d", round, len(b.labels), len(commands))
		}
	}
	// One below the limit a label is cached, and at the limit it is not.
	last := commands[len(commands)-1]
	for n, kept := range map[int]bool{maxLabels - 1: true, maxLabels: false} {
		b.labels = map[il.Stmt]label{}
		for len(b.labels) < n {
			b.labels[&il.Skip{}] = label{}
		}
		if got := b.label(last.(il.Command)); got.text != "x := a.f" {
			t.Errorf("with %d labels: label = %v, want the text x := a.f", n, got)
		}
		if _, ok := b.labels[last]; ok != kept {
			t.Errorf("with %d labels the last one is cached: %v, want %v", n, ok, kept)
		}
	}
}

// TestObjectNames: object returns the right name, whether it is in objects or not.
func TestObjectNames(t *testing.T) {
	for _, i := range []int{0, 1, len(objects) - 1, len(objects), len(objects) + 1, 1000} {
		if got, want := object(i), fmt.Sprint("o", i); got != want {
			t.Errorf("object(%d) = %s, want %s", i, got, want)
		}
	}
}

// TestCost: the cost of a call path is the number of steps that the thread takes along it.
func TestCost(t *testing.T) {
	sides := 0
	iltest.Random(t, 300, gen.Default(), func(core *il.Core) {
		b := New(core)
		for _, r := range racesWithoutStability(t, core) {
			for _, s := range []abstract.Side{r.Left, r.Right} {
				path := b.callPaths.find(b.callPaths.targetOf(s))
				thread := b.threads(false)[0]
				thread.runTo(b.callPaths.targetOf(s))
				if path.cost != exact.Of(len(thread.steps)) {
					t.Fatalf("the path to %v has the cost %v, but %d steps\n%s", s, path.cost,
						len(thread.steps), core.Source.Text)
				}
				sides++
			}
		}
	})
	if sides < 1000 {
		t.Errorf("only %d paths were compared, want 1000", sides)
	}
}

// TestCallPath: among the calls that lead to an access, the one with the shortest path is taken,
// and the first of these.
func TestCallPath(t *testing.T) {
	const methods = "private set(p) { y := new(); p.f := y; } private deep(q) { set(q); }\n"
	for _, c := range []struct {
		what, body string
		want       []string
	}{
		{"the first of two calls", "set(a); set(a);", []string{"2:8"}},
		{"the first of two branches", "if * { set(a); } else { set(a); }", []string{"2:15"}},
		{"the shorter branch", "if * { x := a; set(a); } else { set(a); }", []string{"2:40"}},
		{"not through a call more", "if * { deep(a); } else { set(a); }", []string{"2:33"}},
		{
			"as long as through a call more",
			"if * { deep(a); } else { x := a; set(a); }", []string{"2:15", "1:60"},
		},
		{
			"shorter through a call more",
			"if * { x := a; x := a; set(a); } else { deep(a); }", []string{"2:48", "1:60"},
		},
	} {
		core := iltest.Core(t, methods+"m(a) { "+c.body+" }\n")
		m := core.Methods["m"]
		store := core.Methods["set"].Body.List()[1]
		var at []string
		access := abstract.Access{At: store.Pos(), Kind: il.Write, Path: "a.f"}
		side := abstract.Side{Unit: m, Access: access}
		for _, call := range New(core).Calls(side) {
			at = append(at, core.Source.At(call.At))
		}
		if !slices.Equal(at, c.want) {
			t.Errorf("%s: the call path in %s is %v, want %v", c.what, c.body, at, c.want)
		}
	}
}
