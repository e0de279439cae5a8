package parse

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"wobbly/il"
	"wobbly/il/diag"
)

// largest is the largest file in bytes: il.Pos counts no further.
const largest = math.MaxInt32

// File parses a program. Whatever the text holds, it returns what could be
// read and, in text order, what is wrong; a method or block with errors in it
// is marked as broken. Of more than 20 errors the first are returned and the
// last of these says how many more there are.
func File(src *il.Source) (*il.Program, diag.List) {
	return parseFile(src, largest, runtime.GOMAXPROCS(0))
}

// parseFile is File for texts up to limit bytes, on up to so many goroutines.
func parseFile(src *il.Source, limit, workers int) (*il.Program, diag.List) {
	if len(src.Text) > limit {
		return &il.Program{Source: src}, diag.List{tooLarge(len(src.Text), limit)}
	}
	p := &il.Program{Source: src}
	c := &cutter{text: src.Text, pos: textBegin(src.Text)}
	diags := join(p, parseBatches(src.Text, c, workers))
	return p, diags
}

// textBegin is where the text begins behind a byte order mark.
func textBegin(text string) int {
	if strings.HasPrefix(text, byteOrderMark) {
		return len(byteOrderMark)
	}
	return 0
}

func tooLarge(size, limit int) diag.Diagnostic {
	return diag.Diagnostic{
		Code:    diag.TooLarge,
		Message: fmt.Sprintf("the file has %d bytes; the limit is %d", size, limit),
		Label:   "the file begins here", Fix: "split the program",
	}
}

// batchSize is how many bytes of text are parsed at a time.
const batchSize = 64 << 10

// batch is a run of pieces, and what was read of it.
type batch struct {
	pieces   []span
	tail     span // white space and comments at the end of the file
	decls    []il.Decl
	comments []il.Comment
	diags    diag.List
	count    int // of diagnostics, those not kept too
}

// nextBatch cuts a batch from the text; last tells whether the text ends with
// it.
func nextBatch(c *cutter) (b *batch, last bool) {
	b = &batch{}
	for begin := c.pos; c.pos-begin < batchSize; {
		piece, ok := c.next()
		if !ok {
			b.tail = piece
			return b, true
		}
		b.pieces = append(b.pieces, piece)
	}
	return b, false
}

// parseBatches cuts a text into batches and parses them.
func parseBatches(text string, c *cutter, workers int) []*batch {
	first, last := nextBatch(c)
	batches := []*batch{first}
	if last || workers < 2 {
		w := newWorker(text)
		defer w.release()
		w.parse(first)
		for !last {
			first, last = nextBatch(c)
			batches = append(batches, first)
			w.parse(first)
		}
		return batches
	}
	var group sync.WaitGroup
	todo := make(chan *batch, workers)
	for range workers {
		group.Go(func() {
			w := newWorker(text)
			defer w.release()
			for b := range todo {
				w.parse(b)
			}
		})
	}
	todo <- first
	for !last {
		first, last = nextBatch(c)
		batches = append(batches, first)
		todo <- first
	}
	close(todo)
	group.Wait()
	return batches
}

// join puts the batches into p and merges their diagnostics.
func join(p *il.Program, batches []*batch) diag.List {
	decls, comments, count := 0, 0, 0
	for _, b := range batches {
		decls, comments, count = decls+len(b.decls), comments+len(b.comments), count+b.count
	}
	if decls > 0 {
		p.Decls = make([]il.Decl, 0, decls)
	}
	if comments > 0 {
		p.Comments = make([]il.Comment, 0, comments)
	}
	var diags diag.List
	for _, b := range batches {
		p.Decls = append(p.Decls, b.decls...)
		p.Comments = append(p.Comments, b.comments...)
		diags = append(diags, b.diags[:min(len(b.diags), maxDiagnostics-len(diags))]...)
	}
	diags.Sort()
	if more := count - len(diags); more > 0 {
		last := &diags[len(diags)-1]
		last.Notes = append(last.Notes, diag.Note{At: last.At, End: last.End, Message: fmt.Sprintf("and %d more", more)})
	}
	return diags
}

// worker parses batches of one text. Its participle parser is the grammar with
// reader.decl for the production decl.
type worker struct {
	reader
	batch  *batch
	parser *participle.Parser[file]
}

// workers are kept, since building a participle parser takes longer than
// parsing a small file.
var workers = sync.Pool{New: func() any {
	w := &worker{}
	w.parser = participle.MustBuild[file](participle.Lexer(tokens{}), participle.ParseTypeWith(w.parseDecl))
	return w
}}

func newWorker(text string) *worker {
	w := workers.Get().(*worker)
	w.reader = reader{scanner: scanner{text: text}}
	return w
}

// release gives w back, without what belongs to the text.
func (w *worker) release() {
	w.reader, w.batch = reader{}, nil
	workers.Put(w)
}

// parsed is a declaration, or nil, in the place of a decl of the grammar.
type parsed struct{ il.Decl }

// parseDecl is the production decl: one token, which holds a declaration.
func (w *worker) parseDecl(lex *lexer.PeekingLexer) (decl, error) {
	t := lex.Next()
	if t.EOF() {
		return nil, participle.NextMatch
	}
	return parsed{w.decl(span{t.Pos.Offset, t.Pos.Offset + len(t.Value)})}, nil
}

// parse parses a batch.
func (w *worker) parse(b *batch) {
	w.comments, w.diags, w.count, w.loose = nil, nil, 0, false
	w.batch = b
	lex, err := lexer.Upgrade(&pieceLexer{text: w.text, pieces: b.pieces, end: b.tail.from})
	if err != nil {
		panic(err) // a pieceLexer has no errors
	}
	f, err := w.parser.ParseFromLexer(lex)
	if err != nil {
		panic(err) // parseDecl accepts every piece
	}
	b.decls = make([]il.Decl, 0, len(f.Decls))
	for _, d := range f.Decls {
		if d := d.(parsed); d.Decl != nil {
			b.decls = append(b.decls, d.Decl)
		}
	}
	w.begin(b.tail)
	b.pieces, b.comments, b.diags, b.count = nil, w.comments, w.diags, w.count
}

// pieceLexer gives out pieces as tokens.
type pieceLexer struct {
	text   string
	pieces []span
	end    int
}

// Next implements lexer.Lexer.
func (l *pieceLexer) Next() (lexer.Token, error) {
	if len(l.pieces) == 0 {
		return lexer.EOFToken(lexer.Position{Offset: l.end}), nil
	}
	p := l.pieces[0]
	l.pieces = l.pieces[1:]
	return at(typePiece, p.from, l.text[p.from:p.to]), nil
}
