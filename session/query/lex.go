package query

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
)

type tokenKind uint8

const (
	endToken    tokenKind = iota // the end of the text
	nameToken                    // a word of the language or a name
	quotedToken                  // a name in backquotes, which are not part of the token's text
	numberToken
	signToken
	strayToken // characters that begin no token
)

type token struct {
	span
	kind tokenKind
	text string
}

// is reports whether the token is the given word or sign of the language.
func (t token) is(text string) bool {
	return (t.kind == nameToken || t.kind == signToken) && t.text == text
}

// shown returns the token's name in messages.
func (t token) shown() string {
	switch t.kind {
	case endToken:
		return "the end"
	case strayToken:
		return "this character"
	case quotedToken:
		return "`" + t.text + "`"
	default:
		return `"` + t.text + `"`
	}
}

// signs has the signs of the language, and signs of other languages that have a counterpart in it.
// A sign comes before its prefixes.
var signs = []string{
	"==", "!=", "<=", ">=", "=>", "<>", "<-", "&&", "||", "->", ":=",
	"(", ")", ",", ".", ":", "<", ">", "=", "!", "&", "|", "+", "-", "*", "/", "%",
}

// foreign maps signs of other languages to their counterparts.
var foreign = map[string]string{
	"=": "==", ":=": "==", "<>": "!=", "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not",
	"->": "=>",
}

// lex splits the text into tokens, of which the last one is an endToken. It reports foreign signs
// and replaces them by their counterparts.
func (p *parser) lex() {
	for p.read < len(p.text) {
		switch c, n := utf8.DecodeRuneInString(p.text[p.read:]); {
		case unicode.IsSpace(c):
			p.read += n
		case c == '`':
			rest := p.text[p.read+1:]
			n := strings.IndexByte(rest, '`')
			name := rest[:max(n, 0)]
			first, _ := utf8.DecodeRuneInString(name)
			switch {
			case n < 0:
				t := p.add(strayToken, len(rest)+1)
				p.report(unclosed, t.span, "this backquote is not closed", "",
					"write a name between two backquotes, as in `steps`")
			case !isLetter(first) ||
				strings.ContainsFunc(name, func(c rune) bool { return !isNameRune(c) }):
				t := p.add(strayToken, n+2)
				p.report(Unexpected, t.span, "this is not a name", "expected a name",
					"write the name of a variable, as in `steps`")
			default:
				p.add(quotedToken, n+2).text = name
			}
		case isLetter(c):
			p.add(nameToken, p.length(isNameRune))
		case isDigit(c):
			p.add(numberToken, p.length(isDigit))
		default:
			p.lexSign()
		}
	}
	p.add(endToken, 0)
}

func (p *parser) add(k tokenKind, n int) *token {
	at := span{il.Pos(p.read), il.Pos(p.read + n)}
	p.tokens = append(p.tokens, token{at, k, p.text[p.read : p.read+n]})
	p.read += n
	return &p.tokens[len(p.tokens)-1]
}

// length returns the length in bytes of the longest run of characters of a class at the beginning
// of the text that is not read yet.
func (p *parser) length(class func(rune) bool) int {
	rest := p.text[p.read:]
	if i := strings.IndexFunc(rest, func(c rune) bool { return !class(c) }); i >= 0 {
		return i
	}
	return len(rest)
}

func isLetter(c rune) bool { return c == '_' || unicode.IsLetter(c) }
func isDigit(c rune) bool  { return '0' <= c && c <= '9' }

// isNameRune reports whether a name may contain c after its first character. The variables that
// lowering adds contain a '.
func isNameRune(c rune) bool {
	return isLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || c == '\''
}

func (p *parser) lexSign() {
	for _, s := range signs {
		if !strings.HasPrefix(p.text[p.read:], s) {
			continue
		}
		t := p.add(signToken, len(s))
		if here := foreign[s]; here != "" {
			p.report(foreignSign, t.span, `"`+s+`" is not an operator here`, "", "write "+here)
			t.text = here
			if isLetter(rune(here[0])) {
				t.kind = nameToken
			}
		}
		return
	}
	t := p.add(strayToken, max(1, p.length(func(c rune) bool {
		return !unicode.IsSpace(c) && c != '`' && !isLetter(c) && !isDigit(c) &&
			!strings.ContainsRune("=!<>&|-:(),.+*/%", c)
	})))
	p.report(Unexpected, t.span, "unexpected character", "", "remove it")
}
