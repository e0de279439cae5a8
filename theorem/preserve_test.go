package theorem

import "testing"

// TestNotPreserved: for each clause of Definition 6.5, the error says what fails
// after n steps.
func TestNotPreserved(t *testing.T) {
	for _, x := range []struct {
		text        string
		n           int
		path, state string
		why         string
	}{
		{`m(a, b) { x := b.f }`, 1, "a.f", "o1.f=o1 o2.f=o2 a=o1 b=o2", ""},
		{`m(a, b) { x := b.f }`, 1, "z.f", "o1.f=o1 o2.f=o2 a=o1 b=o2", "z.f has no address at the start"},
		{`m(a, b) { a := b } k(a) { x := a.f }`, 1, "a.f", "o1.f=o1 o2.f=o2 a=o1 b=o2", "(2) a held o1 and holds o2"},
		{`m(a, b) { a.f := b }`, 2, "a.f.f.f", "o1.f=o2 o2.f=o2 o3.f=o3 a=o1 b=o3", "(3) the address of a.f.f was o2.f and is o3.f"},
		{`m(a, b) { a.f := b } k(a) { x := a.g }`, 2, "a.f.f", "o1.f=o2 o2.f=o2 o3.g=o3 a=o1 b=o3", "(3) a.f.f has no address at the end"},
		{`m(a, b) { b := a } k(a) { x := a.f }`, 1, "a.f", "o1.f=o2 o2.f=o2 a=o1 b=o2", "(1) in the end a.f is not disconnected: b holds o1"},
		{`m(a, b) { x := a; b.f := x; x := new() }`, 3, "a.f", "o1.f=o2 o2.f=o2 a=o1 b=o2", "(1) in the end a.f is not disconnected: o2.f holds o1"},
		{`m(a, b) { a.f := a }`, 2, "a.f", "o1.f=o2 o2.f=o2 a=o1 b=o1", "(1) in the end a.f is not acyclic: o1.f holds o1"},
	} {
		s := traversed(t, x.text, x.n, x.path, "", x.state)
		before, after := s.frames()
		got := ""
		if err := preserved(s.path, before, after, s.from.H, s.to.H); err != nil {
			got = err.Error()
		}
		if got != x.why {
			t.Errorf("%s, %s in %s: got  %s\nwant %s", x.text, x.path, x.state, got, x.why)
		}
	}
}
