package parse

import (
	"iter"
	"slices"

	"wobbly/il"
)

type kind uint8

// The kinds of token. White space and comments are not tokens.
const (
	eof    kind = iota // the end of the text that is read
	name               // of a variable, a field or a method
	number             // digits, and the letters that follow them
	stray              // characters that begin no token
	assign             // :=
	equals             // =
	bars               // ||
	lbrace             // {
	rbrace             // }
	lparen             // (
	rparen             // )
	comma              // ,
	dot                // .
	semi               // ;
	star               // *

	// Keywords, which are never names.
	kwSkip
	kwNew
	kwLock
	kwUnlock
	kwSynchronized
	kwIf
	kwThen
	kwElse
	kwWhile
	kwDo
	kwPrivate
	afterKeywords
)

func (k kind) keyword() bool { return k >= kwSkip }

var spelling = [afterKeywords]string{
	kwSkip: "skip", kwNew: "new", kwLock: "lock", kwUnlock: "unlock",
	kwSynchronized: "synchronized",
	kwIf:           "if", kwThen: "then", kwElse: "else", kwWhile: "while", kwDo: "do",
	kwPrivate: "private",
}

// keywords finds a keyword by its length and first letter: no two agree in both.
var keywords [len("synchronized") + 1][32]kind

// word returns the kind of the word s: a keyword's own, or name.
func word(s string) kind {
	if n := len(s); 1 < n && n < len(keywords) {
		if k := keywords[n][s[0]&31]; k != 0 && spelling[k] == s {
			return k
		}
	}
	return name
}

// canBegin reports whether a statement can begin with a token of kind k.
func canBegin(k kind) bool {
	switch k {
	case name, kwSkip, kwLock, kwUnlock, kwSynchronized, kwIf, kwWhile:
		return true
	default:
		return false
	}
}

// token is a token with the offsets of its first byte and of the byte after its last.
type token struct {
	kind    kind
	newline bool // a line ends between this token and the one before it
	at, end int32
}

func (t token) pos() il.Pos { return il.Pos(t.at) }

// class is the kind of token that a byte can begin.
type class uint8

const (
	other  class = iota // nothing, or a character of several bytes
	letter              // a name
	digit               // a number
	space               // white space
	feed                // the end of a line
	slash               // a comment
	single              // a token of one character, whose kind is in signs
	pair                // := or ||, whose kind is in signs
)

// The class of each byte, and the kinds of the tokens that begin with the bytes of signs.
var (
	classes [256]class
	signs   [256]kind
)

func init() {
	for k := kwSkip; k < afterKeywords; k++ {
		w := spelling[k]
		keywords[len(w)][w[0]&31] = k
	}
	for c := range 26 {
		classes['a'+c], classes['A'+c] = letter, letter
	}
	for c := range 10 {
		classes['0'+c] = digit
	}
	classes['_'], classes['/'] = letter, slash
	classes[' '], classes['\t'], classes['\r'], classes['\n'] = space, space, space, feed
	for c, k := range map[byte]kind{
		'=': equals, '{': lbrace, '}': rbrace, '(': lparen, ')': rparen,
		',': comma, '.': dot, ';': semi, '*': star,
	} {
		classes[c], signs[c] = single, k
	}
	classes[':'], signs[':'] = pair, assign
	classes['|'], signs['|'] = pair, bars
}

// tokenKind says what a Token is to a reader of the text, for its color.
type tokenKind uint8

// The kinds of token.
const (
	NameToken    tokenKind = iota // of a variable, a field or a method
	WordToken                     // a keyword, which is never a name
	SignToken                     // := and the like
	CommentToken                  // with its delimiters, or to the end of the text
	otherToken                    // a number or stray characters, which mean nothing in IL
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
		s := scanning(text, textBegin(text), len(text))
		for {
			s.comments = s.comments[:0]
			t := s.next()
			for _, c := range s.comments {
				end := c.At + il.Pos(len(c.Text))
				if !yield(Token{Kind: CommentToken, At: c.At, End: end}) {
					return
				}
			}
			if t.kind == eof {
				if s.open >= 0 {
					yield(Token{Kind: CommentToken, At: il.Pos(s.open), End: il.Pos(len(text))})
				}
				return
			}
			if !yield(Token{Kind: t.kind.token(), At: t.pos(), End: il.Pos(t.end)}) {
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
