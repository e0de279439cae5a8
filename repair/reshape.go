package repair

import (
	"strings"

	"wobbly/il"
)

// reshaped returns the text in which region r contains only the statements that stay. If one in the
// middle leaves, there are two regions.
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

// edges returns the pieces of text that open and close a region.
func (p *Program) edges(r *Region) (open, end layout) {
	text := p.Source.Text
	if r.sync != nil {
		s := r.sync.stmt().(*il.Synchronized)
		return layoutOf(text, int(s.At), int(s.Body.At)+1),
			layoutOf(text, int(s.Body.End), int(s.Body.End)+1)
	}
	of := func(i int) layout {
		return layoutOf(text, int(r.block.Stmts[i].Pos()), p.end(r.block, i))
	}
	return of(r.open), of(r.close)
}

// reshaper is one call of Program.reshaped.
type reshaper struct {
	p           *Program
	r           *Region
	stays       []bool // by part
	open, close layout // what opens and closes the region
}

func (s *reshaper) part(k int) layout {
	i := k
	if s.r.sync == nil {
		i += s.r.open + 1
	}
	b := s.r.block
	return layoutOf(s.p.Source.Text, int(b.Stmts[i].Pos()), s.p.end(b, i))
}

// onLines returns the new text of a program where each part of the region has lines of its own. It
// moves whole lines.
func (s *reshaper) onLines() string {
	text := s.p.Source.Text
	openLine := text[s.open.start:next(text, s.open.stop)]
	closeLine := text[s.close.start:next(text, s.close.stop)]
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
		for line := range strings.Lines(text[from:to]) {
			// the indentation decreases by a level, if it has one
			if !stay && s.r.sync != nil {
				shorter, ok := strings.CutPrefix(line, unitOf(s.open.indent))
				if line = shorter; !ok {
					line = strings.TrimLeft(line, " \t")
				}
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

// next returns the beginning of the line after the one that ends at an offset.
func next(text string, stop int) int {
	if n := strings.IndexByte(text[stop:], '\n'); n >= 0 {
		return stop + n + 1
	}
	return len(text)
}

// inline returns the new text of any other program: what is left of the region, on one line.
func (s *reshaper) inline() string {
	text := s.p.Source.Text
	open, end := "lock("+s.r.lock.Lock+");", "unlock("+s.r.lock.Lock+");"
	if s.r.sync != nil {
		open, end = synchronized(s.r.lock.Lock)+" {", "}"
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

// layout describes the lines of a piece of text.
type layout struct {
	from, to int    // the offsets of the piece
	start    int    // where its first line begins
	stop     int    // where its last line ends, before the end of line
	indent   string // the text before it on its first line
	ownLines bool   // whether nothing else is on its lines except a comment after it
}

func layoutOf(text string, from, to int) layout {
	l := layout{from: from, to: to}
	l.start = strings.LastIndexByte(text[:from], '\n') + 1
	l.stop = len(text)
	if n := strings.IndexByte(text[to:], '\n'); n >= 0 {
		l.stop = to + n
	}
	if l.stop > to && text[l.stop-1] == '\r' {
		l.stop--
	}
	l.indent = text[l.start:from]
	after := strings.TrimSpace(text[to:l.stop])
	isComment := after == "" || strings.HasPrefix(after, "//") ||
		strings.HasPrefix(after, "/*") && strings.Index(after, "*/") == len(after)-2
	l.ownLines = strings.TrimLeft(l.indent, " \t") == "" && isComment
	return l
}

// unitOf returns one level of indentation, in the style of an indentation.
func unitOf(indent string) string {
	if strings.Contains(indent, "\t") {
		return "\t"
	}
	return "  "
}

// synchronized returns the head of a region of a lock; "" is the unnamed lock.
func synchronized(lock string) string {
	if lock == "" {
		return "synchronized"
	}
	return "synchronized (" + lock + ")"
}

// wrapped returns the text with a region around text[from:to] that head begins. The head and the
// brace are on lines of their own if the piece is.
func wrapped(text, head string, from, to int) string {
	l := layoutOf(text, from, to)
	if piece := text[from:to]; !l.ownLines {
		end := " "
		if strings.Contains(piece[strings.LastIndexByte(piece, '\n')+1:], "//") {
			end = "\n" // so that a line comment does not swallow the brace
		}
		return text[:from] + head + " { " + piece + end + "}" + text[to:]
	}
	nl, unit := il.LineEnd(text), unitOf(l.indent)
	var b strings.Builder
	b.WriteString(text[:l.start] + l.indent + head + " {" + nl)
	for line := range strings.SplitSeq(text[l.start:l.stop], "\n") {
		if strings.TrimSpace(line) != "" {
			line = unit + line
		}
		b.WriteString(line + "\n")
	}
	out := strings.TrimSuffix(b.String(), "\n")
	return strings.TrimSuffix(out, "\r") + nl + l.indent + "}" + text[l.stop:]
}
