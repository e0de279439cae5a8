package query

import (
	"strconv"
	"strings"

	"wobbly/semantics"
)

// Names gives objects their names and finds objects by them.
type Names interface {
	// Of is the name of a location.
	Of(l semantics.Loc) string
	// Loc is the location that is called so in every state that has it, and
	// whether there ever is one.
	Loc(name string) (semantics.Loc, bool)
}

// numbered calls objects o1, o2, ... in the order in which they came into being.
type numbered struct{}

// Of implements Names.
func (numbered) Of(l semantics.Loc) string { return l.String() }

// Loc implements Names.
func (numbered) Loc(name string) (semantics.Loc, bool) {
	k, err := strconv.ParseInt(strings.TrimPrefix(name, "o"), 10, 32)
	if l := semantics.Loc(k); err == nil && l > semantics.Nil && l.String() == name {
		return l, true
	}
	return semantics.Nil, false
}

// isShaped tells whether a name has the shape o1, o2, ...: it never stands for a
// variable unless it is in backquotes.
func isShaped(name string) bool {
	digits, ok := strings.CutPrefix(name, "o")
	return ok && digits != "" && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
}
