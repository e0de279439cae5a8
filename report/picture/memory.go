package picture

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/semantics"
	"wobbly/session/effect"
)

type memory struct {
	sh     *layout
	canvas *canvas
	n      int
	*Scene
	// x and y are where the call stacks begin.
	x, y int

	arrows []*arrow
}

type variable struct {
	thread semantics.Tid
	// index is the index of the frame among those drawn.
	index int
	frame frame
	row   int
	name  string
	loc   semantics.Loc
	// set says whether it has a value.
	set bool
	// y is where its row begins, relative to the memory.
	y int
}

func (sh *layout) eachVariable(n int, visit func(variable)) {
	for _, i := range semantics.Tids {
		sh.eachFrame(n, i, func(k int, f frame, y int) {
			for r, x := range f.names {
				visit(variable{
					thread: i, index: k, frame: f, row: r, name: x,
					loc: f.vars.At(x), set: f.vars.Assigned(x), y: y + header + r*row,
				})
			}
		})
	}
}

// eachFrame visits the frames of a thread that are drawn in state n. y is where the frame begins,
// relative to the memory.
func (sh *layout) eachFrame(n int, i semantics.Tid, visit func(index int, f frame, y int)) {
	y := sh.stackY[i]
	for k, f := range sh.stacks[n][i] {
		visit(k, f, y)
		y += sh.frameHeight(f) + pad
	}
}

// drawMemory draws the memory of state n with its upper left corner at a point.
func (sh *layout) drawMemory(c *canvas, n int, at point) {
	m := sh.drawStacks(c, n, at)
	for l := semantics.Loc(1); int(l) <= m.H.Size(); l++ {
		if sh.small(n) {
			m.object(l)
		} else {
			m.record(l)
		}
	}
	if len(m.arrows) > 0 {
		sh.graph.route(m.arrows)
	}
	for _, a := range m.arrows {
		m.draw(a)
	}
}

// redrawMemory draws the memory of a state that follows one which is drawn, if both have records.
// It draws only the records that differ.
func (sh *layout) redrawMemory(c *canvas, n int, at point) {
	m := sh.drawStacks(c, n, at)
	for _, l := range slices.Concat(sh.touched(n-1), sh.touched(n)) {
		if c.groups[recordSlot(l)] == nil {
			m.record(l)
		}
	}
}

func (sh *layout) drawStacks(c *canvas, n int, at point) *memory {
	m := &memory{sh: sh, canvas: c, n: n, Scene: &sh.Scenes[n], x: at.x, y: at.y}
	for _, i := range semantics.Tids {
		sh.eachFrame(n, i, func(k int, f frame, y int) { m.frame(i, k, f, y) })
	}
	sh.eachVariable(n, m.variable)
	return m
}

// touched lists the objects whose records differ from those of the states before and after: those
// that the step made or wrote, and the one that races.
func (sh *layout) touched(n int) []semantics.Loc {
	var list []semantics.Loc
	s := &sh.Scenes[n]
	if s.Move != nil {
		if l := s.Move.effects.New; l != semantics.Nil {
			list = append(list, l)
		}
		if c := s.Move.effects.Cell; c != nil {
			list = append(list, c.Cell.Loc)
		}
	}
	if s.Race != nil {
		list = append(list, s.Race[semantics.A].Cell.Loc)
	}
	return list
}

// addArrow adds an arrow from a box at height y, both relative to the memory.
func (m *memory) addArrow(a arrow, b box, y int) {
	g := m.sh.graph
	end := g.box(a.to)
	a.start, a.tip, a.direction = point{b.right(), y}, point{
		end.x, end.y + header/2 + a.level*levelGap,
	}, 1
	switch from, to := g.columnOf(a.from), g.column[a.to]; {
	case to == from:
		a.tip.x, a.direction = end.right(), -1
	case to < from:
		a.start.x, a.tip.x, a.direction = b.x, end.right(), -1
	}
	m.arrows = append(m.arrows, &a)
}

// did returns the effects of the last step, if thread i made it.
func (m *memory) did(i semantics.Tid) effect.Effects {
	if m.Move == nil || m.Move.Thread != i {
		return effect.Effects{}
	}
	return m.Move.effects
}

// glyph returns the mark of a cell: !! if it races, and * if the last step wrote it.
func (m *memory) glyph(a semantics.Addr) string {
	switch {
	case m.Race != nil && m.Race[semantics.A].Cell == a:
		return "!!"
	case m.Move != nil && m.Move.effects.Cell != nil && m.Move.effects.Cell.Cell == a:
		return "*"
	}
	return ""
}

// glyphClass returns the class of texts with a mark.
func glyphClass(glyph string) string {
	switch glyph {
	case "":
		return ""
	case "!!":
		return "race bold"
	}
	return "bold"
}

// letters are the classes of the threads.
var letters = [2]string{"a", "b"}

// gutter is the room for marks before a name in a box, in cells.
const gutter = 3

// frame draws a frame of thread i without its variables.
func (m *memory) frame(i semantics.Tid, index int, f frame, y int) {
	g := m.canvas.group(slot{layerFrames, int(i), index * slotRows})
	b := box{m.x, m.y + y, m.sh.frameW, m.sh.frameHeight(f)}
	class, title := "box "+letters[i], m.sh.frameTitle(i, f)
	if f.top {
		class += " now"
	}
	x := m.did(i)
	changed := f.top && (x.Pushed != nil || x.Popped != nil)
	g.rect(b, class, ` data-frame="`+escape(title)+`"`)
	m.headerRow(g, b, changed, letters[i], title)
	if f.others > 0 {
		g.text(b.x+pad+gutter*cell, b.bottom()-row, "muted", f.othersText())
	}
}

// slotRows is larger than the number of rows of any frame.
const slotRows = 1 << 20

func (m *memory) headerRow(g *group, b box, changed bool, class, title string) {
	y := b.y + (header-row)/2
	if changed {
		g.rect(box{b.x + 2, b.y + 2, b.w - 4, header - 3}, "changed", "")
		g.text(b.x+pad, y, "bold", "*")
	}
	g.text(b.x+pad+gutter*cell, y, strings.TrimSpace(class+" bold"), title)
}

func (m *memory) variable(v variable) {
	b := box{m.x, m.y + v.y, m.sh.frameW, row}
	x := m.did(v.thread)
	changed := v.frame.top && x.Local != nil && x.Local.Name == v.name
	at := slot{layerFrames, int(v.thread), v.index*slotRows + v.row + 1}
	glyph := ""
	if changed {
		glyph = "*"
	}
	m.canvas.group(at).entry(b, glyph, v.name, m.sh.value(v.loc, v.set))
	if m.H.Has(v.loc) && m.sh.small(m.n) {
		class := letters[v.thread]
		if changed {
			class += " heavy"
		}
		m.addArrow(arrow{
			slot: slot{layerArrows, int(v.thread), at[2]}, name: v.thread.String() + "." + v.name,
			class: class, level: 2*int(v.thread) - 1, to: v.loc,
		}, box{0, v.y, m.sh.frameW, row}, v.y+row/2)
	}
}

// entry writes a name and its value in a row of a box.
func (g *group) entry(b box, glyph, name, value string) {
	switch glyph {
	case "!!":
		g.rect(box{b.x + 2, b.y, b.w - 4, b.h - 1}, "tint race", "")
	case "*":
		g.rect(box{b.x + 2, b.y, b.w - 4, b.h - 1}, "changed", "")
	}
	class := glyphClass(glyph)
	g.text(b.x+pad, b.y, class, glyph)
	g.text(b.x+pad+gutter*cell, b.y, class, clip(name, maxName))
	g.text(b.right()-pad, b.y, strings.TrimSpace(class+" end"), value)
}

func (m *memory) objectBox(g *group, b box, l semantics.Loc) {
	class := "box"
	if m.made(l) {
		class += " now"
	}
	g.rect(b, class, ` data-object="`+escape(m.sh.Name(l))+`"`)
}

func (m *memory) object(l semantics.Loc) {
	g := m.sh.graph
	rel := g.box(l)
	b := box{m.x + rel.x, m.y + rel.y, rel.w, rel.h}
	out := m.canvas.group(slot{layerObjects, int(l), 0})
	m.objectBox(out, b, l)
	m.headerRow(out, b, m.made(l), "", m.sh.shown(l))
	fields := m.H.Fields()
	if len(fields) > 0 {
		out.path(fmt.Sprintf("M%d %dH%d", b.x, b.y+header-1, b.right()), "")
	}
	for k, f := range fields {
		a := semantics.Addr{Loc: l, Field: f}
		to, ok := m.H.At(a)
		y := header + k*row
		glyph := m.glyph(a)
		out.entry(box{b.x, b.y + y, b.w, row}, glyph, f, m.sh.value(to, ok))
		if m.H.Has(to) && !g.hubs[to] {
			class := map[string]string{"": "cell", "!!": "race", "*": "heavy"}[glyph]
			m.addArrow(arrow{
				slot: slot{layerArrows, 2, int(l)*slotRows + k}, name: m.sh.names.Cell(a),
				class: class, from: l, to: to,
			}, rel, rel.y+y+row/2)
		}
	}
}

// made reports whether the last step made an object.
func (m *memory) made(l semantics.Loc) bool { return m.Move != nil && m.Move.effects.New == l }

// hubNote names the objects to which no arrows lead from cells.
func (sh *layout) hubNote(n int) string {
	if !sh.small(n) {
		return fmt.Sprintf("%d objects, as records without arrows", sh.Scenes[n].H.Size())
	}
	var names []string
	for l, hub := range sh.graph.hubs {
		if hub && sh.Scenes[n].H.Has(semantics.Loc(l)) {
			names = append(names, sh.shown(semantics.Loc(l)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "many cells hold " + strings.Join(names, ", ") + ": no arrows from there"
}

func (sh *layout) legend(n int) string {
	marks := []string{"> next"}
	s := &sh.Scenes[n]
	if s.Move != nil {
		marks = append(marks, "* written by the last step")
	}
	if s.Race != nil {
		marks = append(marks, "!! race")
	}
	if slices.ContainsFunc(semantics.Tids[:],
		func(i semantics.Tid) bool { return sh.next(n, i).glyph == "#" }) {
		marks = append(marks, "# cannot go")
	}
	return strings.Join(marks, "   ")
}
