package draw

import (
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

// TestNewTrace: a trace ends after n steps or at the end of the method, never later, and executing
// its commands is possible. Open calls are counted.
func TestNewTrace(t *testing.T) {
	core := iltest.Core(t, traced)
	u := core.Methods["m"]
	ended, cut, deepest := 0, 0, 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := r.IntN(9)
		w := NewTrace(r, core, u, n)
		k, stuck := w.Execute(StartWell(r, core, u), semantics.A, len(w.Steps))
		if len(w.Steps) > n || stuck != nil || w.Unit != u {
			t.Fatalf("seed %d: %d steps of at most %d, stuck: %v", seed, len(w.Steps), n, stuck)
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
			if w.Depth(i) != depth || w.Before(i).Depth(i) != depth || len(w.Before(i).Steps) != i {
				t.Errorf("seed %d: depth %d before step %d, want %d", seed, w.Depth(i), i, depth)
			}
			depth += il.FrameChange(c)
		}
		if w.Depth(len(w.Steps)) != depth {
			t.Errorf("seed %d: depth %d at the end, want %d", seed, w.Depth(len(w.Steps)), depth)
		}
		deepest = max(deepest, depth)
	}
	if ended < 20 || cut < 20 || deepest != 1 {
		t.Errorf("%d traces ended, %d were cut, at most %d open calls", ended, cut, deepest)
	}
}

// TestAtTop renames an access of a callee to the method where the thread began.
func TestAtTop(t *testing.T) {
	core := iltest.Core(t, traced)
	seen := map[string]bool{}
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		for _, s := range NewTrace(r, core, core.Methods["m"], 9).Steps {
			x, ok := AccessAt(s.At)
			if !ok {
				continue
			}
			top, _ := AtTop(s.At, x.Path)
			_, known := AtTop(s.At, "y.f")
			seen[string(x.Path)+" "+string(top)] = true
			if calls := s.depth > 0; known == calls {
				t.Errorf("y.f at depth %d has a name at the top: %t", s.depth, known)
			}
		}
	}
	for _, want := range []string{"a.f a.f", "b.f b.f", "c.g b.g", "c.f b.f"} {
		if !seen[want] || len(seen) != 4 {
			t.Errorf("accesses and their names at the top are %v, want %s and 3 others", seen, want)
		}
	}
}

// TestWalk: a run has the configuration after each move, and at most n steps; many runs end before. Two thirds of the cuts have no open call.
func TestWalk(t *testing.T) {
	core := iltest.Core(t, traced)
	u := core.Methods["m"]
	matched, ended := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		start := StartWell(r, core, u)
		x := Walk(r, start, 8)
		if len(x.Moves) != len(x.After) || len(x.Moves) > 8 || len(x.Commands()) != len(x.Moves) {
			t.Fatalf("seed %d: %d moves, %d states", seed, len(x.Moves), len(x.After))
		}
		if len(x.Moves) < 8 {
			ended++
		}
		if x.Cut(0).Last().Key() != start.Key() || x.Level() != x.Last().Threads[semantics.A].L {
			t.Errorf("seed %d: the empty prefix ends elsewhere", seed)
		}
		c := CutAnywhere(r, x)
		if !slices.EqualFunc(c.Moves, x.Moves[:len(c.Moves)],
			func(a, b semantics.Move) bool { return a.Command == b.Command }) {
			t.Errorf("seed %d: a cut is not a prefix", seed)
		}
		if c.Matched() {
			matched++
		}
	}
	if matched < 200 || matched == 300 || ended < 100 || ended == 300 {
		t.Errorf("%d of 300 runs end before 8 moves, and %d cuts are matched", ended, matched)
	}
}

// TestShapes: the cells of each kind of heap.
func TestShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		n := 1 + r.IntN(4)
		i := r.IntN(n)
		if tree := cell(r, shapeTree, i, n); tree <= i && i < n-1 || tree >= n {
			t.Errorf("a tree's object %d of %d leads to %d", i, n, tree)
		}
		if next := cell(r, shapeCycle, i, n); next != (i+1)%n {
			t.Errorf("a cycle's object %d of %d leads to %d", i, n, next)
		}
		if own := cell(r, shapeLoose, i, n); own != i {
			t.Errorf("a loose object %d leads to %d", i, own)
		}
		if any := cell(r, shapeRandom, i, n); any < 0 || any >= n {
			t.Errorf("object %d of %d leads to %d", i, n, any)
		}
	}
	if Object(0) != "o1" || Object(9) != "o10" {
		t.Errorf("Object = %s, %s; want o1, o10", Object(0), Object(9))
	}
}

// TestInit: each cell of each object has a value, and so has each formal; there are 1 to 4 objects.
func TestInit(t *testing.T) {
	core := iltest.Core(t, traced)
	p := core.Pairs()[0]
	sizes := map[int]int{}
	for seed := range uint64(200) {
		in := Init(rand.New(rand.NewPCG(seed, 1)), core, p)
		sizes[len(in.Objects)]++
		if len(in.Cells) != len(in.Objects)*len(core.Fields) || len(in.Stacks[0]) != 2 ||
			len(in.Stacks[1]) != 2 {
			t.Fatalf("seed %d: %+v", seed, in)
		}
		Config(core, p, in) // panics if an object is unknown
	}
	if len(sizes) != 4 || sizes[0] > 0 || sizes[5] > 0 || sizes[1] < 60 {
		t.Errorf("numbers of objects are %v, want 1 to 4, often 1", sizes)
	}
	lacking := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		if k := Start(r, core, core.Methods["m"]); semantics.WellBehaved(k) != nil {
			lacking++
		}
	}
	if lacking < 25 || lacking > 80 {
		t.Errorf("%d of 400 states are not well-behaved, want an eighth", lacking)
	}
}

// TestFragment: fragments change the program in each of the ways that the comment lists.
func TestFragment(t *testing.T) {
	core := iltest.Core(t, traced)
	u := core.Methods["m"]
	seen := map[string]int{}
	for seed := range uint64(500) {
		c := Fragment(rand.New(rand.NewPCG(seed, 1)), core, u)
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
			t.Errorf("%s: %d of 500 fragments", what, seen[what])
		}
	}
	locked := Locked(u.Body.Stmts[:1])
	if len(locked) != 3 || !il.Acquires(locked[0]) || !il.Releases(locked[2]) {
		t.Errorf("Locked = %v", locked)
	}
	if got := Calling(rand.New(rand.NewPCG(1, 1)), iltest.Core(t, "{ } || { }"),
		compound.Of(u, nil)); len(
		got.Body.Stmts) != 0 {
		t.Errorf("Calling adds a call to a program without methods: %v", got.Body)
	}
}

// TestArguments: some arguments are a prefix or an extension of the one before, none is longer than
// two fields.
func TestArguments(t *testing.T) {
	core := iltest.Core(t, traced)
	related := 0
	for seed := range uint64(300) {
		args := Arguments(rand.New(rand.NewPCG(seed, 1)), core, core.Methods["m"], 2)
		if len(args) != 2 || len(args[0].Fields) > 2 || len(args[1].Fields) > 2 {
			t.Fatalf("Arguments = %v", args)
		}
		n := min(len(args[0].Fields), len(args[1].Fields))
		if args[0].Root == args[1].Root && slices.Equal(args[0].Fields[:n], args[1].Fields[:n]) {
			related++
		}
	}
	if related < 100 {
		t.Errorf("%d of 300 are prefixes of each other", related)
	}
	for range 50 {
		r := rand.New(rand.NewPCG(1, 1))
		if some := SomeOf(r, []int{1, 2, 3}); len(some) == 0 || len(some) > 3 {
			t.Errorf("SomeOf = %v", some)
		}
	}
	if SomeOf(rand.New(rand.NewPCG(1, 1)), []int(nil)) != nil {
		t.Error("SomeOf finds an element in an empty list")
	}
	if e := Longer(rand.New(rand.NewPCG(1, 1)), core, il.Path("a", "f")); len(e.Fields) != 2 ||
		e.Root != "a" {
		t.Errorf("Longer = %v", e)
	}
}
