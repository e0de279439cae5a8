package report

import (
	"io"
)

// ExploreJSON prints the contract's document of explore, on one line. Each pair
// is written when its search has ended.
func ExploreJSON(w io.Writer, d *Exploration) (Outcome, error) {
	s, o := &stream{w: w}, Outcome{}
	s.member("{", "schema", ExploreSchema)
	s.member(",", "file", d.File)
	list(s, "pairs", d.Pairs, func(x Explored) { o.count(&x) })
	if len(d.Skipped) > 0 {
		s.member(",", "skipped", d.Skipped)
	}
	s.raw("}\n")
	return o, s.err
}
