package repair

import (
	"strings"

	"wobbly/il"
)

// reshaped is the text with a region around those statements of r only that
// stay. Where one in the middle leaves, there are two regions.
func (p *Program) reshaped(r *Region, stays []bool) string {
	open, end := p.edges(r)
	s := reshaper{p: p, r: r, stays: stays, open: open, close: end}
	onLines := open.ownLines && end.ownLines
	for k := range stays {
		onLines = onLines && s.part(k).ownLines
	}
	if onLines {
		return s.onLines()
	}
	return s.inline()
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
		switch {
		case stay && !inside:
			b.WriteString(openLine)
		case !stay && inside:
			b.WriteString(closeLine)
		}
		inside = stay
		for _, line := range linesOf(text[from:to]) {
			if !stay && s.r.sync != nil { // what leaves synchronized goes one level out
				line = unshifted(line, unitOf(s.open.indent))
			}
			b.WriteString(line)
		}
		from = to
	}
	if inside {
		b.WriteString(closeLine)
	}
	return b.String() + text[next(text, s.close.stop):]
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
		switch {
		case stay && !inside:
			words = append(words, open)
		case !stay && inside:
			words = append(words, end)
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
