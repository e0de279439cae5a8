package driver

import (
	"slices"
	"testing"

	"wobbly/semantics/explore/machine"
)

// TestPath: a path's names for objects do not change when the machine renumbers them. Initial
// objects appear when they are picked, others by steps, and the initial state has the picked
// values.
func TestPath(t *testing.T) {
	g := program(t, "{ x := arg1.f; y := new(); arg2.f := y; x.f := y } || { }")
	m := machine.In(g, nil)
	m.At = [2]*machine.Control{g.Starts(0)[0], g.Starts(1)[0]}
	p := NewPath(m, nil)
	// The values of arg1, arg1.f, and later arg2, which is the object of arg1.f.
	for _, o := range []int32{1, 2, 2} {
		for {
			need := m.Execute(0)
			if need != machine.Done {
				if o > m.Objects() {
					m.Discover()
				}
				m.Define(need, o)
				p.Pick(machine.Pick{At: need, Object: o})
				break
			}
			from := m.At[0]
			m.At[0] = from.Next[0]
			p.Step(0, from, m.At[0])
		}
	}
	// The machine has o1, o2 and the object that A makes. Drop o1 and swap the others.
	if want := []int{0, 1, 2}; !slices.Equal(p.Names, want) || len(p.Steps) != 2 {
		t.Fatalf("names %v, %d steps, want %v after 2 steps", p.Names, len(p.Steps), want)
	}
	p.Renumber([]int32{3, 2})
	if want := []int{2, 1}; !slices.Equal(p.Names, want) {
		t.Errorf("names %v, want %v", p.Names, want)
	}
	for name, want := range []int{1, 2, 3} { // the new object comes after the initial ones
		if got := p.Loc(name); int(got) != want {
			t.Errorf("object %d is at location %d, want %d", name, got, want)
		}
	}
	in := p.Init(g, g.Pair())
	if !slices.Equal(in.Objects, []string{"o1", "o2"}) || in.Stacks[0]["arg1"] != "o1" ||
		in.Stacks[0]["arg2"] != "o2" || in.Cells[0] != [3]string{"o1", "f", "o2"} {
		t.Errorf("initial state %+v", in)
	}
}

// TestPathFromGiven: a path from a given initial state has its objects from the beginning.
func TestPathFromGiven(t *testing.T) {
	g := program(t, "{ x := new(); arg1.f := x } || { } init { A.arg1 = o1 }")
	in, err := g.Given(nil)
	if err != nil {
		t.Fatal(err)
	}
	m := machine.In(g, in)
	m.At = [2]*machine.Control{g.Starts(0)[0], g.Starts(1)[0]}
	p := NewPath(m, in)
	if p.Given != in || !slices.Equal(p.Names, []int{0}) || p.Starts != m.At {
		t.Errorf("NewPath = %+v, want the given state, name 0 and the starts of m", p)
	}
	from := m.At[0]
	m.Execute(0)
	p.Step(0, from, from.Next[0])
	if !slices.Equal(p.Names, []int{0, 1}) || p.Loc(1) != 2 ||
		p.Steps[0] != (Step{0, from, from.Next[0]}) {
		t.Errorf("after a step: names %v, want [0 1]; location %d, want 2; steps %v", p.Names,
			p.Loc(1), p.Steps)
	}
}
