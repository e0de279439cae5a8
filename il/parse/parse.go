package parse

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/parallel"
	"wobbly/internal/spell"
)

// maxSize is the size in bytes of the largest file: an il.Pos counts no further.
const maxSize = math.MaxInt32

// grammarSize is the size in bytes of the largest text that participle reads. What people write is
// far smaller. A larger text is read by hand, which is several times as fast, on all processors.
const grammarSize = 1 << 20

// partSize is how many bytes of a larger text are read at a time.
const partSize = 64 << 10

// File parses a program. Whatever the text holds, it returns what could be read and the errors in
// text order; a method or thread with errors in it is marked as broken. It returns at most 20
// errors, the last of which says how many more there are.
func File(src *il.Source) (*il.Program, diag.List) { return parseFile(src, maxSize, grammarSize) }

// parseFile is File with other limits.
func parseFile(src *il.Source, maxSize, grammarSize int) (*il.Program, diag.List) {
	size := len(src.Text)
	if size > maxSize {
		return &il.Program{Source: src}, diag.List{{
			Code:    diag.TooLarge,
			Message: fmt.Sprintf("the file has %d bytes; the limit is %d", size, maxSize),
			Label:   "the file begins here", Fix: "split the program",
		}}
	}
	workers, each := 1, max(1, size)
	if size > grammarSize {
		workers, each = min(runtime.GOMAXPROCS(0), 1+size/partSize), partSize
	}
	g := grammarFor(size, grammarSize)
	defer g.release()
	return joined(src, read(src.Text, g, workers, each))
}

// part is the result of reading a stretch of the text.
type part struct {
	decls    []il.Decl
	comments []il.Comment
	diags    diag.List
	count    int // of diagnostics, with those that were not kept
}

// read reads the declarations of a text in parts of size bytes or a little more. The workers take
// the parts in turn: finding where a part ends takes a tenth of the time for reading it.
func read(text string, g *grammar, workers, size int) []*part {
	var mu sync.Mutex
	var parts []*part
	cut := newCutter(text)
	next := func(pieces []span) ([]span, *part) {
		mu.Lock()
		defer mu.Unlock()
		p := &part{}
		parts = append(parts, p)
		return cut.part(pieces, size), p
	}
	parallel.Do(workers, func(int) {
		p := newParser(text, g)
		var pieces []span
		var into *part
		for {
			if pieces, into = next(pieces[:0]); len(pieces) == 0 {
				return
			}
			into.decls = make([]il.Decl, 0, len(pieces))
			for _, piece := range pieces {
				into.add(p.declaration(piece))
			}
			into.diags, into.count = p.reader.takeDiagnostics()
		}
	})
	return parts
}

// add adds what a piece of the text holds; d is nil if it is not a declaration.
func (p *part) add(d il.Decl, comments []il.Comment) {
	if d != nil {
		p.decls = append(p.decls, d)
	}
	p.comments = append(p.comments, comments...)
}

// parser parses the declarations of a text, one after the other.
type parser struct {
	grammar *grammar // nil if everything is read by hand
	reader  *reader
}

// newParser returns a parser of a text, which reads by hand if g is nil.
func newParser(text string, g *grammar) *parser {
	p := &parser{grammar: g, reader: &reader{scanner: scanner{text: text, open: -1}}}
	if g != nil {
		g.reset(p.reader)
	}
	return p
}

// declaration parses a piece of the text. Only this method chooses between the parsers: participle
// reads first, if there is a grammar. If it fails, the hand-written reader explains why and returns
// what it can read. The declaration is nil if there is none in the piece; the comments are valid
// until the next call.
func (p *parser) declaration(piece span) (il.Decl, []il.Comment) {
	if p.grammar != nil {
		if d, comments, ok := p.grammar.declaration(piece); ok {
			p.reader.loose = false
			return d, comments
		}
	}
	p.reader.comments = p.reader.comments[:0]
	d := p.reader.declaration(piece)
	return d, p.reader.comments
}

// joined joins the parts of a program, and their diagnostics.
func joined(src *il.Source, parts []*part) (*il.Program, diag.List) {
	p := &il.Program{Source: src}
	var diags diag.List
	var decls, comments, count int
	for _, x := range parts {
		decls += len(x.decls)
		comments += len(x.comments)
		count += x.count
	}
	p.Decls = slices.Grow(p.Decls, decls)
	p.Comments = slices.Grow(p.Comments, comments)
	for _, x := range parts {
		p.Decls = append(p.Decls, x.decls...)
		p.Comments = append(p.Comments, x.comments...)
		diags = append(diags, x.diags[:min(len(x.diags), maxDiagnostics-len(diags))]...)
	}
	if d, binary := notText(src.Text); binary && count > 0 {
		return &il.Program{Source: src}, diag.List{d}
	}
	if d, mixed := mixedForms(src.Text); mixed {
		count++
		if len(diags) < maxDiagnostics {
			diags = append(diags, d)
		}
	}
	diags.Sort()
	if more := count - len(diags); more > 0 {
		last := &diags[len(diags)-1]
		message := fmt.Sprintf("and %d more", more)
		last.Notes = append(last.Notes, diag.Note{At: last.At, End: last.End, Message: message})
	}
	return p, diags
}

// notText reports, at the first byte that is not text, that a file is something other than a text: a
// twentieth of its beginning is control characters. In compressed data it is a tenth.
func notText(text string) (d diag.Diagnostic, binary bool) {
	text = text[:min(len(text), 4<<10)]
	at, controls := -1, 0
	for i, c := range text {
		control := c < ' ' && (c < '\t' || c > '\r') || c == 0x7f
		if control {
			controls++
		}
		if at < 0 && (control || c == utf8.RuneError) {
			at = i
		}
	}
	if controls < 8 || 20*controls < len(text) {
		return d, false
	}
	return diag.Diagnostic{
		Code: diag.NotText, At: il.Pos(at), End: il.Pos(at + 1),
		Message: "the file is not a text", Label: fmt.Sprintf("byte 0x%02x", text[at]),
		Fix: "use the program's text, a file in UTF-8 such as program.il",
	}, true
}

// mixedForms reports the first name that the text holds in two forms: with a letter that has an
// accent, and with a letter and a combining mark. They look the same and are different names.
func mixedForms(text string) (d diag.Diagnostic, mixed bool) {
	const marks = "\xcc\xcd" // the first bytes of U+0300 to U+036F
	if strings.IndexByte(text, marks[0]) < 0 && strings.IndexByte(text, marks[1]) < 0 {
		return d, false
	}
	places := map[string][]diag.Edit{} // of each name that is not ASCII
	var names []string                 // that have marks
	for t := range Tokens(text) {
		name := text[t.At:t.End]
		if t.Kind != NameToken || strings.IndexFunc(name, isWide) < 0 {
			continue
		}
		whole := spell.Compose(name)
		if whole != name && places[name] == nil {
			names = append(names, name)
		}
		places[name] = append(places[name], diag.Edit{At: t.At, End: t.End, Text: whole})
	}
	for _, name := range names {
		edits := places[name]
		whole := edits[0].Text
		composed := places[whole]
		if composed == nil {
			continue
		}
		note := diag.Note{
			At: composed[0].At, End: composed[0].End, Message: "here it is part of its letter",
		}
		return diag.Diagnostic{
			Code: diag.StrayCharacter, At: edits[0].At, End: edits[0].End,
			Message: brief(whole) + " is written in two forms",
			Label:   "here an accent is a character of its own",
			Fix:     "write each letter with its accent as one character",
			Notes:   []diag.Note{note}, Edits: edits,
		}, true
	}
	return d, false
}

// isWide reports whether a character is not ASCII.
func isWide(c rune) bool { return c >= utf8.RuneSelf }
