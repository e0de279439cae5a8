package report

import "io"

// LessonListJSON prints the list of lessons as one document on one line.
func LessonListJSON(w io.Writer, list []LessonItem) error {
	return document(w, struct {
		Schema  string       `json:"schema"`
		Lessons []LessonItem `json:"lessons"`
	}{LessonListSchema, list})
}

// LessonCheckJSON prints the verdicts on one line.
func LessonCheckJSON(w io.Writer, c *LessonCheck) error {
	c.Schema = LessonCheckSchema
	return document(w, c)
}

// LessonLintJSON prints the faults on one line.
func LessonLintJSON(w io.Writer, l *LessonLint) error {
	l.Schema = LessonLintSchema
	return document(w, l)
}

// GradesJSON prints the grades on one line.
func GradesJSON(w io.Writer, g *Grades) error {
	g.Schema = GradeSchema
	return document(w, g)
}

// document prints a value as one document on one line.
func document(w io.Writer, v any) error {
	s := &stream{w: w}
	s.value(v)
	s.raw("\n")
	return s.err
}
