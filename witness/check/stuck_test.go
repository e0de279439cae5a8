package check

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/parse"
)

// unchecked returns the core of a text that il/check may refuse. Its only field is f.
func unchecked(t *testing.T, text string) *il.Core {
	t.Helper()
	src := il.NewSource("test.il", strings.TrimPrefix(text, "\n"))
	p, errs := parse.File(src)
	if len(errs) > 0 {
		t.Fatalf("parsing: %v", errs)
	}
	core := &il.Core{Source: src, Program: p, Methods: map[string]*il.Unit{}, Fields: []string{"f"}}
	for i, d := range p.Decls {
		m := d.(*il.Method)
		u := &il.Unit{Index: i, Name: m.Name, Private: m.Private, Body: m.Body}
		for _, f := range m.Formals {
			u.Formals = append(u.Formals, f.Name)
		}
		core.Units = append(core.Units, u)
		core.Methods[u.Name] = u
	}
	return core
}

// TestRefusesStuck: in programs that il/check refuses, steps that Figure 5 does not allow are
// refused.
func TestRefusesStuck(t *testing.T) {
	for _, c := range []struct {
		body, steps string
		kind        Kind
		want        string
	}{
		{"unlock()", "\nA 1:8 unlock()", Stuck,
			`step 1: thread A: A cannot unlock: it does not hold the lock`},
		{"x := y", "\nA 1:8 x := y", Stuck,
			`step 1: thread A: x := y cannot be executed: y holds no object yet`},
		{"x := y.f.f", "\nA 1:8 x := y.f.f", Stuck,
			`step 1: thread A: x := y.f.f cannot be executed: y holds no object yet`},
		{"y.f := a", "\nA 1:8 y.f := a", Stuck,
			`step 1: thread A: y.f := a cannot be executed: y holds no object yet`},
		{"a.f := y", "\nA 1:8 a.f := y", Stuck,
			`step 1: thread A: a.f := y cannot be executed: y holds no object yet`},
		{"n(y.f)", "\nA 1:8 push y.f", Stuck,
			`step 1: thread A: the call n(y.f) cannot be executed: y holds no object yet`},
		{"n(y)", "\nA 1:8 run 3", Stuck,
			`step 1: thread A: the call n(y) cannot be executed: y holds no object yet`},
		{"n(a)", "\nA 1:8 run 3", Stuck,
			`step 1: thread A: inside the run, in n: x := y at 2:16 cannot be executed: y holds
			no object yet`},
		{"o(a)", "\nA 1:8 run 3", Stuck,
			`step 1: thread A: the run of o(a) does not leave the lock as it found it`},
		{"p(a)", "\nA 1:8 run 6", Stuck,
			`step 1: thread A: the run of p(a) does not leave the lock as it found it`},
		{"q(a)", "\nA 1:8 run 4", Stuck,
			`step 1: thread A: the run of q(a) does not leave the lock as it found it`},
		{"r(a)", "\nA 1:8 run 3", Command,
			`at the race: thread A: the witness says A is about to write at 1:8, but A has
			reached the end of m`},
		{"y.f := a", "", Stuck,
			`at the race: thread A: y.f := a cannot be executed: y holds no object yet`},
	} {
		core := unchecked(t, "m(a) { "+c.body+` }
private n(b) { x := y }
private o(b) { lock() }
private p(b) { o(b); unlock() }
private q(b) { unlock(); lock() }
private r(b) { if * { n(b) } else { x := b.f } }
`)
		w := parseWitness(t, core,
			"compressed\nunits m m\nheap l0.f=o o.f=o\nA a=l0\nB a=l0\nsteps"+c.steps+
				"\nrace l0.f\nA 1:8 write\nB 1:8 write")
		refuses(t, core, w, c.kind, c.want)
	}
}

// TestRefusesRaceUnderTheLock: at the race, both threads must be able to take a step (Figure 6).
// The lock rule prevents both levels from being positive, so the test constructs the state.
func TestRefusesRaceUnderTheLock(t *testing.T) {
	core, w := named(t, "self pair")
	c := New(core)
	units, _ := c.units(w.Units)
	play, r := c.start(w, units)
	for i := range w.Steps {
		if r == nil {
			r = play.step(&w.Steps[i])
		}
	}
	if r == nil {
		r = play.race(&w.Race)
	}
	if r != nil {
		t.Fatalf("replaying the witness: %v", r)
	}
	play.locks = levels(1, 1)
	if r := play.race(&w.Race); r == nil || r.Kind != Lock ||
		r.Reason != "both threads hold the lock" {
		t.Errorf("race while both hold the lock = %v, want a refusal of kind %s", r, Lock)
	}
	for _, locks := range [][2]il.Level{levels(0, 3), levels(3, 0)} {
		play.locks = locks
		if r := play.race(&w.Race); r != nil {
			t.Errorf("race with the levels %v = %v, want it accepted", locks, r)
		}
	}
}

// TestRefusesBlocked: the steps of a thread that may not move are refused, whatever they do.
func TestRefusesBlocked(t *testing.T) {
	for do, want := range map[string]string{
		"A 15:3 push":  "A may not execute push: B holds the lock 2 times",
		"A 15:3 run 4": "A may not execute the run of locking(): B holds the lock 2 times",
		"A 15:3 push\nA 21:3 lock()\nA 22:3 unlock()\nA 15:3 pop": "A may not execute pop: " +
			"B holds the lock 2 times",
		"A 11:5 lock()":    "A may not execute lock(): B holds the lock 2 times",
		"A 15:3 run 4 [x]": "choice 1 is of \"x\", but A is at the if at 10:3",
	} {
		core := program(t, spoiling)
		w := parseWitness(t, core, start[spoiling]+"units n n\nsteps\n"+do)
		c := New(core)
		units, _ := c.units(w.Units)
		play, r := c.start(w, units)
		if r != nil {
			t.Fatalf("%s: start: %v", do, r)
		}
		for i := range w.Steps {
			if i == len(w.Steps)-1 {
				play.locks = levels(1, 2)
			}
			r = play.step(&w.Steps[i])
		}
		if r == nil || r.Reason != want {
			t.Errorf("the last step of %q = %v, want the refusal %s", do, r, want)
		}
	}
}

// TestGivesUp: a witness whose runs take exactly the work that a checker allows is accepted. With
// one step more, there is no verdict.
func TestGivesUp(t *testing.T) {
	core, w := named(t, "run")
	check := func(effort int) (unspent int, r *Refusal) {
		c := New(core)
		units, _ := c.units(w.Units)
		play, _ := c.start(w, units)
		play.effort = effort
		r = play.step(&w.Steps[0])
		return play.effort, r
	}
	unspent, r := check(effort)
	if r != nil {
		t.Fatalf("step with all effort: %v", r)
	}
	needed := effort - unspent
	if unspent, r := check(needed); r != nil || unspent != 0 {
		t.Errorf("step with the effort %d = %v, and %d are left, want none", needed, r, unspent)
	}
	_, r = check(needed - 1)
	if r == nil || r.Kind != Effort || !strings.HasPrefix(r.Reason, "the checker gives up: ") {
		t.Errorf("step with the effort %d = %v, want that the checker gives up", needed-1, r)
	}
}

// levels returns the levels of both threads.
func levels(a, b int) [2]il.Level { return [2]il.Level{il.LevelOf(a), il.LevelOf(b)} }
