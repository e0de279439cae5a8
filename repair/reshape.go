package repair

import (
	"strings"

	"wobbly/il"
)

// reshaped is the text with a region around those statements of r only that
// stay. Where one in the middle leaves, there are two regions.
func (p *Program) reshaped(r *Region, stays []bool) string {
	open, end := p.edges(r)
	sheet := reshaper{p: p, r: r, stays: stays, open: open, close: end}
	if sheet.laidOut() {
		return sheet.onLines()
	}
	return sheet.inline()
}

// edges are the pieces of text that open and close a region.
func (p *Program) edges(r *Region) (open, end layout) {
	text := p.Source.Text
	if r.sync != nil {
		s := r.sync.stmt().(*il.Synchronized)
		return layoutOf(text, int(s.At), int(s.Body.At)+1), layoutOf(text, int(s.Body.End), int(s.Body.End)+1)
	}
	of := func(i int) layout { return layoutOf(text, int(r.block.Stmts[i].Pos()), p.end(r.block, i)) }
	return of(r.open), of(r.close)
}

// reshaper writes a region anew.
type reshaper struct {
	p           *Program
	r           *Region
	stays       []bool
	open, close layout
}

// part is the text of statement k of the region.
func (s *reshaper) part(k int) layout {
	i := k
	if s.r.sync == nil {
		i += s.r.open + 1
	}
	b := s.r.block
	return layoutOf(s.p.Source.Text, int(b.Stmts[i].Pos()), s.p.end(b, i))
}

// laidOut reports whether the region's edges and statements have their lines for
// themselves.
func (s *reshaper) laidOut() bool {
	all := s.open.ownLines && s.close.ownLines
	for k := range s.stays {
		all = all && s.part(k).ownLines
	}
	return all
}

// onLines moves lines.
func (s *reshaper) onLines() string {
	text := s.p.Source.Text
	openLine, closeLine := text[s.open.start:next(text, s.open.stop)], text[s.close.start:next(text, s.close.stop)]
	if !strings.HasSuffix(closeLine, "\n") {
		closeLine += il.LineEnd(text)
	}
	var b strings.Builder
	b.WriteString(text[:s.open.start])
	from, inside := s.open.start+len(openLine), false
	for k, stay := range s.stays {
		to := next(text, s.part(k).stop)
		if k == len(s.stays)-1 {
			to = s.close.start
		}
		if stay != inside {
			b.WriteString(map[bool]string{true: openLine, false: closeLine}[stay])
		}
		inside = stay
		b.WriteString(s.lines(text[from:to], stay))
		from = to
	}
	if inside {
		b.WriteString(closeLine)
	}
	return b.String() + text[next(text, s.close.stop):]
}

// lines are the lines of a statement: those that leave synchronized go one level
// out.
func (s *reshaper) lines(text string, stay bool) string {
	if stay || s.r.sync == nil {
		return text
	}
	var b strings.Builder
	for _, line := range linesOf(text) {
		b.WriteString(unshifted(line, unitOf(s.open.indent)))
	}
	return b.String()
}

// next is the beginning of the line behind the one that ends at an offset.
func next(text string, stop int) int {
	if n := strings.IndexByte(text[stop:], '\n'); n >= 0 {
		return stop + n + 1
	}
	return len(text)
}

// inline writes the statements one behind the other.
func (s *reshaper) inline() string {
	text := s.p.Source.Text
	open, end := "lock();", "unlock();"
	if s.r.sync != nil {
		open, end = "synchronized {", "}"
	}
	var words []string
	from, inside := s.open.to, false
	for k, stay := range s.stays {
		if stay != inside {
			words = append(words, map[bool]string{true: open, false: end}[stay])
		}
		inside = stay
		at := s.part(k)
		word := strings.TrimSpace(text[from:at.to])
		if !strings.HasSuffix(word, ";") && !strings.HasSuffix(word, "}") {
			word += ";"
		}
		from = at.to
		words = append(words, word)
	}
	if rest := strings.TrimSpace(text[from:s.close.from]); rest != "" { // comments
		if strings.Contains(rest, "//") {
			rest += il.LineEnd(text)
		}
		words = append(words, rest)
	}
	if inside {
		words = append(words, end)
	}
	return text[:s.open.from] + strings.Join(words, " ") + text[s.close.to:]
}
