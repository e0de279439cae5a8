package machine

import (
	"strings"
	"testing"

	"wobbly/semantics"
)

// start returns a well-behaved initial state of m(a) with the field f.
func start() semantics.Init {
	return semantics.Init{
		Objects: []string{"o1", "o2"},
		Cells:   [][3]string{{"o1", "f", "o2"}, {"o2", "f", "o2"}},
		Stacks:  [2]map[string]string{{"a": "o1"}, {"a": "o2"}},
	}
}

// TestGiven: an initial state gives a value to each formal of both threads, and is well-behaved.
// Without one it is that of the init block.
func TestGiven(t *testing.T) {
	const text = "m(a) { x := a.f; }"
	g := compiled(t, text, Options{})
	for _, tt := range []struct {
		change func(in *semantics.Init)
		want   string // a part of the error; empty if there is none
	}{
		{func(*semantics.Init) {}, ""},
		{func(in *semantics.Init) { delete(in.Stacks[0], "a") },
			"gives no value to A.a, a formal of m"},
		{func(in *semantics.Init) { delete(in.Stacks[1], "a") },
			"gives no value to B.a, a formal of m"},
		{func(in *semantics.Init) { in.Stacks[1]["a"] = "o3" }, "o3"},
		{func(in *semantics.Init) { in.Cells = in.Cells[:1] }, "f"},
	} {
		in := start()
		tt.change(&in)
		got, err := g.Given(&in)
		if (err == nil) != (tt.want == "") || err != nil &&
			!strings.Contains(err.Error(), tt.want) ||
			err == nil && got != &in {
			t.Errorf("Given = %v, want %q", err, tt.want)
		}
	}
	const none = "the file gives no initial state: it has no init block"
	if _, err := g.Given(nil); err == nil || err.Error() != none {
		t.Errorf("Given(nil) = %v, want %s", err, none)
	}
	with := compiled(t, text+"\ninit { o1.f = o1; A.a = o1; B.a = o1; }", Options{})
	if in, err := with.Given(nil); err != nil || len(in.Objects) != 1 || in.Stacks[1]["a"] != "o1" {
		t.Errorf("Given(nil) = %v, %v; want the init block", in, err)
	}
}

// TestKnown: every cell is of a known field, and all objects are listed.
func TestKnown(t *testing.T) {
	g := compiled(t, "m(a) { x := a.f; }", Options{})
	for _, tt := range []struct {
		change func(in *semantics.Init)
		want   string
	}{
		{func(*semantics.Init) {}, ""},
		{func(in *semantics.Init) { in.Cells = nil }, ""},
		{func(in *semantics.Init) { in.Cells[1][0] = "o3" }, "a cell o3.f that holds o2"},
		{func(in *semantics.Init) { in.Cells[1][1] = "g" }, "a cell o2.g that holds o2"},
		{func(in *semantics.Init) { in.Cells[0][2] = "o3" }, "a cell o1.f that holds o3"},
		{func(in *semantics.Init) { in.Stacks[0]["a"] = "o3" }, "no object to A.a"},
		{func(in *semantics.Init) { delete(in.Stacks[1], "a") }, "no object to B.a"},
	} {
		in := start()
		tt.change(&in)
		err := g.Known(&in)
		if (err == nil) != (tt.want == "") || err != nil &&
			!strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("Known = %v, want %q", err, tt.want)
		}
	}
}

// tries is a budget of a number of tries.
type tries int

func (n *tries) More() bool { *n--; return *n >= 0 }

// TestMeet: both threads meet if B's formal holds the object of A's. That is one object met before,
// and the third try: for no formal, for A's, and for both.
func TestMeet(t *testing.T) {
	g := compiled(t, "m(a) { x := a.f; }", Options{})
	for _, tt := range []struct {
		known int
		tries tries
		want  bool
	}{{AnyKnown, 3, true}, {1, 3, true}, {0, 99, false}, {AnyKnown, 2, false}, {AnyKnown, 0, false}} {
		m := In(g, nil)
		for i := range m.At {
			m.At[i] = g.Starts(i)[0]
		}
		budget := tt.tries
		picks, ok := m.Meet([]Pick{{At: 99}}, tt.known, &budget)
		if ok != tt.want || ok && (len(picks) != 3 || picks[1].Object != picks[2].Object) {
			t.Errorf("at most %d known, %d tries: %v, %t; want %t", tt.known, tt.tries,
				picks, ok, tt.want)
		}
		if m.Objects() != 0 {
			t.Errorf("%d objects stay", m.Objects())
		}
	}
}

// TestValues yields each initial object from the first on and a new one, and leaves no trace.
func TestValues(t *testing.T) {
	g := compiled(t, "m(a, b) { a.f := b; }", Options{})
	m := In(g, nil)
	m.Define(g.Formal(0, 0), m.Discover())
	m.Discover()
	for first, want := range map[int32]int{1: 3, 2: 2, 3: 1, 4: 0} {
		n, at := 0, g.Formal(0, 1)
		for o := range m.Values(at, first) {
			if m.Value(at) != o || o < first {
				t.Errorf("it holds %d, want %d, at least %d", m.Value(at), o, first)
			}
			n++
		}
		if n != want || m.Objects() != 2 || m.Value(at) != 0 {
			t.Errorf("from %d: %d values, want %d; then %d objects and %d", first, n, want,
				m.Objects(),
				m.Value(at))
		}
	}
	for range m.Values(g.Formal(0, 1), 1) {
		break
	}
	if m.Objects() != 2 || m.Value(g.Formal(0, 1)) != 0 {
		t.Error("a loop that breaks leaves a trace")
	}
}
