package report

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// GradesCSV prints the grades as a table for other programs: a line for each student, and then for
// those who have handed in nothing. The second column is the roster's ID, under the roster's own
// heading. A text that a spreadsheet would interpret as a formula is quoted.
func GradesCSV(w io.Writer, g *Grades) error {
	out := csv.NewWriter(w)
	head := []string{
		"student", csvCell(cmp.Or(g.RosterID, "id")), "name", "email", "name_in_record", "points",
		"max_points", "tasks",
	}
	for _, l := range g.Lessons {
		for t := range l.Tasks {
			head = append(head, fmt.Sprintf("%d.%d", l.Number, t+1))
		}
	}
	head = append(head, "attempts", "hints", "answered", "right", "not_graded")
	// The writer keeps its first error, which is returned below.
	out.Write(head)
	for i := range g.Students {
		out.Write(g.csvRow(&g.Students[i]))
	}
	for _, m := range g.Missing {
		row := make([]string, len(head))
		copy(row, []string{
			"", csvCell(m.ID), csvCell(m.Name), csvCell(m.Email), "", "0",
			strconv.Itoa(g.MaxPoints), "0",
		})
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

func (g *Grades) csvRow(s *GradedStudent) []string {
	row := slice.Map([]string{s.Student, s.ID, s.Name, s.Email, s.Signed}, csvCell)
	row = append(row, strconv.Itoa(s.Points), strconv.Itoa(s.MaxPoints), strconv.Itoa(s.Done))
	// sums are the columns attempts, hints, answered and right.
	var sums [4]int
	for _, l := range g.Lessons {
		cells := make([]string, l.Tasks)
		for i := range s.Works {
			if s.Works[i].Name != l.Name {
				continue
			}
			for k := range s.Works[i].Tasks {
				t := &s.Works[i].Tasks[k]
				for n, x := range [4]int{t.Attempts, t.Hints, t.Predicted, t.Right} {
					sums[n] += x
				}
				if t.Handed {
					cells[k] = strconv.Itoa(t.Points)
				}
			}
		}
		row = append(row, cells...)
	}
	for _, n := range sums {
		row = append(row, strconv.Itoa(n))
	}
	return append(row, csvCell(strings.Join(s.notGraded(), "; ")))
}

// csvCell returns a text that is safe for spreadsheets and terminals.
func csvCell(s string) string {
	s = Visible(s)
	if s != "" && strings.ContainsAny(s[:1], "=+-@") {
		return "'" + s
	}
	return s
}

// gradescope is the results.json of Gradescope.
type gradescope struct {
	Score      int              `json:"score"`
	Output     string           `json:"output"`
	Visibility string           `json:"visibility"`
	Tests      []gradescopeTest `json:"tests"`
}

type gradescopeTest struct {
	Name       string `json:"name"`
	Number     string `json:"number"`
	Score      int    `json:"score"`
	MaxScore   int    `json:"max_score"`
	Status     string `json:"status"`
	Output     string `json:"output"`
	Visibility string `json:"visibility"`
}

// GradescopeJSON prints the results.json of Gradescope for one hand-in.
func GradescopeJSON(w io.Writer, g *Grades) error {
	s := g.only()
	d := gradescope{
		Score: s.Points, Output: g.summary(s), Visibility: "visible", Tests: []gradescopeTest{},
	}
	for _, t := range s.hostTests() {
		status := "failed"
		if t.met {
			status = "passed"
		}
		d.Tests = append(d.Tests, gradescopeTest{Name: t.name, Number: t.number, Score: t.points,
			MaxScore: t.maxPoints, Status: status, Output: t.output, Visibility: "visible"})
	}
	return lineJSON(w, d)
}

// prairieLearn is the results.json of PrairieLearn.
type prairieLearn struct {
	Gradable bool `json:"gradable"`
	// Score is from 0 to 1.
	Score        float64            `json:"score"`
	Message      string             `json:"message"`
	FormatErrors []string           `json:"format_errors,omitempty"`
	Tests        []prairieLearnTest `json:"tests,omitempty"`
}

type prairieLearnTest struct {
	Name      string `json:"name"`
	Points    int    `json:"points"`
	MaxPoints int    `json:"max_points"`
	Output    string `json:"output"`
}

// PrairieLearnJSON prints the results.json of PrairieLearn for one hand-in. If everything in it is
// malformed or not graded, it is not gradable, which costs the student no attempt.
func PrairieLearnJSON(w io.Writer, g *Grades) error {
	s := g.only()
	malformed := s.malformed()
	handed := 0
	for _, w := range s.Works {
		handed += slice.Count(w.Tasks, func(t GradedTask) bool { return t.Handed })
	}
	d := prairieLearn{Message: g.summary(s)}
	d.Gradable = len(s.Works) > 0 && (len(malformed) == 0 || handed > len(malformed))
	if !d.Gradable {
		for _, f := range firstOf(slices.Concat(malformed, s.Faults)) {
			d.FormatErrors = append(d.FormatErrors, Visible(f))
		}
		if len(d.FormatErrors) == 0 {
			d.FormatErrors = []string{g.nothing()}
		}
		return lineJSON(w, d)
	}
	if g.MaxPoints > 0 {
		d.Score = float64(s.Points) / float64(g.MaxPoints)
	}
	for _, t := range s.hostTests() {
		d.Tests = append(d.Tests, prairieLearnTest{Name: t.number + " " + t.name, Points: t.points,
			MaxPoints: t.maxPoints, Output: t.output})
	}
	return lineJSON(w, d)
}

// only returns the student whose hand-in was graded.
func (g *Grades) only() *GradedStudent {
	if len(g.Students) == 0 {
		return &GradedStudent{}
	}
	return &g.Students[0]
}

// nothing says that there is no work on the graded lessons.
func (g *Grades) nothing() string {
	numbers := slice.Map(g.Lessons, func(l GradedLesson) string { return strconv.Itoa(l.Number) })
	if len(numbers) == 1 {
		return "Nothing was handed in for lesson " + numbers[0] + "."
	}
	return "Nothing was handed in for lessons " + text.And(firstOf(numbers)) + "."
}

func (g *Grades) summary(s *GradedStudent) string {
	out := fmt.Sprintf("%s done, %d of %s.", text.Count(s.Done, "task"), s.Points,
		text.Count(s.MaxPoints, "point"))
	if len(s.Works) == 0 && len(s.Faults) == 0 {
		out += " " + g.nothing()
	}
	for _, f := range firstOf(s.Faults) {
		out += "\nNot graded: " + Visible(f)
	}
	return out
}

// hostTest is a task in the format of other grading systems.
type hostTest struct {
	name, number, output string
	points, maxPoints    int
	met                  bool
}

// maxHostOutput is the maximum size of a task's output in bytes. A host accepts 1 MB for all tasks.
const maxHostOutput = 8 << 10

func (s *GradedStudent) hostTests() []hostTest {
	var all []hostTest
	for i := range s.Works {
		x := &s.Works[i]
		for k := range x.Tasks {
			t := &x.Tasks[k]
			var b strings.Builder
			p := &page{w: &b}
			p.gradedTask(t)
			out := b.String()
			if len(out) > maxHostOutput {
				out = strings.ToValidUTF8(out[:maxHostOutput], "") + "\n..."
			}
			all = append(all, hostTest{
				name: x.Title + ": " + t.Title, number: fmt.Sprintf("%d.%d", x.Number, t.Task),
				output: out, points: t.Points, maxPoints: t.MaxPoints, met: t.Verdict == GoalMet,
			})
		}
	}
	return all
}

// The results that a host has until the grading ends.
const (
	GradescopeUnfinished = `{"score":0,"output":"The grading did not finish. Tell your teacher.",` +
		`"visibility":"visible","tests":[]}` + "\n"
	PrairieLearnUnfinished = `{"gradable":false,"score":0,` +
		`"message":"The grading did not finish. Tell your teacher.",` +
		`"format_errors":["The grading did not finish."]}` + "\n"
)
