package driver

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/internal/poll"
	"wobbly/semantics/explore/machine"
)

// program compiles the last pair of a text.
func program(t *testing.T, text string) *machine.Program {
	t.Helper()
	core := iltest.Core(t, text)
	pairs := core.Pairs()
	g, err := machine.Compile(core, pairs[len(pairs)-1], machine.Options{Unroll: -1})
	if err != nil {
		t.Fatal(err)
	}
	g.ExpandSome()
	return g
}

// control returns the control state of thread i that executes its nth command of a kind, from 0.
func control(t *testing.T, g *machine.Program, i int, op machine.Opcode, n int) *machine.Control {
	t.Helper()
	for _, c := range g.Controls(i)[1:] {
		if c.Op == op {
			if n == 0 {
				return c
			}
			n--
		}
	}
	t.Fatalf("thread %d has too few commands %d", i, op)
	return nil
}

// TestGoal: a goal ignores pairs that are known or were found. With pruning, states are hopeless
// when no other pair is left.
func TestGoal(t *testing.T) {
	g := program(t, "{ arg1.f := arg1; arg1.g := arg1 } || { x := arg1.f; x := arg1.g }")
	storeF, storeG := control(t, g, 0, machine.OpStore, 0), control(t, g, 0, machine.OpStore, 1)
	loadF, loadG := control(t, g, 1, machine.OpLoad, 0), control(t, g, 1, machine.OpLoad, 1)
	end := control(t, g, 1, machine.OpEnd, 0)
	sitesF := machine.Sites{storeF.Site, loadF.Site}
	sitesG := machine.Sites{storeG.Site, loadG.Site}
	goal := NewGoal(g.Candidates(), map[machine.Sites]bool{sitesF: true})
	if f, g := goal.Sought(storeF, loadF), goal.Sought(storeG, loadG); f || !g {
		t.Errorf("the known pair is sought: %t, the other one: %t; want false, true", f, g)
	}
	if goal.Hopeless(storeF, loadF) || goal.Hopeless(storeG, loadG) {
		t.Error("a state that can lead to the other pair is hopeless")
	}
	if !goal.Hopeless(storeG, end) {
		t.Error("a state after both pairs is not hopeless")
	}
	first := Hit{Sites: sitesG, At: 7, Steps: 3}
	goal.add(first)
	goal.add(Hit{Sites: sitesG, At: 1, Steps: 2})
	goal.add(Hit{Sites: sitesF, At: 1, Steps: 2})
	if !slices.Equal(goal.Hits(), []Hit{first}) {
		t.Errorf("hits %v, want the first one of the pair that was not known", goal.Hits())
	}
	if goal.Sought(storeG, loadG) || !goal.Hopeless(storeF, loadF) {
		t.Error("a pair that was found is sought")
	}
	if unpruned := NewGoal(nil, nil); unpruned.Hopeless(storeG, end) {
		t.Error("a state is hopeless without candidates")
	}
}

// TestSiteSet: a set grows to the numbers of its pairs and finds those that were added, and no
// others.
func TestSiteSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s SiteSet
	want := map[machine.Sites]bool{}
	for range 5000 {
		p := machine.Sites{r.Int32N(60), r.Int32N(60)}
		if s.Has(p) != want[p] || s.Add(p) == want[p] || !s.Has(p) {
			t.Fatalf("%v: Has or Add is wrong; it was in the set: %t", p, want[p])
		}
		want[p] = true
	}
}

// TestIndependence checks which commands of A commute with everything that B may do, regardless of
// cells.
func TestIndependence(t *testing.T) {
	g := program(t,
		"p(x) { x.f := x } { y := arg1; z := new(); z.f := y; p(z); lock(); lock(); unlock(); "+
			"unlock() } || { lock(); x := arg1.f; unlock(); x := arg1.f }")
	b := map[string]*machine.Control{
		"before its lock()": control(t, g, 1, machine.OpLock, 0),
		"with the lock":     control(t, g, 1, machine.OpLoad, 0),
		"after it":          control(t, g, 1, machine.OpLoad, 1),
	}
	for _, tt := range []struct {
		op   machine.Opcode
		n    int
		with string
		want Verdict
	}{
		{machine.OpEnd, 0, "before its lock()", Dependent},
		{machine.OpCopy, 0, "with the lock", Independent},
		{machine.OpNew, 0, "with the lock", Independent},
		{machine.OpPop, 0, "with the lock", Independent},
		{machine.OpPush, 0, "with the lock", ByCells},
		{machine.OpStore, 0, "with the lock", ByCells},
		{machine.OpLock, 0, "before its lock()", Dependent},
		{machine.OpLock, 0, "with the lock", Dependent},
		{machine.OpLock, 0, "after it", Independent},
		{machine.OpLock, 1, "before its lock()", Independent}, // A holds the lock
		{machine.OpUnlock, 0, "before its lock()", Independent},
	} {
		a := control(t, g, 0, tt.op, tt.n)
		if got := Independence([2]*machine.Control{a, b[tt.with]}, 0); got != tt.want {
			t.Errorf("command %d (number %d) while B is %s: %v, want %v", tt.op, tt.n, tt.with,
				got, tt.want)
		}
		want := "all"
		if a.Level.Held() {
			want = "until it locks"
		}
		others := Others([2]*machine.Control{a, b[tt.with]}, 0, "all", "until it locks")
		if others != want {
			t.Errorf("command %d at level %d: B may do %s, want %s", tt.op, a.Level, others, want)
		}
	}
}

// TestTries: tries end when they are used up, and with their context.
func TestTries(t *testing.T) {
	never := poll.Every(math.MaxInt, context.Background())
	tries := Tries{Poll: &never, Max: 3}
	for range 2 {
		tries.Begin()
		for n := 1; n <= 3; n++ {
			if !tries.More() || tries.Exceeded {
				t.Fatalf("More refuses try %d of 3", n)
			}
		}
		if tries.More() || !tries.Exceeded {
			t.Fatal("More allows a fourth try of 3")
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	now := poll.Every(0, ctx)
	tries = Tries{Poll: &now, Max: 3}
	if tries.More() || tries.Exceeded {
		t.Errorf("Exceeded = %t, or More allows a try after the end of the context", tries.Exceeded)
	}
}
