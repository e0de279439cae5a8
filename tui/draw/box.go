package draw

// Box draws a frame around a canvas with titles in its upper edge, and gives
// the canvas inside.
func Box(c Canvas, l Style, left, right string) Canvas {
	if c.W < 2 || c.H < 2 {
		return c.Part(0, 0, 0, 0)
	}
	for y := 1; y < c.H-1; y++ {
		c.Text(0, y, l, "│")
		c.Text(c.W-1, y, l, "│")
	}
	Rule(c.Row(0), l, "┌", "┐", left, right)
	Rule(c.Row(c.H-1), l, "└", "┘", "", "")
	return c.Part(1, 1, c.W-2, c.H-2)
}

// Rule draws a line across a canvas of one row, with ends and titles.
func Rule(c Canvas, l Style, begin, end, left, right string) {
	for x := range c.W {
		c.Text(x, 0, l, "─")
	}
	c.Text(0, 0, l, begin)
	if end != "" {
		c.Text(c.W-1, 0, l, end)
	}
	Titles(c.Part(2, 0, c.W-4, 1), l, left, right)
}

// Titles writes a text at the left and one at the right, with blanks around;
// the right one only where both fit.
func Titles(c Canvas, l Style, left, right string) {
	x := 0
	if left != "" {
		left = Clip(left, c.W-2)
		x = c.Text(0, 0, l, " "+left+" ")
	}
	if right != "" && Cells(right)+2 <= c.W-x {
		c.Right(0, 0, l, " "+right+" ")
	}
}
