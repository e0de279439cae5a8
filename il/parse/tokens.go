package parse

import (
	"iter"
	"slices"

	"wobbly/il"
)

type tokenKind uint8

// The kinds of token.
const (
	NameToken    tokenKind = iota // of a variable, a field or a method
	WordToken                     // a keyword, which is never a name
	SignToken                     // := and the like
	CommentToken                  // with its delimiters; one without an end reaches to the end of the text
	otherToken                    // what has no meaning in the language: numbers, stray characters
)

// Token is a token of a text, and where it is; End is exclusive.
type Token struct {
	Kind    tokenKind
	At, End il.Pos
}

// Tokens visits the tokens of a text in text order, comments too. Whatever the text holds, there is
// only white space between them.
func Tokens(text string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		if len(text) > maxSize {
			return
		}
		s := scanner{text: text}
		s.scan(textBegin(text), len(text))
		for {
			s.comments = s.comments[:0]
			t := s.next()
			for _, c := range s.comments {
				if !yield(Token{CommentToken, c.At, c.At + il.Pos(len(c.Text))}) {
					return
				}
			}
			if t.kind == eof {
				if s.open >= 0 {
					yield(Token{CommentToken, il.Pos(s.open), il.Pos(len(text))})
				}
				return
			}
			if !yield(Token{t.kind.token(), t.pos(), il.Pos(t.end)}) {
				return
			}
		}
	}
}

func (k kind) token() tokenKind {
	switch {
	case k == name:
		return NameToken
	case k.keyword():
		return WordToken
	case k == number, k == stray:
		return otherToken
	default:
		return SignToken
	}
}

// Words lists the keywords, which are never names.
func Words() []string { return slices.Clone(spelling[kwSkip:]) }
