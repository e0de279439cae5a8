package parse

import (
	"slices"
	"strings"
	"sync"

	"wobbly/il"
	"wobbly/il/diag"
)

// Incremental parses the successive versions of one text. It remembers the methods, so that after
// an edit only the one that has changed is parsed again. The zero value is ready to use. It may be
// used concurrently, and its programs share the trees of unchanged methods.
type Incremental struct {
	mu    sync.Mutex
	known map[string]method // the legal methods of the last version, by their pieces of text
}

// method is the result of parsing a piece of text that begins at from.
type method struct {
	from     int
	tree     *il.Method
	comments []il.Comment
}

// File parses the next version of the text, with the same result as the function File.
func (i *Incremental) File(src *il.Source) (*il.Program, diag.List) {
	if len(src.Text) > maxSize {
		return File(src)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	g := grammarFor(len(src.Text), grammarSize)
	defer g.release()
	whole := newParser(src.Text, nil)
	known := make(map[string]method, len(i.known))
	var all part
	var move mover
	cut := newCutter(src.Text)
	for piece, ok := cut.next(); ok; piece, ok = cut.next() {
		text := src.Text[piece.from:piece.to]
		m, legal := i.known[text]
		if !legal {
			text = strings.Clone(text) // so that the tree does not keep the whole version alive
			m, legal = parseMethod(text, g)
		}
		if !legal {
			all.add(whole.declaration(piece))
			continue
		}
		m = move.method(m, piece.from)
		known[text] = m
		whole.reader.loose = false
		all.add(m.tree, m.comments)
	}
	i.known = known
	all.diags, all.count = whole.reader.takeDiagnostics()
	return joined(src, []*part{&all})
}

// parseMethod parses a piece of text if it is a legal method.
func parseMethod(text string, g *grammar) (m method, legal bool) {
	p := newParser(text, g)
	d, comments := p.declaration(span{0, len(text)})
	tree, ok := d.(*il.Method)
	return method{tree: tree, comments: slices.Clone(comments)}, ok && !tree.Broken
}
