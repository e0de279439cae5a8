package il

import (
	"io"
	"sort"
	"strings"
)

// canonical returns p in the canonical style: two spaces per level, one statement on a line, each
// ended by ";", a blank line between declarations, and at most one between statements, where the
// source has some. All comments are kept, in order: one on a line of its own stays before the code
// that followed it, one at the end of a line moves to the end of that code's line.
//
// Parsing the result gives p again, up to positions, and printing that gives the same text.
func canonical(p *Program) []byte {
	out := &printer{comments: p.Comments, out: make([]byte, 0, usualText)}
	if p.Source != nil {
		out.source = p.Source.Text
	}
	out.program(p)
	return out.out
}

// Format returns p in the canonical style, with its comments.
func Format(p *Program) string { return string(canonical(p)) }

// Positioned formats p without comments, sets the position of every node to its place in that text,
// makes the text p.Source and returns p. No node may occur twice in p.
func Positioned(p *Program) *Program {
	p.Comments = nil
	out := printer{placing: true, out: make([]byte, 0, usualText)}
	out.program(p)
	p.Source = NewSource("generated.il", string(out.out))
	return p
}

// PrintCore writes the lowered program: the declarations of the file with the bodies of the units.
// Fresh locals appear as t'1, t'2, ..., which no source can contain. Comments keep their places.
func PrintCore(w io.Writer, c *Core) error {
	p := *c.Program
	p.Decls = make([]Decl, 0, len(c.Program.Decls))
	units := c.Units
	for _, d := range c.Program.Decls {
		switch d := d.(type) {
		case *Method:
			lowered := *d
			lowered.Body = units[0].Body
			units = units[1:]
			p.Decls = append(p.Decls, &lowered)
		case *Parallel:
			lowered := *d
			lowered.Blocks = [2]*Block{units[0].Body, units[1].Body}
			units = units[2:]
			p.Decls = append(p.Decls, &lowered)
		case *Init:
			p.Decls = append(p.Decls, d)
		default:
			panic(Unknown(d))
		}
	}
	_, err := w.Write(canonical(&p))
	return err
}

// Text returns a simple command, a call or their sugar on one line as traces and witnesses show it,
// without ";": "x := b.f", "lock()", "m(a, b.f)". Of a statement with blocks it is the head,
// "if *".
func Text(s Stmt) string {
	var line [64]byte
	p := printer{out: line[:0]}
	p.head(s)
	return string(p.out)
}

// usualText is the capacity in bytes for the text of a small program.
const usualText = 512

// maxIndent is the deepest indentation, so that the text of deeply nested blocks is not quadratic
// in their number.
const maxIndent = 40

// A printer writes a program line by line: line begins a line, after the comments before it, and
// end ends it, with the comments after it. If placing is set, the printer also records in the tree
// where it wrote each node; otherwise it only reads the tree.
type printer struct {
	out      []byte
	placing  bool
	source   string    // the original text, empty if there is none
	comments []Comment // not yet written
	level    int
	first    bool // nothing is written yet at this level, so no blank line is wanted
	last     Pos  // of the previous line; lines with equal positions come from one statement
}

func (p *printer) write(s string) { p.out = append(p.out, s...) }

// at writes s and records its position.
func (p *printer) at(pos *Pos, s string) {
	if p.placing {
		*pos = Pos(len(p.out))
	}
	p.write(s)
}

func (p *printer) program(prog *Program) {
	p.first, p.last = true, NoPos
	for i, d := range prog.Decls {
		bound := maxPos
		if i+1 < len(prog.Decls) {
			bound = prog.Decls[i+1].Pos()
		}
		if !p.first {
			p.write("\n")
			p.first = true // this is the blank line of the source, if it has one
		}
		p.line(d.Pos())
		p.decl(d)
		p.end(bound)
	}
	p.leading(maxPos)
}

// maxPos is after every position.
const maxPos = Pos(1<<31 - 1)

func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *Method:
		p.at(&d.At, "")
		if d.Private {
			p.write("private ")
		}
		p.at(&d.NameAt, d.Name)
		p.write("(")
		for i := range d.Formals {
			p.comma(i)
			p.at(&d.Formals[i].At, d.Formals[i].Name)
		}
		p.write(") ")
		p.block(d.Body)
	case *Parallel:
		p.at(&d.At, "")
		p.block(d.Blocks[0])
		p.write(" || ")
		p.block(d.Blocks[1])
	case *Init:
		p.init(d)
	default:
		panic(Unknown(d))
	}
}

// comma writes a comma before the element of a list with index i, unless it is the first.
func (p *printer) comma(i int) {
	if i > 0 {
		p.write(", ")
	}
}

// init prints cells and bindings, mixed as in the source.
func (p *printer) init(d *Init) {
	type entry struct {
		at    Pos
		print func()
	}
	var entries []entry
	for i := range d.Cells {
		c := &d.Cells[i]
		entries = append(entries, entry{c.At, func() {
			p.at(&c.At, c.Object)
			p.write("." + c.Field + " = ")
			p.at(&c.ValueAt, c.Value)
		}})
	}
	for i := range d.Bindings {
		b := &d.Bindings[i]
		entries = append(entries, entry{b.At, func() {
			p.at(&b.At, [...]string{"A.", "B."}[b.Thread])
			p.at(&b.VariableAt, b.Variable)
			p.write(" = ")
			p.at(&b.ValueAt, b.Value)
		}})
	}
	if !p.placing { // then the old positions mean nothing
		sort.SliceStable(entries, func(i, j int) bool { return entries[i].at < entries[j].at })
	}
	p.at(&d.At, "init {")
	end := d.End // before p.at changes it
	p.lines(end, len(entries), func(i int) Pos { return entries[i].at }, func(i int, bound Pos) {
		p.line(entries[i].at)
		entries[i].print()
		p.write(";")
		p.end(bound)
	})
	p.at(&d.End, "}")
}

// block prints { ... } within a line. A nil block prints as the empty one.
func (p *printer) block(b *Block) {
	if b == nil {
		b = &Block{End: NoPos}
	}
	p.at(&b.At, "{")
	p.lines(b.End, len(b.Stmts), func(i int) Pos {
		return b.Stmts[i].Pos()
	}, func(i int, bound Pos) {
		s := b.Stmts[i]
		p.line(s.Pos())
		p.head(s)
		blocks, n := inside(s)
		if n == 0 {
			p.write(";")
		}
		for i, inner := range blocks[:n] {
			switch {
			case i == 0:
				p.write(" ")
			case inner == nil: // if without else
				continue
			default:
				p.write(" else ")
			}
			p.block(inner)
		}
		p.end(bound)
	})
	p.at(&b.End, "}")
}

// lines prints n lines and the indentation of the closing brace, which the source has at end. pos
// returns the position of the i-th line in the source. write prints that line; bound is the position
// of the next one, or end.
func (p *printer) lines(end Pos, n int, pos func(i int) Pos, write func(i int, bound Pos)) {
	bound := func(i int) Pos {
		if i < n {
			return pos(i)
		}
		return end
	}
	if n == 0 && !p.pending(end) {
		return
	}
	p.end(bound(0))
	p.level++
	p.first = true
	for i := range n {
		write(i, bound(i+1))
	}
	p.leading(end)
	p.level--
	p.first = false
	p.indent()
}

// line begins the line of the thing at pos, with the comments and the blank line before it.
func (p *printer) line(pos Pos) {
	p.leading(pos)
	if pos != p.last {
		p.blank(pos)
	}
	p.first, p.last = false, pos
	p.indent()
}

// end ends a line with the comments that follow on the same line, before bound. Nothing else
// fits after a // comment.
func (p *printer) end(bound Pos) {
	for p.pending(bound) {
		if gap, begin := p.gap(p.comments[0].At); begin || strings.Contains(gap, "\n") {
			break // on a line of its own
		}
		c := p.take()
		p.write(" ")
		p.write(c.Text)
		if strings.HasPrefix(c.Text, "//") {
			break
		}
	}
	p.write("\n")
}

// leading writes the comments before bound on lines of their own.
func (p *printer) leading(bound Pos) {
	for p.pending(bound) {
		c := p.take()
		p.blank(c.At)
		p.first = false
		p.indent()
		p.write(c.Text)
		if strings.HasPrefix(c.Text, "//") {
			p.write("\n")
		} else {
			p.end(bound)
		}
	}
}

func (p *printer) indent() {
	for range min(p.level, maxIndent) {
		p.write("  ")
	}
}

// blank writes the blank line that the source has before pos, unless it would be the first line of
// its block.
func (p *printer) blank(pos Pos) {
	if p.first || p.source == "" {
		return
	}
	if gap, _ := p.gap(pos); strings.Count(gap, "\n") > 1 {
		p.write("\n")
	}
}

// pending reports whether the next comment is before bound.
func (p *printer) pending(bound Pos) bool {
	return len(p.comments) > 0 && p.comments[0].At < bound
}

func (p *printer) take() Comment {
	c := p.comments[0]
	p.comments = p.comments[1:]
	return c
}

// gap returns the white space before pos, and whether the text begins with it. A position outside
// the text counts as its beginning.
func (p *printer) gap(pos Pos) (space string, begin bool) {
	if pos < 0 || int(pos) > len(p.source) {
		return "", true
	}
	before := strings.TrimPrefix(p.source[:pos], byteOrderMark)
	rest := strings.TrimRight(before, " \t\r\n")
	return before[len(rest):], rest == ""
}
