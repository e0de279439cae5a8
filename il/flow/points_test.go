package flow_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"wobbly/il/flow"
)

// elements lists the objects in a set, each followed by a blank.
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
		t.Errorf("the set has %d elements, %q, want 4, 0 63 64 255", s.Size(), got)
	}
	for o := range int32(flow.MaxObjects) {
		if want := o == 0 || o == 63 || o == 64 || o == 255; s.Has(o) != want {
			t.Errorf("Has(%d) = %t, want %t", o, !want, want)
		}
	}
	if !s.Meets(&u) || !u.Meets(&s) {
		t.Error("Meets of two sets with 64 = false")
	}
	if s.Meets(&none) {
		t.Error("Meets of the empty set = true")
	}
	if !s.Join(u) || s.Join(u) || s.Join(none) {
		t.Error("Join = true other than for the first time")
	}
	if !s.Has(7) || s.Size() != 5 {
		t.Errorf("after Join the set is %q, want 7 too", elements(&s))
	}
	var last flow.ObjectSet
	last.Add(255)
	if !last.Meets(&s) || last.Join(last) {
		t.Errorf("the set of the last object is %q, want 255", elements(&last))
	}
}

// TestPointsTo solves constraints about objects 0 to 2 with the fields f = 0 and g = 1; 2.f and 2.g
// hold 2.
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
		t.Errorf("Value of a.f.g = %s, want 0 2", got)
	}
	p.Hold(a, 1)
	p.Solve()
	if got := elements(p.Of(x)); got != "0 1 " {
		t.Errorf("after another Solve x holds %s, want 0 1", got)
	}
}

// command is an assignment dst := root.path, or a store root.path := src.
type command struct {
	store     bool
	dst, root int32
	path      []int32
}

// TestPointsToAgainstExecutions: for random constraints, the sets contain what an execution of the
// commands in random order, with repetition, stores in variables and cells.
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
			o := stack[c.root]
			for _, f := range c.path[:len(c.path)-1] {
				o = heap[o][f]
			}
			cell := &heap[o][c.path[len(c.path)-1]]
			if c.store {
				*cell = stack[c.dst]
			} else {
				stack[c.dst] = *cell
			}
			for v, o := range stack {
				if !p.Of(int32(v)).Has(o) {
					t.Fatalf("seed %d: variable %d holds %d, want it in %s", seed, v, o,
						elements(p.Of(int32(v))))
				}
			}
			for o := range heap {
				for f, v := range heap[o] {
					if !p.Cell(int32(o), int32(f)).Has(v) {
						t.Fatalf("seed %d: cell %d of %d holds %d, want it in %s", seed, f, o, v,
							elements(p.Cell(int32(o), int32(f))))
					}
				}
			}
		}
	}
}
