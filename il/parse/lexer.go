//go:build !js

package parse

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// Token types as participle sees them, after its own lexer.EOF.
const (
	typeName lexer.TokenType = lexer.EOF - 1 - iota
	typeWord
	typeSign
	typeOther
	typeEOL
	typeComment
	typeBatch // a run of whole declarations, only in the fast parser
)

// tokens is the scanner in the form that participle wants.
type tokens struct{}

// Symbols implements lexer.Definition.
func (tokens) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Name": typeName, "Word": typeWord, "Sign": typeSign, "Other": typeOther,
		"EOL": typeEOL, "Comment": typeComment, "Batch": typeBatch,
	}
}

// Lex implements lexer.Definition.
func (d tokens) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(filename, string(text))
}

// LexString implements lexer.StringDefinition.
func (tokens) LexString(_ string, text string) (lexer.Lexer, error) {
	s := &tokenLexer{}
	s.text = text
	s.scan(textBegin(text), len(text))
	return s, nil
}

// tokenLexer gives out the tokens of a text, an EOL token wherever the next
// one is on a later line, and all comments at once before the first token
// behind them.
type tokenLexer struct {
	scanner
	ready []lexer.Token // read, but not yet given out
}

// Next implements lexer.Lexer.
func (s *tokenLexer) Next() (lexer.Token, error) {
	if len(s.ready) == 0 {
		s.comments = s.comments[:0]
		t := s.scanner.next()
		for _, c := range s.comments {
			s.ready = append(s.ready, at(typeComment, int(c.At), c.Text))
		}
		if t.newline {
			s.ready = append(s.ready, at(typeEOL, int(t.at), "\n"))
		}
		s.ready = append(s.ready, at(s.typeOf(t), int(t.at), s.text[t.at:t.end]))
	}
	t := s.ready[0]
	s.ready = s.ready[1:]
	return t, nil
}

func (s *tokenLexer) typeOf(t token) lexer.TokenType {
	switch k := t.kind; {
	case k == eof && s.open < 0:
		return lexer.EOF
	case k == name:
		return typeName
	case k.keyword():
		return typeWord
	case k == number, k == stray, k == eof:
		s.open = -1 // a comment without an end: one token that fits nowhere, then the end
		return typeOther
	default:
		return typeSign
	}
}

func at(t lexer.TokenType, offset int, text string) lexer.Token {
	return lexer.Token{Type: t, Value: text, Pos: lexer.Position{Offset: offset}}
}
