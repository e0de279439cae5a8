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

// grammar parses declarations with participle. The production Body, in which nearly all of a
// program is, is a custom one: the reader's method block, over the tokens of participle.
type grammar struct {
	parser *participle.Parser[decl]
	lexer  tokenLexer
	buffer *lexer.PeekingLexer // has bufferSize tokens, which are overwritten for each piece
	used   int                 // of these, how many a piece has needed
	piece  span
	reader *reader // reads the bodies
	tokens peeked  // of the body being read
}

// bufferSize is the number of tokens of a large method. A piece with more takes longer.
const bufferSize = 512

// grammars keeps those that are not in use: building one takes longer than parsing a small program.
var grammars = sync.Pool{New: func() any {
	g := &grammar{lexer: tokenLexer{scanner: scanner{text: strings.Repeat(";", bufferSize)}}}
	g.buffer = g.lexer.upgrade(span{0, bufferSize})
	g.parser = participle.MustBuild[decl](
		participle.Lexer(definition{}), participle.Elide("EOL"), declUnion,
		participle.ParseTypeWith(g.body),
	)
	return g
}}

// grammarFor returns a grammar for one goroutine, until it gives it back, or nil for a text that is
// larger than the limit.
func grammarFor(size, limit int) *grammar {
	if size > limit {
		return nil
	}
	return grammars.Get().(*grammar)
}

func (g *grammar) giveBack() {
	if g != nil {
		clear(g.buffer.Range(0, lexer.RawCursor(g.used)))
		g.used = 0
		g.lexer, g.reader, g.tokens = tokenLexer{}, nil, peeked{} // they keep texts and trees alive
		grammars.Put(g)
	}
}

// turnTo turns to the text of a reader, which will read the bodies.
func (g *grammar) turnTo(r *reader) {
	g.lexer, g.reader = tokenLexer{scanner: scanner{text: r.text}}, r
}

// declaration parses a piece of the text. It is nil if the piece holds only comments, and not ok if
// the piece is not legal. The comments are valid until the next call.
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

// lex makes tokens of a piece. In the buffer that takes a quarter less time than to let participle
// allocate them.
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

// body returns the production Body. Its error says no more than that there is one: if participle
// fails, the piece is read again by hand to explain it.
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

func (p *peeked) next() token {
	newline := p.RawPeek().Type == eolType
	p.last = p.MakeCheckpoint()
	t := p.Next()
	end := t.Pos.Offset + len(t.Value)
	return token{kind(lexer.EOF - t.Type), newline, int32(t.Pos.Offset), int32(end)}
}

// typeOf returns the number of a kind of token in participle, where lexer.EOF is the greatest.
func typeOf(k kind) lexer.TokenType { return lexer.EOF - lexer.TokenType(k) }

// eolType is the number of the end of a line, which is a token only in participle.
const eolType = lexer.EOF - lexer.TokenType(afterKeywords)

// definition is the scanner in the form in which participle wants it.
type definition struct{}

var symbols = map[string]lexer.TokenType{"EOF": lexer.EOF, "Name": typeOf(name), "EOL": eolType}

func (definition) Symbols() map[string]lexer.TokenType { return symbols }

func (definition) Lex(string, io.Reader) (lexer.Lexer, error) {
	panic("unreachable: participle is given tokens")
}

// tokenLexer hands the tokens of a text to participle, with an EOL wherever the next token is on
// a later line.
type tokenLexer struct {
	scanner
	held token // the next token, if it is not zero: the end of a line came before it
}

func (s *tokenLexer) begin(piece span) {
	s.comments, s.held = s.comments[:0], token{}
	s.scan(piece.from, piece.to)
}

// upgrade makes participle's form of all tokens of a piece.
func (s *tokenLexer) upgrade(piece span) *lexer.PeekingLexer {
	s.begin(piece)
	tokens, _ := lexer.Upgrade(s, eolType) // a tokenLexer has no errors
	return tokens
}

func (s *tokenLexer) Next() (lexer.Token, error) {
	t := s.held
	s.held = token{}
	if t == s.held {
		if t = s.scanner.next(); t.kind == eof && s.open >= 0 { // a comment without an end
			t = token{stray, t.newline, int32(s.open), t.end}
			s.open = -1
		}
	}
	at := lexer.Position{Offset: int(t.at)}
	if t.newline {
		t.newline = false
		s.held = t
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

// lastOffset is where the last token of a production begins. The end of a line may be before it.
func lastOffset(tokens []lexer.Token) il.Pos { return offset(tokens[len(tokens)-1].Pos) }
