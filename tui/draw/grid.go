package draw

import "slices"

// A Grid draws the frames of panes that share their borders. For each cell of a canvas it records
// the directions in which lines continue, which determine the character.
type Grid struct {
	c     Canvas
	lines []uint8 // a set of directions for each cell
	heavy []bool  // whether a cell belongs to the frame of the focused pane
}

// The directions in which a line continues from a cell.
const (
	up uint8 = 1 << iota
	down
	left
	right
)

// junctions has the character for each set of directions.
var junctions = [16]string{
	0: " ", left | right: "─", left: "─", right: "─", up | down: "│", up: "│", down: "│",
	down | right: "┌", down | left: "┐", up | right: "└", up | left: "┘",
	up | down | right: "├", up | down | left: "┤", left | right | down: "┬", left | right | up: "┴",
	up | down | left | right: "┼",
}

// NewGrid returns a grid without frames.
func NewGrid(c Canvas) *Grid {
	return &Grid{c: c, lines: make([]uint8, c.W*c.H), heavy: make([]bool, c.W*c.H)}
}

// Frame adds the frame of a pane. The area includes it; frames side by side share a line.
func (g *Grid) Frame(x, y, w, h int, heavy bool) {
	g.horizontal(y, x, x+w-1, heavy)
	g.horizontal(y+h-1, x, x+w-1, heavy)
	g.vertical(x, y, y+h-1, heavy)
	g.vertical(x+w-1, y, y+h-1, heavy)
}

func (g *Grid) Horizontal(y, first, last int) { g.horizontal(y, first, last, false) }

func (g *Grid) Vertical(x, first, last int) { g.vertical(x, first, last, false) }

func (g *Grid) horizontal(y, first, last int, heavy bool) {
	for x := first; x <= last; x++ {
		g.add(x, y, between(x, first, last, left, right), heavy)
	}
}

func (g *Grid) vertical(x, first, last int, heavy bool) {
	for y := first; y <= last; y++ {
		g.add(x, y, between(y, first, last, up, down), heavy)
	}
}

// between returns the directions in which a line from first to last continues at i.
func between(i, first, last int, back, forward uint8) uint8 {
	var d uint8
	if i > first {
		d |= back
	}
	if i < last {
		d |= forward
	}
	return d
}

func (g *Grid) add(x, y int, d uint8, heavy bool) {
	if x < 0 || x >= g.c.W || y < 0 || y >= g.c.H {
		return
	}
	at := y*g.c.W + x
	g.lines[at] |= d
	g.heavy[at] = g.heavy[at] || heavy
}

func (g *Grid) Draw() {
	for i, d := range g.lines {
		if d == 0 {
			continue
		}
		style := Faint
		if g.heavy[i] {
			style = Plain | Strong
		}
		g.c.Text(i%g.c.W, i/g.c.W, style, junctions[d])
	}
}

// A Need says how many rows a part of a layout wants.
type Need struct {
	Least, Most int // a part with Least 0 gets no rows
	// Dispensable is the order in which parts are dropped if not all fit: the largest number first.
	// Parts with 0 are never dropped.
	Dispensable int
}

// Share divides rows among parts, and returns the rows of each. A dropped part gets 0, and each
// other part at least its Least. The remaining rows go in turn to the parts below their Most, and
// then to the parts in grow.
func Share(rows int, parts []Need, grow ...int) []int {
	got := make([]int, len(parts))
	sum := 0
	for i, p := range parts {
		got[i] = p.Least
		sum += p.Least
	}
	for sum > rows {
		worst := -1
		for i, p := range parts {
			if got[i] > 0 && p.Dispensable > 0 &&
				(worst < 0 || p.Dispensable > parts[worst].Dispensable) {
				worst = i
			}
		}
		if worst < 0 {
			return got // the canvas cuts off the rest
		}
		sum -= got[worst]
		got[worst] = 0
	}
	for spare := rows - sum; spare > 0; {
		before := spare
		for i, p := range parts {
			if got[i] > 0 && got[i] < p.Most && spare > 0 {
				got[i]++
				spare--
			}
		}
		if spare < before {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(grow), func(i int) bool { return got[i] == 0 })
		for k, i := range kept {
			n := spare / (len(kept) - k)
			got[i] += n
			spare -= n
		}
		break
	}
	return got
}
