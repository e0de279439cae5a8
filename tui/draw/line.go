package draw

// Piece is a piece of a line in one style.
type Piece struct {
	Style Style
	Text  string
}

// Line is a line in several styles.
type Line []Piece

// Add adds a piece.
func (l *Line) Add(k Style, text string) { *l = append(*l, Piece{k, text}) }

// Cells is the width of the line.
func (l Line) Cells() int {
	n := 0
	for _, r := range l {
		n += Cells(r.Text)
	}
	return n
}

// Line draws a line at (x, y), cut off with an ellipsis where it does not fit,
// and gives the column behind it.
func (c Canvas) Line(x, y int, l Line) int {
	for _, r := range l {
		if Cells(r.Text) > c.W-x {
			return c.Clipped(x, y, r.Style, r.Text)
		}
		x = c.Text(x, y, r.Style, r.Text)
	}
	return x
}
