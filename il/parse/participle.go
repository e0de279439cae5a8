//go:build !js

package parse

import (
	"errors"
	"io"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"wobbly/il"
)

// grammar parses declarations with participle. The production Body, in which nearly all of a program
// is, is a custom one: the reader's method block, over the tokens of participle.
type grammar struct {
	parser *participle.Parser[decl]
	lexer  tokenLexer
	piece  span
	bodies *reader
	tokens peeked // of the body at hand
}

// grammars keeps those that are not in use: building one takes longer than parsing a small program.
var grammars = sync.Pool{New: func() any {
	g := new(grammar)
	g.parser = participle.MustBuild[decl](
		participle.Lexer(definition{}), participle.Elide("EOL"), declUnion,
		participle.ParseTypeWith(g.body),
	)
	return g
}}

// grammarFor is a grammar for one goroutine, until it gives it back, or nil for a text that is larger
// than the limit.
func grammarFor(size, limit int) *grammar {
	if size > limit {
		return nil
	}
	return grammars.Get().(*grammar)
}

func (g *grammar) giveBack() {
	if g != nil {
		g.lexer, g.bodies, g.tokens = tokenLexer{}, nil, peeked{} // they keep texts and trees alive
		grammars.Put(g)
	}
}

// turnTo turns to another text.
func (g *grammar) turnTo(text string) {
	g.lexer, g.bodies = tokenLexer{scanner: scanner{text: text}}, newReader(text)
}

// declaration parses a piece of the text. It is nil if the piece holds only comments, and not ok if
// the piece is not legal. The comments are good until the next call.
func (g *grammar) declaration(piece span) (d il.Decl, comments []il.Comment, ok bool) {
	g.lexer.comments = g.lexer.comments[:0]
	g.lexer.scan(piece.from, piece.to)
	tokens, _ := lexer.Upgrade(&g.lexer, eolType) // a tokenLexer has no errors
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

// body is the production Body. Its error says no more than that there is one: if participle fails, the
// piece is read again by hand to explain it.
func (g *grammar) body(tokens *lexer.PeekingLexer) (body, error) {
	if tokens.Peek().Type != typeOf(lbrace) {
		return nil, participle.NextMatch
	}
	g.tokens = peeked{PeekingLexer: tokens}
	r := g.bodies
	r.begin(g.piece, &g.tokens)
	b := r.block()
	tokens.LoadCheckpoint(g.tokens.last) // a reader is one token ahead
	if _, count := r.takeDiagnostics(); count > 0 {
		return nil, errors.New("illegal body")
	}
	return b, nil
}

// peeked gives the tokens of participle to a reader.
type peeked struct {
	*lexer.PeekingLexer
	last lexer.Checkpoint // before the token given last
}

func (p *peeked) next() token {
	newline := p.RawPeek().Type == eolType
	p.last = p.MakeCheckpoint()
	t := p.Next()
	return token{kind(lexer.EOF - t.Type), newline, int32(t.Pos.Offset), int32(t.Pos.Offset + len(t.Value))}
}

// typeOf is the number of a kind of token in participle, where lexer.EOF is the greatest.
func typeOf(k kind) lexer.TokenType { return lexer.EOF - lexer.TokenType(k) }

// eolType is the number of the end of a line, which is a token only in participle.
const eolType = lexer.EOF - lexer.TokenType(afterKeywords)

// definition is the scanner in the form in which participle wants it.
type definition struct{}

var symbols = map[string]lexer.TokenType{"EOF": lexer.EOF, "Name": typeOf(name), "EOL": eolType}

// Symbols implements lexer.Definition.
func (definition) Symbols() map[string]lexer.TokenType { return symbols }

// Lex implements lexer.Definition.
func (d definition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	s := &tokenLexer{scanner: scanner{text: string(text)}}
	s.scan(textBegin(s.text), len(s.text))
	return s, err
}

// tokenLexer gives the tokens of a text to participle, with an EOL wherever the next token is on a
// later line.
type tokenLexer struct {
	scanner
	held token // the next token, if it is not zero: the end of a line came before it
}

// Next implements lexer.Lexer.
func (s *tokenLexer) Next() (lexer.Token, error) {
	t := s.held
	s.held = token{}
	if t == s.held {
		if t = s.scanner.next(); t.kind == eof && s.open >= 0 { // a comment without an end
			t = token{stray, t.newline, int32(s.open), t.end}
			s.open = -1
		}
	}
	if t.newline {
		t.newline = false
		s.held = t
		return lexer.Token{Type: eolType, Value: "\n", Pos: lexer.Position{Offset: int(t.at)}}, nil
	}
	return lexer.Token{Type: typeOf(t.kind), Value: s.text[t.at:t.end], Pos: lexer.Position{Offset: int(t.at)}}, nil
}

// treeOf is the tree of a declaration whose bodies have the trees that blockOf gives.
func treeOf(d decl, blockOf func(body) *il.Block) il.Decl {
	switch d := d.(type) {
	case methodDecl:
		m := &il.Method{
			At: offset(d.Pos), NameAt: d.Name.at, Private: d.Private,
			Name: d.Name.text, Body: blockOf(d.Body),
		}
		for _, f := range d.Formals {
			m.Formals = append(m.Formals, il.Formal{Name: f.text, At: f.at})
		}
		return m
	case parallelDecl:
		return &il.Parallel{At: offset(d.Pos), Blocks: [2]*il.Block{blockOf(d.Left), blockOf(d.Right)}}
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
