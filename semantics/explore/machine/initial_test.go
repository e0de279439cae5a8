package machine

import (
	"fmt"
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

// TestGiven checks that an initial state has to give a value to each parameter of both threads, and
// to be well-behaved.
func TestGiven(t *testing.T) {
	g := compiled(t, "m(a) { x := a.f; }", Options{})
	for _, tt := range []struct {
		change func(in *semantics.Init)
		want   string // a part of the error
	}{
		{func(*semantics.Init) {}, "<nil>"},
		{func(in *semantics.Init) { delete(in.Stacks[0], "a") }, "no value to A.a, a formal of m"},
		{func(in *semantics.Init) { delete(in.Stacks[1], "a") }, "no value to B.a, a formal of m"},
		{func(in *semantics.Init) { in.Stacks[1]["a"] = "o3" }, "o3"},
		{func(in *semantics.Init) { in.Cells = in.Cells[:1] }, "f"},
	} {
		in := start()
		tt.change(&in)
		got, err := g.Given(&in)
		if !strings.Contains(fmt.Sprint(err), tt.want) {
			t.Errorf("Given(%+v): error %v, want %q", in, err, tt.want)
		}
		if err == nil && got != &in {
			t.Errorf("Given(%+v) = %+v, want the same state", in, got)
		}
	}
}

// TestGivenByInitBlock checks that without an initial state, the init block gives it.
func TestGivenByInitBlock(t *testing.T) {
	const text = "m(a) { x := a.f; }"
	const want = "the file gives no initial state: it has no init block"
	if _, err := compiled(t, text, Options{}).Given(nil); err == nil || err.Error() != want {
		t.Errorf("Given(nil) without a block: error %v, want %q", err, want)
	}
	g := compiled(t, text+"\ninit { o1.f = o1; A.a = o1; B.a = o1; }", Options{})
	in, err := g.Given(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Objects) != 1 || in.Stacks[1]["a"] != "o1" {
		t.Errorf("Given(nil) = %+v, want the init block", in)
	}
}

// TestKnown checks that every cell is of a known field, and that all objects are listed.
func TestKnown(t *testing.T) {
	g := compiled(t, "m(a) { x := a.f; }", Options{})
	for _, tt := range []struct {
		change func(in *semantics.Init)
		want   string // the end of the error
	}{
		{func(*semantics.Init) {}, "<nil>"},
		{func(in *semantics.Init) { in.Cells = nil }, "<nil>"},
		{func(in *semantics.Init) { in.Cells[1][0] = "o3" }, "a cell o3.f that holds o2"},
		{func(in *semantics.Init) { in.Cells[1][1] = "g" }, "a cell o2.g that holds o2"},
		{func(in *semantics.Init) { in.Cells[0][2] = "o3" }, "a cell o1.f that holds o3"},
		{func(in *semantics.Init) { in.Stacks[0]["a"] = "o3" }, "no object to A.a"},
		{func(in *semantics.Init) { delete(in.Stacks[1], "a") }, "no object to B.a"},
	} {
		in := start()
		tt.change(&in)
		if err := g.Known(&in); !strings.HasSuffix(fmt.Sprint(err), tt.want) {
			t.Errorf("Known(%+v): error %v, want suffix %q", in, err, tt.want)
		}
	}
}

// tries is a budget of a number of tries.
type tries int

func (n *tries) More() bool { *n--; return *n >= 0 }

// TestMeet checks that both threads meet if B's parameter holds the object of A's. That needs one
// object met before, and three tries: for no parameter, for A's, and for both.
func TestMeet(t *testing.T) {
	g := compiled(t, "m(a) { x := a.f; }", Options{})
	for _, tt := range []struct {
		known int
		tries tries
		want  bool
	}{
		{AnyKnown, 3, true},
		{1, 3, true},
		{0, 99, false},
		{AnyKnown, 2, false},
		{AnyKnown, 0, false},
	} {
		m := In(g, nil)
		for i := range m.At {
			m.At[i] = g.Starts(i)[0]
		}
		budget := tt.tries
		picks, ok := m.Meet([]Pick{{At: 99}}, tt.known, &budget)
		if ok != tt.want {
			t.Errorf("Meet with at most %d known, %d tries: %t, want %t", tt.known, tt.tries, ok,
				tt.want)
		}
		if ok && (len(picks) != 3 || picks[1].Object != picks[2].Object) {
			t.Errorf("Meet picks %v, want one object for both parameters", picks)
		}
		if got := m.Objects(); got != 0 {
			t.Errorf("Meet leaves %d objects, want none", got)
		}
	}
}

// TestValues checks that Values yields each initial object from the first on and a new one, and
// leaves no trace, even if the loop breaks.
func TestValues(t *testing.T) {
	g := compiled(t, "m(a, b) { a.f := b; }", Options{})
	m := In(g, nil)
	m.Define(g.Formal(0, 0), m.Discover())
	m.Discover()
	at := g.Formal(0, 1)
	unchanged := func() {
		t.Helper()
		if m.Objects() != 2 || m.Value(at) != 0 {
			t.Errorf("%d objects and the value %d stay, want 2 and 0", m.Objects(), m.Value(at))
		}
	}
	for first, want := range map[int32]int{1: 3, 2: 2, 3: 1, 4: 0} {
		n := 0
		for o := range m.Values(at, first) {
			if got := m.Value(at); got != o || o < first {
				t.Errorf("Values from %d: %d holds %d", first, o, got)
			}
			n++
		}
		if n != want {
			t.Errorf("Values from %d yields %d, want %d", first, n, want)
		}
		unchanged()
	}
	for range m.Values(at, 1) {
		break
	}
	unchanged()
}
