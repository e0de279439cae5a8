package step

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
)

const maxDrawn = 4

// objects returns the objects that the heap shows, as s.detail says.
func (s *Screen) objects(v session.View) []semantics.Loc {
	all := make([]semantics.Loc, 0, v.Heap().Size())
	x, a, b := v.Effects(), []bool(nil), []bool(nil)
	if s.detail == onlyShared {
		a, b = v.Reach(semantics.A), v.Reach(semantics.B)
	}
	for l := semantics.Loc(1); int(l) <= v.Heap().Size(); l++ {
		switch s.detail {
		case onlyDiff:
			if x.New != l && (x.Cell == nil || x.Cell.Cell.Loc != l) {
				continue
			}
		case onlyShared:
			if !a[l-1] || !b[l-1] {
				continue
			}
		}
		all = append(all, l)
	}
	return all
}

// selected returns the highlighted cell; ok is false if the heap shows no cells.
func (s *Screen) selected() (cell semantics.Addr, ok bool) {
	v := s.s.Now()
	all, fields := s.objects(v), v.Heap().Fields()
	if len(all)*len(fields) == 0 {
		return semantics.Addr{}, false
	}
	n := draw.Clamp(s.cell, len(all)*len(fields))
	return semantics.Addr{Loc: all[n/len(fields)], Field: fields[n%len(fields)]}, true
}

func (s *Screen) moveCell(by int) {
	v := s.s.Now()
	n := len(s.objects(v)) * len(v.Heap().Fields())
	s.cell = draw.Clamp(s.cell+by, max(n, 1))
	if cell, ok := s.selected(); ok {
		s.h.Say("W goes back to the last write of " + s.s.Names().Cell(cell) + ".")
	} else {
		s.h.Refuse("The heap shows no cell here.")
	}
}

// A heapView is the part of a state that the drawings of the heap need.
type heapView struct {
	s        *Screen
	v        session.View
	h        semantics.Heap
	x        session.Effects
	objects  []semantics.Loc
	fields   []string
	roots    map[semantics.Loc][]string // the variables that hold an object: "A.b"
	will     map[semantics.Addr]string  // the next accesses of a cell: "A:R B:W"
	race     semantics.Addr             // the racing cell, or the zero value
	selected semantics.Addr             // the zero value if the heap has no focus
}

func (s *Screen) heapView(v session.View) *heapView {
	h := &heapView{
		s: s, v: v, h: v.Heap(), x: v.Effects(), objects: s.objects(v),
		fields: v.Heap().Fields(), roots: v.Holders(), will: map[semantics.Addr]string{},
	}
	for _, i := range semantics.Tids {
		if a, ok := semantics.NextAccess(v.Config(), i); ok && (v.Races() || !s.guessing()) {
			h.will[a.Cell] = strings.TrimSpace(h.will[a.Cell] + " " + i.String() + ":" +
				session.AccessLetter(a.Kind))
		}
	}
	if r, ok := v.Race(); ok {
		h.race = r.Cell
	}
	if s.h.Focused() == paneHeap {
		h.selected, _ = s.selected()
	}
	return h
}

func (s *Screen) heapWants(v session.View, w int) int {
	n, fields := len(s.objects(v)), len(v.Heap().Fields())
	if n <= maxDrawn {
		if _, fits := s.heapView(v).arrows(w); fits {
			return n * (fields + 2)
		}
	}
	if n <= 2*maxDrawn {
		return max(2*n, len(s.heapView(v).records(w-2, n*(2*fields+2))))
	}
	return n
}

// drawHeap draws a few objects with arrows if there is room, and records otherwise.
func (s *Screen) drawHeap(c draw.Canvas, v session.View) {
	h := s.heapView(v)
	n := len(h.objects)
	if n == 0 {
		draw.Explain(c, "Nothing: the heap shows "+s.detail.String()+".")
		return
	}
	if n <= maxDrawn && n*(len(h.fields)+2) <= c.H {
		if d, fits := h.arrows(c.W); fits {
			d.c = c
			for k := range h.objects {
				d.object(k)
			}
			d.wires()
			return
		}
	}
	h.drawRecords(c)
}

// cellText returns the value of a cell and its marks: "o1", "o1 -> o2 *", "o1 !! A:R B:W".
func (h *heapView) cellText(a semantics.Addr) (string, draw.Style) {
	l, ok := h.h.At(a)
	text, look := "?", draw.Plain
	if ok {
		text = h.v.Name(l)
	}
	if ch := h.x.Cell; ch != nil && ch.Cell == a {
		text, look = h.v.Name(ch.Old)+" -> "+h.v.Name(ch.New)+" *", draw.Changed
	}
	if will := h.will[a]; will != "" {
		if a == h.race {
			return text + " !! " + will, draw.Race
		}
		text += " " + will
	}
	return text, look
}

// name returns the name of an object, marked if the last move made it.
func (h *heapView) name(l semantics.Loc) (string, draw.Style) {
	if h.x.New == l && l != semantics.Nil {
		return h.v.Name(l) + " new *", draw.Changed
	}
	return h.v.Name(l), draw.Plain | draw.Strong
}

// record writes an object in 1 to rows lines of w columns: "o1 { f: o2, g: o1 }  <- A.b, B.b". If
// not all cells fit, it shows the most relevant cells first and counts the missing ones. The
// variables that hold the object get a line of their own if they do not fit after the cells, and
// are omitted if no line is left.
func (h *heapView) record(l semantics.Loc, w, rows int) []draw.Line {
	all := h.cellLines(l, h.fields, w, rows, false)
	if all == nil {
		var first, rest []string
		for _, f := range h.fields {
			a := semantics.Addr{Loc: l, Field: f}
			if a == h.race || a == h.selected || h.will[a] != "" ||
				h.x.Cell != nil && h.x.Cell.Cell == a {
				first = append(first, f)
			} else {
				rest = append(rest, f)
			}
		}
		all = h.cellLines(l, append(first, rest...), w, rows, true)
	}
	roots := h.roots[l]
	if len(roots) == 0 {
		return all
	}
	names := strings.Join(roots, ", ")
	last := &all[len(all)-1]
	switch {
	case last.Cells()+5+draw.Cells(names) <= w:
		last.Add(draw.Faint, "  <- ")
		last.Add(draw.Plain, names)
	case len(all) < rows:
		all = append(all,
			draw.Line{
				{Style: draw.Faint, Text: "     <- "},
				{Style: draw.Plain, Text: wholeNames(roots, w-8)},
			})
	case last.Cells()+9 <= w:
		last.Add(draw.Faint, "  <- ")
		last.Add(draw.Plain, wholeNames(roots, w-last.Cells()))
	}
	return all
}

// cellLines writes the cells of an object in at most rows lines of w columns. A cell that is wider
// than a line has its value on the next one. If the cells do not fit, it returns nil or, with part
// set, as many of the first cells as fit, the last one with a shortened name.
func (h *heapView) cellLines(l semantics.Loc, fields []string, w, rows int, part bool) []draw.Line {
	const indent = "     "
	name, look := h.name(l)
	all := []draw.Line{{{Style: look, Text: name}, {Style: draw.Faint, Text: " { "}}}
	for n, f := range fields {
		end := ", "
		if n == len(fields)-1 {
			end = " }"
		}
		more := "+" + strconv.Itoa(len(fields)-n) + " more }"
		a := semantics.Addr{Loc: l, Field: f}
		value, look := h.cellText(a)
		if a == h.selected {
			look |= draw.Inverse
		}
		cells := draw.Cells(f) + 2 + draw.Cells(value)
		room := w - all[len(all)-1].Cells() - len(end)
		if len(all) == rows && n < len(fields)-1 && part {
			room -= len(more) // which follows if the next one does not fit
		}
		fresh := w - len(indent) - len(end) // the room of another line
		splits := cells > fresh && draw.Cells(f)+1 <= room && len(all) < rows
		if cells > room && !splits && (n > 0 || len(all) < rows) {
			switch {
			case len(all) < rows:
				room = fresh
				all = append(all, draw.Line{{Style: draw.Plain, Text: indent}})
			case part:
				all[len(all)-1].Add(draw.Faint, more)
				return all
			default:
				return nil
			}
		}
		last := &all[len(all)-1]
		switch {
		case cells <= room:
			last.Add(draw.Faint, f+": ")
		case len(all) < rows:
			last.Add(draw.Faint, draw.Clip(f, w-len(indent)-1)+":")
			all = append(all, draw.Line{{Style: draw.Plain, Text: indent + "  "}})
			last = &all[len(all)-1]
		case part:
			last.Add(draw.Faint, draw.Clip(f, max(leastName, room-2-draw.Cells(value)))+": ")
		default:
			return nil
		}
		last.Add(look, value)
		last.Add(draw.Faint, end)
	}
	if len(fields) == 0 {
		all[0].Add(draw.Faint, "}")
	}
	return all
}

// leastName is the width that the name of a field keeps.
const leastName = 4

// focus returns the index of the most relevant object: the one that is highlighted, races, was
// changed or made, or is accessed next, in this order.
func (h *heapView) focus() int {
	candidates := []semantics.Loc{h.selected.Loc, h.race.Loc}
	if h.x.Cell != nil {
		candidates = append(candidates, h.x.Cell.Cell.Loc)
	}
	candidates = append(candidates, h.x.New)
	for _, i := range semantics.Tids {
		if a, ok := semantics.NextAccess(h.v.Config(), i); ok {
			candidates = append(candidates, a.Cell.Loc)
		}
	}
	return max(0, slices.Index(h.objects, cmp.Or(candidates...)))
}

// flow returns all objects in full, several on a line, or nil if that takes more than rows lines.
func (h *heapView) flow(w, rows int) []draw.Line {
	all := []draw.Line{nil}
	for _, l := range h.objects {
		x := h.record(l, w, 2*len(h.fields)+2)
		last := &all[len(all)-1]
		if len(x) == 1 && last.Cells() > 0 && last.Cells()+3+x[0].Cells() <= w {
			last.Add(draw.Plain, "   ")
			*last = append(*last, x[0]...)
		} else if last.Cells() == 0 {
			all = append(all[:len(all)-1], x...)
		} else {
			all = append(all, x...)
		}
		if len(all) > rows {
			return nil
		}
	}
	return all
}

// drawRecords writes the objects as records, each on a line of its own if there is room. If not all
// fit in full, the most relevant object gets the spare lines and each other object one; the last
// line counts the hidden objects.
func (h *heapView) drawRecords(c draw.Canvas) {
	w, n := c.W-2, len(h.objects)
	all := h.records(w, c.H)
	if all == nil {
		all = h.flow(w, c.H)
	}
	if all != nil {
		for y, text := range all {
			c.Line(1, y, text)
		}
		return
	}
	rows, more := c.H, ""
	switch {
	case n <= rows:
	case rows > 1:
		rows--
	default: // one row for all, which says how many others there are
		more = "+" + words.Count(n-1, "object")
		w -= draw.Cells(more) + 2
	}
	focus := h.focus()
	top := max(0, min(draw.Scroll(focus, n, rows)+h.s.scroll[paneHeap], n-rows))
	shown := min(rows, n-top)
	left := rows - shown
	further := map[int]int{} // lines beyond the first, by object
	widen := func(k int) {
		if k >= top && k < top+shown && further[k] == 0 {
			further[k] = min(left, len(h.record(h.objects[k], w, 1+left))-1)
			left -= further[k]
		}
	}
	widen(focus)
	for k := top; k < top+shown; k++ {
		widen(k)
	}
	y := 0
	for k := top; k < top+shown; k++ {
		for _, text := range h.record(h.objects[k], w, 1+further[k]) {
			c.Line(1, y, text)
			y++
		}
	}
	switch {
	case rows < c.H:
		text := "..."
		if top > 0 {
			text += " " + strconv.Itoa(top) + " above"
		}
		if below := n - top - rows; below > 0 {
			text += " " + strconv.Itoa(below) + " below"
		}
		c.Clipped(1, rows, draw.Faint, text+" (tab, then down or up)")
	case more != "":
		c.Right(1, 0, draw.Key, more)
	}
}

// records returns all objects in full, each on lines of its own, or nil if that takes more than
// rows lines.
func (h *heapView) records(w, rows int) []draw.Line {
	if len(h.objects) > rows {
		return nil
	}
	all := []draw.Line{}
	for _, l := range h.objects {
		all = append(all, h.record(l, w, 2*len(h.fields)+2)...)
		if len(all) > rows {
			return nil
		}
	}
	return all
}

// arrows returns the measures of a drawing with arrows in w columns, which draws objects as boxes.
// To their left are the variables that hold them, and to their right an arrow for each cell that
// holds another object. All arrows to one object share a line. fits reports whether there is room
// for every cell and an object's first variable. It looks at all pairs of objects, so call it only
// for few.
func (h *heapView) arrows(w int) (d *drawing, fits bool) {
	d = &drawing{heapView: h, box: 12}
	for _, l := range h.objects {
		name, _ := h.name(l)
		d.box = max(d.box, draw.Cells(name)+6)
		for _, f := range h.fields {
			text, _ := h.cellText(semantics.Addr{Loc: l, Field: f})
			d.box = max(d.box, draw.Cells(f)+draw.Cells(text)+8)
		}
	}
	lanes, widest := 1, 0
	for _, l := range h.objects {
		if len(d.holders(l)) > 0 {
			lanes += 2
		}
		widest = max(widest, draw.Cells(strings.Join(h.roots[l], ", ")))
	}
	// The widest names get their width if the boxes leave it, and at least a third.
	d.left = min(widest+5, max(w-d.box-lanes, w/3+5))
	return d, d.left+d.box+lanes <= w
}

// A drawing draws objects as boxes with arrows. All its columns are relative to c.
type drawing struct {
	*heapView
	c         draw.Canvas
	left, box int // widths of the names and of a box
}

func (d *drawing) top(n int) int { return n * (len(d.fields) + 2) }

func (d *drawing) object(n int) {
	l := d.objects[n]
	y := d.top(n)
	if roots := d.roots[l]; len(roots) > 0 {
		x := d.c.Text(1, y, draw.Plain, wholeNames(roots, d.left-4)) + 1
		for ; x < d.left-1; x++ {
			d.c.Text(x, y, draw.Faint, "─")
		}
		d.c.Text(d.left-1, y, draw.Faint, "→")
	}
	inside := draw.Box(d.c.Part(d.left, y, d.box, len(d.fields)+2), draw.Faint, "", "")
	name, look := d.name(l)
	d.c.Part(d.left+2, y, d.box-3, 1).Clipped(0, 0, look, " "+name+" ")
	for k, f := range d.fields {
		a := semantics.Addr{Loc: l, Field: f}
		text, look := d.cellText(a)
		x := inside.Text(1, k, draw.Plain,
			draw.Clip(f, max(leastName, inside.W-3-draw.Cells(text)))+"  ")
		if a == d.selected {
			look |= draw.Inverse
		}
		inside.Clipped(x, k, look, text)
		inside.Row(k).Click(func() tea.Cmd {
			d.s.h.FocusOn(paneHeap)
			d.s.cell = n*len(d.fields) + k
			d.s.moveCell(0)
			return nil
		})
	}
}

// wholeNames writes as many names as fit into w columns, without cutting names of up to ten
// columns, and counts the others. If no name fits, it names the threads instead of their variables.
func wholeNames(names []string, w int) string {
	for n := len(names); n > 0; n-- {
		text := strings.Join(names[:n], ", ")
		if n < len(names) {
			text += ", +" + strconv.Itoa(len(names)-n)
		}
		if draw.Cells(text) <= w {
			return text
		}
	}
	rest := ""
	if len(names) > 1 {
		rest = " +" + strconv.Itoa(len(names)-1)
	}
	if room := w - len(rest); room >= min(draw.Cells(names[0]), leastOwner) {
		return draw.Clip(names[0], room) + rest
	}
	var threads []string
	for _, name := range names {
		if i, _, _ := strings.Cut(name, "."); !slices.Contains(threads, i) {
			threads = append(threads, i)
		}
	}
	return draw.Clip(strings.Join(threads, ", "), w)
}

// leastOwner is the width that a variable's name keeps, so that it is not mistaken for another.
const leastOwner = 10

// wires draws the arrows at the right. Those to one object share a vertical line.
func (d *drawing) wires() {
	x := d.left + d.box
	c := d.c.Part(x, 0, d.c.W-x, d.top(len(d.objects)))
	g := draw.NewGrid(c)
	var heads []int
	column := 1
	for n, target := range d.objects {
		rows := d.holders(target)
		if len(rows) == 0 {
			continue
		}
		head := d.top(n)
		heads = append(heads, head)
		first, last := head, head
		for _, y := range rows {
			first, last = min(first, y), max(last, y)
			g.Horizontal(y, 0, column)
		}
		g.Horizontal(head, 0, column)
		g.Vertical(column, first, last)
		column += 2
	}
	g.Draw()
	for _, y := range heads {
		c.Text(0, y, draw.Faint, "←")
	}
}

// holders returns the rows of the cells of other objects that hold an object.
func (d *drawing) holders(target semantics.Loc) []int {
	var rows []int
	for n, l := range d.objects {
		for k, f := range d.fields {
			if to, ok := d.h.At(semantics.Addr{Loc: l, Field: f}); ok && to == target &&
				l != target {
				rows = append(rows, d.top(n)+1+k)
			}
		}
	}
	return rows
}
