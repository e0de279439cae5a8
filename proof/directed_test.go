//go:build full

package proof_test

import (
	"errors"
	"maps"
	"strconv"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/slice"
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

// TestAgreesOnRunsUnderLocks compares the checkers on every corruption of witnesses with runs that
// take the lock, some of them while the other thread holds it.
func TestAgreesOnRunsUnderLocks(t *testing.T) {
	t.Parallel()
	c := newComparison(t)
	c.corruptOneIn = 1
	c.program(iltest.Core(t, locking))
	t.Log(c)
	if c.corrupted < 1000 || c.corruptedAndAccepted == 0 {
		t.Errorf("want at least 1000 corrupted witnesses, one of them accepted: %v", c)
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
		at := slice.Map(u.Body.List(), func(s il.Stmt) string { return core.Source.At(s.Pos()) })
		for _, a := range objects {
			for _, b := range objects {
				held := witness.StackOf(map[string]string{"p": a, "q": b})
				write := witness.Access{At: at[2], Kind: "write"}
				w := &witness.Witness{
					Schema: witness.Schema, Program: witness.Digest(core.Source.Text),
					Units: [2]string{u.Name, u.Name}, Compressed: true,
					Init: witness.Init{Objects: objects, Cells: cells, A: held, B: held},
					Race: witness.Race{Cell: [2]string{a, "f"}, A: write, B: write},
				}
				for _, thread := range []string{"A", "B"} {
					w.Steps = append(w.Steps,
						witness.Step{Thread: thread, At: at[0], Do: witness.Run, Steps: steps},
						step(thread, at[1], "z := new()"))
				}
				if c.verdict(core, p, judge, w, u.Name+" from "+a+" and "+b) {
					accepted[u.Name]++
				}
			}
		}
	}
	// u1: from o1 and o2, o2 and o3, o3 and o4. u2: from o2 and o1, o3 and o2. u3: from o1 and o2,
	// and from each of o2 and o3 with each of o3 and o4. u4: from the same as u1.
	want := map[string]int{"u1": 3, "u2": 2, "u3": 5, "u4": 3}
	if !maps.Equal(accepted, want) {
		t.Errorf("accepted: %v, want %v", accepted, want)
	}
}

// step returns a step that is no call.
func step(thread, at, do string) witness.Step {
	return witness.Step{Thread: thread, At: at, Do: do}
}

// published stores a new object in the common one, and then stores to what is there.
const published = `m(a) {
  x := new();
  y := new();
  a.f := y;
  z := a.f;
  z.f := y;
}
`

// TestAgreesOnNames: an object made by a witness gets the next name oN that no initial object has.
func TestAgreesOnNames(t *testing.T) {
	c := newComparison(t)
	core := iltest.Core(t, published)
	p, judge := verified.Encode(core, core.Pairs()[0]), witnesscheck.New(core)
	name := func(n int) string { return "o" + strconv.Itoa(n) }
	accepted := 0
	for _, initial := range [][2]int{{1, 5}, {2, 4}, {4, 2}, {5, 1}} {
		first, second := name(initial[0]), name(initial[1])
		for racing := range 9 {
			w := meetsAtFresh(core, first, second, name(racing))
			if c.verdict(core, p, judge, w, "named "+first+", "+second) {
				accepted++
			}
			early := *w // at the stores in the common object, before they are made
			early.Steps = append(w.Steps[:2:2], w.Steps[3:5]...)
			early.Race.A.At, early.Race.B.At = "4:3", "4:3"
			if c.verdict(core, p, judge, &early, "early, named "+first+", "+second) {
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
	formals := witness.StackOf(map[string]string{"a": first})
	write := witness.Access{At: "6:3", Kind: "write"}
	return &witness.Witness{
		Schema: witness.Schema, Program: witness.Digest(core.Source.Text),
		Units: [2]string{"m", "m"},
		Init: witness.Init{
			Objects: []string{first, second},
			Cells:   [][3]string{{first, "f", second}, {second, "f", second}},
			A:       formals, B: formals,
		},
		Steps: []witness.Step{
			step("A", "2:3", "x := new()"), step("A", "3:3", "y := new()"),
			step("A", "4:3", "a.f := y"),
			step("B", "2:3", "x := new()"), step("B", "3:3", "y := new()"),
			step("B", "4:3", "a.f := y"),
			step("A", "5:3", "z := a.f"), step("B", "5:3", "z := a.f"),
		},
		Race: witness.Race{Cell: [2]string{racing, "f"}, A: write, B: write},
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
		t.Errorf("Rely in 0.1 seconds: %d reports, %v, want %v", len(found), err, verified.ErrLimit)
	}
	if found, err := command.Flow(p, 1); err != nil || len(found) == 0 {
		t.Errorf("Flow after a command that took too long = %q, %v, want some reports", found, err)
	}
}

// calling has an access in a call and one after it.
const calling = `inner(a) {
  a.f := a;
}
m(a) {
  inner(a.f);
  lock();
  x := a.f;
  unlock();
  a.f := a;
}
`

// TestAgreesOnLayout: statements are compared as parsed, whatever blanks the witness has in them.
func TestAgreesOnLayout(t *testing.T) {
	c := newComparison(t)
	core := iltest.Core(t, calling)
	m := core.Methods["m"]
	p, judge := verified.Encode(core, il.Pair{Left: m, Right: m}), witnesscheck.New(core)
	formals := witness.StackOf(map[string]string{"a": "o1"})
	for _, tt := range []struct {
		arg, lock, load string
		accepted        bool
	}{
		{"a.f", "lock()", "x := a.f", true},
		{" a . f", " lock( )", "x:=a .f\n", true},
		{"a.f", "lo ck()", "x := a.f", false},
		{"a.f", "lock()", "x : = a.f", false},
		{"a f", "lock()", "x := a.f", false},
	} {
		w := &witness.Witness{
			Schema: witness.Schema, Program: witness.Digest(core.Source.Text),
			Units: [2]string{"m", "m"},
			Init: witness.Init{
				Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}},
				A: formals, B: formals,
			},
			Steps: []witness.Step{
				{Thread: "A", At: "5:3", Do: witness.Push, Args: []string{tt.arg}},
				step("A", "2:3", "t'1:=a"),
				step("A", "2:3", "a.f:=t'1"),
				step("A", "5:3", witness.Pop),
				{Thread: "B", At: "5:3", Do: witness.Push, Args: []string{"a.f"}},
				step("B", "2:3", "t'1 :=a"),
				step("A", "6:3", tt.lock),
				step("A", "7:3", tt.load),
				step("A", "8:3", "unlock ()"),
				step("A", "9:3", "t'1:= a"),
			},
			Race: witness.Race{
				Cell: [2]string{"o1", "f"},
				A:    witness.Access{At: "9:3", Kind: "write"},
				B:    witness.Access{At: "2:3", Kind: "write"},
			},
		}
		if c.verdict(core, p, judge, w, tt.load) != tt.accepted {
			t.Errorf("%+v: the checker in Go says %v, want accepted: %t", tt, judge.Check(w),
				tt.accepted)
		}
	}
}
