package report

import (
	"io"
)

// checkJSON prints the contract's document of check, on one line.
func checkJSON(w io.Writer, _ Style, c *Check) (Tally, error) {
	s, t := &stream{w: w}, c.tally()
	s.member("{", "schema", CheckSchema)
	s.member(",", "file", c.File)
	s.member(",", "condition", c.Condition)
	s.member(",", "analysis", c.Analysis)
	list(s, "races", c.Races, t.count)
	list(s, "filtered", c.Filtered, func(Filtered) {})
	s.member(",", "total", struct {
		Races    string `json:"races"`
		Filtered string `json:"filtered"`
	}{c.TotalRaces.String(), c.TotalFiltered.String()})
	if c.Judged() {
		s.judged(c)
	}
	if t.Interrupted = c.interrupted(); t.Interrupted {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return t, s.err
}

// judged writes what there is where reports are judged by a truth.
func (s *stream) judged(c *Check) {
	s.member(",", "truth", c.Truth)
	s.member(",", "verdicts", c.Counts)
	if len(c.Stages) > 0 {
		s.member(",", "stages", c.Stages)
	}
	if len(c.Cut) > 0 {
		s.member(",", "cut", c.Cut)
	}
	if len(c.Defects) > 0 {
		s.member(",", "defects", c.Defects)
	}
}
