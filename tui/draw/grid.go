package draw

// Grid draws the frames of panes that share their borders: each cell of a border
// knows in which directions its lines go on, and so which junction it is.
type Grid struct {
	c     Canvas
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

// NewGrid is a grid without frames.
func NewGrid(c Canvas) *Grid {
	return &Grid{c, make([]uint8, c.W*c.H), make([]bool, c.W*c.H)}
}

// Frame adds the frame of a pane. x, y, w and h include it; frames side by side
// have a line in common.
func (g *Grid) Frame(x, y, w, h int, heavy bool) {
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

func (g *Grid) add(x, y int, d uint8, heavy bool) {
	if x < 0 || x >= g.c.W || y < 0 || y >= g.c.H {
		return
	}
	g.lines[y*g.c.W+x] |= d
	g.heavy[y*g.c.W+x] = g.heavy[y*g.c.W+x] || heavy
}

// Across adds a line from column x to column last in row y.
func (g *Grid) Across(x, last, y int) {
	for i := x; i <= last; i++ {
		g.add(i, y, horizontal(i, x, last), false)
	}
}

// Along adds a line from row y to row last in column x.
func (g *Grid) Along(x, y, last int) {
	for j := y; j <= last; j++ {
		g.add(x, j, vertical(j, y, last), false)
	}
}

// Draw draws the lines.
func (g *Grid) Draw() {
	for i, d := range g.lines {
		if d == 0 {
			continue
		}
		l := Faint
		if g.heavy[i] {
			l = Plain | Strong
		}
		g.c.Text(i%g.c.W, i/g.c.W, l, junctions[d])
	}
}
