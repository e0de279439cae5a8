package tui

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"wobbly/session/schedule"
)

// large returns the app after a session of 10,000 steps and 1,000 objects.
func large(b *testing.B, width, height int) *app {
	b.Helper()
	const text = "m(b) { while * { n := new(); n.next := b.next; b.next := n; } " +
		"while * { b.next := b; } }"
	p := program(b, "large.il", text, "m", "m")
	s, err := schedule.Parse(strings.Repeat("A+4", 1000) + "A-0" + strings.Repeat("A+2", 3000))
	if err != nil {
		b.Fatal(err)
	}
	p.Schedule = s
	a := start(b, p,
		Options{Analysis: anyAnalysis, Terminal: Terminal{Width: width, Height: height}})
	runCmd(a, a.Wants())
	if a.session.Now().Steps() != 10_000 || a.session.Now().Heap().Size() < 1000 {
		b.Fatalf("%d steps, %d objects, want 10,000 and 1,000; status %q", a.session.Now().Steps(),
			a.session.Now().Heap().Size(), a.status)
	}
	return a
}

// BenchmarkKey measures the time from a key press to the frame.
func BenchmarkKey(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for _, keys := range [][]string{
			{"a", "u"}, {"left", "right"}, {"home", "end"}, {"o", "left"}, {"pgup", "pgdown"},
		} {
			b.Run(strconv.Itoa(size[0])+"x"+strconv.Itoa(size[1])+"/"+strings.Join(keys, "+"),
				func(b *testing.B) {
					a := large(b, size[0], size[1])
					press(b, a, "a", "l", "w")
					typed(b, a, "b.next == A.b and A.steps > 3")
					press(b, a, "enter")
					if a.refused {
						b.Fatalf("the watch is refused: %s", a.status)
					}
					for n := 0; b.Loop(); n++ {
						a.Update(keyOf(keys[n%len(keys)]))
						a.View()
					}
				})
		}
	}
}

// TestManyObjects: the time to draw a heap does not grow with the square of the objects. A frame of
// 4,000 objects took a quarter of a second when it did, and takes less than a millisecond.
func TestManyObjects(t *testing.T) {
	p := program(t, "many.il", "m(b) { while * { n := new(); b.next := n; } }", "m", "m")
	moves, err := schedule.Parse(strings.Repeat("A+2", 4000))
	if err != nil {
		t.Fatal(err)
	}
	p.Schedule = moves
	a := start(t, p, Options{})
	if n := a.session.Now().Heap().Size(); n < 4000 {
		t.Fatalf("%d objects, want 4,000; status %q", n, a.status)
	}
	start := time.Now()
	for range 10 {
		a.render()
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("ten frames took %v, want at most a second", d)
	}
}
