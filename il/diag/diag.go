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
	Code Code
	// At and End delimit the text that the caret underlines; End is exclusive and may equal At.
	At, End il.Pos
	// Message says what is wrong, in one sentence that begins with a small letter and has no full
	// stop.
	Message string
	// Label is written under the caret: what was expected, or a description. It may be empty.
	Label string
	Notes []Note
	// Fix is a likely fix, as an imperative. It may be empty.
	Fix string
	// Edits apply Fix, in text order. There are none if that cannot be automatic.
	Edits []Edit
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

// Sort puts the list in text order, and diagnostics at one place in the order of their codes and
// messages.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i], l[j]
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message)) < 0
	})
}
