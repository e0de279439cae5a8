package check

import (
	"errors"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/witness"
)

// start has for each program the beginning of the witnesses that are refused.
var start = map[string]string{
	burble:   "units meps reps\nheap o1.f=o2 o2.f=o2\nA b=o1\nB b=o1\n",
	branches: "units m m\nheap o1.f=o1 o1.g=o1\nA a=o1\nB a=o1\n",
	calls:    "units top other\nheap o1.f=o2 o1.g=o1 o2.f=o2 o2.g=o2\nA a=o1\nB a=o1\n",
	sugar:    "units m m\nheap o1.f=o1\nA a=o1 b=o1\nB a=o1 b=o1\n",
	nested:   "units m n\nheap o1.f=o1\nA a=o1\nB a=o1\n",
	twice:    "units m n\nheap o1.f=o1\nA a=o1\nB a=o1\n",
	fresh:    "heap o1.f=o1 o1.g=o1\nA arg1=o1\nB arg1=o1\n",
	runs: "compressed\nunits m o\n" +
		"heap l0.f=l1 l0.g=o l1.f=o l1.g=o o.f=o o.g=o\nA a=l0\nB a=l0\n",
	offBackbone: "compressed\nheap l0.f=o o.f=o\nA arg1=o\nB arg2=o\n",
	spoiling:    "compressed\nunits m n\nheap l0.f=l1 l1.f=o o.f=o\nA a=l0\nB a=l0\n",
	many:        "units m m\nheap o1.f=o1\nA a=o1\nB a=o1\n",
	atOnce:      "heap o1.f=o1\nA arg1=o1\nB arg2=o1\n",
}

const (
	many = `
m(a) {
  if * {
  w := a } if * {
  x := a } if * {
  y := a } if * {
  z := a } if * {
  lock(); unlock() }; z := new()
  // here they come together
  a.f := z
}
n(a) { if * { w := a } if * { x := a } if * { y := a } if * { z := a } }
`
	offBackbone = `
{ arg1.f := arg1 } || { arg2.f := arg2 }
`
	spoiling = `
m(a) {
  spoil(a)
}
private spoil(p) {
  x := p.f
  y := new()
  y.f := x
}
n(a) {
  if * {
    lock()
    y := a.f
    unlock()
  }
  locking()
  quiet()
  z := new()
  a.f := z
}
private locking() {
  lock()
  unlock()
}
private quiet() {
  if * {
    lock()
    unlock()
  }
}
`
)

// refused lists refusals that a notation can express: what follows start, and the whole message.
var refused = []struct {
	program string
	kind    Kind
	rest    string
	want    string
}{
	// The next command.
	{burble, Command, "steps\nB 8:3 b.f := y",
		`step 1: thread B: the witness says B executes "b.f := y" at 8:3, but B's next command
		is y := new() at 7:3`},
	{burble, Command, "steps\nA 3:3 lock()",
		`step 1: thread A: the witness says A executes "lock()" at 3:3, but A's next command is
		lock() at 2:3`},
	{burble, Command, "steps\nA 2:3 unlock()",
		`step 1: thread A: the witness says A executes "unlock()" at 2:3, but A's next command
		there is lock()`},
	{burble, Command, "steps\nB 7:3 y := new()\nB 8:3 b.f := y\nB 8:3 b.f := y",
		`step 3: thread B: the witness says B executes "b.f := y" at 8:3, but B has reached the
		end of reps`},
	{burble, Command, "steps\nA 2:3 pop",
		`step 1: thread A: the witness says A executes "pop" at 2:3, but A's next command there
		is lock()`},
	{burble, Command, "steps\nA 2:3 push",
		`step 1: thread A: the witness says A executes "push" at 2:3, but A's next command there
		is lock()`},
	{branches, Command, "steps\nA 14:3 a.g := y",
		`step 1: thread A: the witness says A executes "a.g := y" at 14:3, but A's next command
		is x := a.f at 4:7, lock() at 6:7 or y := new() at 13:3`},
	{calls, Command, "steps\nA 2:3 mid(a.f, a)",
		`step 1: thread A: the witness says A executes "mid(a.f, a)" at 2:3, but A's next
		command there is the call mid(a.f, a)`},
	{calls, Command,
		`steps
		A 2:3 push a.f, a
		A 5:3 lock()
		A 6:5 push p
		A 11:3 z := new()
		A 12:3 r.g := z
		A 2:3 pop`,
		`step 6: thread A: the witness says A executes "pop" at 2:3, but A's next command is the
		pop of low(p) at 6:5`},
	{sugar, Command, "steps\nA 2:3 a.f := t'1",
		`step 1: thread A: the witness says A executes "a.f := t'1" at 2:3, but A's next command
		there is t'1 := b.f`},
	{sugar, Command, "steps\nA 2:3 a.f := b.f",
		`step 1: thread A: the witness says A executes "a.f := b.f" at 2:3, but A's next command
		there is t'1 := b.f`},
	{many, Command, "steps\nA 9:3 a.f := a",
		`step 1: thread A: the witness says A executes "a.f := a" at 9:3, but A's next command
		is w := a at 3:3, x := a at 4:3, y := a at 5:3, z := a at 6:3 or 2 others`},
	{many, Command, "units m n\nsteps\nB 9:3 a.f := a",
		`step 1: thread B: the witness says B executes "a.f := a" at 9:3, but B's next command
		is w := a at 11:15, x := a at 11:31, y := a at 11:47, z := a at 11:63 or the end of n`},
	// The form of a step.
	{burble, Form, "steps\nC 2:3 lock()", `step 1: the thread is "C", neither A nor B`},
	{burble, Form, "steps\nA 2:03 lock()",
		`step 1: thread A: "2:03" is not a position of the program`},
	{burble, Form, "steps\nA 99:1 lock()",
		`step 1: thread A: "99:1" is not a position of the program`},
	// Choices.
	{branches, Choices, "steps\nA 4:7 x := a.f [2:3 loop]",
		`step 1: thread A: the choices end before the if at 3:5`},
	{branches, Choices, "steps\nA 4:7 x := a.f [2:3 loop, 3:5 then, 2:3 loop]",
		`step 1: thread A: choice 3 ("loop" at 2:3) is left over: A is already at x := a.f at 4:7`},
	{branches, Choices, "steps\nA 4:7 x := a.f [3:5 then]",
		`step 1: thread A: choice 1 is of 3:5, but A is at the while at 2:3`},
	{branches, Choices, "steps\nA 4:7 x := a.f [2:3 then]",
		`step 1: thread A: choice 1 takes "then" at 2:3, where there are only "loop" and "exit"`},
	{branches, Choices, "steps\nA 4:7 x := a.f [2:3 loop, 3:5 exit]",
		`step 1: thread A: choice 2 takes "exit" at 3:5, where there are only "then" and "else"`},
	{branches, Choices, "steps\nA 4:7 x := a.f [2:3 loop, 3:5 else]",
		`step 1: thread A: the witness says A executes "x := a.f" at 4:7, but its choices lead
		to lock() at 6:7`},
	{branches, Choices, "steps\nA 13:3 y := new() [2:3 exit]",
		`step 1: thread A: the choices end before the if at 10:3`},
	{branches, Choices, "steps\nA 13:3 y := new() [2:3 exit, x then]",
		`step 1: thread A: choice 2 is of "x", but A is at the if at 10:3`},
	{calls, Choices, "steps\nA 2:3 push a.f, a [1:1 then]",
		`step 1: thread A: choice 1 ("then" at 1:1) is left over: A is already at the call
		mid(a.f, a) at 2:3`},
	// Arguments.
	{calls, Arguments, "steps\nA 2:3 push a.f",
		`step 1: thread A: the witness passes "a.f", but the call is mid(a.f, a)`},
	{calls, Arguments, "steps\nA 2:3 push a, a.f",
		`step 1: thread A: the witness passes "a", "a.f", but the call is mid(a.f, a)`},
	{calls, Arguments, "steps\nA 2:3 push",
		`step 1: thread A: the witness passes no arguments, but the call is mid(a.f, a)`},
	// Locks.
	{nested, Lock, "steps\nA 2:3 lock()\nB 12:3 lock()",
		`step 2: thread B: B may not execute lock(): A holds the lock once`},
	{twice, Lock, "steps\nA 2:3 lock(l)\nA 3:3 lock(l)\nB 9:3 lock(l)",
		`step 3: thread B: B may not execute lock(l): A holds l x2`},
	{nested, Lock,
		`steps
		A 2:3 lock()
		A 3:3 lock()
		A 4:5 lock()
		A 5:5 unlock()
		A 6:3 unlock()
		B 12:3 lock()`,
		`step 6: thread B: B may not execute lock(): A holds the lock once`},
	{nested, Lock, "steps\nA 2:3 lock()\nA 3:3 lock()\nA 4:5 lock()\nB 12:3 lock()",
		`step 4: thread B: B may not execute lock(): A holds the lock 3 times`},
	// The race.
	{burble, Command, "steps\nA 2:3 lock()\nrace o1.f\nA 3:3 read\nB 8:3 write",
		`at the race: thread B: the witness says B is about to write at 8:3, but B's next
		command is y := new() at 7:3`},
	{burble, Command, "steps\nB 7:3 y := new()\nrace o1.f\nA 3:3 read\nB 8:3 write",
		`at the race: thread A: the witness says A is about to read at 3:3, but A's next command
		is lock() at 2:3`},
	{burble, Command,
		`steps
		A 2:3 lock()
		A 3:3 x := b.f
		A 4:3 unlock()
		B 7:3 y := new()
		race o1.f
		A 3:3 read
		B 8:3 write`,
		`at the race: thread A: the witness says A is about to read at 3:3, but A has reached
		the end of meps`},
	{burble, Command, "steps\nA 2:3 lock()\nB 7:3 y := new()\nrace o1.f\nA 3:3 write\nB 8:3 write",
		`at the race: thread A: the witness says A is about to write at 3:3, but A's next
		command there is x := b.f`},
	{burble, Command, "steps\nrace o1.f\nA 2:3 read\nB 8:3 write",
		`at the race: thread A: the witness says A is about to read at 2:3, but A's next command
		there is lock()`},
	{burble, Form, "steps\nA 2:3 lock()\nB 7:3 y := new()\nrace o1.f\nA 3:3 load\nB 8:3 write",
		`at the race: thread A: the kind of an access is "read" or "write", not "load"`},
	{burble, Form, "steps\nA 2:3 lock()\nB 7:3 y := new()\nrace o1.f\nA 3 read\nB 8:3 write",
		`at the race: thread A: "3" is not a position of the program`},
	{burble, Cell, "steps\nA 2:3 lock()\nB 7:3 y := new()\nrace o2.f\nA 3:3 read\nB 8:3 write",
		`at the race: both accesses are of o1.f, not of o2.f as the witness says`},
	{calls, Cell,
		`steps
		A 2:3 push a.f, a
		A 5:3 lock()
		A 6:5 push p
		A 11:3 z := new()
		race o1.f
		A 12:3 write
		B 15:3 read`,
		`at the race: A's write is of o2.g, but B's read is of o1.f`},
	{sugar, Reads, "steps\nrace o1.f\nA 2:3 read\nB 2:3 read",
		`at the race: both accesses are reads, and reads do not race`},
	{sugar, Command, "steps\nrace o1.f\nA 2:3 read\nB 2:3 write",
		`at the race: thread B: the witness says B is about to write at 2:3, but B's next
		command there is t'1 := b.f`},
	{branches, Choices, "steps\nA 13:3 y := new()\nrace o1.f\nA 14:3 write\nB 4:7 read [2:3 exit]",
		`at the race: thread B: the choices end before the if at 10:3`},
	{fresh, Cell,
		`steps
		A 2:3 x := new()
		A 3:3 arg1.f := x
		B 6:3 z := new()
		B 7:3 y := arg1.f
		race o3.g
		A 4:3 write
		B 8:3 write`,
		`at the race: both accesses are of o2.g, not of o3.g as the witness says`},
	// Runs.
	{calls, Form, "steps\nA 2:3 run 8",
		`step 1: thread A: a run stands in a witness that is not marked as compressed`},
	{runs, Length, "steps\nA 2:3 run 7",
		`step 1: thread A: the witness counts "7" steps in the run of work(a), but its shortest
		execution has 6`},
	{runs, Length, "steps\nA 2:3 run 06",
		`step 1: thread A: the witness counts "06" steps in the run of work(a), but its shortest
		execution has 6`},
	{runs, Length, "steps\nA 2:3 run " + strings.Repeat("9", 99),
		`step 1: thread A: the witness counts
		"9999999999999999999999999999999999999999999999999999999999999999..." steps in the run
		of work(a), but its shortest execution has 6`},
	{runs, Command, "steps\nA 3:3 run 6",
		`step 1: thread A: the witness says A executes "run" at 3:3, but A's next command is the
		call work(a) at 2:3`},
	{runs, Command, "steps\nB 41:3 run 6",
		`step 1: thread B: the witness says B executes "run" at 41:3, but B's next command there
		is y := new()`},
	{runs, Quotient, "steps\nB 41:3 y := new()\nB 42:3 run 4",
		`step 2: thread B: inside the run, in hide: a compressed witness may not execute a.f :=
		t'1 at 47:3: it would overwrite the backbone: l0.f must keep l1`},
	{runs, Quotient,
		"steps\nB 41:3 y := new()\nB 42:3 push a, y\nB 47:3 t'1 := y\nB 47:3 a.f := t'1",
		`step 4: thread B: a compressed witness may not execute a.f := t'1: it would overwrite
		the backbone: l0.f must keep l1`},
	{runs, Quotient,
		`steps
		B 41:3 y := new()
		B 42:3 push a, y
		A 2:3 push a
		A 10:3 x := new()
		A 12:5 x := p.g
		race l0.f
		A 13:5 write
		B 47:3 write`,
		`at the race: thread A: x.f is a cell of an object off the backbone, and a compressed
		witness does not tell these objects apart`},
	{offBackbone, Quotient, "steps\nrace o.f\nA 1:3 write\nB 1:24 write",
		`at the race: thread A: arg1.f is a cell of an object off the backbone, and a compressed
		witness does not tell these objects apart`},
	{spoiling, Quotient, "steps\nA 2:3 run 5",
		`step 1: thread A: inside the run, in spoil: a compressed witness may not execute y.f :=
		x at 7:3: it would store the backbone object l1 in the field f of an object off the
		backbone`},
	{spoiling, Quotient, "steps\nA 2:3 push a\nA 5:3 x := p.f\nA 6:3 y := new()\nA 7:3 y.f := x",
		`step 4: thread A: a compressed witness may not execute y.f := x: it would store the
		backbone object l1 in the field f of an object off the backbone`},
	{spoiling, Lock, "units n n\nsteps\nB 11:5 lock()\nA 15:3 run 4",
		`step 2: thread A: A may not execute the run of locking(): B holds the lock once`},
}

// TestRefuses: each witness of refused is refused with its message.
func TestRefuses(t *testing.T) {
	for _, c := range refused {
		core := program(t, c.program)
		refuses(t, core, parseWitness(t, core, start[c.program]+c.rest), c.kind, c.want)
	}
}

// refuses checks that a witness is refused with a message, which may be on several lines.
func refuses(t *testing.T, core *il.Core, w *witness.Witness, kind Kind, want string) {
	t.Helper()
	want = strings.Join(strings.Fields(want), " ")
	err := New(core).Check(w)
	var r *Refusal
	if !errors.As(err, &r) {
		t.Errorf("Check = %v, want the refusal %q", err, want)
		return
	}
	if r.Kind != kind || r.Error() != want {
		t.Errorf("Check refuses\n%s: %s, want\n%s: %s", r.Kind, r, kind, want)
	}
}
