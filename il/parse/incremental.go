package parse

import (
	"slices"
	"strings"
	"sync"

	"wobbly/il"
	"wobbly/il/diag"
)

// Incremental parses the successive versions of one text, of which it remembers the declarations:
// after an edit only those that have changed are parsed again. Its zero value is ready. It may be
// used concurrently, and its programs share the trees of declarations that did not change, so the
// trees of one version are valid as long as anybody needs them.
type Incremental struct {
	mu    sync.Mutex
	known map[string]parsed // the legal declarations of the last version, by their pieces of text
}

// parsed is what a piece of text was parsed to when it began at a place in the text.
type parsed struct {
	from     int
	decl     il.Decl // nil if the piece holds only comments
	comments []il.Comment
}

// File parses the next version, with the result of the function File.
func (v *Incremental) File(src *il.Source) (*il.Program, diag.List) {
	size := len(src.Text)
	if size > maxSize {
		return File(src)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	var g *grammar
	if size <= grammarSize {
		g = takeGrammar()
		defer g.giveBack()
	}
	known := make(map[string]parsed, len(v.known))
	all, byHand, cut := &part{}, newParser(src.Text, nil), newCutter(src.Text)
	var m mover
	for piece, ok := cut.next(); ok; piece, ok = cut.next() {
		text := src.Text[piece.from:piece.to]
		p, legal := v.known[text]
		if !legal {
			text = strings.Clone(text) // so that the tree does not keep the whole version alive
			p, legal = parseAlone(text, g)
		}
		if legal {
			p = m.moved(p, piece.from)
			known[text] = p
			byHand.reader.loose = false
			all.add(p.decl, p.comments)
		} else {
			all.add(byHand.declaration(piece))
		}
	}
	v.known = known
	all.diags, all.count = byHand.reader.takeDiagnostics()
	return joined(src, []*part{all})
}

// parseAlone parses a text of one piece, if it is legal.
func parseAlone(text string, g *grammar) (p parsed, legal bool) {
	one := newParser(text, g)
	d, comments := one.declaration(span{0, len(text)})
	return parsed{0, d, slices.Clone(comments)}, one.reader.count == 0
}
