package report

import "io"

// TheoremListJSON prints statements, on one line.
func TheoremListJSON(w io.Writer, list []Statement) error {
	return oneLine(w, struct {
		Schema     string      `json:"schema"`
		Statements []Statement `json:"statements"`
	}{TheoremListSchema, list})
}

// TheoremCheckJSON prints what the statements came to on a program, on one line.
func TheoremCheckJSON(w io.Writer, d *TheoremCheck) error {
	return oneLine(w, struct {
		Schema      string           `json:"schema"`
		File        string           `json:"file"`
		Seed        uint64           `json:"seed"`
		Draws       int              `json:"draws"`
		Without     []string         `json:"without"`
		Statements  []TheoremChecked `json:"statements"`
		Interrupted bool             `json:"interrupted,omitempty"`
	}{TheoremCheckSchema, d.File, d.Seed, d.Draws, d.Without, d.Results, d.Interrupted})
}

// TheoremFuzzJSON prints what the statements came to on drawn programs, on one
// line.
func TheoremFuzzJSON(w io.Writer, d *TheoremFuzz) error {
	return oneLine(w, struct {
		Schema string `json:"schema"`
		*TheoremFuzz
	}{TheoremFuzzSchema, d})
}

// oneLine prints a document as one line.
func oneLine(w io.Writer, document any) error {
	s := &stream{w: w}
	s.value(document)
	s.raw("\n")
	return s.err
}
