package il

import (
	"bufio"
	"io"
	"sort"
	"strings"
)

// printTo writes p in the canonical style: two spaces a level, one statement a
// line and each ended by ";", a blank line between declarations and at most
// one between statements, there where the source has some. Comments are kept,
// all of them and in order: one on a line of its own stays before what it
// stood before, one behind something on its line goes to that line's end.
//
// Parsing what was printed gives p again, positions aside, and printing that
// gives the same text. Print reports the first error of w.
func printTo(w io.Writer, p *Program) error {
	out := &printer{Writer: bufio.NewWriter(w), comments: p.Comments}
	if p.Source != nil {
		out.text = p.Source.Text
	}
	out.program(p)
	return out.Flush()
}

// Format is the text that Print writes.
func Format(p *Program) string {
	var b strings.Builder
	if err := printTo(&b, p); err != nil {
		panic(err) // a Builder never fails
	}
	return b.String()
}

// PrintCore writes the lowered program: the declarations of the file with the
// units' bodies for what was written. Fresh locals appear as t'1, t'2, ...,
// which no source can hold. Comments stay beside what they stood beside.
func PrintCore(w io.Writer, c *Core) error {
	p := *c.Program
	p.Decls = make([]Decl, 0, len(c.Program.Decls))
	units := c.Units
	for _, d := range c.Program.Decls {
		switch d := d.(type) {
		case *Method:
			lowered := *d
			lowered.Body, units = units[0].Body, units[1:]
			p.Decls = append(p.Decls, &lowered)
		case *Parallel:
			lowered := *d
			lowered.Blocks, units = [2]*Block{units[0].Body, units[1].Body}, units[2:]
			p.Decls = append(p.Decls, &lowered)
		case *Init:
			p.Decls = append(p.Decls, d)
		default:
			panic(Unknown(d))
		}
	}
	return printTo(w, &p)
}

// Text is a simple command, a call or their sugar on one line as traces and
// witnesses show it, without ";": "x := b.f", "lock()", "m(a, b.f)". Of a
// statement with blocks it is the head, "if *".
func Text(s Stmt) string {
	switch s := s.(type) {
	case *Skip:
		return "skip"
	case *Copy:
		return s.Dst + " := " + s.Src
	case *Load:
		return s.Dst + " := " + s.Src.String()
	case *Store:
		return s.Dst.String() + " := " + s.Src
	case *New:
		return s.Dst + " := new()"
	case *Lock:
		return "lock()"
	case *Unlock:
		return "unlock()"
	case *If:
		return "if *"
	case *While:
		return "while *"
	case *Call:
		args := make([]string, len(s.Args))
		for i, e := range s.Args {
			args[i] = e.String()
		}
		return s.Method + "(" + strings.Join(args, ", ") + ")"
	case *Move:
		return s.Dst.String() + " := " + s.Src.String()
	case *NewAt:
		return s.Dst.String() + " := new()"
	case *Synchronized:
		return "synchronized"
	default:
		panic(Unknown(s))
	}
}

// deepest is the level from which on lines are indented no further, so that
// deep nesting does not print to a text of quadratic size.
const deepest = 40

// printer writes a program line by line. A line is begun by line, which first
// writes the comments that stand before it, and is ended by end, which first
// writes the comments behind it.
type printer struct {
	*bufio.Writer
	text     string    // of the source, "" if there is none
	comments []Comment // not yet written
	level    int
	first    bool // nothing written yet at this level, so no blank line is wanted
	last     Pos  // of what was written last: what has the same position came from one statement
}

func (p *printer) program(prog *Program) {
	p.first, p.last = true, NoPos
	for i, d := range prog.Decls {
		bound := maxPos
		if i+1 < len(prog.Decls) {
			bound = prog.Decls[i+1].Pos()
		}
		p.between()
		p.line(d.Pos())
		p.decl(d)
		p.end(bound)
	}
	p.leading(maxPos)
}

// maxPos stands after every position.
const maxPos = Pos(1<<31 - 1)

// between writes the blank line between two declarations, before the comments
// that stand there.
func (p *printer) between() {
	if !p.first {
		p.WriteByte('\n')
		p.first = true // the blank line of the source is this one
	}
}

// decl prints a declaration, from its first character to its last brace.
func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *Method:
		if d.Private {
			p.WriteString("private ")
		}
		p.WriteString(d.Name)
		p.formals(d.Formals)
		p.WriteByte(' ')
		p.block(d.Body)
	case *Parallel:
		p.block(d.Blocks[0])
		p.WriteString(" || ")
		p.block(d.Blocks[1])
	case *Init:
		p.init(d)
	default:
		panic(Unknown(d))
	}
}

func (p *printer) formals(formals []Formal) {
	p.WriteByte('(')
	for i, f := range formals {
		if i > 0 {
			p.WriteString(", ")
		}
		p.WriteString(f.Name)
	}
	p.WriteByte(')')
}

// entry is a line of an init block.
type entry struct {
	at   Pos
	text string
}

// init prints cells and bindings as they were mixed in the source.
func (p *printer) init(d *Init) {
	var entries []entry
	for _, c := range d.Cells {
		entries = append(entries, entry{c.At, c.Object + "." + c.Field + " = " + c.Value})
	}
	for _, b := range d.Bindings {
		entries = append(entries, entry{b.At, [...]string{"A", "B"}[b.Thread] + "." + b.Variable + " = " + b.Value})
	}
	sort.SliceStable(entries, func(i, j int) bool { return entries[i].at < entries[j].at })
	p.WriteString("init {")
	p.inside(d.End, len(entries), func(i int) Pos { return entries[i].at }, func(i int, bound Pos) {
		p.line(entries[i].at)
		p.WriteString(entries[i].text)
		p.WriteByte(';')
		p.end(bound)
	})
}

// block prints { ... }, from the brace to the brace, within a line. The absent
// block prints as the empty one.
func (p *printer) block(b *Block) {
	p.WriteByte('{')
	stmts, end := b.List(), NoPos
	if b != nil {
		end = b.End
	}
	p.inside(end, len(stmts), func(i int) Pos { return stmts[i].Pos() }, func(i int, bound Pos) {
		p.stmt(stmts[i], bound)
	})
}

// inside prints n lines between braces, the opening one written already, the
// closing one at end, each with the position that follows it.
func (p *printer) inside(end Pos, n int, at func(int) Pos, print func(i int, bound Pos)) {
	follower := func(i int) Pos {
		if i < n {
			return at(i)
		}
		return end
	}
	if n == 0 && !p.pending(end) {
		p.WriteByte('}')
		return
	}
	p.end(follower(0))
	p.level++
	p.first = true
	for i := range n {
		print(i, follower(i+1))
	}
	p.leading(end)
	p.level--
	p.first = false
	p.indent()
	p.WriteByte('}')
}

// stmt prints a statement; bound is where the next thing stands.
func (p *printer) stmt(s Stmt, bound Pos) {
	p.line(s.Pos())
	p.WriteString(Text(s))
	switch s := s.(type) {
	case *If:
		p.WriteByte(' ')
		p.block(s.Then)
		if s.Else != nil {
			p.WriteString(" else ")
			p.block(s.Else)
		}
	case *While:
		p.WriteByte(' ')
		p.block(s.Body)
	case *Synchronized:
		p.WriteByte(' ')
		p.block(s.Body)
	default:
		p.WriteByte(';')
	}
	p.end(bound)
}

// line begins the line of what stands at pos, with the comments and the blank
// line before it.
func (p *printer) line(pos Pos) {
	p.leading(pos)
	if pos != p.last {
		p.blank(pos)
	}
	p.first, p.last = false, pos
	p.indent()
}

// end ends a line with the comments behind it that stand before bound. Behind
// a // comment nothing else fits.
func (p *printer) end(bound Pos) {
	for p.pending(bound) && !p.ownLine(p.comments[0].At) {
		c := p.take()
		p.WriteByte(' ')
		p.WriteString(c.Text)
		if strings.HasPrefix(c.Text, "//") {
			break
		}
	}
	p.WriteByte('\n')
}

// leading writes the comments before bound on lines of their own.
func (p *printer) leading(bound Pos) {
	for p.pending(bound) {
		c := p.take()
		p.blank(c.At)
		p.first = false
		p.indent()
		p.WriteString(c.Text)
		if strings.HasPrefix(c.Text, "//") {
			p.WriteByte('\n')
		} else {
			p.end(bound)
		}
	}
}

func (p *printer) indent() {
	for range min(p.level, deepest) {
		p.WriteString("  ")
	}
}

// blank writes the blank line that the source has before pos, unless it would
// be the first line of its block.
func (p *printer) blank(pos Pos) {
	gap, _ := p.gap(pos)
	if !p.first && strings.Count(gap, "\n") > 1 {
		p.WriteByte('\n')
	}
}

// pending tells whether a comment is left that stands before bound.
func (p *printer) pending(bound Pos) bool {
	return len(p.comments) > 0 && p.comments[0].At < bound
}

func (p *printer) take() Comment {
	c := p.comments[0]
	p.comments = p.comments[1:]
	return c
}

// ownLine tells whether nothing stands before pos on its line.
func (p *printer) ownLine(pos Pos) bool {
	gap, begin := p.gap(pos)
	return begin || strings.Contains(gap, "\n")
}

// gap is the white space before pos, and whether the text begins with it. A
// position outside the text stands at its beginning.
func (p *printer) gap(pos Pos) (space string, begin bool) {
	if pos < 0 || int(pos) > len(p.text) {
		return "", true
	}
	before := strings.TrimPrefix(p.text[:pos], byteOrderMark)
	rest := strings.TrimRight(before, " \t\r\n")
	return before[len(rest):], rest == ""
}
