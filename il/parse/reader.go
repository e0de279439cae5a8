package parse

import (
	"wobbly/il"
	"wobbly/il/diag"
)

// maxDepth is how deep blocks may be nested.
const maxDepth = 10_000

// maxDiagnostics is how many diagnostics are kept of a file; the others are
// only counted.
const maxDiagnostics = 20

// reader is the fast parser: recursive descent over the scanner, one token of
// lookahead, one method for each production of the grammar. It reads on after
// an error, to find the others.
type reader struct {
	scanner
	nodes
	tok     token     // the next token, not yet consumed
	last    int32     // the end of the token consumed last
	piece   span      // what is being read
	depth   int       // of open blocks
	stack   []il.Stmt // statements of the open blocks, innermost last
	args    []il.Expr
	formals []il.Formal
	names   []string
	pieces  []span // of the batch at hand

	diags    diag.List
	count    int  // of diagnostics, those not kept too
	failed   bool // the statement or declaration head at hand has an error: no other is reported in it
	unclosed bool // the piece at hand has a block or comment without an end, and that is reported
	loose    bool // text outside of all braces is no news: an opening brace is missing, or it is reported
}

func newReader(text string) *reader { return &reader{scanner: scanner{text: text}} }

// begin turns to a piece of the text.
func (r *reader) begin(piece span) {
	r.piece = piece
	r.scan(piece.from, piece.to)
	r.tok, r.last = token{}, int32(piece.from)
	r.depth, r.failed, r.unclosed = 0, false, false
	r.advance()
}

// advance consumes the next token.
func (r *reader) advance() token {
	t := r.tok
	r.tok = r.scanner.next()
	if r.tok.kind == eof && r.open >= 0 {
		r.openComment()
	}
	if t.kind != eof {
		r.last = t.end
	}
	return t
}

// accept consumes the next token if it is a k.
func (r *reader) accept(k kind) bool {
	if r.tok.kind != k {
		return false
	}
	r.advance()
	return true
}

// textOf is the text of t.
func (r *reader) textOf(t token) string { return r.text[t.at:t.end] }

// pos is where t begins.
func (t token) pos() il.Pos { return il.Pos(t.at) }

// report adds a diagnostic unless the statement at hand has one already.
func (r *reader) report(d diag.Diagnostic) reported {
	n := reported(-1)
	if !r.failed {
		n = r.add(d)
	}
	r.failed = true
	return n
}

// add adds a diagnostic.
func (r *reader) add(d diag.Diagnostic) reported {
	r.count++
	if len(r.diags) == maxDiagnostics {
		return -1
	}
	r.diags = append(r.diags, d)
	return reported(len(r.diags) - 1)
}

// reported is the place of a diagnostic in the list, -1 of one that is not kept.
type reported int

// mend notes an edit that does what the fix of a diagnostic says: it replaces the text
// from at to end.
func (r *reader) mend(n reported, at, end int32, text string) {
	if n >= 0 {
		d := &r.diags[n]
		d.Edits = append(d.Edits, diag.Edit{At: il.Pos(at), End: il.Pos(end), Text: text})
	}
}
