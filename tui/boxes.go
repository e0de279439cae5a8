package tui

// box draws a frame around a canvas with titles in its upper edge, and gives
// the canvas inside.
func box(c canvas, l look, left, right string) canvas {
	if c.w < 2 || c.h < 2 {
		return c.part(0, 0, 0, 0)
	}
	for y := 1; y < c.h-1; y++ {
		c.text(0, y, l, "│")
		c.text(c.w-1, y, l, "│")
	}
	rule(c.row(0), l, "┌", "┐", left, right)
	rule(c.row(c.h-1), l, "└", "┘", "", "")
	return c.part(1, 1, c.w-2, c.h-2)
}

// rule draws a line across a canvas of one row, with ends and titles.
func rule(c canvas, l look, begin, end, left, right string) {
	for x := range c.w {
		c.text(x, 0, l, "─")
	}
	c.text(0, 0, l, begin)
	if end != "" {
		c.text(c.w-1, 0, l, end)
	}
	titles(c.part(2, 0, c.w-4, 1), l, left, right)
}

// titles writes a text at the left and one at the right, with blanks around;
// the right one only where both fit.
func titles(c canvas, l look, left, right string) {
	x := 0
	if left != "" {
		left = clip(left, c.w-2)
		x = c.text(0, 0, l, " "+left+" ")
	}
	if right != "" && cells(right)+2 <= c.w-x {
		c.right(0, 0, l, " "+right+" ")
	}
}
