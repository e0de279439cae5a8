package session

import (
	"fmt"
	"slices"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
)

// TestOpenWitness checks that every witness that a search finds opens at its racing state, with and
// without its choices, and that the session has its own witness of that state, of the same length.
func TestOpenWitness(t *testing.T) {
	witnesses, choices := 0, 0
	try := func(core *il.Core) {
		for _, p := range core.Pairs() {
			o := explore.Defaults()
			o.MaxStates = 2000
			found, err := explore.Search(t.Context(), core, p, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, race := range found.Races {
				witnesses++
				choices += openAndCheck(t, core, race)
			}
		}
	}
	for _, e := range examples.All()[:25] {
		try(iltest.Core(t, e.Text))
	}
	iltest.Random(t, 25, gen.Default(), try)
	if witnesses < 100 || choices < 50 {
		t.Errorf("%d witnesses with %d choices, want at least 100 and 50", witnesses, choices)
	}
}

// openAndCheck opens the witness of a race, checks the state, and returns the number of the
// witness's choices.
func openAndCheck(t *testing.T, core *il.Core, race explore.Race) int {
	t.Helper()
	bare := *race.Witness()
	bare.Steps = slices.Clone(bare.Steps)
	choices := 0
	for i := range bare.Steps {
		choices += len(bare.Steps[i].Choices)
		bare.Steps[i].Choices = nil
	}
	bare.Race.A.Choices, bare.Race.B.Choices = nil, nil
	bare.Seal = bare.Sum()
	for _, w := range []*witness.Witness{race.Witness(), &bare} {
		s, err := OpenWitness(core, w)
		if err != nil {
			t.Fatalf("OpenWitness: %v in\n%s", err, core.Source.Text)
		}
		r, ok := s.Now().Race()
		if !ok || r.Sides[0].Command.Pos() != race.Left.At ||
			r.Sides[1].Command.Pos() != race.Right.At {
			t.Fatalf("the witness ends in %v, want %v", r, race)
		}
		if cell := [2]string{s.names.Of(r.Cell.Loc), r.Cell.Field}; cell != w.Race.Cell {
			t.Fatalf("the race is on %v, want %v", cell, w.Race.Cell)
		}
		if s.Now().Steps() != len(w.Steps) {
			t.Fatalf("the race is after %d steps, want %d", s.Now().Steps(), len(w.Steps))
		}
		mine, err := s.Witness()
		if err != nil {
			t.Fatal(err)
		}
		if len(mine.Steps) != len(w.Steps) {
			t.Fatalf("the session's witness has %d steps, want %d", len(mine.Steps), len(w.Steps))
		}
	}
	return choices
}

// TestOpenCompressedWitness checks that a run of a compressed witness is expanded.
func TestOpenCompressedWitness(t *testing.T) {
	core := iltest.Core(t, `
private n(x) { if * { y := x.g; y := x.g } else { while * { x.f := x } y := x.g } }
private m(x) { n(x); if * { lock(); unlock() } }
top(x) { m(x); x.f := x }
init { A.x = o1; B.x = o1 }
`)
	p, err := PairOf(core, "top", "top")
	if err != nil {
		t.Fatal(err)
	}
	// The heap of a compressed witness has a backbone and a sink.
	in := semantics.SpecialInit(core, p, []string{"f"}, [2]string{"x", "x"})
	s := start(t, core, p, in)
	run := witness.Step{Thread: "A", At: "4:10", Do: witness.Run, Args: []string{"x"}, Steps: "5"}
	w := &witness.Witness{
		Schema: witness.Schema, Program: s.Digest(), Units: [2]string{"top", "top"},
		Compressed: true,
		Init: witness.Init{
			Objects: in.Objects, Cells: in.Cells, A: witness.StackOf(in.Stacks[0]),
			B: witness.StackOf(in.Stacks[1]),
		},
		Steps: []witness.Step{run, {Thread: "A", At: "4:16", Do: "t'1 := x"}},
		Race: witness.Race{
			Cell: [2]string{"o1", "f"}, A: witness.Access{At: "4:16", Kind: "write"},
			B: witness.Access{At: "4:16", Kind: "write"},
		},
	}
	runB := run
	runB.Thread = "B"
	w.Steps = append(w.Steps, runB, witness.Step{Thread: "B", At: "4:16", Do: "t'1 := x"})
	w.Seal = w.Sum()
	opened, err := OpenWitness(core, w)
	if err != nil {
		t.Fatal(err)
	}
	// A calls m and n, goes past the if and the loop of n, returns, and goes past the if of m.
	// Then B does the same.
	if got, want := opened.Schedule().String(), "A2 A--2 A-2 B2 B--2 B-2"; got != want {
		t.Errorf("schedule %s, want %s", got, want)
	}
	w.Steps = w.Steps[:1]
	if _, err := OpenWitness(core, w); err == nil {
		t.Error("a witness that the checker refuses is opened")
	}
}

func TestNoWitness(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	want := "the threads do not race in this state"
	if _, err := s.Witness(); fmt.Sprint(err) != want {
		t.Errorf("Witness without a race: %v, want %s", err, want)
	}
	s.must(t, "A B")
	w, err := s.Witness()
	if err != nil {
		t.Fatal(err)
	}
	if err := check.New(s.core).Check(w); err != nil {
		t.Errorf("the session's witness is refused: %v", err)
	}
}
