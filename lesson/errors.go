package lesson

import (
	"cmp"
	"fmt"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Error is an error in a lesson's file.
type Error struct {
	File    string
	At      il.Position
	Message string // without a full stop
	Fix     string // the likely remedy; may be empty
}

// Error returns "file:line:col: message; fix".
func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%s: %s", e.File, e.At, e.Message)
	if e.Fix != "" {
		text += "; " + e.Fix
	}
	return text
}

// Errors are the errors of one file, in the order of its text.
type Errors []*Error

func (l Errors) sort() {
	slice.SortStable(l, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col))
	})
}
