package step

import (
	"strconv"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/tui/draw"
)

// bucket is what a column of the map of a trace stands for: some states in a row.
type bucket struct {
	holds [2]bool // the thread holds the lock in one of them
	race  bool    // one of them is a racing state
}

// buckets sums the whole trace up in w columns.
func (s *Screen) buckets(w int) []bucket {
	n := s.s.Len() + 1
	all := make([]bucket, w)
	for k := range n {
		v, _ := s.s.State(k)
		b := &all[k*w/n]
		for _, i := range semantics.Tids {
			b.holds[i] = b.holds[i] || v.Depth(i) > 0
		}
		b.race = b.race || v.Races()
	}
	if n < w { // columns without a state are as the one before
		for x := 1; x < w; x++ {
			if x*n/w == (x-1)*n/w {
				all[x] = all[x-1]
			}
		}
	}
	return all
}

// drawWholeTrace draws the map of the whole trace under the rows around the
// present state: a rule, a lane for each thread, and where the present state is.
func (s *Screen) drawWholeTrace(c draw.Canvas) {
	for x := range c.W {
		c.Text(x, 0, draw.Faint, "─")
	}
	draw.Titles(c.Part(1, 0, c.W-2, 1), draw.Faint, "all "+words.Count(s.s.Len()+1, "state"), "═ has the lock  ! race  ^ here")
	lane := c.Part(3, 0, c.W-4, c.H)
	for x, b := range s.buckets(lane.W) {
		for _, i := range semantics.Tids {
			switch {
			case b.race:
				lane.Text(x, 1+int(i), draw.Race, "!")
			case b.holds[i]:
				lane.Text(x, 1+int(i), draw.Thread(i)|draw.Strong, "═")
			default:
				lane.Text(x, 1+int(i), draw.Thread(i), "─")
			}
		}
	}
	for _, i := range semantics.Tids {
		c.Text(1, 1+int(i), draw.Thread(i)|draw.Strong, i.String())
	}
	s.drawHere(lane.Row(3))
	s.clickMap(lane)
}

// drawHere marks where the present state is, with its number, between those of
// the first and the last one.
func (s *Screen) drawHere(c draw.Canvas) {
	x := s.s.At() * (c.W - 1) / max(1, s.s.Len())
	text := "^ " + strconv.Itoa(s.s.At())
	if x+len(text) > c.W {
		text = strconv.Itoa(s.s.At()) + " ^"
		x -= len(text) - 1
	}
	first, last := "0", strconv.Itoa(s.s.Len())
	if x > len(first) {
		c.Text(0, 0, draw.Faint, first)
	}
	if x+len(text) < c.W-len(last) {
		c.Right(0, 0, draw.Faint, last)
	}
	c.Text(x, 0, draw.Plain|draw.Strong, text)
}

// The legend of the map in one row, and from which width on there is room for it.
const (
	mapLegend  = "A, B has the lock  ! race  ^ here"
	legendFrom = 76
)

// drawMap draws the whole trace in one row: A and B where that thread holds the
// lock, ! where there is a race, ^ at the present state; and what this means.
func (s *Screen) drawMap(c draw.Canvas) {
	c.Text(0, 0, draw.Faint, "all")
	lane := c.Part(4, 0, c.W-5, 1)
	if c.W >= legendFrom {
		lane.W -= len(mapLegend) + 2
		c.Right(1, 0, draw.Faint, mapLegend)
	}
	for x, b := range s.buckets(lane.W) {
		switch {
		case b.race:
			lane.Text(x, 0, draw.Race, "!")
		case b.holds[semantics.A]:
			lane.Text(x, 0, draw.ThreadA, "A")
		case b.holds[semantics.B]:
			lane.Text(x, 0, draw.ThreadB, "B")
		default:
			lane.Text(x, 0, draw.Faint, "─")
		}
	}
	lane.Text(s.s.At()*(lane.W-1)/max(1, s.s.Len()), 0, draw.Plain|draw.Strong|draw.Inverse, "^")
	s.clickMap(lane)
}

// clickMap makes a map lead to the state under the mouse.
func (s *Screen) clickMap(c draw.Canvas) {
	n := s.s.Len()
	for x := range c.W {
		c.Part(x, 0, 1, c.H).Click(func() tea.Cmd { return s.act(s.s.Go(x * n / max(1, c.W-1))) })
	}
}
