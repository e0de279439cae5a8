package report

import "io"

// SummaryJSON prints the contract's document of analyze, on one line.
func SummaryJSON(w io.Writer, d *Summary) error {
	s := &stream{w: w}
	s.member("{", "schema", SummarySchema)
	s.member(",", "file", d.File)
	s.member(",", "analysis", d.Analysis)
	list(s, "units", d.Units, wireUnit)
	if d.Interrupted != nil && d.Interrupted() {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return s.err
}

// unitJSON is a Unit as the contract has it.
type unitJSON struct {
	Unit     string       `json:"unit"`
	Formals  []string     `json:"formals"`
	Wobbly   []string     `json:"wobbly"`
	Written  []string     `json:"written,omitzero"`
	Lock     int          `json:"lock"`
	Accesses []accessJSON `json:"accesses"`
	Total    *totalJSON   `json:"total,omitempty"`
}

// accessJSON is an Access as the contract has it.
type accessJSON struct {
	At       string `json:"at"`
	Kind     string `json:"kind"`
	Path     string `json:"path"`
	Lock     int    `json:"lock"`
	Captured *int   `json:"captured,omitempty"`
}

// totalJSON is UnitTotals as the contract has it.
type totalJSON struct {
	Wobbly   string `json:"wobbly"`
	Written  string `json:"written,omitempty"`
	Accesses string `json:"accesses"`
}

func wireUnit(u Unit) unitJSON {
	x := unitJSON{u.Name, u.Formals, u.Wobbly, u.Written, u.Lock, make([]accessJSON, len(u.Accesses)), (*totalJSON)(u.Total)}
	for i, a := range u.Accesses {
		x.Accesses[i] = accessJSON{a.At, a.Kind, a.Path, a.Lock, a.Captured}
	}
	return x
}
