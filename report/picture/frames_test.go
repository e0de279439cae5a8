package picture

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// straight returns the story of A alone through a unit m(b) of these statements, to its end.
func straight(t *testing.T, statements []string) *Story {
	t.Helper()
	core := program(t, "t.il", "m(b) {\n"+strings.Join(statements, "\n")+"\n}\nn(b) { x := b.f }")
	x, err := execution.Begin(core, pair(t, core, "m", "n"), initial(core, "o1.f=o1 A.b=o1 B.b=o1"))
	if err != nil {
		t.Fatal(err)
	}
	for !x.Last().Threads[semantics.A].Point.Done() {
		if stuck := x.Step(semantics.A); stuck != nil {
			t.Fatalf("A's step is stuck: %v", stuck)
		}
	}
	return New(x)
}

// repeated returns the texts for the numbers from 0 to n-1.
func repeated(n int, text func(k int) string) []string {
	var list []string
	for k := range n {
		list = append(list, text(k))
	}
	return list
}

// TestTemporaries checks that lowered variables are not shown in a picture, its text for people who
// cannot see it, or a page.
func TestTemporaries(t *testing.T) {
	s := straight(t, []string{"b.f := b.f", "b.f := new()", "x := b.f"})
	var b bytes.Buffer
	for n := range s.Scenes {
		if err := State(&b, s, n, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, draw := range []func(io.Writer, *Story, Options) error{Page, Trace} {
		if err := draw(&b, s, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"t'1", "t&#39;1", "t'2"} {
		if at := strings.Index(b.String(), name); at >= 0 {
			t.Errorf("%s is shown: %s", name, b.String()[max(0, at-80):at+20])
		}
	}
}

// TestManyVariables checks that a frame with many variables shows those near its position, and the
// number of the others.
func TestManyVariables(t *testing.T) {
	const n = 100
	s := straight(t, repeated(n, func(k int) string { return fmt.Sprintf("v%d := b.f", k) }))
	sh := newLayout(s, Options{})
	for k := range n {
		f := sh.stacks[k+1][semantics.A][0]
		name := fmt.Sprintf("v%d", k)
		if len(f.names) != maxRows || f.others != n+1-maxRows || f.rows() != maxRows+1 {
			t.Fatalf("after step %d: %d variables in %d rows and %d others, want %d in %d and %d",
				k, len(f.names), f.rows(), f.others, maxRows, maxRows+1, n+1-maxRows)
		}
		var b bytes.Buffer
		if err := State(&b, s, k+1, Options{}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{">" + name + "<", "… 69 more variables"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("after step %d, %q is not shown", k, want)
			}
		}
	}
	first, next := sh.stacks[0][semantics.A][0], sh.stacks[20][semantics.A][0]
	if first.names[0] != "b" || next.names[0] != "b" {
		t.Errorf("the first rows are %v, and then %v, want the same from b on", first.names[:3],
			next.names[:3])
	}
}

// TestDeepStacks checks that the thread's unit and the innermost frames of a deep call stack are
// shown.
func TestDeepStacks(t *testing.T) {
	const n = 9
	var text strings.Builder
	for k := range n {
		fmt.Fprintf(&text, "m%d(b) { m%d(b) }\n", k, k+1)
	}
	fmt.Fprintf(&text, "m%d(b) { x := b.f }\n", n)
	core := program(t, "t.il", text.String())
	x, err := execution.Begin(core, pair(t, core, "m0", "m9"),
		initial(core, "o1.f=o1 A.b=o1 B.b=o1"))
	if err != nil {
		t.Fatal(err)
	}
	for depth := 1; depth <= n+1; depth++ {
		sh := newLayout(New(x), Options{})
		list := sh.stacks[len(sh.Scenes)-1][semantics.A]
		if got := len(list); got != min(depth, maxFrames) {
			t.Fatalf("depth %d: %d frames, want %d", depth, got, min(depth, maxFrames))
		}
		hidden := 0
		for k, f := range list {
			switch {
			case f.hidden > 0:
				hidden += f.hidden
			case k == 0 && (f.unit.Name != "m0" || f.depth != 0),
				f.unit.Name != fmt.Sprintf("m%d", f.depth), f.top != (k == len(list)-1):
				t.Errorf("depth %d: frame %d is %s at depth %d, top: %t; want m%d, and only the "+
					"last one at the top", depth, k, f.unit.Name, f.depth, f.top, f.depth)
			}
		}
		want := 0
		if depth > maxFrames {
			want = depth - maxFrames + 1
		}
		if hidden != want {
			t.Errorf("depth %d: %d frames are left out, want %d", depth, hidden, want)
		}
		if depth <= n {
			if stuck := x.Step(semantics.A); stuck != nil {
				t.Fatalf("A's step is stuck: %v", stuck)
			}
		}
	}
}

// TestManyVariablesCost checks that the cost of a state depends on what it shows, not on the number
// of variables, written or lowered. It counts allocations.
func TestManyVariablesCost(t *testing.T) {
	for name, text := range map[string]func(k int) string{
		"written": func(k int) string { return fmt.Sprintf("v%d := b.f", k) },
		"lowered": func(k int) string { return "b.f := b.f" },
	} {
		cost := func(n int) float64 {
			s := straight(t, repeated(n, text))
			return testing.AllocsPerRun(1, func() {
				if err := Page(io.Discard, s, Options{}); err != nil {
					t.Error(err)
				}
			}) / float64(len(s.Scenes))
		}
		if few, many := cost(100), cost(400); many > 1.3*few {
			t.Errorf("%s: %.0f allocations for each of 400 states, want at most 1.3 times the %.0f "+
				"for each of 100", name, many, few)
		}
	}
}
