package flow_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"wobbly/il/flow"
)

func elements(s *flow.ObjectSet) string {
	text := ""
	s.Each(func(o int32) { text += fmt.Sprint(o, " ") })
	return text
}

func TestObjectSet(t *testing.T) {
	var s, u, none flow.ObjectSet
	for _, o := range []int32{255, 0, 64, 63, 64} {
		s.Add(o)
	}
	u.Add(7)
	u.Add(64)
	if got := elements(&s); got != "0 63 64 255 " || s.Size() != 4 {
		t.Errorf("%d elements: %s", s.Size(), got)
	}
	for _, o := range []int32{0, 63, 64, 255} {
		if !s.Has(o) || s.Has((o+2)%flow.MaxObjects) || s.Has((o+128)%flow.MaxObjects) {
			t.Errorf("Has is wrong at %d", o)
		}
	}
	if s.Has(62) || s.Has(1) || !s.Meets(&u) || !u.Meets(&s) || s.Meets(&none) {
		t.Error("Has or Meets is wrong")
	}
	if !s.Join(u) || s.Join(u) || s.Join(none) || !s.Has(7) || s.Size() != 5 {
		t.Error("Join is wrong")
	}
	var last flow.ObjectSet
	last.Add(255)
	if !last.Meets(&s) || last.Join(last) {
		t.Error("the last object is forgotten")
	}
}

// TestPointsTo: objects 0 to 2 have the fields f = 0 and g = 1; 2.f and 2.g hold 2.
func TestPointsTo(t *testing.T) {
	p := flow.NewPointsTo(3, 2)
	p.HoldCell(2, 0, 2)
	p.HoldCell(2, 1, 2)
	a, b, x, y, z, w := p.Var(), p.Var(), p.Var(), p.Var(), p.Var(), p.Var()
	p.Assign(z, y, 1)            // z := y.g, in vain
	p.Assign(y, x, 0)            // y := x.f
	p.Store(x, []int32{0}, b)    // x.f := b
	p.Assign(x, a)               // x := a
	p.Store(x, []int32{0, 1}, a) // x.f.g := a
	p.Assign(w, x, 0, 1)         // w := x.f.g
	p.Hold(a, 0)                 // a holds 0, b holds 1 and 2
	p.Hold(b, 1)
	p.Hold(b, 2)
	p.Solve()
	for v, want := range map[int32]string{
		a: "0 ", b: "1 2 ", x: "0 ", y: "1 2 ", z: "0 2 ", w: "0 2 ",
	} {
		if got := elements(p.Of(v)); got != want {
			t.Errorf("variable %d holds %s, want %s", v, got, want)
		}
	}
	cells := []string{"1 2 ", "", "", "0 ", "2 ", "0 2 "}
	for i, want := range cells {
		if got := elements(p.Cell(int32(i/2), int32(i%2))); got != want {
			t.Errorf("cell %d of %d holds %s, want %s", i%2, i/2, got, want)
		}
	}
	value := p.Value(a, []int32{0, 1})
	if got := elements(&value); got != "0 2 " {
		t.Errorf("a.f.g is %s", got)
	}
	p.Hold(a, 1)
	p.Solve()
	if got := elements(p.Of(x)); got != "0 1 " {
		t.Errorf("solved again, x holds %s", got)
	}
}

// command is an assignment dst := root.path, or a store root.path := src.
type command struct {
	store     bool
	dst, root int32
	path      []int32
}

// TestPointsToAgainstExecutions: for random constraints, the sets contain what an execution of the
// commands in random order, with repetition, stores in variables and cells. Each element of a set
// is justified by the last round of a plain iteration.
func TestPointsToAgainstExecutions(t *testing.T) {
	const vars, objects, fields = 4, 3, 2
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := flow.NewPointsTo(objects, fields)
		var stack [vars]int32
		var heap [objects][fields]int32
		for v := range stack {
			p.Var()
			stack[v] = r.Int32N(objects)
			p.Hold(int32(v), stack[v])
		}
		for o := range heap {
			for f := range heap[o] {
				heap[o][f] = int32(o)
				p.HoldCell(int32(o), int32(f), int32(o))
			}
		}
		var commands []command
		for range 4 {
			c := command{store: r.IntN(2) == 0, dst: r.Int32N(vars), root: r.Int32N(vars)}
			for range 1 + r.IntN(2) {
				c.path = append(c.path, r.Int32N(fields))
			}
			if c.store {
				p.Store(c.root, c.path, c.dst)
			} else {
				p.Assign(c.dst, c.root, c.path...)
			}
			commands = append(commands, c)
		}
		p.Solve()
		for range 200 {
			c := commands[r.IntN(len(commands))]
			at := stack[c.root]
			for _, f := range c.path[:len(c.path)-1] {
				at = heap[at][f]
			}
			cell := &heap[at][c.path[len(c.path)-1]]
			if c.store {
				*cell = stack[c.dst]
			} else {
				stack[c.dst] = *cell
			}
			for v, o := range stack {
				if !p.Of(int32(v)).Has(o) {
					t.Fatalf("seed %d: variable %d holds %d", seed, v, o)
				}
			}
			for o := range heap {
				for f, v := range heap[o] {
					if !p.Cell(int32(o), int32(f)).Has(v) {
						t.Fatalf("seed %d: cell %d of %d holds %d", seed, f, o, v)
					}
				}
			}
		}
	}
}
