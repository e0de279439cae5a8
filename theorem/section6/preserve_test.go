package section6

import (
	"testing"

	"wobbly/il"
	"wobbly/semantics"
)

// TestNotPreserved: for each clause of Definition 6.5, the error says what fails after n steps.
func TestNotPreserved(t *testing.T) {
	for _, x := range []struct {
		text        string
		n           int
		path, state string
		why         string
	}{
		{`m(a, b) { x := b.f }`, 1, "a.f", "o1.f=o1 o2.f=o2 a=o1 b=o2", ""},
		{`m(a, b) { x := b.f }`, 1, "z.f", "o1.f=o1 o2.f=o2 a=o1 b=o2",
			"z.f has no address at the start"},
		{`m(a, b) { a := b } k(a) { x := a.f }`, 1, "a.f", "o1.f=o1 o2.f=o2 a=o1 b=o2",
			"(2) a held o1 and holds o2"},
		{`m(a, b) { a.f := b }`, 2, "a.f.f.f", "o1.f=o2 o2.f=o2 o3.f=o3 a=o1 b=o3",
			"(3) the address of a.f.f was o2.f and is o3.f"},
		{`m(a, b) { a.f := b } k(a) { x := a.g }`, 2, "a.f.f", "o1.f=o2 o2.f=o2 o3.g=o3 a=o1 b=o3",
			"(3) a.f.f has no address at the end"},
		{`m(a, b) { b := a } k(a) { x := a.f }`, 1, "a.f", "o1.f=o2 o2.f=o2 a=o1 b=o2",
			"(1) in the end a.f is not disconnected: b holds o1"},
		{`m(a, b) { x := a; b.f := x; x := new() }`, 3, "a.f", "o1.f=o2 o2.f=o2 a=o1 b=o2",
			"(1) in the end a.f is not disconnected: o2.f holds o1"},
		{`m(a, b) { a.f := a }`, 2, "a.f", "o1.f=o2 o2.f=o2 a=o1 b=o1",
			"(1) in the end a.f is not acyclic: o1.f holds o1"},
	} {
		s := traversed(t, x.text, x.n, x.path, "", x.state)
		before, after := s.frames()
		got := ""
		if err := preserved(s.path, before, after, s.from.H, s.to.H); err != nil {
			got = err.Error()
		}
		if got != x.why {
			t.Errorf("preserved(%s) by %d steps of %s from %s = %q, want %q", x.path, x.n, x.text,
				x.state, got, x.why)
		}
	}
}

// TestDefinitions tests Definitions 6.2 to 6.4 on small states.
func TestDefinitions(t *testing.T) {
	for _, x := range []struct {
		path, state           string
		disconnected, acyclic bool
		address               string
	}{
		{"a.f", "o1.f=o2 o2.f=o2 a=o1 b=o2", true, true, "o1.f"},
		{"a.f.f", "o1.f=o2 o2.f=o3 o3.f=o3 a=o1 b=o3", true, true, "o2.f"},
		// b holds an object of the path
		{"a.f.f", "o1.f=o2 o2.f=o3 o3.f=o3 a=o1 b=o2", false, true, "o2.f"},
		{"a.f.f", "o1.f=o2 o2.f=o3 o3.f=o2 a=o1 b=o3", false, true, "o2.f"}, // so does o3.f
		{"a.f", "o1.f=o1 a=o1 b=o1", false, false, "o1.f"},
		// the last cell leads back
		{"a.f.f", "o1.f=o2 o2.f=o1 o3.f=o3 a=o1 b=o3", true, false, "o2.f"},
		{"a.f.f", "o1.f=o2 o2.f=o2 o3.f=o3 a=o1 b=o3", true, false, "o2.f"}, // to its own object
	} {
		s := traversed(t, `m(a, b) { x := a.f }`, 0, x.path, "", x.state)
		f, ok := s.footprint()
		if !ok {
			t.Fatalf("%s in %s has no address", x.path, x.state)
		}
		frame, _ := s.frames()
		if got := f.disconnected(s.path, frame, s.from.H) == nil; got != x.disconnected {
			t.Errorf("%s in %s is disconnected: %t, want %t", x.path, x.state, got, x.disconnected)
		}
		if got := f.acyclic(s.path) == nil; got != x.acyclic {
			t.Errorf("%s in %s is acyclic: %t, want %t", x.path, x.state, got, x.acyclic)
		}
		if got := f.address().String(); got != x.address {
			t.Errorf("the address of %s in %s is %s, want %s", x.path, x.state, got, x.address)
		}
	}
	empty := semantics.NewHeap([]string{"f"})
	if _, ok := footprintOf(il.Path("z", "f"), semantics.Frame{}, empty); ok {
		t.Error("a path of a variable without a value has an address")
	}
}

// address returns ⌊π⌋.
func (f footprint) address() semantics.Addr { return f.cells[len(f.cells)-1] }
