package step

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/slice"
	"wobbly/tui/draw"
	"wobbly/tui/tuitest"
)

// eachMap calls check for all maps of 1 to 200 states in 20 to 120 columns.
func eachMap(check func(n, w int)) {
	for n := 1; n <= 200; n++ {
		for w := 20; w <= 120; w++ {
			check(n, w)
		}
	}
}

// TestMapColumns: the states are spread evenly over the whole map, in order, and no column is empty
// if there are as many states as columns.
func TestMapColumns(t *testing.T) {
	eachMap(func(n, w int) {
		if first := mapColumn(0, n, w); first != 0 {
			t.Fatalf("%d states in %d columns: the first is in column %d, want 0", n, w, first)
		}
		if last := mapColumn(n-1, n, w); n > 1 && last != w-1 {
			t.Fatalf("%d states in %d columns: the last state is in column %d, want %d", n, w, last,
				w-1)
		}
		step := (w - 1) / max(1, n-1)
		for k := 1; k < n; k++ {
			if gap := mapColumn(k, n, w) - mapColumn(k-1, n, w); gap < step || gap > step+1 {
				t.Fatalf("%d states in %d columns: state %d is %d columns after the one before, "+
					"want %d or %d", n, w, k, gap, step, step+1)
			}
		}
	})
}

// TestMapState: each column leads to the last state that is not to its right, so a click on a
// state's own column leads to that state.
func TestMapState(t *testing.T) {
	eachMap(func(n, w int) {
		k := 0
		for x := range w {
			for k+1 < n && mapColumn(k+1, n, w) <= x {
				k++
			}
			if got := mapState(x, n, w); got != k {
				t.Fatalf("%d states in %d columns: column %d leads to state %d, want %d", n, w, x,
					got, k)
			}
		}
	})
}

// TestMapMarks checks every mark of every map: a race is marked only in the column of its state,
// and a thread holds the lock from the column of its state up to the next state.
func TestMapMarks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	eachMap(func(n, w int) {
		states := make([]mapMarks, n)
		for k := range states {
			states[k].race = r.IntN(5) == 0
			states[k].holds[r.IntN(2)] = r.IntN(2) == 0
		}
		for x, got := range mapColumns(states, w) {
			var want mapMarks
			empty := true
			for k, state := range states {
				if mapColumn(k, n, w) == x {
					empty = false
					want.race = want.race || state.race
					want.holds[0] = want.holds[0] || state.holds[0]
					want.holds[1] = want.holds[1] || state.holds[1]
				}
			}
			if empty {
				want.holds = states[mapState(x, n, w)].holds
			}
			if got != want {
				t.Fatalf("%d states in %d columns: column %d has %+v, want %+v", n, w, x, got, want)
			}
		}
	})
}

// TestMapOfNoWidth draws nothing if there is no room.
func TestMapOfNoWidth(t *testing.T) {
	for _, w := range []int{-1, 0} {
		if got := mapColumns(make([]mapMarks, 3), w); len(got) != 0 {
			t.Errorf("mapColumns of %d columns = %v, want none", w, got)
		}
	}
}

// mapped returns a screen with a trace of nine states. State 2 races: A will write b.f
// and B read it. A has the lock in states 2 and 3, B in states 6 and 7.
func mapped(t *testing.T) *Screen {
	t.Helper()
	return screenOf(t, "m(b) {\n  x := b.f;\n  synchronized {\n    b.f := x;\n  }\n}\n", "A4 B4")
}

// TestDrawMap checks the marks of the map, with and without the legend, and that the arrow is at
// the present state.
func TestDrawMap(t *testing.T) {
	s := mapped(t)
	for w, marks := range map[int]string{
		22: "────!AAA────BBBB─",
		75: "─────────────────!AAAAAAAAAAAAAAAA─────────────────BBBBBBBBBBBBBBBBBB─",
		76: "────────!AAAAAAAA─────────BBBBBBBBB─",
	} {
		for k := range 9 {
			s.s.Go(k)
			lane := []rune(marks)
			lane[k*(len(lane)-1)/8] = '^'
			want := "all " + string(lane) + " "
			if w >= legendFrom {
				want += " " + mapLegend + " "
			}
			if got := tuitest.Rows(w, 1, s.drawMap)[0]; got != want {
				t.Errorf("%d columns, state %d:\n%q, want\n%q", w, k, got, want)
			}
		}
	}
}

// TestFlow: objects share a line if they fit, with 3 cells between them.
func TestFlow(t *testing.T) {
	s, d := story(t, "m(b) { n := new(); n.f := b; b.f := n; }", "A3", 80, 24)
	h := s.heapView(d.On.Now())
	h.roots = nil
	texts := func(all []draw.Line) []string {
		return slice.Map(all, func(l draw.Line) (text string) {
			for _, piece := range l {
				text += piece.Text
			}
			return text
		})
	}
	records := texts(h.records(80, 24))
	if len(records) < 2 {
		t.Fatalf("too few records: %q", records)
	}
	line := strings.Join(records, "   ")
	n := len(records)
	for _, tt := range []struct {
		w, rows int
		want    []string
	}{
		{len(line), 1, []string{line}},
		{len(line) - 1, 1, nil},
		{len(line) - 1, 2, []string{strings.Join(records[:n-1], "   "), records[n-1]}},
	} {
		if got := texts(h.flow(tt.w, tt.rows)); !slices.Equal(got, tt.want) {
			t.Errorf("flow in %d columns and %d rows = %q, want %q", tt.w, tt.rows, got, tt.want)
		}
	}
}
