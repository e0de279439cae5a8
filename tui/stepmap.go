package tui

import (
	"charm.land/bubbletea/v2"

	"wobbly/semantics"
)

// bucket is what a column of the map of a trace stands for: some states in a row.
type bucket struct {
	holds [2]bool // the thread holds the lock in one of them
	race  bool    // one of them is a racing state
}

// buckets sums the whole trace up in w columns.
func (s *stepScreen) buckets(w int) []bucket {
	n := s.s.Len() + 1
	all := make([]bucket, w)
	for k := range n {
		v, _ := s.s.State(k)
		b := &all[k*w/n]
		for _, i := range threads {
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
func (s *stepScreen) drawWholeTrace(c canvas) {
	for x := range c.w {
		c.text(x, 0, lookFaint, "─")
	}
	titles(c.part(1, 0, c.w-2, 1), lookFaint, "all "+plural(s.s.Len()+1, "state"), "")
	lane := c.part(3, 0, c.w-4, c.h)
	for x, b := range s.buckets(lane.w) {
		for _, i := range threads {
			switch {
			case b.race:
				lane.text(x, 1+int(i), lookRace, "!")
			case b.holds[i]:
				lane.text(x, 1+int(i), of(i)|strong, "═")
			default:
				lane.text(x, 1+int(i), of(i), "─")
			}
		}
	}
	for _, i := range threads {
		c.text(1, 1+int(i), of(i)|strong, i.String())
	}
	s.drawHere(lane.row(3))
	s.clickMap(lane)
}

// drawHere marks where the present state is, with its number, between those of
// the first and the last one.
func (s *stepScreen) drawHere(c canvas) {
	x := s.s.At() * (c.w - 1) / max(1, s.s.Len())
	text := "^ " + itoa(s.s.At())
	if x+len(text) > c.w {
		text = itoa(s.s.At()) + " ^"
		x -= len(text) - 1
	}
	first, last := "0", itoa(s.s.Len())
	if x > len(first) {
		c.text(0, 0, lookFaint, first)
	}
	if x+len(text) < c.w-len(last) {
		c.right(0, 0, lookFaint, last)
	}
	c.text(x, 0, lookPlain|strong, text)
}

// drawMap draws the whole trace in one row: A and B where that thread holds the
// lock, ! where there is a race, ^ at the present state.
func (s *stepScreen) drawMap(c canvas) {
	c.text(0, 0, lookFaint, "all")
	lane := c.part(4, 0, c.w-5, 1)
	for x, b := range s.buckets(lane.w) {
		switch {
		case b.race:
			lane.text(x, 0, lookRace, "!")
		case b.holds[semantics.A]:
			lane.text(x, 0, lookA, "A")
		case b.holds[semantics.B]:
			lane.text(x, 0, lookB, "B")
		default:
			lane.text(x, 0, lookFaint, "─")
		}
	}
	lane.text(s.s.At()*(lane.w-1)/max(1, s.s.Len()), 0, lookPlain|strong|inverse, "^")
	s.clickMap(lane)
}

// clickMap makes a map lead to the state under the mouse.
func (s *stepScreen) clickMap(c canvas) {
	n := s.s.Len()
	for x := range c.w {
		c.part(x, 0, 1, c.h).click(func() tea.Cmd { return s.act(s.s.Go(x * n / max(1, c.w-1))) })
	}
}
