package report

import "io"

// SummaryJSON prints the contract's document of analyze, on one line.
func SummaryJSON(w io.Writer, d *Summary) error {
	s := &stream{w: w}
	s.member("{", "schema", SummarySchema)
	s.member(",", "file", d.File)
	s.member(",", "analysis", d.Analysis)
	list(s, "units", d.Units, func(Unit) {})
	if d.Interrupted != nil && d.Interrupted() {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return s.err
}
