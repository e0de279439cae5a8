package picture

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
	"wobbly/witness"
)

// example returns the program of a file of ../../examples.
func example(t testing.TB, name string) *il.Core {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return program(t, name, string(text))
}

// program returns the program of a text, which must be legal.
func program(t testing.TB, name, text string) *il.Core {
	t.Helper()
	p, errs := parse.File(il.NewSource(name, text))
	if len(errs) > 0 {
		t.Fatalf("parsing %s: %v", name, errs)
	}
	core, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("checking %s: %v", name, errs)
	}
	return core
}

// pair finds a pair of units by their names.
func pair(t testing.TB, core *il.Core, left, right string) il.Pair {
	t.Helper()
	p, ok := execution.PairOf(core, [2]string{left, right})
	if !ok {
		t.Fatalf("no pair %s, %s", left, right)
	}
	return p
}

// witnessOf returns the witness of the first race of a pair at two lines, as the exact search finds
// it.
func witnessOf(t testing.TB, core *il.Core, p il.Pair, lines [2]int) *witness.Witness {
	t.Helper()
	o := explore.Defaults()
	o.Unroll, o.Workers = 2, 1
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Races {
		if core.Source.Position(x.Left.At).Line == lines[0] &&
			core.Source.Position(x.Right.At).Line == lines[1] {
			return x.Witness()
		}
	}
	t.Fatalf("no race at lines %v", lines)
	return nil
}

// schedule returns the story of a schedule such as "A+ B A-": letters of threads, each with the
// choices before its step. + stands for then and loop, and - for else and exit.
func schedule(t testing.TB, core *il.Core, p il.Pair, in semantics.Init, text string) *Story {
	t.Helper()
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	var steps []execution.Turn
	for _, word := range strings.Fields(text) {
		s := execution.Turn{Thread: semantics.A}
		if word[0] == 'B' {
			s.Thread = semantics.B
		}
		for _, sign := range word[1:] {
			take := takeOf(k.Threads[s.Thread].Point, sign == '+')
			s.Decisions = append(s.Decisions, take)
			next, stuck := semantics.Choose(k, s.Thread, take)
			if stuck != nil {
				t.Fatalf("the choice %s is stuck: %s", word, stuck)
			}
			k = next
		}
		next, _, stuck := semantics.Next(k, s.Thread)
		if stuck != nil {
			t.Fatalf("the step %s is stuck: %s", word, stuck)
		}
		k = next
		steps = append(steps, s)
	}
	x, err := execution.Replay(core, p, in, steps, [2][]semantics.Take{})
	if err != nil {
		t.Fatal(err)
	}
	return New(x)
}

// takeOf returns the first or the second way to go on at an if or while.
func takeOf(p semantics.Point, first bool) semantics.Take {
	_, loop := p.Stmt().(*il.While)
	switch {
	case loop && first:
		return semantics.Loop
	case loop:
		return semantics.Exit
	case first:
		return semantics.Then
	default:
		return semantics.Else
	}
}

// initial returns the initial state of a text such as "o1.f=o2 A.b=o1". A cell that is not
// mentioned holds its own object.
func initial(core *il.Core, text string) semantics.Init {
	given := &il.Init{}
	for _, word := range strings.Fields(text) {
		place, value, _ := strings.Cut(word, "=")
		object, name, _ := strings.Cut(place, ".")
		switch object {
		case "A", "B":
			given.Bindings = append(given.Bindings,
				il.Binding{Thread: int(object[0] - 'A'), Variable: name, Value: value})
		default:
			given.Cells = append(given.Cells, il.Cell{Object: object, Field: name, Value: value})
		}
	}
	return semantics.GivenInit(given, core.Fields)
}

// story is a story with a name.
type story struct {
	name string
	*Story
}

// stories returns the stories of the golden files.
func stories(t testing.TB) []story {
	return []story{
		{"burble", burble(t)}, {"alias", alias(t)}, {"list", list(t)}, {"calls", calls(t)},
		{"deep", deep(t)}, {"many", many(t)},
	}
}

// burble returns a story that ends in the race of the paper's Figure 2.
func burble(t testing.TB) *Story {
	core := example(t, "burble.il")
	return fromWitness(t, core, witnessOf(t, core, pair(t, core, "meps", "reps"), [2]int{26, 32}))
}

// fromWitness returns the story of a witness.
func fromWitness(t testing.TB, core *il.Core, w *witness.Witness) *Story {
	t.Helper()
	x, err := execution.FromWitness(core, w, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return New(x)
}

// alias returns a story that goes on after a race under another name.
func alias(t testing.TB) *Story {
	core := example(t, "alias-local.il")
	return schedule(t, core, pair(t, core, "m", "n"),
		initial(core, "o1.f=o2 A.b=o1 B.b=o1"), "A A A B")
}

// list returns a story that walks a list of five objects that ends in a cycle.
func list(t testing.TB) *Story {
	core := example(t, "loop-walk.il")
	in := initial(core,
		"o1.next=o2 o2.next=o3 o3.next=o4 o4.next=o5 o5.next=o3 o5.f=o1 A.b=o1 B.b=o5")
	return schedule(t, core, pair(t, core, "walk", "set"), in, "A A+ B A+ A+ A+ B A-")
}

// calls returns a story that ends in a race inside a call.
func calls(t testing.TB) *Story {
	core := example(t, "chain-two.il")
	return fromWitness(t, core, witnessOf(t, core, pair(t, core, "outer", "peek"), [2]int{19, 27}))
}

// deep returns a story with three calls in each other, in a heap in which one object is the sink.
func deep(t testing.TB) *Story {
	core := example(t, "chain-three.il")
	p := pair(t, core, "top", "other")
	in := semantics.SpecialInit(core, p, []string{"y", "r", "f"}, [2]string{"b", "c"})
	return schedule(t, core, p, in, "B A A A B")
}

// many returns a story that makes more objects than arrows are drawn for.
func many(t testing.TB) *Story {
	core := program(t, "many <&> \x01.il", `
fill(b) {
  while * {
    synchronized {
      b.next := new();
      b := b.next;
    }
  }
}

touch(b) {
  while * {
    if * { b.other := b; } else { x := b.next; }
  }
}`)
	in := initial(core, "o1.next=o1 o1.other=o1 A.b=o1 B.b=o1")
	return schedule(t, core, pair(t, core, "fill", "touch"), in,
		strings.Repeat("A+ A A A A ", 13)+"B++ B B+- A+ A")
}
