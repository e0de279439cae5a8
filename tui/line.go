package tui

// run is a piece of a line in one look.
type run struct {
	look look
	text string
}

// line is a line in several looks.
type line []run

// add adds a piece.
func (l *line) add(k look, text string) { *l = append(*l, run{k, text}) }

// cells is the width of the line.
func (l line) cells() int {
	n := 0
	for _, r := range l {
		n += cells(r.text)
	}
	return n
}

// line draws a line at (x, y), cut off with an ellipsis where it does not fit,
// and gives the column behind it.
func (c canvas) line(x, y int, l line) int {
	for _, r := range l {
		if cells(r.text) > c.w-x {
			return c.clipped(x, y, r.look, r.text)
		}
		x = c.text(x, y, r.look, r.text)
	}
	return x
}
