package draw

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/theorem/compound"
)

const traced = `m(a, b) {
  x := a.f;
  if * { lock(); b.f := x; unlock(); }
  while * { k(b); }
}

private k(c) { y := c.g; c.f := y; }
`

// random returns the random numbers of a seed.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// TestNewTrace checks that a trace ends after n steps or at the end of the method, never later,
// that its commands can be executed, and that open calls are counted.
func TestNewTrace(t *testing.T) {
	core := iltest.Core(t, traced)
	u := core.Methods["m"]
	ended, cut, deepest := 0, 0, 0
	for seed := range uint64(200) {
		r := random(seed)
		n := r.IntN(9)
		w := NewTrace(r, core, u, n)
		k, stuck := w.Execute(StartWell(r, core, u), semantics.A, len(w.Steps))
		if len(w.Steps) > n || stuck != nil || w.Unit != u {
			t.Fatalf("seed %d: %d steps of at most %d of %q, stuck: %v", seed, len(w.Steps), n,
				w.Unit.Name, stuck)
		}
		p := k.Threads[semantics.A].Point
		for _, take := range w.Decisions {
			p, _ = p.Resolve(take)
		}
		if _, more := p.Command(); more {
			cut++
			if len(w.Steps) != n {
				t.Errorf("seed %d: cut after %d steps, want %d", seed, len(w.Steps), n)
			}
		} else {
			ended++
		}
		depth := 0
		for i, c := range w.Commands(len(w.Steps)) {
			before := w.Before(i)
			if w.Depth(i) != depth || before.Depth(i) != depth {
				t.Errorf("seed %d: depth %d before step %d, in its prefix %d, want %d", seed,
					w.Depth(i), i, before.Depth(i), depth)
			}
			if len(before.Steps) != i {
				t.Errorf("seed %d: Before(%d) has %d steps", seed, i, len(before.Steps))
			}
			depth += il.FrameChange(c)
		}
		if got := w.Depth(len(w.Steps)); got != depth {
			t.Errorf("seed %d: depth %d at the end, want %d", seed, got, depth)
		}
		deepest = max(deepest, depth)
	}
	if ended < 20 || cut < 20 || deepest != 1 {
		t.Errorf("%d traces ended, %d were cut, at most %d open calls; want 20, 20, and 1", ended,
			cut,
			deepest)
	}
}

// TestAtTop checks that an access of a callee gets its name in the method where the thread began.
func TestAtTop(t *testing.T) {
	core := iltest.Core(t, traced)
	seen := map[string]bool{}
	for seed := range uint64(100) {
		r := random(seed)
		for _, s := range NewTrace(r, core, core.Methods["m"], 9).Steps {
			x, ok := AccessAt(s.At)
			if !ok {
				continue
			}
			top, _ := AtTop(s.At, x.Path)
			_, known := AtTop(s.At, "y.f")
			seen[string(x.Path)+" "+string(top)] = true
			if want := s.depth == 0; known != want {
				t.Errorf("y.f at depth %d has a name at the top: %t, want %t", s.depth, known, want)
			}
		}
	}
	want := map[string]bool{"a.f a.f": true, "b.f b.f": true, "c.g b.g": true, "c.f b.f": true}
	if !maps.Equal(seen, want) {
		t.Errorf("accesses and their names at the top are %v, want %v", seen, want)
	}
}

// TestWalk checks that a run has at most n moves and the configuration after each, that many runs
// end before, and that two thirds of the cuts have no open call.
func TestWalk(t *testing.T) {
	core := iltest.Core(t, traced)
	u := core.Methods["m"]
	matched, ended := 0, 0
	for seed := range uint64(300) {
		r := random(seed)
		start := StartWell(r, core, u)
		x := Walk(r, start, 8)
		n := len(x.Moves)
		if n > 8 || len(x.After) != n || len(x.Commands()) != n {
			t.Fatalf("seed %d: %d moves of at most 8, %d states, %d commands", seed, n,
				len(x.After), len(x.Commands()))
		}
		if n < 8 {
			ended++
		}
		if got, want := x.Cut(0).Last().Key(), start.Key(); got != want {
			t.Errorf("seed %d: the empty prefix ends in %v, want %v", seed, got, want)
		}
		if got, want := x.Level(), x.Last().Threads[semantics.A].L; got != want {
			t.Errorf("seed %d: Level = %v, want %v", seed, got, want)
		}
		c := CutAnywhere(r, x)
		if !slices.EqualFunc(c.Moves, x.Moves[:len(c.Moves)],
			func(a, b semantics.Move) bool { return a.Command == b.Command }) {
			t.Errorf("seed %d: a cut has the moves %v, want a prefix of %v", seed, c.Moves, x.Moves)
		}
		if c.Matched() {
			matched++
		}
	}
	if matched < 200 || matched == 300 {
		t.Errorf("%d of 300 cuts are matched, want 200 or more, not all", matched)
	}
	if ended < 100 || ended == 300 {
		t.Errorf("%d of 300 runs end before 8 moves, want 100 or more, not all", ended)
	}
}

// TestShapes checks the cells of each kind of heap.
func TestShapes(t *testing.T) {
	r := random(1)
	for range 100 {
		n := 1 + r.IntN(4)
		i := r.IntN(n)
		if got := cell(r, shapeTree, i, n); got <= i && i < n-1 || got >= n {
			t.Errorf("a tree's object %d of %d leads to %d, want a later one", i, n, got)
		}
		if got, want := cell(r, shapeCycle, i, n), (i+1)%n; got != want {
			t.Errorf("a cycle's object %d of %d leads to %d, want %d", i, n, got, want)
		}
		if got := cell(r, shapeLoose, i, n); got != i {
			t.Errorf("a loose object %d leads to %d, want itself", i, got)
		}
		if got := cell(r, shapeRandom, i, n); got < 0 || got >= n {
			t.Errorf("object %d of %d leads to %d", i, n, got)
		}
	}
	for i, want := range map[int]string{0: "o1", 9: "o10"} {
		if got := Object(i); got != want {
			t.Errorf("Object(%d) = %q, want %q", i, got, want)
		}
	}
}

// TestInit checks that there are 1 to 4 objects, and that each cell and each parameter has a value.
func TestInit(t *testing.T) {
	core := iltest.Core(t, traced)
	p := core.Pairs()[0]
	sizes := map[int]int{}
	for seed := range uint64(200) {
		in := Init(random(seed), core, p)
		sizes[len(in.Objects)]++
		if got, want := len(in.Cells), len(in.Objects)*len(core.Fields); got != want {
			t.Fatalf("seed %d: %d cells, want %d: %+v", seed, got, want, in)
		}
		if len(in.Stacks[0]) != 2 || len(in.Stacks[1]) != 2 {
			t.Fatalf("seed %d: the parameters are %v, want two of each thread", seed, in.Stacks)
		}
		Config(core, p, in) // panics if an object is unknown
	}
	if got := slices.Sorted(maps.Keys(sizes)); !slices.Equal(got, []int{1, 2, 3, 4}) ||
		sizes[1] < 60 {
		t.Errorf("numbers of objects are %v, want 1 to 4, and 1 at least 60 times", sizes)
	}
}

// TestStart checks that an eighth of the states are not well-behaved.
func TestStart(t *testing.T) {
	core := iltest.Core(t, traced)
	lacking := 0
	for seed := range uint64(400) {
		if k := Start(random(seed), core, core.Methods["m"]); semantics.WellBehaved(k) != nil {
			lacking++
		}
	}
	if lacking < 25 || lacking > 80 {
		t.Errorf("%d of 400 states are not well-behaved, want 25 to 80", lacking)
	}
}

// TestFragment checks that fragments change the program in each of the ways that the comment of
// Fragment lists.
func TestFragment(t *testing.T) {
	core := iltest.Core(t, traced)
	u := core.Methods["m"]
	seen := map[string]int{}
	for seed := range uint64(500) {
		c := Fragment(random(seed), core, u)
		acquired, released := 0, 0
		il.Walk(c.Body, func(s il.Stmt) {
			switch {
			case il.Acquires(s):
				acquired++
			case il.Releases(s):
				released++
			}
			if x, ok := s.(*il.Call); ok && x.Method == "m" {
				seen["calls m"]++
			}
			if x, ok := s.(*il.Store); ok && u.Formal(x.Src) >= 0 {
				seen["stores a formal"]++
			}
		})
		switch {
		case acquired != released:
			seen["unbalanced"]++
		case acquired > 1:
			seen["locked"]++
		}
	}
	for _, what := range []string{"calls m", "stores a formal", "unbalanced", "locked"} {
		if seen[what] < 10 {
			t.Errorf("%s: %d of 500 fragments, want 10 or more", what, seen[what])
		}
	}
}

// TestLocked checks that statements are put between lock and unlock.
func TestLocked(t *testing.T) {
	got := Locked(iltest.Core(t, traced).Methods["m"].Body.Stmts[:1])
	if len(got) != 3 || !il.Acquires(got[0]) || !il.Releases(got[2]) {
		t.Errorf("Locked = %v, want a lock, the statement, and an unlock", got)
	}
}

// TestCallingNothing checks that no call is added to a program without methods.
func TestCallingNothing(t *testing.T) {
	u := iltest.Core(t, traced).Methods["m"]
	got := Calling(random(1), iltest.Core(t, "{ } || { }"), compound.Of(u, nil))
	if len(got.Body.Stmts) != 0 {
		t.Errorf("Calling = %v, want no statement", got.Body)
	}
}

// TestArguments checks that some arguments are a prefix or an extension of the one before, and that
// none is longer than two fields.
func TestArguments(t *testing.T) {
	core := iltest.Core(t, traced)
	related := 0
	for seed := range uint64(300) {
		args := Arguments(random(seed), core, core.Methods["m"], 2)
		if len(args) != 2 || len(args[0].Fields) > 2 || len(args[1].Fields) > 2 {
			t.Fatalf("seed %d: Arguments = %v, want two of at most two fields", seed, args)
		}
		n := min(len(args[0].Fields), len(args[1].Fields))
		if args[0].Root == args[1].Root && slices.Equal(args[0].Fields[:n], args[1].Fields[:n]) {
			related++
		}
	}
	if related < 100 {
		t.Errorf("%d of 300 are prefixes of each other, want 100 or more", related)
	}
	if got := Longer(random(1), core, il.Path("a", "f")); got.Root != "a" || len(got.Fields) != 2 {
		t.Errorf("Longer(a.f) = %v, want a with two fields", got)
	}
}

// TestSomeOf checks that at least one element is chosen if there is one.
func TestSomeOf(t *testing.T) {
	for seed := range uint64(50) {
		if got := SomeOf(random(seed), []int{1, 2, 3}); len(got) == 0 || len(got) > 3 {
			t.Errorf("SomeOf(1, 2, 3) = %v, want 1 to 3 elements", got)
		}
	}
	if got := SomeOf(random(1), []int(nil)); got != nil {
		t.Errorf("SomeOf(nil) = %v, want nil", got)
	}
}
