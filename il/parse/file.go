package parse

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/parallel"
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
	p := &il.Program{Source: src}
	if len(src.Text) > limit {
		return p, diag.List{tooLarge(len(src.Text), limit)}
	}
	all := read(src.Text, min(workers, 1+len(src.Text)/batchSize))
	framed(all)
	return p, join(p, all)
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

// read cuts a text into batches and has workers read them: whoever is free cuts the
// next one, which takes a small part of the time for reading it. They are in the order
// of the text.
func read(text string, workers int) []*batch {
	var all []*batch
	var turn sync.Mutex
	cut := &cutter{text: text, pos: textBegin(text)}
	next := func(r *reader) *batch {
		turn.Lock()
		defer turn.Unlock()
		if cut == nil {
			return nil
		}
		b, more := cut.batch(r.pieces[:0])
		r.pieces = b.pieces
		if !more {
			cut = nil
		}
		all = append(all, b)
		return b
	}
	parallel.Do(workers, func(int) {
		r := newReader(text)
		for b := next(r); b != nil; b = next(r) {
			r.batch(b)
		}
	})
	return all
}

// batch is the next batch, and whether there are more. Its pieces are put into memory
// that the last one of the same reader does not need any more.
func (c *cutter) batch(pieces []span) (b *batch, more bool) {
	b = &batch{pieces: pieces}
	for begin := c.pos; c.pos-begin < batchSize; {
		piece, ok := c.next()
		if !ok {
			b.tail = piece
			return b, false
		}
		b.pieces = append(b.pieces, piece)
	}
	return b, true
}

// batch reads the declarations of a batch.
func (r *reader) batch(b *batch) {
	r.comments, r.diags, r.count, r.loose = nil, nil, 0, false
	b.decls = make([]il.Decl, 0, len(b.pieces))
	for _, p := range b.pieces {
		if d := r.decl(p); d != nil {
			b.decls = append(b.decls, d)
		}
	}
	r.begin(b.tail)
	b.pieces, b.comments, b.diags, b.count = nil, r.comments, r.diags, r.count
}

// join puts the batches into p and merges their diagnostics.
func join(p *il.Program, batches []*batch) diag.List {
	decls, comments, count := 0, 0, 0
	for _, b := range batches {
		decls, comments, count = decls+len(b.decls), comments+len(b.comments), count+b.count
	}
	p.Decls = slices.Grow(p.Decls, decls)
	p.Comments = slices.Grow(p.Comments, comments)
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
