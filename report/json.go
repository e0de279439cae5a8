package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"wobbly/internal/slice"
)

// stream writes one JSON document piece by piece, on one line. It keeps the first error and
// writes nothing after it.
type stream struct {
	w   io.Writer
	err error
}

func (s *stream) raw(text string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, text)
	}
}

// value writes v as encoding/json does, without escapes for HTML, but with escapes for
// characters that control a terminal.
func (s *stream) value(v any) {
	if s.err != nil {
		return
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if s.err = e.Encode(v); s.err == nil {
		_, s.err = s.w.Write(legibleJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))))
	}
}

// member writes a key and its value, after the separator before.
func (s *stream) member(before, key string, v any) {
	s.raw(before)
	s.value(key)
	s.raw(":")
	s.value(v)
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

// Document is the result of a command, which prints as text for people and as JSON for
// programs.
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
	s.rest(d)
	s.raw("\n")
	return s.err
}

func (Analyzers) schema() string         { return AnalyzersSchema }
func (*Compare) schema() string          { return CompareSchema }
func (*Fix) schema() string              { return FixSchema }
func (Lessons) schema() string           { return LessonListSchema }
func (*LessonCheck) schema() string      { return LessonCheckSchema }
func (*LessonLint) schema() string       { return LessonLintSchema }
func (*Grades) schema() string           { return GradeSchema }
func (*Predict) schema() string          { return PredictSchema }
func (*RaceMob) schema() string          { return RaceMobSchema }
func (*RDIT) schema() string             { return RDITSchema }
func (Statements) schema() string        { return TheoremListSchema }
func (*TheoremBreak) schema() string     { return TheoremBreakSchema }
func (*TheoremCheck) schema() string     { return TheoremCheckSchema }
func (*TheoremEnumerate) schema() string { return TheoremEnumerateSchema }
func (*TheoremFuzz) schema() string      { return TheoremFuzzSchema }
func (Words) schema() string             { return WordsSchema }

// ExploreJSON prints the document of explore on one line. It writes each pair as soon as its
// search has ended.
func ExploreJSON(w io.Writer, d *Exploration) (Outcome, error) {
	s, o := &stream{w: w}, Outcome{}
	s.member("{", "schema", ExploreSchema)
	s.member(",", "file", d.File)
	s.raw(`,"pairs":[`)
	sep := ""
	for x := range d.Pairs {
		s.raw(sep)
		o.count(&x)
		s.explored(&x, &o)
		if sep = ","; s.err != nil {
			break
		}
	}
	s.raw("]")
	if len(d.Skipped) > 0 {
		s.member(",", "skipped", d.Skipped)
	}
	s.raw("}\n")
	return o, s.err
}

// explored writes a pair and its races, one by one.
func (s *stream) explored(x *Explored, o *Outcome) {
	unlisted := 0
	s.open(x.ExploredPair)
	list(s, "races", o.listed(x, &unlisted), func(ExploredRace) {})
	if unlisted > 0 {
		s.member(",", "unlisted", unlisted)
	}
	s.rest(x.ExploredSearch)
}

// open writes an object without its closing brace.
func (s *stream) open(v any) { s.raw(strings.TrimSuffix(s.text(v), "}")) }

// rest writes the members of an object into an open one and closes it.
func (s *stream) rest(v any) { s.raw("," + strings.TrimPrefix(s.text(v), "{")) }

func (s *stream) text(v any) string {
	var b strings.Builder
	aside := &stream{w: &b}
	aside.value(v)
	if s.err == nil {
		s.err = aside.err
	}
	return b.String()
}

// SummaryJSON prints the document of analyze on one line.
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

// CheckJSON prints the document of check on one line.
func CheckJSON(w io.Writer, c *Check) (Tally, error) {
	s, t := &stream{w: w}, c.tally()
	s.member("{", "schema", CheckSchema)
	s.member(",", "file", c.File)
	s.member(",", "condition", c.Condition)
	s.member(",", "analysis", c.Analysis)
	list(s, "races", c.Races, func(r Race) { t.count(c, r) })
	list(s, "filtered", c.Filtered, func(Filtered) {})
	s.member(",", "total", struct {
		Races    string `json:"races"`
		Filtered string `json:"filtered"`
	}{c.TotalRaces.String(), c.TotalFiltered.String()})
	if c.Pairs != nil {
		x := c.Pairs()
		s.member(",", "pairs", x)
		if x.Certified != nil {
			s.member(",", "absent", x.Certified)
		}
		if x.Undecided != nil {
			s.member(",", "open", x.Undecided)
		}
	}
	if c.Judged() {
		s.judged(c)
	}
	if len(c.Deadlocks) > 0 {
		s.member(",", "deadlocks", c.Deadlocks)
	}
	if t.Interrupted = c.interrupted(); t.Interrupted {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return t, s.err
}

// judged writes the members that only a judged document has.
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

// CompareCSV prints, for files, a line for each row with a column for each analyzer, and
// for random programs a line for each score. The last column says what was cut.
func CompareCSV(w io.Writer, d *Compare, head bool) error {
	c := csv.NewWriter(w)
	if d.Total.Random != nil {
		scoresCSV(c, d.Total, head)
	} else {
		rowsCSV(c, d)
	}
	c.Flush()
	return c.Error()
}

// rowsCSV writes a line for each candidate. The column cut names the analyzers of which a 0
// says only that they had not reported the candidate when a limit stopped them. A pair of
// units that was cut and has no candidate in the list has a line without one.
func rowsCSV(c *csv.Writer, d *Compare) {
	names := d.Total.columns()
	head := []string{"file", "left_unit", "right_unit", "left", "left_kind", "right", "right_kind", "real", "unordered"}
	c.Write(append(append(head, names...), "cut"))
	for _, f := range d.Files {
		for _, p := range f.Pairs {
			cut := strings.Join(slice.Map(p.Cut, func(x CompareCut) string {
				return fmt.Sprintf("%s (%s)", x.Analyzer, x.Why)
			}), "; ")
			for _, r := range p.Rows {
				line := []string{FileName(f.File), p.Left, p.Right, r.Left, r.Kinds[0], r.Right, r.Kinds[1], r.Real, r.Unordered}
				c.Write(append(append(line, r.marks(names)...), cut))
			}
			if len(p.Rows) == 0 && cut != "" {
				line := append([]string{FileName(f.File), p.Left, p.Right}, make([]string, len(head)-3+len(names))...)
				c.Write(append(line, cut))
			}
		}
	}
}

func (t *CompareTotal) columns() []string {
	var names []string
	for _, s := range t.Analyzers {
		if s.Own {
			names = append(names, s.Analyzer)
		}
	}
	return names
}

// marks returns, for each analyzer, 1 if it reports the row and 0 if it does not.
func (r *CompareRow) marks(names []string) []string {
	marks := make([]string, len(names))
	for i, name := range names {
		marks[i] = "0"
		for _, x := range r.Reported {
			if x.Analyzer == name {
				marks[i] = "1"
			}
		}
	}
	return marks
}

// scoresCSV writes a line for each analyzer and truth. The column left_out is the number of
// pairs of units that are in no count, since something was cut. The last columns are the recall by
// what races need.
func scoresCSV(c *csv.Writer, t CompareTotal, head bool) {
	if head {
		c.Write([]string{"drawing", "analyzer", "truth", "own", "tp", "fp", "fn", "tn", "unknown", "precision", "recall", "ns", "left_out",
			"recall_receiver", "recall_same_names", "recall_names", "recall_paths", "recall_aliases"})
	}
	for _, s := range t.Analyzers {
		ns := ""
		if s.Time != nil {
			ns = fmt.Sprint(*s.Time)
		}
		grades := make([]string, 5)
		for g := range s.Grades {
			grades[g] = s.Grades[g].Recall
		}
		c.Write(append([]string{t.Random.Drawing, s.Analyzer, s.Truth, fmt.Sprint(s.Own), fmt.Sprint(s.TruePositives), fmt.Sprint(s.FalsePositives),
			fmt.Sprint(s.FalseNegatives), fmt.Sprint(s.TrueNegatives), fmt.Sprint(s.Unknown), s.Precision, s.Recall, ns, fmt.Sprint(t.LeftOut)}, grades...))
	}
}
