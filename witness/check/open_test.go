package check

import (
	"errors"
	"math/rand"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/witness"
)

// Programs whose racing cell is not where the initial state has it.
const (
	drifting = `
m(a) {
  move(a)
  x := new()
  a.f.g := x
}
private move(a) {
  y := new()
  a.f := y
}
n(a) {
  z := a.f.g
}
o(a) {
  z := a.g.g
}
`
	captured = `
m(a) {
  work(a.f)
}
private work(p) {
  move(p)
  x := new()
  p.g.f := x
}
private move(q) {
  y := new()
  q.g := y
}
n(a) {
  copy(a.f)
  z := a.f.g.f
}
private copy(p) {
  y := new()
  y.f := p
}
o(a) {
  y := new()
  set(a, y)
  z := a.f.g.f
}
private set(a, y) {
  a.f := y
}
p(a) {
  keep(a)
  z := a.f.g.f
}
private keep(a) {
  y := new()
  y.g := a
}
`
)

// Beginnings of witnesses for these programs.
const (
	driftingStart = "compressed\nunits m n\n" +
		"heap l0.f=l1 l0.g=o l1.f=o l1.g=o o.f=o o.g=o\nA a=l0\nB a=l0\nsteps\n"
	capturedHeap = "heap l0.f=l1 l0.g=o l1.f=o l1.g=l2 l2.f=o l2.g=o o.f=o o.g=o\n" +
		"A a=l0\nB a=l0\nsteps\n"
	capturedWork = "A 2:3 push a.f\nA 5:3 run 4\nA 6:3 x := new()\n"
)

// opened are witnesses that are accepted and leave the racing object undetermined.
var opened = []struct{ name, program, notation string }{
	{"nothing captured", drifting,
		driftingStart + "A 2:3 run 4\nA 3:3 x := new()\nrace ?.g\nA 4:3 write\nB 11:3 read"},
	{"a captured prefix", captured,
		"compressed\nunits m n\n" + capturedHeap + capturedWork +
			"B 14:3 run 5\nrace ?.f\nA 7:3 write\nB 15:3 read"},
}

// TestAcceptsOpen: each witness of opened is accepted, and its race exists.
func TestAcceptsOpen(t *testing.T) {
	for _, c := range opened {
		core := program(t, c.program)
		w := parseWitness(t, core, c.notation)
		if err := New(core).Check(w); err != nil {
			t.Errorf("Check of %s: %v", c.name, err)
		} else if !raceIsReal(t, core, w) {
			t.Errorf("%s: accepted, but there is no such race", c.name)
		}
	}
}

// refusedOpen are claims of cells that the checker cannot follow.
var refusedOpen = []struct {
	program string
	kind    Kind
	text    string
	want    string
}{
	{drifting, Quotient,
		driftingStart + "A 2:3 run 4\nA 3:3 x := new()\nrace l1.g\nA 4:3 write\nB 11:3 read",
		`step 1: thread A: inside the run, in move: a compressed witness may not execute a.f :=
		y at 8:3: it would overwrite the backbone: l0.f must keep l1`},
	{drifting, Cell,
		driftingStart + "A 2:3 run 4\nA 3:3 x := new()\nrace ?.f\nA 4:3 write\nB 11:3 read",
		`at the race: both accesses are of l0.f.g, not of "?".f as the witness says`},
	{drifting, Cell,
		`compressed
		units m o
		heap l0.f=l1 l0.g=o l1.f=o l1.g=o o.f=o o.g=o
		A a=l0
		B a=l0
		steps
		A 2:3 run 4
		A 3:3 x := new()
		race ?.g
		A 4:3 write
		B 14:3 read`,
		`at the race: A's write is of l0.f.g, but B's read is of l0.g.g`},
	{drifting, Quotient,
		`compressed
		units m n
		heap l0.f=l1 l0.g=o l1.f=o l1.g=o o.f=o o.g=o
		A a=l0
		B a=o
		steps
		A 2:3 run 4
		A 3:3 x := new()
		race ?.g
		A 4:3 write
		B 11:3 read`,
		`at the race: thread B: a.f.g begins at an unnamed object, and a compressed witness does
		not tell these objects apart`},
	{drifting, Cell,
		`units m n
		heap l0.f=l1 l0.g=o l1.f=o l1.g=o o.f=o o.g=o
		A a=l0
		B a=l0
		steps
		A 2:3 push a
		A 7:3 y := new()
		A 8:3 a.f := y
		A 2:3 pop
		A 3:3 x := new()
		race ?.g
		A 4:3 write
		B 11:3 read`,
		`at the race: both accesses are of o4.g, not of "?".g as the witness says`},
	{drifting, Reads,
		`compressed
		units n n
		heap l0.f=l1 l0.g=o l1.f=o l1.g=o o.f=o o.g=o
		A a=l0
		B a=l0
		steps
		race ?.g
		A 11:3 read
		B 11:3 read`,
		`at the race: both accesses are reads, and reads do not race`},
	{drifting, Form, driftingStart + "race ?.g\nA 0:3 write\nB 11:3 read",
		`at the race: thread A: "0:3" is not a position of the program`},
	{drifting, Command, driftingStart + "race ?.g\nA 4:3 write\nB 11:3 read",
		`at the race: thread A: the witness says A is about to write at 4:3, but A's next
		command is the call move(a) at 2:3`},
	{captured, Quotient,
		"compressed\nunits m n\n" + capturedHeap + capturedWork +
			"B 14:3 run 5\nrace l2.f\nA 7:3 write\nB 15:3 read",
		`step 2: thread A: inside the run, in move: a compressed witness may not execute q.g :=
		y at 11:3: it would overwrite the backbone: l1.g must keep l2`},
	{captured, Quotient,
		"compressed\nunits m o\n" + capturedHeap + capturedWork +
			"B 22:3 y := new()\nB 23:3 run 4\nrace ?.f\nA 7:3 write\nB 24:3 read",
		`step 5: thread B: inside the run, in set: a compressed witness may not execute a.f :=
		t'1 at 27:3: it would overwrite the backbone: l0.f must keep l1`},
	{captured, Quotient,
		"compressed\nunits m p\n" + capturedHeap + capturedWork +
			"B 30:3 run 5\nrace ?.f\nA 7:3 write\nB 31:3 read",
		`step 4: thread B: inside the run, in keep: a compressed witness may not execute y.g :=
		t'1 at 35:3: it would store the backbone object l0 in the field g of an unnamed
		object`},
}

// TestRefusesOpen: each witness of refusedOpen is refused with its message.
func TestRefusesOpen(t *testing.T) {
	for _, c := range refusedOpen {
		core := program(t, c.program)
		refuses(t, core, parseWitness(t, core, c.text), c.kind, c.want)
	}
}

// TestNamesAnObjectLikeTheOpenOne: if an initial object is named "?", the witness means that
// object.
func TestNamesAnObjectLikeTheOpenOne(t *testing.T) {
	core := program(t, atOnce)
	const named = "compressed\nheap ?.f=o o.f=o\nA arg1=?\nB arg2=?\nsteps\n" +
		"race ?.f\nA 1:3 write\nB 1:25 read"
	if err := New(core).Check(parseWitness(t, core, named)); err != nil {
		t.Errorf("Check of a witness with an object named ?: %v", err)
	}
	const other = "compressed\nheap l0.f=? ?.f=?\nA arg1=l0\nB arg2=l0\nsteps\n" +
		"race ?.f\nA 1:3 write\nB 1:25 read"
	refuses(t, core, parseWitness(t, core, other), Cell,
		`at the race: both accesses are of l0.f, not of "?".f as the witness says`)
}

// TestRunsOfOpenAndNamedWitnesses: a checker keeps what it learned about runs separate for
// backbones of different lengths.
func TestRunsOfOpenAndNamedWitnesses(t *testing.T) {
	core := program(t, drifting)
	c := New(core)
	open := parseWitness(t, core, opened[0].notation)
	named := parseWitness(t, core, refusedOpen[0].text)
	for range 2 {
		if err := c.Check(open); err != nil {
			t.Errorf("Check of the open witness: %v", err)
		}
		var r *Refusal
		if err := c.Check(named); !errors.As(err, &r) || r.Kind != Quotient {
			t.Errorf("Check of the named witness = %v, want a refusal of kind %s", err, Quotient)
		}
	}
}

// TestRefusesCorruptedOpen: a corrupted open witness is refused like any other. One that still
// passes claims a race that the exact replay of an expanded witness confirms (TestQuotientIsSound).
func TestRefusesCorruptedOpen(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	refusals, passes, kinds := 0, 0, map[Kind]int{}
	for _, c := range opened {
		core := program(t, c.program)
		good := parseWitness(t, core, c.notation)
		checker := New(core)
		for _, corrupt := range iltest.Corruptions(good, random) {
			w := iltest.Clone(t, good)
			corrupt.Apply(w)
			if w.Sum() == good.Sum() {
				continue
			}
			if r := checkReasonable(t, c.name+", "+corrupt.Name, checker, w); r != nil {
				refusals++
				kinds[r.Kind]++
			} else {
				passes++
				if !raceIsReal(t, core, w) {
					t.Errorf("%s, %s: accepted, but there is no such race", c.name, corrupt.Name)
				}
			}
		}
	}
	t.Logf("%d refused, %d pass: %v", refusals, passes, kinds)
	if refusals < 200 || passes*8 > refusals {
		t.Errorf("%d corrupted witnesses are refused and %d pass, want at least 200, and fewer "+
			"than one in 8", refusals, passes)
	}
	for _, k := range []Kind{
		Document, Program, Units, Initial, Form, Command, Arguments, Length, Quotient, Cell,
	} {
		if kinds[k] == 0 {
			t.Errorf("no corrupted witness is refused as %s", k)
		}
	}
}

// raceIsReal reports whether both threads come to one cell of the claimed field if the witness is
// replayed exactly, with its runs expanded.
func raceIsReal(t *testing.T, core *il.Core, w *witness.Witness) bool {
	t.Helper()
	c := New(core)
	units, no := c.units(w.Units)
	full := *w
	full.Compressed = false
	play, no2 := c.start(&full, units)
	if no != nil || no2 != nil {
		return false
	}
	for _, s := range w.Steps {
		i, _ := threadOf(&s)
		steps := []witness.Step{s}
		if s.Do == witness.Run {
			as := s
			as.Do, as.Args = witness.Push, nil
			n, no := play.next(i, &as)
			if no != nil {
				return false
			}
			steps = expand(core, s.Thread, play.top(i).code.nodes[n].stmt.(*il.Call))
			steps[0].Choices = s.Choices
		}
		for k := range steps {
			if play.step(&steps[k]) != nil {
				return false
			}
		}
	}
	a, no := play.access(0, &w.Race.A)
	b, no2 := play.access(1, &w.Race.B)
	return no == nil && no2 == nil && a.equal(b) && a.fields[0] == w.Race.Cell[1]
}
