package report

import (
	"bytes"
	"encoding/json"
	"io"
)

// stream writes one JSON document piece by piece, on one line. After the first
// error, which is kept, it writes nothing more.
type stream struct {
	w   io.Writer
	err error
}

func (s *stream) raw(text string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, text)
	}
}

// value writes v as encoding/json does, without escapes for HTML.
func (s *stream) value(v any) {
	if s.err != nil {
		return
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if s.err = e.Encode(v); s.err == nil {
		_, s.err = s.w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	}
}

// member writes a key and its value; before is what separates it from what
// stands before.
func (s *stream) member(before, key string, v any) {
	s.raw(before)
	s.value(key)
	s.raw(":")
	s.value(v)
}

// CheckJSON prints the contract's document of check, on one line.
func CheckJSON(w io.Writer, c *Check) (Tally, error) {
	s, t := &stream{w: w}, c.tally()
	s.member("{", "schema", CheckSchema)
	s.member(",", "file", c.File)
	s.member(",", "condition", c.Condition)
	s.member(",", "analysis", c.Analysis)
	s.raw(`,"races":[`)
	sep := ""
	for r := range c.Races {
		t.count(r)
		s.raw(sep)
		s.value(r)
		sep = ","
		if s.err != nil {
			return t, s.err
		}
	}
	s.raw(`],"filtered":[`)
	sep = ""
	for f := range c.Filtered {
		s.raw(sep)
		s.value(f)
		sep = ","
		if s.err != nil {
			return t, s.err
		}
	}
	s.raw(`]`)
	s.member(",", "total", struct {
		Races    string `json:"races"`
		Filtered string `json:"filtered"`
	}{c.TotalRaces.String(), c.TotalFiltered.String()})
	if t.Interrupted = c.interrupted(); t.Interrupted {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return t, s.err
}

// SummaryJSON prints the contract's document of analyze, on one line.
func SummaryJSON(w io.Writer, d *Summary) error {
	s := &stream{w: w}
	s.member("{", "schema", SummarySchema)
	s.member(",", "file", d.File)
	s.member(",", "analysis", d.Analysis)
	s.raw(`,"units":[`)
	sep := ""
	for u := range d.Units {
		s.raw(sep)
		s.value(u)
		sep = ","
		if s.err != nil {
			return s.err
		}
	}
	s.raw("]")
	if d.Interrupted != nil && d.Interrupted() {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return s.err
}
