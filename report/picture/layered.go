package picture

import (
	"slices"

	"wobbly/internal/slice"
	"wobbly/semantics"
)

// layered is the layout of the objects in states that are drawn with arrows. The graph that it
// lays out has the arrows of all states, so that an object keeps its place.
//
// Column 0 has the call stacks. An object is in the column of its distance from the variables of
// the initial state, or in column 1 if no path leads to it. Within a column, the objects are sorted
// by where their arrows come from. Then neighbours are swapped as long as that leaves fewer
// crossings.
type layered struct {
	sh         *layout
	boxW, boxH int
	// columns has the objects of each column from top to bottom. Column 1 is at index 0.
	columns [][]semantics.Loc
	// column and y are the column and the height of each object, by location.
	column []int
	y      []int
	// hubs says of each object whether too many cells hold it to draw an arrow from each.
	hubs []bool
	// links are the arrows from left to right, by the column that they lead to.
	links  []link
	height int
}

// link is an arrow: from a variable, or from a cell of an object.
type link struct {
	// from is Nil for a variable.
	from semantics.Loc
	// dy is where it begins, below the top of the object, or of the memory for a variable.
	dy int
	to semantics.Loc
}

// Distances within columns, and limits.
const (
	// nodeGap is the distance between boxes. Arrows to other columns run through it.
	nodeGap    = 26
	maxColumns = 6
	// maxArrows is the maximum number of arrows from cells to one object.
	maxArrows = 6
	// passes is the maximum number of passes of the search for an order with few crossings.
	passes = 6
)

// layered lays out the objects of the states that have few enough of them.
func (sh *layout) layered() *layered {
	g := &layered{sh: sh}
	widest := 0
	for _, f := range sh.Core.Fields {
		widest = max(widest, cells(clip(f, maxName)))
	}
	g.boxW = (gutter+widest+2+sh.widest)*cell + 2*pad
	g.boxH = header + row*len(sh.Core.Fields)
	links, initial := g.allLinks()
	g.assignColumns(links, initial)
	for _, l := range links {
		if g.columnOf(l.from) < g.columnOf(l.to) {
			g.links = append(g.links, l)
		}
	}
	for c, list := range g.columns {
		wish := g.wishedHeights(c)
		slice.SortStable(list, func(a, b semantics.Loc) int { return wish[a] - wish[b] })
		g.placeColumn(c)
	}
	g.untangle()
	for _, y := range g.y[1:] {
		g.height = max(g.height, y+g.boxH+nodeGap)
	}
	return g
}

// small reports whether a state is drawn with arrows.
func (sh *layout) small(n int) bool { return sh.Scenes[n].H.Size() <= sh.o.arrows() }

// allLinks returns the arrows of all states, each once. The first ones, as many as initial says,
// are those of the initial variables. It also finds the hubs.
func (g *layered) allLinks() (list []link, initial int) {
	seen := map[link]bool{}
	add := func(l link) {
		if !seen[l] {
			seen[l] = true
			list = append(list, l)
		}
	}
	for n := range g.sh.Scenes {
		if !g.sh.small(n) {
			continue
		}
		h := g.sh.Scenes[n].H
		for len(g.hubs) <= h.Size() {
			g.hubs = append(g.hubs, false)
		}
		times := make([]int, h.Size()+1)
		for _, l := range h.Cells() {
			times[l]++
			g.hubs[l] = g.hubs[l] || times[l] > maxArrows
		}
		g.sh.eachVariable(n, func(v variable) {
			if h.Has(v.loc) {
				add(link{to: v.loc, dy: v.y + row/2})
			}
		})
		if n == 0 {
			initial = len(list)
		}
		for a, l := range h.Cells() {
			if f, _ := slices.BinarySearch(h.Fields(), a.Field); h.Has(l) {
				add(link{from: a.Loc, dy: header + row*f + row/2, to: l})
			}
		}
	}
	return list, initial
}

// assignColumns gives each object its column, breadth first from the initial variables, and then
// from each object that they do not reach.
func (g *layered) assignColumns(links []link, initial int) {
	g.column, g.y = make([]int, len(g.hubs)), make([]int, len(g.hubs))
	var queue []semantics.Loc
	reach := func(l semantics.Loc, c int) {
		if g.column[l] == 0 {
			g.column[l] = min(c, maxColumns)
			queue = append(queue, l)
		}
	}
	spread := func() {
		for ; len(queue) > 0; queue = queue[1:] {
			for _, l := range links {
				if l.from == queue[0] {
					reach(l.to, g.column[l.from]+1)
				}
			}
		}
	}
	for _, l := range links[:initial] {
		reach(l.to, 1)
	}
	spread()
	for o := 1; o < len(g.column); o++ {
		reach(semantics.Loc(o), 1)
		spread()
	}
	for o := 1; o < len(g.column); o++ {
		for len(g.columns) < g.column[o] {
			g.columns = append(g.columns, nil)
		}
		list := &g.columns[g.column[o]-1]
		*list = append(*list, semantics.Loc(o))
	}
}

// columnOf returns the column of an object, and for Nil that of the variables, 0.
func (g *layered) columnOf(l semantics.Loc) int {
	if l == semantics.Nil {
		return 0
	}
	return g.column[l]
}

func (g *layered) begins(l link) int {
	if l.from == semantics.Nil {
		return l.dy
	}
	return g.y[l.from] + l.dy
}

// noArrow is the height wished for an object that no arrow reaches from the left: below all others.
const noArrow = 1 << 20

// wishedHeights returns, for each object of column c, the mean height at which its arrows from
// the left begin. It reads the heights of the columns before c, which must be set.
func (g *layered) wishedHeights(c int) map[semantics.Loc]int {
	wish := map[semantics.Loc]int{}
	for _, o := range g.columns[c] {
		sum, n := 0, 0
		for _, l := range g.links {
			if l.to == o {
				sum += g.begins(l) - header/2
				n++
			}
		}
		if wish[o] = noArrow; n > 0 {
			wish[o] = sum / n
		}
	}
	return wish
}

// placeColumn sets the heights of the objects of column c in their order: down from the wished
// heights until no boxes overlap, then up until the last one ends with the call stacks.
func (g *layered) placeColumn(c int) {
	list, wish := g.columns[c], g.wishedHeights(c)
	step := g.boxH + nodeGap
	for i, o := range list {
		g.y[o] = max(wish[o], g.top())
		if wish[o] == noArrow {
			g.y[o] = g.top()
		}
		if i > 0 {
			g.y[o] = max(g.y[o], g.y[list[i-1]]+step)
		}
	}
	for i, o := range slices.Backward(list) {
		limit := g.sh.stackH - g.boxH
		if i+1 < len(list) {
			limit = g.y[list[i+1]] - step
		}
		g.y[o] = max(min(g.y[o], limit), g.top()+i*step)
	}
}

// top returns the least height of an object, which leaves room for arrows that pass above it.
func (g *layered) top() int {
	if len(g.columns) > 1 {
		return nodeGap / 2
	}
	return 0
}

// untangle swaps neighbours in columns as long as that leaves fewer crossings.
func (g *layered) untangle() {
	best := g.crossings()
	for range passes {
		before := best
		for c, list := range g.columns {
			for i := 1; i < len(list) && best > 0; i++ {
				g.swap(c, i)
				if n := g.crossings(); n < best {
					best = n
				} else {
					g.swap(c, i)
				}
			}
		}
		if best == before {
			return
		}
	}
}

// swap swaps objects i-1 and i of a column, and places the columns from there on again.
func (g *layered) swap(c, i int) {
	list := g.columns[c]
	list[i-1], list[i] = list[i], list[i-1]
	for k := c; k < len(g.columns); k++ {
		g.placeColumn(k)
	}
}

// crossings counts the pairs of arrows into the same column that cross.
func (g *layered) crossings() int {
	n := 0
	for i, s := range g.links {
		for _, t := range g.links[:i] {
			if g.column[s.to] == g.column[t.to] &&
				(g.begins(s)-g.begins(t))*(g.y[s.to]-g.y[t.to]) < 0 {
				n++
			}
		}
	}
	return n
}

// x returns the left edge of the boxes of column c, from 1.
func (g *layered) x(c int) int { return g.sh.frameW + column + (c-1)*(g.boxW+column) }

// width returns the width of the call stacks and all columns, with room for the arrows after the
// last one.
func (g *layered) width() int { return g.x(len(g.columns)) + g.boxW + column }

// box returns the box of an object, relative to the memory.
func (g *layered) box(l semantics.Loc) box { return box{g.x(g.column[l]), g.y[l], g.boxW, g.boxH} }
