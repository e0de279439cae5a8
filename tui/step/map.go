package step

import (
	"sort"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/tui/draw"
)

// The map of a trace shows all its states at once, however long the trace is. The states are spread
// evenly over the columns, the first state in the first column and the last state in the last one:
//
//	all ────AAAA!───────BBBBBBBB───^──
//
// If there are fewer states than columns, the columns up to the next state repeat which thread
// holds a lock. A race stays a single mark. If there are more states than columns, a column has the
// marks of all its states.

// mapMarks are the marks of a state, or of the states of a column.
type mapMarks struct {
	holds    [2]bool // whether a thread holds a lock, by thread
	race     bool
	deadlock bool
}

// mapColumn returns the column of state k on a map of n states and w columns.
func mapColumn(k, n, w int) int { return k * (w - 1) / max(1, n-1) }

// mapState inverts mapColumn: it returns the last state at or before column x.
func mapState(x, n, w int) int {
	return sort.Search(n-1, func(k int) bool { return mapColumn(k+1, n, w) > x })
}

func mapColumns(states []mapMarks, w int) []mapMarks {
	if w <= 0 {
		return nil
	}
	n, columns := len(states), make([]mapMarks, w)
	for k, state := range states {
		first, next := mapColumn(k, n, w), w
		if k+1 < n {
			next = max(first+1, mapColumn(k+1, n, w))
		}
		for x := first; x < min(next, w); x++ {
			for _, i := range semantics.Tids {
				columns[x].holds[i] = columns[x].holds[i] || state.holds[i]
			}
			columns[x].race = columns[x].race || state.race && x == first
			columns[x].deadlock = columns[x].deadlock || state.deadlock
		}
	}
	return columns
}

func (s *Screen) traceMarks() []mapMarks {
	states := make([]mapMarks, s.s.Len()+1)
	for k := range states {
		v, _ := s.s.State(k)
		states[k].race, states[k].deadlock = v.Races(), v.Deadlocked()
		for _, i := range semantics.Tids {
			states[k].holds[i] = v.Level(i).Held()
		}
	}
	return states
}

const (
	// mapLegend explains the map of one row, and mapLegends that of a program with several locks.
	mapLegend  = "A, B has the lock  ! race  ^ here"
	mapLegends = "A, B has a lock  ! race  # deadlock  ^ here"
	// legendFrom is the least width at which the legend fits next to the map.
	legendFrom = 76
)

// drawMap draws the map in one row. If both threads hold locks in states of one column, it shows A.
func (s *Screen) drawMap(c draw.Canvas) {
	c.Text(0, 0, draw.Faint, "all")
	lane := c.Part(4, 0, c.W-5, 1)
	if c.W >= legendFrom {
		legend := mapLegend
		if len(s.s.Core().Locks) > 0 {
			legend = mapLegends
		}
		lane.W -= len(legend) + 2
		c.Right(1, 0, draw.Faint, legend)
	}
	for x, marks := range mapColumns(s.traceMarks(), lane.W) {
		switch {
		case marks.race:
			lane.Text(x, 0, draw.Race, "!")
		case marks.deadlock:
			lane.Text(x, 0, draw.Lock|draw.Strong, "#")
		case marks.holds[semantics.A]:
			lane.Text(x, 0, draw.ThreadA, "A")
		case marks.holds[semantics.B]:
			lane.Text(x, 0, draw.ThreadB, "B")
		default:
			lane.Text(x, 0, draw.Faint, "─")
		}
	}
	lane.Text(mapColumn(s.s.At(), s.s.Len()+1, lane.W), 0, draw.Plain|draw.Strong|draw.Inverse, "^")
	s.clickMap(lane)
}

func (s *Screen) clickMap(c draw.Canvas) {
	for x := range c.W {
		c.Part(x, 0, 1, c.H).Click(func() tea.Cmd {
			return s.act(s.s.Go(mapState(x, s.s.Len()+1, c.W)))
		})
	}
}
