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

// list writes a key and a list, one value after the other as they are made, each
// when it has been counted.
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

// Document is what a command has to say: a text for people, or one JSON document
// for programs.
type Document interface {
	shown
	named
}

// shown is what has a text.
type shown interface{ text(p *page) }

// named is what has JSON, and a name for its form.
type named interface{ schema() string }

// Text prints something for people.
func Text(w io.Writer, style Style, d shown) error {
	p := &page{Style: style, w: w}
	d.text(p)
	return p.err
}

// JSON prints something as one document on one line, its schema first.
func JSON(w io.Writer, d named) error {
	var b bytes.Buffer
	s := &stream{w: &b}
	s.value(d)
	if s.err != nil {
		return s.err
	}
	s = &stream{w: w}
	s.member("{", "schema", d.schema())
	s.raw("," + b.String()[len("{"):] + "\n")
	return s.err
}

func (Analyzers) schema() string         { return AnalyzersSchema }
func (*Compare) schema() string          { return CompareSchema }
func (*Fix) schema() string              { return FixSchema }
func (Lessons) schema() string           { return LessonListSchema }
func (*LessonCheck) schema() string      { return LessonCheckSchema }
func (*LessonLint) schema() string       { return LessonLintSchema }
func (*Grades) schema() string           { return GradeSchema }
func (*RaceMob) schema() string          { return RaceMobSchema }
func (*RDIT) schema() string             { return RDITSchema }
func (Statements) schema() string        { return TheoremListSchema }
func (*TheoremBreak) schema() string     { return TheoremBreakSchema }
func (*TheoremCheck) schema() string     { return TheoremCheckSchema }
func (*TheoremEnumerate) schema() string { return TheoremEnumerateSchema }
func (*TheoremFuzz) schema() string      { return TheoremFuzzSchema }
