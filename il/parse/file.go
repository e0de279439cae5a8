package parse

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

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
	p := &il.Program{Source: src}
	if len(src.Text) > limit {
		return p, diag.List{tooLarge(len(src.Text), limit)}
	}
	all := batches(src.Text)
	submit, wait := readers(src.Text, min(workers, len(all)))
	framed(all, submit)
	wait()
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

// batches cuts a text into batches.
func batches(text string) []*batch {
	cut := cutter{text: text, pos: textBegin(text)}
	var all []*batch
	for done := false; !done; {
		b, begin := &batch{}, cut.pos
		for !done && cut.pos-begin < batchSize {
			piece, ok := cut.next()
			if ok {
				b.pieces = append(b.pieces, piece)
			} else {
				b.tail, done = piece, true
			}
		}
		all = append(all, b)
	}
	return all
}

// readers starts so many readers of the text's batches. With one or none the
// batches are read at once; otherwise wait waits until all are read.
func readers(text string, workers int) (submit func(*batch), wait func()) {
	if workers < 2 {
		r := newReader(text)
		return r.batch, func() {}
	}
	var group sync.WaitGroup
	pending := make(chan *batch, workers)
	for range workers {
		group.Go(func() {
			r := newReader(text)
			for b := range pending {
				r.batch(b)
			}
		})
	}
	submit = func(b *batch) { pending <- b }
	wait = func() {
		close(pending)
		group.Wait()
	}
	return submit, wait
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
