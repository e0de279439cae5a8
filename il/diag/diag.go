// Package diag defines diagnostics: errors and warnings about a program with a code and a position,
// and for each code a page that explains it by example. It has no algorithm; packages parse and
// check make diagnostics, and package report renders them.
package diag

import (
	"cmp"
	"sort"
	"strings"

	"wobbly/il"
)

// Code is a stable name of a kind of error, such as "E0012", or warning, such as "W0001". A code
// never changes its meaning and is never reused.
type Code string

// Severity is "error", or "warning" if the program is legal nevertheless.
func (c Code) Severity() string {
	if strings.HasPrefix(string(c), "W") {
		return "warning"
	}
	return "error"
}

// Diagnostic is one error or warning at one place.
type Diagnostic struct {
	Code    Code
	At, End il.Pos // the stretch the caret underlines; End is exclusive and may equal At
	Message string // one sentence without a full stop, lower case: what is wrong
	Label   string // under the caret: the expectation, or a description; may be empty
	Notes   []Note // other places that matter
	Fix     string // a likely fix, as an imperative; may be empty
	Edits   []Edit // that apply Fix, if they can be automatic, in text order; may be empty
}

// Edit replaces a stretch of the text; End is exclusive.
type Edit struct {
	At, End il.Pos
	Text    string
}

// Note points at another place that explains a diagnostic.
type Note struct {
	At, End il.Pos
	Message string
}

// List is the diagnostics of a file.
type List []Diagnostic

// Sort puts the list in text order, ties by code and message.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i], l[j]
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message)) < 0
	})
}
