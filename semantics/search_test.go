package semantics

import (
	"slices"
	"testing"

	"wobbly/il"
)

// visit runs a search and counts the configurations.
func visit(s *Search) int {
	n := 0
	for range s.All() {
		n++
	}
	return n
}

func TestSearchCountsByHand(t *testing.T) {
	n := func() il.Stmt { return alloc("a") }
	tests := []struct {
		name   string
		a, b   []il.Stmt
		limits Limits
		want   int
		cut    bool
	}{
		// A grid: (2+1) x (3+1) places.
		{"grid", stmts(n(), n()), stmts(n(), n(), n()), Limits{Iterations: Unbounded}, 12, false},
		// The places of A by those of B, less (in, in): 3*3 - 1.
		{"locks", stmts(lock(), unlock()), stmts(lock(), unlock()),
			Limits{Iterations: Unbounded}, 8, false},
		// The heads of an empty loop take no step: there is one state.
		{"empty loop", stmts(while()), stmts(), Limits{Iterations: Unbounded}, 1, false},
		// Garbage does not count: before the first new, before another one, at the end without any,
		// at the end with one.
		{"loop makes garbage", stmts(while(n())), stmts(), Limits{Iterations: Unbounded}, 4, false},
		// The same, since after the loop its iterations do not count any more.
		{"bounded loop", stmts(while(n())), stmts(), Limits{Iterations: 2}, 4, true},
		// Before the body in turns 1, 2, 3, and at the end with and without a.
		{"three turns", stmts(while(n())), stmts(), Limits{Iterations: 3}, 5, true},
		{"no iteration", stmts(while(n())), stmts(), Limits{}, 1, true},
		// A list grows without bound.
		{"limit", stmts(while(alloc("y"), store("y.f", "arg1"), cp("arg1", "y"))), stmts(),
			Limits{Iterations: Unbounded, States: 1000}, 1000, true},
		{"limit that is just enough", stmts(n()), stmts(n()), Limits{States: 4}, 4, false},
		{"limit that is one too few", stmts(n()), stmts(n()), Limits{States: 3}, 3, true},
	}
	for _, tt := range tests {
		s := &Search{Start: begin(t, parallel(tt.a, tt.b)), Limits: tt.limits}
		for range 2 { // a search can be run again
			if got := visit(s); got != tt.want || s.States != tt.want || s.Cut != tt.cut {
				t.Errorf("%s: visits %d, counts %d, cut %v; want %d, %v", tt.name, got, s.States,
					s.Cut, tt.want, tt.cut)
			}
		}
	}
}

func TestSearchStopsEarly(t *testing.T) {
	s := &Search{
		Start:  begin(t, parallel(stmts(while(alloc("y"), store("y.f", "y"))), stmts())),
		Limits: Limits{Iterations: Unbounded},
	}
	for range s.All() {
		break
	}
	if s.States != 1 || s.Cut {
		t.Errorf("%d states, cut %v, after the caller stopped at the first", s.States, s.Cut)
	}
}

// TestSearchIsShortest: a configuration that is first reached by a longer path, or again by a later
// choice, is shown with the shortest path.
func TestSearchIsShortest(t *testing.T) {
	body := stmts(
		choice(block(alloc("x"), alloc("x"), cp("x", "arg1")), block(cp("x", "arg1"))),
		store("arg1.f", "x"))
	core := parallel(body, stmts(load("z", "arg1.f")))
	found, _, err := Races(core, core.Pairs()[0], aliased(core, core.Pairs()[0]),
		Limits{Iterations: Unbounded})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d races, error %v", len(found), err)
	}
	if n := len(found[0].Moves); n != 1 || found[0].Moves[0].Choices[0].Take != Else {
		t.Errorf("found in %d steps, want one, after else", n)
	}
}

func TestFindingChoices(t *testing.T) {
	core := parallel(stmts(choice(block(store("arg1.f", "arg1")), nil)),
		stmts(while(store("arg1.f", "arg1"))))
	found, _, err := Races(core, core.Pairs()[0], aliased(core, core.Pairs()[0]),
		Limits{Iterations: 1})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d races, error %v", len(found), err)
	}
	f := found[0]
	if len(f.Moves) != 0 || f.Choices[A][0].Take != Then || f.Choices[B][0].Take != Loop {
		t.Errorf("moves %v, choices %v; want none, then and loop", f.Moves, f.Choices)
	}
}

func TestKey(t *testing.T) {
	core := parallel(stmts(alloc("x"), alloc("y"), alloc("x")), stmts(alloc("z")))
	k := begin(t, core)
	ab := mustNext(t, mustNext(t, k, A), B)
	ba := mustNext(t, mustNext(t, k, B), A)
	if ab.Key() != ba.Key() {
		t.Error("names of locations change the key")
	}
	if k.Key() == ab.Key() {
		t.Error("steps do not change the key")
	}
	garbage := ab
	_, garbage.H = ab.H.New()
	if garbage.Key() != ab.Key() {
		t.Error("objects that nothing reaches change the key")
	}
	locked := ab
	locked.Threads[A].L = il.LevelOf(1)
	if locked.Key() == ab.Key() {
		t.Error("lock contexts do not change the key")
	}
}

// TestKeyDistinguishesHeaps: keys are different iff a thread could tell the heaps apart.
func TestKeyDistinguishesHeaps(t *testing.T) {
	core := parallel(stmts(load("x", "arg1.f"), load("y", "arg2.f")), stmts())
	p := core.Pairs()[0]
	keys := map[string]bool{}
	for _, in := range allInits(core, p, 2) {
		keys[mustConfig(t, core, p, in).Key()] = true
	}
	// With arg1 and arg2 aliased, o1.f is o1, or o2 with o2.f either: 3 shapes (those of o2 as root
	// are the same). With two objects as roots: 2*2.
	if len(keys) != 7 {
		t.Errorf("%d keys, want 7", len(keys))
	}
}

// TestResolved: Resolved lists each configuration once, with fewer decisions first, and no thread
// in it is before a choice.
func TestResolved(t *testing.T) {
	a := stmts(choice(block(alloc("x")), block(choice(block(alloc("y")), block()))), alloc("z"))
	b := stmts(while(alloc("u")), alloc("v"))
	k := begin(t, parallel(a, b))
	var names []string
	for _, r := range Resolved(k) {
		name := ""
		for _, i := range Tids {
			c, ok := r.Command(i)
			if !ok {
				t.Fatal("a thread is before a choice")
			}
			name += il.Text(c.(il.Stmt)) + " " // A's, then B's
		}
		names = append(names, name)
	}
	want := []string{
		"x := new() v := new() ", "x := new() u := new() ", "y := new() v := new() ",
		"y := new() u := new() ", "z := new() v := new() ", "z := new() u := new() ",
	}
	if !slices.Equal(names, want) {
		t.Errorf("Resolved gives %q, want %q", names, want)
	}
	if again := Resolved(Resolved(k)[0]); len(again) != 1 ||
		again[0].Key() != Resolved(k)[0].Key() {
		t.Errorf("Resolved lists %d configurations where no choice is left, want that one",
			len(again))
	}
}
