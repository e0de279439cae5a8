package report

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
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

// list writes a key and a list, one value after the other as they are made, each in
// the form that wire gives it.
func list[T, W any](s *stream, key string, values iter.Seq[T], wire func(T) W) {
	s.raw(`,"` + key + `":[`)
	sep := ""
	for v := range values {
		s.raw(sep)
		s.value(wire(v))
		sep = ","
		if s.err != nil {
			return
		}
	}
	s.raw("]")
}
