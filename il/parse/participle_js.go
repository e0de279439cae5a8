package parse

import "wobbly/il"

// grammar is missing in the engine of the page, where everything is read by hand: participle and
// the regular expressions that it needs would add 168 kB to the first visit.
type grammar struct{}

func grammarFor(size, limit int) *grammar { return nil }
func (*grammar) release()                 {}
func (*grammar) reset(*reader)            {}
func (*grammar) declaration(span) (d il.Decl, comments []il.Comment, ok bool) {
	return nil, nil, false
}
