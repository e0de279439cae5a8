package parse

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/spell"
)

// fault reports a diagnostic about the tokens from a to b.
func (r *reader) fault(code diag.Code, a, b token, message, label, fix string) reported {
	return r.report(diag.Diagnostic{
		Code: code, At: il.Pos(a.at), End: il.Pos(b.end),
		Message: message, Label: label, Fix: fix,
	})
}

// unexpected reports the next token, where something else is expected. Stray
// characters are reported as such, whatever was expected.
func (r *reader) unexpected(code diag.Code, message, label, fix string) reported {
	if r.tok.kind == stray {
		r.strayCharacters(r.tok)
		return -1
	}
	if r.tok.kind == eof {
		return r.missing(code, message, label, fix)
	}
	return r.fault(code, r.tok, r.tok, message, label, fix)
}

// missing reports something that is not there, behind the token consumed last.
func (r *reader) missing(code diag.Code, message, label, fix string) reported {
	if r.tok.kind == stray {
		r.strayCharacters(r.tok)
		return -1
	}
	behind := token{at: r.last, end: r.last}
	return r.fault(code, behind, behind, message, label, fix)
}

// longest is how many characters of the source a message quotes at most.
const longest = 40

// brief is a stretch of the source, shortened to what fits into a message and
// without what a terminal would take for a command.
func brief(s string) string {
	s = strings.Map(func(c rune) rune {
		if c != '\n' && !unicode.IsPrint(c) {
			return utf8.RuneError
		}
		return c
	}, s)
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = strings.TrimRight(s[:i], " ") + " ..."
	}
	if utf8.RuneCountInString(s) <= longest {
		return s
	}
	return string([]rune(s)[:longest]) + "..."
}

// show is t for a message: a name or word as it is, signs in quotes.
func (r *reader) show(t token) string {
	switch {
	case t.kind == eof && r.piece.to == len(r.text):
		return "the end of the file"
	case t.kind == eof:
		return "the end of the declaration"
	case t.kind == name, t.kind == number, t.kind.keyword():
		return brief(r.textOf(t))
	default:
		return `"` + brief(r.textOf(t)) + `"`
	}
}

// operators are the characters that operators of other languages consist of.
const operators = "&|<>!+-/%^~"

// strayCharacters reports characters that begin no token.
func (r *reader) strayCharacters(t token) {
	text := r.textOf(t)
	c, n := utf8.DecodeRuneInString(text)
	switch {
	case c == utf8.RuneError && n == 1:
		r.fault(diag.NotText, t, t, fmt.Sprintf("byte 0x%02x is not UTF-8 text", text[0]),
			"not text", "save the file as UTF-8")
	case unicode.IsControl(c):
		n := r.fault(diag.NotText, t, t, fmt.Sprintf("control character %U in the text", c),
			"not text", "remove it")
		r.mend(n, t.at, t.end, "")
	case c == '\'':
		r.fault(diag.StrayCharacter, t, t, "a name cannot hold '",
			"names are letters, digits and _", "use another name: names like t'1 are kept for locals that lowering adds")
	case strings.ContainsRune(operators, c):
		operator := text[:len(text)-len(strings.TrimLeft(text, operators))]
		n := r.fault(diag.StrayCharacter, t, t, "IL has no operator "+brief(operator),
			"not part of the language", "remove it: a value is a variable, a path or new()")
		r.mend(n, t.at, t.end, "")
	default:
		n := r.fault(diag.StrayCharacter, t, t, "unexpected "+charName(c)+plural(text),
			"not part of the language", "remove "+themOrIt(text))
		r.mend(n, t.at, t.end, "")
	}
}

// charName names a character, by its number where it may not be visible.
func charName(c rune) string {
	if unicode.IsPrint(c) {
		return "character " + string(c)
	}
	return fmt.Sprintf("character %U", c)
}

func plural(text string) string {
	switch n := utf8.RuneCountInString(text) - 1; n {
	case 0:
		return ""
	case 1:
		return " and another one"
	default:
		return fmt.Sprintf(" and %d others", n)
	}
}

func themOrIt(text string) string {
	if utf8.RuneCountInString(text) == 1 {
		return "it"
	}
	return "them"
}

// openComment reports a comment without its end, which the scanner has met.
func (r *reader) openComment() {
	if r.unclosed {
		return
	}
	r.unclosed = true
	at := il.Pos(r.open)
	n := r.add(diag.Diagnostic{
		Code: diag.OpenComment, At: at, End: at + 2, Message: "comment without an end",
		Label: "begins here", Fix: "end it with */",
	})
	end := int32(len(r.text))
	if i := strings.IndexAny(r.text[at:], "\r\n"); i >= 0 {
		end = int32(at) + int32(i)
	}
	r.mend(n, end, end, " */")
}

// unclosedBlock reports that the block that begins at open has no end.
func (r *reader) unclosedBlock(open il.Pos) {
	if r.unclosed {
		return
	}
	r.unclosed = true
	if at := r.culprit(); at >= 0 {
		open = il.Pos(at)
	}
	end := il.Pos(r.last)
	before := "the end of the file"
	if r.piece.to < len(r.text) {
		before = "the next declaration"
	}
	n := r.add(diag.Diagnostic{
		Code: diag.OpenBlock, At: end, End: end, Message: `missing "}" before ` + before,
		Label: `expected "}"`, Fix: `close the block with "}"`,
		Notes: []diag.Note{{At: open, End: open + 1, Message: "this block has no end, or its end closes another one"}},
	})
	r.mend(n, r.last, r.last, "\n}")
}

// tooDeep reports the brace t of a block at too deep a level, skips the block
// and returns where it ends.
func (r *reader) tooDeep(t token) il.Pos {
	r.add(diag.Diagnostic{
		Code: diag.TooDeep, At: t.pos(), End: il.Pos(t.end),
		Message: fmt.Sprintf("blocks are nested more than %d deep", maxDepth),
		Label:   "this block is one too many", Fix: "move inner blocks to methods of their own",
	})
	return r.skipBlock(t)
}

// Words that a misspelt name may have meant, by what follows it.
var (
	starWords  = []kind{kwIf, kwWhile}
	blockWords = []kind{kwIf, kwWhile, kwSynchronized, kwElse, kwThen, kwDo}
	bareWords  = []kind{kwSkip, kwLock, kwUnlock}
)

// similar is the word among the given ones that s most likely misspells: one
// slip away, or two where the word is longer than four letters. It is name if
// there is none.
func similar(s string, words []kind) kind {
	best, search := name, spell.NewSearch(s, 2)
	for _, k := range words {
		w := spelling[k]
		if len(w) <= 4 && spell.Distance(s, w) > 1 {
			continue
		}
		if search.Try(w) {
			best = k
		}
	}
	return best
}
