package report

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"strings"
)

// stream writes one JSON document piece by piece, on one line. It keeps the first error and writes
// nothing after it.
type stream struct {
	w   io.Writer
	err error
}

func (s *stream) raw(text string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, text)
	}
}

func (s *stream) value(v any) {
	if s.err != nil {
		return
	}
	var doc []byte
	if doc, s.err = marshal(v); s.err == nil {
		_, s.err = s.w.Write(doc)
	}
}

// marshal returns the same as json.Marshal, but without escapes for HTML, and with escapes for
// characters that control a terminal.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return legibleJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// lineJSON prints a value as a document on one line.
func lineJSON(w io.Writer, v any) error {
	s := &stream{w: w}
	s.value(v)
	s.raw("\n")
	return s.err
}

// member writes a key and its value, after the separator before.
func (s *stream) member(before, key string, v any) {
	s.raw(before)
	s.value(key)
	s.raw(":")
	s.value(v)
}

// memberUnlessEmpty writes a key and a list that has elements.
func memberUnlessEmpty[T any](s *stream, key string, list []T) {
	if len(list) > 0 {
		s.member(",", key, list)
	}
}

// list writes a key and a list. It writes each value as soon as it is made and counted.
func list[T any](s *stream, key string, values iter.Seq[T], count func(T)) {
	s.raw(`,"` + key + `":[`)
	sep := ""
	for v := range values {
		s.raw(sep)
		count(v)
		s.value(v)
		sep = ","
		if s.err != nil {
			return
		}
	}
	s.raw("]")
}

// Document is the result of a command, which prints as text for people and as JSON for programs.
type Document interface {
	Shown
	Structured
}

// Shown is a result that prints as text.
type Shown interface{ text(p *page) }

// Printed is a function that prints text.
type Printed func(p *page)

func (f Printed) text(p *page) { f(p) }

// Structured is a result that prints as JSON, with the name of its schema.
type Structured interface{ schema() string }

// Text prints a result for people.
func Text(w io.Writer, style Style, d Shown) error {
	p := &page{Style: style, w: w}
	d.text(p)
	return p.err
}

// JSON prints a result as one document on one line, its schema first.
func JSON(w io.Writer, d Structured) error {
	s := &stream{w: w}
	s.member("{", "schema", d.schema())
	s.members(",", d)
	s.raw("}\n")
	return s.err
}

// members writes the members of an object, without its braces.
func (s *stream) members(before string, v any) {
	doc, err := marshal(v)
	if s.err == nil {
		s.err = err
	}
	s.raw(before + strings.TrimSuffix(strings.TrimPrefix(string(doc), "{"), "}"))
}
