//go:build full

package proof_test

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/verified"
	"wobbly/witness"
	witnesscheck "wobbly/witness/check"
)

// locking has calls that take the lock, calls that do not, and an access under the lock.
const locking = `
private takes(a) {
  lock();
  unlock();
}
private leaves(a) {
  x := a;
}
private takesBelow(a) {
  leaves(a);
  takes(a);
}
m(a) {
  leaves(a);
  lock();
  takes(a);
  x := new();
  a.f := x;
  unlock();
}
k(a) {
  takes(a);
  leaves(a);
  takesBelow(a);
  x := new();
  a.f := x;
}
`

// TestAgreesOnRunsUnderLocks: every corruption of witnesses with runs that take the lock, some of
// them while the other thread holds it.
func TestAgreesOnRunsUnderLocks(t *testing.T) {
	t.Parallel()
	c := newComparison(t)
	c.corruptOneIn = 1
	c.program(iltest.Core(t, locking))
	t.Log(c)
	if c.corrupted < 1000 || c.passed == 0 {
		t.Errorf("that is little: %v", c)
	}
}

// entangled has runs in which the possible values of one formal depend on the other.
const entangled = `
private store(a, b) { a.f := b; }
private exchange(a, b) { store(b, a); }
private along(a, b) { x := a.f; store(a, x); y := b.f; store(x, y); }
private both(a, b) { store(a, b); along(a, b); }
u1(p, q) { store(p, q);
  z := new(); p.f := z; }
u2(p, q) { exchange(p, q);
  z := new(); p.f := z; }
u3(p, q) { along(p, q);
  z := new(); p.f := z; }
u4(p, q) { both(p, q);
  z := new(); p.f := z; }
`

// TestAgreesOnEntangledRuns: a run in both threads, from every two objects of a backbone with a
// sink. Both checkers accept the same runs, whatever the formals require of each other.
func TestAgreesOnEntangledRuns(t *testing.T) {
	c := newComparison(t)
	core := iltest.Core(t, entangled)
	judge := witnesscheck.New(core)
	objects := []string{"o1", "o2", "o3", "o4"}
	cells := [][3]string{{"o1", "f", "o2"}, {"o2", "f", "o3"}, {"o3", "f", "o4"}, {"o4", "f", "o4"}}
	accepted := map[string]int{}
	for i, steps := range []string{"4", "6", "12", "18"} {
		u := core.Methods["u"+strconv.Itoa(i+1)]
		p := verified.Encode(core, il.Pair{Left: u, Right: u})
		first := core.Source.Position(u.Body.List()[0].Pos())
		call, z, access := at(first.Line, first.Col), at(first.Line+1, 3), at(first.Line+1, 15)
		for _, a := range objects {
			for _, b := range objects {
				held := witness.StackOf(map[string]string{"p": a, "q": b})
				write := witness.Access{At: access, Kind: "write"}
				w := &witness.Witness{
					Schema: witness.Schema, Program: witness.Digest(core.Source.Text),
					Units: [2]string{u.Name, u.Name}, Compressed: true,
					Init: witness.Init{Objects: objects, Cells: cells, A: held, B: held},
					Race: witness.Race{Cell: [2]string{a, "f"}, A: write, B: write},
				}
				for _, thread := range []string{"A", "B"} {
					w.Steps = append(w.Steps,
						witness.Step{Thread: thread, At: call, Do: witness.Run, Steps: steps},
						witness.Step{Thread: thread, At: z, Do: "z := new()"})
				}
				if c.alike(core, p, judge, w, u.Name+" from "+a+" and "+b) {
					accepted[u.Name]++
				}
			}
		}
	}
	// store: o1 and o2, o2 and o3, o3 and o4. exchange: o2 and o1, o3 and o2. along: o1 and
	// o2, and each of o2 and o3 with each of o3 and o4. both: those of store.
	want := map[string]int{"u1": 3, "u2": 2, "u3": 5, "u4": 3}
	if !maps.Equal(accepted, want) {
		t.Errorf("accepted: %v, want %v", accepted, want)
	}
}

// at returns a position in the form of witnesses.
func at(line, col int) string { return strconv.Itoa(line) + ":" + strconv.Itoa(col) }

// TestAgreesOnNames: an object made by a witness gets the next name oN that no initial object has.
func TestAgreesOnNames(t *testing.T) {
	c := newComparison(t)
	core := iltest.Core(t,
		"m(a) {\n  x := new();\n  y := new();\n  a.f := y;\n  z := a.f;\n  z.f := y;\n}\n")
	pair := core.Pairs()[0]
	p, judge := verified.Encode(core, pair), witnesscheck.New(core)
	accepted := 0
	for shift := range 5 {
		first, second := "o"+strconv.Itoa(1+shift), "o"+strconv.Itoa(5-shift)
		for number := range 9 {
			w := meetsAtFresh(core, first, second, "o"+strconv.Itoa(number))
			if first != second && c.alike(core, p, judge, w, "named "+first+", "+second) {
				accepted++
			}
			early := *w // at the stores in the common object, before they are made
			early.Steps = append(w.Steps[:2:2], w.Steps[3:5]...)
			early.Race.A.At, early.Race.B.At = "4:3", "4:3"
			if first != second &&
				c.alike(core, p, judge, &early, "early, named "+first+", "+second) {
				accepted++
			}
		}
	}
	if accepted != 8 {
		t.Errorf("%d accepted, want two of each pair of names", accepted)
	}
}

// meetsAtFresh returns a witness in which B stores its second object in the common one, A loads it,
// and both store to it. racing is the name that it gives the racing object.
func meetsAtFresh(core *il.Core, first, second, racing string) *witness.Witness {
	step := func(thread, at, do string) witness.Step {
		return witness.Step{Thread: thread, At: at, Do: do}
	}
	formals := witness.StackOf(map[string]string{"a": first})
	return &witness.Witness{
		Schema: witness.Schema, Program: witness.Digest(core.Source.Text),
		Units: [2]string{"m", "m"},
		Init: witness.Init{
			Objects: []string{first, second},
			Cells:   [][3]string{{first, "f", second}, {second, "f", second}}, A: formals,
			B: formals,
		},
		Steps: []witness.Step{
			step("A", "2:3", "x := new()"), step("A", "3:3", "y := new()"),
			step("A", "4:3", "a.f := y"),
			step("B", "2:3", "x := new()"), step("B", "3:3", "y := new()"),
			step("B", "4:3", "a.f := y"),
			step("A", "5:3", "z := a.f"), step("B", "5:3", "z := a.f"),
		},
		Race: witness.Race{
			Cell: [2]string{racing, "f"}, A: witness.Access{At: "6:3", Kind: "write"},
			B: witness.Access{At: "6:3", Kind: "write"},
		},
	}
}

// many has paths for which the extracted rely takes minutes.
const many = `
m(a) {
  a.f := a;
  x := new();
  a.f := x;
  if * { y := new(); } else { y := a.g; }
  if * { a.g := x; }
}
n(a, b) {
  x := new();
  a.g.g := x;
  x := a.f;
  a.f.g := x;
  m(x.f);
  m(a.f);
  m(b.g);
}
p(a) {
  n(a.g, a.f);
  n(a.f, a.g.g);
  a.f := new();
  n(a.g.f, a.f);
  x := new();
  a.g := x;
}
`

// TestTime: a command that takes too long is an ErrLimit, and the next one is answered.
func TestTime(t *testing.T) {
	t.Parallel()
	command := extracted(t, "0.1")
	core := iltest.Core(t, many)
	last := core.Units[len(core.Units)-1]
	p := verified.Encode(core, il.Pair{Left: last, Right: last})
	if found, err := command.Rely(p, 4); !errors.Is(err, verified.ErrLimit) {
		t.Errorf("%d reports of rely, %v", len(found), err)
	}
	if found, err := command.Flow(p, 1); err != nil || len(found) == 0 {
		t.Errorf("Flow after a command that took too long = %q, %v, want some reports", found, err)
	}
}

// TestAgreesOnLayout: statements are compared as parsed, whatever blanks the witness has in them.
func TestAgreesOnLayout(t *testing.T) {
	c := newComparison(t)
	core := iltest.Core(t,
		"inner(a) {\n  a.f := a;\n}\nm(a) {\n  inner(a.f);\n  lock();\n  x := a.f;\n  unlock();\n  a.f := a;\n}\n")
	i := slices.IndexFunc(core.Pairs(),
		func(p il.Pair) bool { return p.Left.Name == "m" && p.Right.Name == "m" })
	p, judge := verified.Encode(core, core.Pairs()[i]), witnesscheck.New(core)
	formals := witness.StackOf(map[string]string{"a": "o1"})
	for _, text := range []struct {
		arg, lock, load string
		accepted        bool
	}{
		{"a.f", "lock()", "x := a.f", true}, {" a . f", " lock( )", "x:=a .f\n", true},
		{"a.f", "lo ck()", "x := a.f", false}, {"a.f", "lock()", "x : = a.f", false},
		{"a f", "lock()", "x := a.f", false},
	} {
		w := &witness.Witness{
			Schema: witness.Schema, Program: witness.Digest(core.Source.Text),
			Units: [2]string{"m", "m"},
			Init: witness.Init{
				Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}}, A: formals,
				B: formals,
			},
			Steps: []witness.Step{
				{Thread: "A", At: "5:3", Do: witness.Push, Args: []string{text.arg}},
				{Thread: "A", At: "2:3", Do: "t'1:=a"}, {Thread: "A", At: "2:3", Do: "a.f:=t'1"},
				{Thread: "A", At: "5:3", Do: witness.Pop},
				{Thread: "B", At: "5:3", Do: witness.Push, Args: []string{"a.f"}},
				{Thread: "B", At: "2:3", Do: "t'1 :=a"},
				{Thread: "A", At: "6:3", Do: text.lock}, {Thread: "A", At: "7:3", Do: text.load},
				{Thread: "A", At: "8:3", Do: "unlock ()"}, {Thread: "A", At: "9:3", Do: "t'1:= a"},
			},
			Race: witness.Race{
				Cell: [2]string{"o1", "f"}, A: witness.Access{At: "9:3", Kind: "write"},
				B: witness.Access{At: "2:3", Kind: "write"},
			},
		}
		if c.alike(core, p, judge, w, text.load) != text.accepted {
			t.Errorf("%+v: accepted is not %v: %v", text, text.accepted, judge.Check(w))
		}
	}
}
