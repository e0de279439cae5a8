package picture

import (
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// growing returns a story of a number of rounds, in each of which both threads make an object, A
// stores its own in the initial one, and B reads it.
func growing(t *testing.T, rounds int) *Story {
	t.Helper()
	core := program(t, "t.il", `
m(b) {
  while * {
    x := new();
    y := b.f;
    b.f := x;
  }
}

n(b) {
  while * {
    x := new();
    x := b.f;
  }
}`)
	var steps []execution.Turn
	loop := []semantics.Take{semantics.Loop}
	for range rounds {
		for k := range 3 {
			for _, i := range semantics.Tids {
				if s := (execution.Turn{Thread: i}); i == semantics.A || k < 2 {
					if k == 0 {
						s.Decisions = loop
					}
					steps = append(steps, s)
				}
			}
		}
	}
	x, err := execution.Replay(core, pair(t, core, "m", "n"),
		initial(core, "o1.f=o1 A.b=o1 B.b=o1"), steps, [2][]semantics.Take{})
	if err != nil {
		t.Fatal(err)
	}
	return New(x)
}

// TestRedrawn checks that each state of a page, built from its difference to the one before, equals
// the state drawn as a whole.
func TestRedrawn(t *testing.T) {
	s := growing(t, 20)
	sh := newLayout(s, Options{})
	r, err := sh.reel()
	if err != nil {
		t.Fatal(err)
	}
	var now []string
	for n, changes := range r.steps {
		for k := 0; k < len(changes); k += 2 {
			for len(now) <= changes[k] {
				now = append(now, "")
			}
			now[changes[k]] = ""
			if part := changes[k+1]; part > 0 {
				now[changes[k]] = r.parts[part-1]
			}
		}
		var have, want []string
		for _, g := range now {
			if g != "" {
				have = append(have, g)
			}
		}
		c := sh.state(n)
		for _, x := range sortedSlots(c.groups) {
			want = append(want, c.groups[x].String())
		}
		if len(have) != len(want) {
			t.Fatalf("state %d has %d groups, want %d", n, len(have), len(want))
		}
		for k := range have {
			if have[k] != want[k] {
				t.Fatalf("state %d, group %d:\n%s\nwant\n%s", n, k, have[k], want[k])
			}
		}
	}
}

// TestLongStories checks that a story that is four times as long takes about four times as much of
// everything, although its heap grows all the time. It counts allocations, which do not vary.
func TestLongStories(t *testing.T) {
	short, long := growing(t, 50), growing(t, 200)
	for name, draw := range map[string]func(*Story) error{
		"page":  func(s *Story) error { return Page(io.Discard, s, Options{}) },
		"trace": func(s *Story) error { return Trace(io.Discard, s, Options{}) },
		"state": func(s *Story) error { return State(io.Discard, s, len(s.Scenes)-1, Options{}) },
	} {
		count := func(s *Story) float64 {
			return testing.AllocsPerRun(1, func() {
				if err := draw(s); err != nil {
					t.Error(err)
				}
			})
		}
		if a, b := count(short), count(long); b > 5*a {
			t.Errorf("%s: %.0f allocations for %d states, want at most 5 times the %.0f for %d",
				name, b, len(long.Scenes), a, len(short.Scenes))
		}
	}
}

// TestRecordsTouched checks that, after the first state with records, a state draws only the
// objects that its step and the one before touch.
func TestRecordsTouched(t *testing.T) {
	s := growing(t, 20)
	sh := newLayout(s, Options{})
	n := len(s.Scenes) - 1
	for ; !sh.small(n) && !sh.small(n-1); n-- {
		c := newCanvas()
		sh.redrawMemory(c, n, sh.memoryAt(n))
		objects := 0
		for x := range maps.Keys(c.groups) {
			if x[0] == layerObjects {
				objects++
			}
		}
		if objects > 6 {
			t.Errorf("state %d draws %d objects, want at most 6", n, objects)
		}
	}
}

// TestTraceBeginning checks that the initial memory of a trace is laid out as if the story ended
// there.
func TestTraceBeginning(t *testing.T) {
	s := growing(t, 3)
	first := *s
	first.Scenes = s.Scenes[:1]
	whole, alone := newTrace(s, Options{}), newTrace(&first, Options{})
	whole.draw()
	alone.draw()
	if whole.memoryBox() != alone.memoryBox() {
		t.Errorf("the initial memory takes %v in the story, want %v, as by itself",
			whole.memoryBox(), alone.memoryBox())
	}
	for _, x := range sortedSlots(alone.canvas.groups) {
		if layer := x[0]; layer == layerFrames || layer == layerObjects || layer == layerArrows {
			if got, want := whole.canvas.groups[x], alone.canvas.groups[x]; got == nil ||
				got.String() != want.String() {
				t.Errorf("%v is drawn otherwise in the story", x)
			}
		}
	}
}

// TestPageStates checks that a page has up to MaxStates states. Of a longer trace it leaves out the
// first ones, says so, and keeps the numbers.
func TestPageStates(t *testing.T) {
	const each = 5 // steps of a round
	s := growing(t, MaxStates/each+1)
	for _, test := range []struct {
		states int
		from   string
		cut    bool
	}{
		{MaxStates, `"from":0,`, false},
		{MaxStates + 1, `"from":1,`, true},
	} {
		short := *s
		short.Scenes = s.Scenes[:test.states]
		var b strings.Builder
		if err := Page(&b, &short, Options{}); err != nil {
			t.Fatal(err)
		}
		last := fmt.Sprintf(`<tr data-n="%d">`, test.states-1)
		if cut := strings.Contains(b.String(), "This page begins with state 1."); cut != test.cut {
			t.Errorf("%d states: the cut is named: %t, want %t", test.states, cut, test.cut)
		}
		for _, want := range []string{test.from, last} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%d states: the page lacks %s", test.states, want)
			}
		}
	}
}
