//go:build !js

package parse

import (
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"wobbly/il"
)

// grammar parses declarations with participle. The production Body, which covers nearly all of a
// program, is a custom one: the reader's method block, on the tokens of participle.
type grammar struct {
	parser *participle.Parser[decl]
	lexer  tokenLexer
	buffer *lexer.PeekingLexer // has bufferSize tokens, which are overwritten for each piece
	used   int                 // the number of tokens in buffer that were overwritten
	piece  span
	reader *reader // reads the bodies
	tokens peeked  // those of the body being read
}

// bufferSize is the number of tokens of a large method. A piece with more takes longer.
const bufferSize = 512

// grammars has the unused grammars: building one takes longer than parsing a small program.
var grammars = sync.Pool{New: func() any {
	g := &grammar{lexer: tokenLexer{scanner: scanner{text: strings.Repeat(";", bufferSize)}}}
	g.buffer = g.lexer.upgrade(span{0, bufferSize})
	g.parser = participle.MustBuild[decl](
		participle.Lexer(definition{}), participle.Elide("EOL"), declUnion,
		participle.ParseTypeWith(g.body),
	)
	return g
}}

// grammarFor returns a grammar for one goroutine, which must release it, or nil for a text that is
// larger than the limit.
func grammarFor(size, limit int) *grammar {
	if size > limit {
		return nil
	}
	return grammars.Get().(*grammar)
}

// release makes g available to other goroutines. It does nothing if g is nil.
func (g *grammar) release() {
	if g != nil {
		clear(g.buffer.Range(0, lexer.RawCursor(g.used)))
		g.used = 0
		g.lexer, g.reader, g.tokens = tokenLexer{}, nil, peeked{} // they keep texts and trees alive
		grammars.Put(g)
	}
}

// reset prepares g for the text of a reader, which will read the bodies.
func (g *grammar) reset(r *reader) {
	g.lexer, g.reader = tokenLexer{scanner: scanner{text: r.text}}, r
}

// declaration parses a piece of the text. d is nil if the piece has only comments, and ok is false
// if the piece is illegal. The comments are valid until the next call.
func (g *grammar) declaration(piece span) (d il.Decl, comments []il.Comment, ok bool) {
	tokens := g.lex(piece)
	if tokens.Peek().EOF() {
		return nil, g.lexer.comments, true
	}
	g.piece = piece
	tree, err := g.parser.ParseFromLexer(tokens)
	if err != nil {
		return nil, nil, false
	}
	return treeOf(*tree, func(b body) *il.Block { return b.(*il.Block) }), g.lexer.comments, true
}

// lex returns the tokens of a piece. Reusing the buffer takes a quarter less time than letting
// participle allocate them.
func (g *grammar) lex(piece span) *lexer.PeekingLexer {
	g.lexer.begin(piece)
	tokens := g.buffer.Range(0, bufferSize)
	for n := 0; n < bufferSize; {
		t, _ := g.lexer.Next()
		if n == 0 && t.Type == eolType {
			continue // a PeekingLexer begins with a token that is not elided
		}
		tokens[n] = t
		n++
		g.used = max(g.used, n)
		if t.EOF() {
			g.buffer.LoadCheckpoint(lexer.Checkpoint{})
			return g.buffer
		}
	}
	return g.lexer.upgrade(piece)
}

// body parses the production Body. Its error has no details: if participle fails, the piece is
// parsed again without it to explain the error.
func (g *grammar) body(tokens *lexer.PeekingLexer) (body, error) {
	if tokens.Peek().Type != typeOf(lbrace) {
		return nil, participle.NextMatch
	}
	g.tokens = peeked{PeekingLexer: tokens}
	r := g.reader
	diags, count, loose := r.diags, r.count, r.loose
	r.begin(g.piece, &g.tokens)
	b := r.block()
	tokens.LoadCheckpoint(g.tokens.last) // a reader is one token ahead
	if r.count > count {
		r.diags, r.count, r.loose = diags, count, loose
		return nil, errors.New("illegal body")
	}
	return b, nil
}

// peeked hands participle's tokens to a reader.
type peeked struct {
	*lexer.PeekingLexer
	last lexer.Checkpoint // before the token returned last
}

// next returns the next token as the scanner would: with a note of the EOL before it.
func (p *peeked) next() token {
	newline := p.RawPeek().Type == eolType
	p.last = p.MakeCheckpoint()
	t := p.Next()
	at := int32(t.Pos.Offset)
	return token{
		kind: kind(lexer.EOF - t.Type), newline: newline, at: at, end: at + int32(len(t.Value)),
	}
}

// typeOf returns the number of a kind of token in participle, where lexer.EOF is the greatest.
func typeOf(k kind) lexer.TokenType { return lexer.EOF - lexer.TokenType(k) }

// eolType is the number of the end of a line, which is a token only in participle.
const eolType = lexer.EOF - lexer.TokenType(afterKeywords)

// definition is a lexer.Definition that is never used to lex.
type definition struct{}

// symbols has the kinds of token that the grammar names: Body reads the others by itself.
var symbols = map[string]lexer.TokenType{"EOF": lexer.EOF, "Name": typeOf(name), "EOL": eolType}

func (definition) Symbols() map[string]lexer.TokenType { return symbols }

func (definition) Lex(string, io.Reader) (lexer.Lexer, error) {
	panic("unreachable: participle is given tokens")
}

// tokenLexer hands the tokens of a text to participle, with an EOL wherever the next token is on
// a later line.
type tokenLexer struct {
	scanner
	pending token // the token after an EOL; zero if there is none
}

func (s *tokenLexer) begin(piece span) {
	s.comments, s.pending = s.comments[:0], token{}
	s.scan(piece.from, piece.to)
}

// upgrade returns all tokens of a piece in participle's form.
func (s *tokenLexer) upgrade(piece span) *lexer.PeekingLexer {
	s.begin(piece)
	tokens, _ := lexer.Upgrade(s, eolType) // a tokenLexer has no errors
	return tokens
}

// Next returns the next token, and at the end EOF, however often it is called. The error is nil.
func (s *tokenLexer) Next() (lexer.Token, error) {
	t := s.pending
	s.pending = token{}
	if t == s.pending {
		t = s.scanner.next()
		if t.kind == eof && s.open >= 0 { // a comment without an end
			t = token{kind: stray, newline: t.newline, at: int32(s.open), end: t.end}
			s.open = -1
		}
	}
	at := lexer.Position{Offset: int(t.at)}
	if t.newline {
		t.newline = false
		s.pending = t
		return lexer.Token{Type: eolType, Value: "\n", Pos: at}, nil
	}
	return lexer.Token{Type: typeOf(t.kind), Value: s.text[t.at:t.end], Pos: at}, nil
}

// treeOf returns the tree of a declaration whose bodies have the trees that blockOf gives.
func treeOf(d decl, blockOf func(body) *il.Block) il.Decl {
	switch d := d.(type) {
	case methodDecl:
		m := &il.Method{At: d.Name.at, NameAt: d.Name.at, Name: d.Name.text, Body: blockOf(d.Body)}
		for _, f := range d.Formals {
			m.Formals = append(m.Formals, il.Formal{Name: f.text, At: f.at})
		}
		return m
	case privateDecl:
		m := treeOf(d.Method, blockOf).(*il.Method)
		m.At, m.Private = offset(d.Pos), true
		return m
	case parallelDecl:
		left, right := blockOf(d.Left), blockOf(d.Right)
		return &il.Parallel{At: left.At, Blocks: [2]*il.Block{left, right}}
	case initialDecl:
		init := &il.Init{At: offset(d.Pos), End: lastOffset(d.Close)}
		for _, e := range d.Entries {
			addEntry(init, e.Object, e.Field, e.Value)
		}
		return init
	default:
		panic(il.Unknown(d))
	}
}

func offset(p lexer.Position) il.Pos { return il.Pos(p.Offset) }

// lastOffset returns the offset of the last of some tokens, which may follow an EOL.
func lastOffset(tokens []lexer.Token) il.Pos { return offset(tokens[len(tokens)-1].Pos) }
