package parse

import (
	"wobbly/il"
	"wobbly/il/diag"
)

// maxDepth is how deep blocks may be nested.
const maxDepth = 10_000

// maxDiagnostics is how many diagnostics of a file are kept; the others are only counted.
const maxDiagnostics = 20

// reader is the hand-written parser: recursive descent with one token of lookahead and a method
// for each production of the grammar. After an error it reads on, to find the others.
type reader struct {
	scanner
	nodes
	tokens  tokenSource // gives the tokens of the piece; nil: the scanner does
	tok     token       // the next token, not yet consumed
	last    int32       // the end of the token consumed last
	piece   span        // what is being read
	depth   int         // of open blocks
	stack   []il.Stmt   // statements of the open blocks, innermost last
	args    []il.Expr   // of the call being read
	formals []il.Formal // of the method being read
	names   []string    // of the path being read
	begun   int32       // where the statement being read begins
	value   int32       // where the right side of its assignment begins, or -1

	diags diag.List // the first maxDiagnostics
	count int       // of all diagnostics

	// failed means that the statement or declaration head being read has an error. No other one is
	// reported in it.
	failed bool
	// unclosed means that a block or comment of the piece has no end, and that this is reported.
	unclosed bool
	// unbraced means that the statement being read is in the place of a block.
	unbraced bool
	// locked is the diagnostic of a method head with the modifier synchronized, or -1.
	locked reported
	// headRead means that the parameters of the method being read are read already.
	headRead bool
	// loose means that text outside of all braces follows from an error that is reported already.
	loose bool
}

// A tokenSource gives the tokens of a piece, one after the other, and then eof forever.
type tokenSource interface{ next() token }

// begin turns to a piece of the text, or to the rest of a piece, and its tokens.
func (r *reader) begin(piece span, tokens tokenSource) {
	r.piece, r.tokens = piece, tokens
	r.tok, r.last = token{}, int32(piece.from)
	r.depth, r.failed, r.unclosed = 0, false, false
	r.advance()
}

// advance consumes the next token and returns it. At the end it returns eof, however often it is
// called.
func (r *reader) advance() token {
	t := r.tok
	if r.tokens == nil {
		r.tok = r.scanner.next()
	} else {
		r.tok = r.tokens.next()
	}
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

func (r *reader) textOf(t token) string { return r.text[t.at:t.end] }

// add reports a diagnostic, which is only counted if there are too many already.
func (r *reader) add(d diag.Diagnostic) reported {
	r.count++
	if len(r.diags) == maxDiagnostics {
		return -1
	}
	r.diags = append(r.diags, d)
	return reported(len(r.diags) - 1)
}

// takeDiagnostics returns the diagnostics so far and their number, and starts again with none.
func (r *reader) takeDiagnostics() (diag.List, int) {
	diags, count := r.diags, r.count
	r.diags, r.count, r.loose = nil, 0, false
	return diags, count
}

// reported is the index of a diagnostic in reader.diags, or -1 if it was not kept.
type reported int

func (r *reader) amend(n reported, fix string) reported {
	if n >= 0 {
		r.diags[n].Fix = fix
	}
	return n
}

// widen lets the fix of the last diagnostic, if it begins at from, begin at to.
func (r *reader) widen(to, from int32) {
	if n := len(r.diags); n > 0 && len(r.diags[n-1].Edits) > 0 {
		if e := &r.diags[n-1].Edits[0]; e.At == il.Pos(from) {
			e.At = il.Pos(to)
		}
	}
}

// mend adds an edit to a diagnostic that does what its fix says: replace the text from at to end.
func (r *reader) mend(n reported, at, end int32, text string) {
	if n >= 0 {
		d := &r.diags[n]
		d.Edits = append(d.Edits, diag.Edit{At: il.Pos(at), End: il.Pos(end), Text: text})
	}
}
