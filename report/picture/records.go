package picture

import "wobbly/semantics"

// grid is the layout of a heap with many objects: a record of a few lines for each.
type grid struct {
	// n is the number of records, and perRow the number in a row.
	n, perRow int
	// nameW is the width of a name, and segmentW that of a field with its value, in cells.
	nameW    int
	segmentW int
	// perLine is the number of fields in a line of a record, and lines the number of lines.
	perLine    int
	lines      int
	boxW, boxH int
}

const (
	// maxRecord is the room for the fields of a line of a record, in cells.
	maxRecord = 40
	recordGap = 10
)

func (sh *layout) grid(n, width int) grid {
	field, fields := 0, sh.Core.Fields
	for _, f := range fields {
		field = max(field, cells(clip(f, maxName)))
	}
	r := grid{n: n, nameW: sh.widest + 1, segmentW: gutter + field + 2 + sh.widest + 1}
	r.perLine = max(1, min(len(fields), maxRecord/r.segmentW))
	r.lines = max(1, (len(fields)+r.perLine-1)/r.perLine)
	r.boxW = (gutter+r.nameW+r.perLine*r.segmentW)*cell + 2*pad
	r.boxH = r.lines*row + 4
	r.perRow = max(1, (width+recordGap)/(r.boxW+recordGap))
	return r
}

func (r grid) width() int { return r.perRow*(r.boxW+recordGap) - recordGap }

func (r grid) height() int {
	if r.n == 0 {
		return 0
	}
	return (r.n+r.perRow-1)/r.perRow*(r.boxH+recordGap) - recordGap
}

func (r grid) box(l semantics.Loc, left int) box {
	i := int(l) - 1
	return box{
		left + i%r.perRow*(r.boxW+recordGap), i / r.perRow * (r.boxH + recordGap), r.boxW, r.boxH,
	}
}

func recordSlot(l semantics.Loc) slot { return slot{layerObjects, int(l), 0} }

func (m *memory) record(l semantics.Loc) {
	r := m.sh.records
	b := r.box(l, m.sh.frameW+column/2)
	b.x, b.y = b.x+m.x, b.y+m.y
	out := m.canvas.group(recordSlot(l))
	m.objectBox(out, b, l)
	if m.made(l) {
		out.text(b.x+pad, b.y+2, "bold", "*")
	}
	out.text(b.x+pad+gutter*cell, b.y+2, "bold", m.sh.shown(l))
	for k, f := range m.H.Fields() {
		a := semantics.Addr{Loc: l, Field: f}
		glyph := m.glyph(a)
		to, ok := m.H.At(a)
		x, y := b.x+pad+(gutter+r.nameW+k%r.perLine*r.segmentW)*cell, b.y+2+k/r.perLine*row
		out.text(x, y, glyphClass(glyph), glyph)
		out.text(x+gutter*cell, y, glyphClass(glyph), clip(f, maxName)+": "+m.sh.value(to, ok))
	}
}
