package tui

// grid draws the frames of panes that share their borders: each cell of a border
// knows in which directions its lines go on, and so which junction it is.
type grid struct {
	c     canvas
	lines []uint8
	heavy []bool // belongs to the frame that has the keys
}

// The directions in which a line goes on from a cell.
const (
	up uint8 = 1 << iota
	down
	left
	right
)

// junctions are the characters for sets of directions.
var junctions = [16]string{
	0: " ", left | right: "─", left: "─", right: "─", up | down: "│", up: "│", down: "│",
	down | right: "┌", down | left: "┐", up | right: "└", up | left: "┘",
	up | down | right: "├", up | down | left: "┤", left | right | down: "┬", left | right | up: "┴",
	up | down | left | right: "┼",
}

func newGrid(c canvas) *grid {
	return &grid{c, make([]uint8, c.w*c.h), make([]bool, c.w*c.h)}
}

// frame adds the frame of a pane. x, y, w and h include it; frames side by side
// have a line in common.
func (g *grid) frame(x, y, w, h int, heavy bool) {
	for i := x; i < x+w; i++ {
		g.add(i, y, horizontal(i, x, x+w-1), heavy)
		g.add(i, y+h-1, horizontal(i, x, x+w-1), heavy)
	}
	for j := y; j < y+h; j++ {
		g.add(x, j, vertical(j, y, y+h-1), heavy)
		g.add(x+w-1, j, vertical(j, y, y+h-1), heavy)
	}
}

// horizontal is where a line from column x to column last goes on at column i.
func horizontal(i, x, last int) uint8 {
	var d uint8
	if i > x {
		d |= left
	}
	if i < last {
		d |= right
	}
	return d
}

func vertical(j, y, last int) uint8 {
	var d uint8
	if j > y {
		d |= up
	}
	if j < last {
		d |= down
	}
	return d
}

func (g *grid) add(x, y int, d uint8, heavy bool) {
	if x < 0 || x >= g.c.w || y < 0 || y >= g.c.h {
		return
	}
	g.lines[y*g.c.w+x] |= d
	g.heavy[y*g.c.w+x] = g.heavy[y*g.c.w+x] || heavy
}

// draw draws the lines.
func (g *grid) draw() {
	for i, d := range g.lines {
		if d == 0 {
			continue
		}
		l := lookFaint
		if g.heavy[i] {
			l = lookPlain | strong
		}
		g.c.text(i%g.c.w, i/g.c.w, l, junctions[d])
	}
}
