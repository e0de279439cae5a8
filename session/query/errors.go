package query

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/spell"
)

// Codes of this package: E0101 to E0129.
const (
	Unexpected     diag.Code = "E0101" // a token or expression in the wrong place
	foreignSign    diag.Code = "E0102" // an operator of another language, such as &&
	unclosed       diag.Code = "E0103" // a parenthesis or backquote that is not closed
	tooLarge       diag.Code = "E0104" // a text, a nesting or a number that is too large
	noArithmetic   diag.Code = "E0105" // + and other arithmetic
	wrongKind      diag.Code = "E0106" // an operand of the wrong kind
	unknownName    diag.Code = "E0107" // a name that the program does not have
	noSuchPosition diag.Code = "E0108" // a position that the thread never reaches
	noCell         diag.Code = "E0109" // a variable or object where a cell is wanted
	searches       diag.Code = "E0110" // a search where a condition on one state is wanted
	NoFocus        diag.Code = "E0111" // a variable without its thread in a goal
	onlyRaces      diag.Code = "E0112" // "from all" with a condition other than a race
)

// PageProgram is the program that the examples of the pages are about: A runs get, and B runs set.
//
//go:embed page.il
var PageProgram string

//go:embed pages
var pageFiles embed.FS

// Pages lists the page of every code of this package, in the order of the codes. The examples are
// expressions; the goals among them begin with always, never, possible, count or visited.
var Pages = sync.OnceValue(func() []diag.Page {
	all := diag.ReadPages(pageFiles)
	for i := range all { // an expression is one line, without its end
		all[i].Bad, all[i].Good = strings.TrimSpace(all[i].Bad), strings.TrimSpace(all[i].Good)
	}
	return all
})

// Source returns the text of an expression in the form to which the positions of errors refer.
func Source(text string) *il.Source { return il.NewSource("expression", text) }

// report adds an error unless there is one at the same place. The caller can add notes to the
// result before the next call.
func (p *parser) report(code diag.Code, at span, message, label, fix string) *diag.Diagnostic {
	if slices.ContainsFunc(p.errs, func(d diag.Diagnostic) bool { return d.At == at.At }) {
		return &diag.Diagnostic{}
	}
	p.errs = append(p.errs, diag.Diagnostic{
		Code: code, At: at.At, End: at.End, Message: message, Label: label, Fix: fix,
	})
	return &p.errs[len(p.errs)-1]
}

// didYouMean returns a fix that suggests the most similar candidate, or otherwise if none is
// similar.
func didYouMean(word string, candidates []string, otherwise string) string {
	if s := similar(word, candidates); s != "" {
		return spell.Question(s)
	}
	return otherwise
}

// similar returns the candidate that word most likely misspells, or the first of several, or "" if
// there is none. It ignores case and allows one typo per three letters, or one in a word of two.
func similar(word string, candidates []string) string {
	slips := len(word) / 3
	if len(word) == 2 {
		slips = 1
	}
	search, best := spell.NewSearch(strings.ToLower(word), slips), ""
	for _, c := range candidates {
		if search.Try(strings.ToLower(c)) {
			best = c
		}
	}
	return best
}
