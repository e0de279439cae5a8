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

// fault reports a diagnostic about the tokens from a to b, if it is the first of the statement.
func (r *reader) fault(code diag.Code, a, b token, message, label, fix string) reported {
	if r.failed {
		return -1
	}
	r.failed = true
	return r.add(diag.Diagnostic{
		Code: code, At: il.Pos(a.at), End: il.Pos(b.end), Message: message, Label: label, Fix: fix,
	})
}

// replace reports a diagnostic about t whose fix replaces it by text.
func (r *reader) replace(code diag.Code, t token, message, label, fix, text string) {
	r.mend(r.fault(code, t, t, message, label, fix), t.at, t.end, text)
}

// insert reports that something is missing after the token consumed last. The fix puts text there.
func (r *reader) insert(code diag.Code, message, label, fix, text string) {
	r.mend(r.missing(code, message, label, fix), r.last, r.last, text)
}

// unexpected reports the next token, where something else is expected. Stray characters are
// reported as such, whatever was expected.
func (r *reader) unexpected(code diag.Code, message, label, fix string) reported {
	switch r.tok.kind {
	case stray:
		r.strayCharacters(r.tok)
		return -1
	case eof:
		return r.missing(code, message, label, fix)
	default:
		return r.fault(code, r.tok, r.tok, message, label, fix)
	}
}

// missing reports that something is not there, after the token consumed last.
func (r *reader) missing(code diag.Code, message, label, fix string) reported {
	if r.tok.kind == stray {
		return r.unexpected(code, message, label, fix)
	}
	end := token{at: r.last, end: r.last}
	return r.fault(code, end, end, message, label, fix)
}

// maxQuoted is how many characters of the source a message quotes at most.
const maxQuoted = 40

// brief shortens a stretch of the source for a message, and removes characters that a terminal
// would interpret.
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
	if utf8.RuneCountInString(s) <= maxQuoted {
		return s
	}
	return string([]rune(s)[:maxQuoted]) + "..."
}

// show returns t as messages quote it: a name or keyword as it is, signs in quotes.
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

// strayCharacters reports the characters t, which begin no token: comments, annotations, indices
// and operators of other languages, or bytes that are not text.
func (r *reader) strayCharacters(t token) {
	const alien = "not part of IL"
	text := r.textOf(t)
	c, size := utf8.DecodeRuneInString(text)
	switch {
	case c == utf8.RuneError && size == 1:
		r.fault(diag.NotText, t, t, fmt.Sprintf("byte 0x%02x is not UTF-8 text", text[0]),
			"not text", "save the file as UTF-8")
	case unicode.IsControl(c):
		message := fmt.Sprintf("control character %U in the text", c)
		r.replace(diag.NotText, t, message, "not text", "remove it", "")
	case c == '\'':
		r.fault(diag.StrayCharacter, t, t, "a name cannot hold '",
			"names are letters, digits and _",
			"use another name: names like t'1 are kept for locals that lowering adds")
	case r.foreignComment(t) != "":
		r.comment(t, r.foreignComment(t))
	case c == '@':
		line, _, _ := strings.Cut(r.text[t.end:r.piece.to], "\n")
		end := t.end + int32(nameLen(line))
		n := r.fault(diag.StrayCharacter, t, token{end: end}, "IL has no annotations", alien,
			"remove it")
		r.mend(n, t.at, end, "")
	case c == '[':
		r.brackets()
	case lacks(text) != "":
		operator := text[:len(text)-len(strings.TrimLeft(text, "&|<>!+-/%^~?"))]
		r.fault(diag.StrayCharacter, t, t, "IL has no operator "+brief(operator), alien,
			"write a statement, such as x := c.f or c.f := x")
	default:
		char := fmt.Sprintf("%U", c)
		if unicode.IsPrint(c) {
			char = string(c)
		}
		n := utf8.RuneCountInString(text) - 1
		others, it := fmt.Sprintf(" and %d others", n), "them"
		if n == 0 {
			others, it = "", "it"
		} else if n == 1 {
			others = " and one more"
		}
		r.replace(diag.StrayCharacter, t, "unexpected character "+char+others, alien,
			"remove "+it, "")
	}
}

// openComment reports the comment without an end that the scanner has met, once. The fix closes it
// at the end of its first line.
func (r *reader) openComment() {
	if r.unclosed {
		return
	}
	r.unclosed = true
	at := il.Pos(r.open)
	n := r.add(diag.Diagnostic{
		Code: diag.OpenComment, At: at, End: at + 2, Message: "this comment is not closed",
		Label: "it begins here", Fix: "end it with */",
	})
	end := int32(len(r.text))
	if i := strings.IndexAny(r.text[at:], "\r\n"); i >= 0 {
		end = int32(at) + int32(i)
	}
	r.mend(n, end, end, " */")
}

// unclosedBlock reports, once in a piece, that the piece ends inside the block whose brace is at
// open. The note shows the block that is the likely culprit.
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
	note := diag.Note{
		At: open, End: open + 1, Message: `this block is not closed, or its "}" closes another one`,
	}
	n := r.add(diag.Diagnostic{
		Code: diag.OpenBlock, At: end, End: end, Message: `missing "}" before ` + before,
		Label: `expected "}"`, Fix: `close the block with "}"`, Notes: []diag.Note{note},
	})
	r.mend(n, r.last, r.last, "\n}")
}

// tooDeep reports the brace t of a block that is nested too deep. It skips the block and returns
// its end.
func (r *reader) tooDeep(t token) il.Pos {
	r.add(diag.Diagnostic{
		Code: diag.TooDeep, At: t.pos(), End: il.Pos(t.end),
		Message: fmt.Sprintf("blocks are nested more than %d deep", maxDepth),
		Label:   "this block is one too many", Fix: "move inner blocks to methods of their own",
	})
	for depth := 1; r.tok.kind != eof; {
		switch t := r.advance(); t.kind {
		case lbrace:
			depth++
		case rbrace:
			depth--
			if depth == 0 {
				return t.pos()
			}
		}
	}
	r.unclosedBlock(t.pos())
	return r.tok.pos()
}

// blockWords are the keywords that a block may follow.
var blockWords = []kind{kwIf, kwWhile, kwSynchronized, kwElse, kwThen, kwDo}

// similar returns the one of the given keywords that s most likely misspells, or name: one slip
// away, or two if the keyword is longer than four letters.
func similar(s string, words ...kind) kind {
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
