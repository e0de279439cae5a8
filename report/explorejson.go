package report

import "io"

// ExploreJSON prints the contract's document of explore, on one line. Each pair
// is written when its search has ended.
func ExploreJSON(w io.Writer, d *Exploration) (Outcome, error) {
	s, o := &stream{w: w}, Outcome{Skipped: len(d.Skipped)}
	s.member("{", "schema", ExploreSchema)
	s.member(",", "file", d.File)
	s.raw(`,"pairs":[`)
	sep := ""
	for x := range d.Pairs {
		o.count(&x)
		s.raw(sep)
		s.value(x)
		sep = ","
		if s.err != nil {
			return o, s.err
		}
	}
	s.raw("]")
	if len(d.Skipped) > 0 {
		s.member(",", "skipped", d.Skipped)
	}
	s.raw("}\n")
	return o, s.err
}
