package report

import (
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Needs is what a race needs of its initial state.
type Needs struct {
	// Equations are between access paths, in the form A.arg1 = B.arg1. They suffice, and none can
	// be left out.
	Equations []string `json:"needs"`
	Grade     string   `json:"grade"` // a word of needs.Grade
}

// Sentence says what a race needs.
func (n *Needs) Sentence() string {
	return "The race needs " + text.And(n.short()) + " in the initial state, and nothing else (" + n.grade() + ")."
}

// line says it in a line if there are few equations, and how many there are otherwise.
func (n *Needs) line() string {
	const most = 2
	all := n.short()
	if more := len(all) - most; more > 0 {
		all = append(all[:most:most], text.Count(more, "more equation"))
	}
	return "Needs " + text.And(all) + " (" + n.grade() + ")."
}

func (n *Needs) grade() string { return strings.ReplaceAll(n.Grade, "-", " ") }

// short returns the equations without the middle of long paths.
func (n *Needs) short() []string {
	return slice.Map(n.Equations, func(e string) string {
		return strings.Join(slice.Map(strings.Split(e, " = "), ShortPath), " = ")
	})
}
