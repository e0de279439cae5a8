package dynamic

import (
	"math/rand/v2"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// Both programs race only if A makes many steps in a row before B begins. With a fair coin for each
// step, one of 26 executions shows that.
const (
	twoHop = `{
  p := new(); q := new(); p.q := q;
  lock(); arg1.p := p; unlock();
  n := new(); q.v := n;
} || { lock(); p := arg1.p; q := p.q; x := q.v; unlock(); }`

	outParam = `private make(G, ret) { o := new(); lock(); G.reg := o; unlock(); ret.value := o; }
{ box := new(); make(arg1, box); o := box.value; n := new(); o.f := n; }
|| { lock(); r := arg1.reg; unlock(); x := r.f; }`
)

// TestSchedulesPrepareRaces: some of 20 executions read what the other thread published.
func TestSchedulesPrepareRaces(t *testing.T) {
	for name, text := range map[string]string{"two-hop": twoHop, "out-param": outParam} {
		core := iltest.Core(t, text)
		p := core.Pairs()[0]
		const tries = 100
		found := 0
		for seed := range uint64(tries) {
			for run := range uint64(20) {
				if meets(Draw(core, p, rand.New(rand.NewPCG(seed, run)), DefaultLimits())) {
					found++
					break
				}
			}
		}
		if found < tries*85/100 {
			t.Errorf("%s: found with %d of %d seeds, want 85 %%", name, found, tries)
		}
	}
}

// meets reports whether the last store of A and the last load of B access one cell.
func meets(x *Execution) bool {
	var last [2]Event
	for _, e := range x.Events {
		if e.IsAccess() {
			last[e.Thread] = e
		}
	}
	return last[semantics.A].Conflicts(last[semantics.B])
}

// TestTurns: all three ways of taking turns occur, and in each both threads start first in some
// execution.
func TestTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[int]bool{}
	for range 100 {
		c := NewChance(r, DefaultLimits())
		c.begin()
		seen[c.stay] = true
		turns := [2]int{}
		for range 1000 {
			turns[c.turn()]++
		}
		if turns[semantics.A] < 200 || turns[semantics.B] < 200 {
			t.Errorf("threads alternate with probability 1/%d: turns %v, want 200 of each thread",
				c.stay, turns)
		}
	}
	if len(seen) != len(stays) {
		t.Errorf("probabilities 1/%v, want all of 1/%v", seen, stays)
	}
}

// TestStart: a given state is that of the init block, without variables of other units.
func TestStart(t *testing.T) {
	core := iltest.Core(t, "m(b) { b.f := b; }\nn(c) { c.f := c; }\ninit { A.b = o1; B.c = o1; }")
	r := rand.New(rand.NewPCG(1, 1))
	for _, p := range core.Pairs() {
		in := Start(core, p, true, r)
		for i, u := range [2]*il.Unit{p.Left, p.Right} {
			for x := range in.Stacks[i] {
				if u.Formal(x) < 0 {
					t.Errorf("%s || %s: thread %d has the variable %s, which is not a formal",
						p.Left.Name, p.Right.Name, i, x)
				}
			}
		}
		if len(in.Objects) != 1 {
			t.Errorf("objects %v, want o1 alone", in.Objects)
		}
	}
}
