package report

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Grades has the graded hand-ins of a directory.
type Grades struct {
	// Key says whether the lessons say which answers to questions are right.
	Key       bool `json:"key"`
	MaxPoints int  `json:"max_points"`
	// Files counts the files that were handed in, and FilesLost those that were not graded.
	Files     int    `json:"files"`
	FilesLost int    `json:"files_not_graded"`
	Losses    []Loss `json:"losses"`
	// NotReached counts the hand-ins that an interrupt has left ungraded.
	NotReached int `json:"not_reached,omitempty"`
	// RosterID is the head of the roster's column that identifies people.
	RosterID string          `json:"roster_id,omitempty"`
	Lessons  []GradedLesson  `json:"lessons"`
	Students []GradedStudent `json:"students"`
	// LeftOut has the files that belong to no student.
	LeftOut []string `json:"left_out,omitempty"`
	// Merged has the students whose files --names has found in several directories.
	Merged []string `json:"merged,omitempty"`
	// Missing has the students on the roster who have handed in nothing.
	Missing    []Missing        `json:"missing,omitempty"`
	Statistics []TaskStatistics `json:"statistics"`
	Likeness   []Likeness       `json:"likeness"`

	// WithStatistics and WithLikeness say whether text has these too.
	WithStatistics bool `json:"-"`
	WithLikeness   bool `json:"-"`
}

// Loss is a reason why files were not graded.
type Loss struct {
	Reason   string `json:"reason"`
	Text     string `json:"text"`
	Files    int    `json:"files"`
	Students int    `json:"students"`
	// Graded says that the files were graded nevertheless, and are wrong.
	Graded bool `json:"graded,omitempty"`
	// Example is the student and name of the first file.
	Example string `json:"example"`
	// Names has the students and names of all files.
	Names []string `json:"names"`
}

// maxNames is the number of names or faults that text lists. JSON has all.
const maxNames = 12

// firstOf returns the first of a list, and then how many more there are.
func firstOf(all []string) []string {
	first := slices.Clone(all[:min(len(all), maxNames)])
	if more := len(all) - len(first); more > 0 {
		first = append(first, fmt.Sprintf("and %d more", more))
	}
	return first
}

// byStudent returns the names with the files of one student together.
func (x *Loss) byStudent() []string {
	var all []string
	files := map[string]int{}
	for _, name := range x.Names {
		if who := path.Dir(name); files[who] == 0 || who == "." {
			all = append(all, name)
		}
		files[path.Dir(name)]++
	}
	for i, name := range all {
		if who := path.Dir(name); files[who] > 1 && who != "." {
			all[i] = fmt.Sprintf("%s (%d files)", who, files[who])
		}
	}
	return all
}

// Complete reports whether everything that was handed in has been graded, and there is something.
func (g *Grades) Complete() bool {
	return g.FilesLost == 0 && g.NotReached == 0 && len(g.Students) > 0
}

// GradedLesson is a graded lesson.
type GradedLesson struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Tasks  int    `json:"tasks"`
	// Points is the number of points that a student can have for it.
	Points int `json:"points"`
}

// Missing is a student on the roster who has handed in nothing.
type Missing struct {
	ID    string `json:"id"`
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
}

// GradedStudent is one student's work.
type GradedStudent struct {
	// Student is the name of the directory or file.
	Student string `json:"student"`
	// ID, Name and Email are from the roster.
	ID    string `json:"id,omitempty"`
	Done  int    `json:"done"`
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	// Unknown says that there is a roster, and that this student is not in it.
	Unknown bool `json:"not_in_roster,omitempty"`
	// Signed is the name in the record, which is not checked.
	Signed    string       `json:"name_in_record,omitempty"`
	Points    int          `json:"points"`
	MaxPoints int          `json:"max_points"`
	Works     []GradedWork `json:"lessons"`
	// Faults has the files that could not be graded, and why.
	Faults []string `json:"faults"`
}

// notGraded lists files that could not be graded, and tasks that a bound left undecided. They have
// no points although they may be right.
func (s *GradedStudent) notGraded() []string {
	all := firstOf(s.Faults)
	for _, w := range s.Works {
		for _, t := range w.Tasks {
			if !t.Handed || t.Verdict != GoalUndecided {
				continue
			}
			why := "a bound was reached"
			if i := slices.IndexFunc(t.Goals, LessonGoal.undecided); i >= 0 {
				why = t.Goals[i].Why
			}
			all = append(all, fmt.Sprintf("%d.%d is not decided: %s", w.Number, t.Task, why))
		}
	}
	return all
}

// malformed lists the files that are wrong because they are malformed.
func (s *GradedStudent) malformed() (all []string) {
	for _, w := range s.Works {
		for _, t := range w.Tasks {
			if t.Malformed != "" {
				all = append(all, t.Malformed)
			}
		}
	}
	return all
}

func (g LessonGoal) undecided() bool { return g.Verdict == GoalUndecided }

// Who returns the name of the roster or, without one, that of the directory or file.
func (s *GradedStudent) Who() string { return cmp.Or(s.Name, s.Student) }

// GradedWork is a student's work on a lesson.
type GradedWork struct {
	Number int          `json:"number"`
	Name   string       `json:"name"`
	Title  string       `json:"title"`
	Done   int          `json:"done"`
	Points int          `json:"points"`
	Tasks  []GradedTask `json:"tasks"`
}

// GradedTask is a student's work on a task.
type GradedTask struct {
	Task      int          `json:"task"`
	Handed    bool         `json:"handed_in"`
	Verdict   string       `json:"verdict"`
	Goals     []LessonGoal `json:"goals"`
	Attempts  int          `json:"attempts"`
	Hints     int          `json:"hints"`
	Questions int          `json:"questions"`
	Predicted int          `json:"predicted"`
	Right     int          `json:"right"`
	Title     string       `json:"title"`
	Kind      string       `json:"kind"`
	// Says is the lesson's comment on this wrong solution.
	Says string `json:"says,omitempty"`
	// Malformed says why the file is not a solution at all.
	Malformed string `json:"malformed,omitempty"`
	Points    int    `json:"points"`
	MaxPoints int    `json:"max_points"`
	// Scored says whether right answers to questions have points.
	Scored bool `json:"-"`
}

// TaskStatistics says how a task went.
type TaskStatistics struct {
	Lesson int    `json:"lesson"`
	Name   string `json:"name"`
	Task   int    `json:"task"`
	Title  string `json:"title"`
	// Students counts the students of the class, Handed those who handed in a solution, and Met
	// those whose solution is right.
	Students int `json:"students"`
	Handed   int `json:"handed_in"`
	Met      int `json:"met"`
	// Attempts and Hints are the sums over all students.
	Attempts int `json:"attempts"`
	Hints    int `json:"hints"`
	// Wrong has the wrong answers, the most frequent first.
	Wrong     []WrongAnswer        `json:"wrong"`
	Questions []QuestionStatistics `json:"questions"`
}

// WrongAnswer is a wrong answer with the lesson's comment, or a goal that is not met.
type WrongAnswer struct {
	What     string `json:"what"`
	Students int    `json:"students"`
}

// QuestionStatistics says how a question was answered.
type QuestionStatistics struct {
	Question string `json:"question"`
	// Answers counts the students who answered it.
	Answers int                `json:"answers"`
	Choices []ChoiceStatistics `json:"choices"`
}

// ChoiceStatistics says how often an answer was given.
type ChoiceStatistics struct {
	Text string `json:"text"`
	// Right says whether the answer is right. It is false if the lessons do not say.
	Right    bool `json:"right"`
	Students int  `json:"students"`
}

// Likeness is what several hand-ins have in common and few others have.
type Likeness struct {
	Students []string `json:"students"`
	// Bits says how unlikely that is by chance, see docs/teaching.md.
	Bits float64 `json:"bits"`
	// Count is the number of things that they have in common, and Evidence has some of these, the
	// rarest first.
	Count    int      `json:"count"`
	Evidence []string `json:"evidence"`
}

func (*Grades) schema() string { return GradeSchema }

// text prints how much was graded and what was not, by reason. Then come a table with a row for
// each student and a column for each lesson, and details.
func (g *Grades) text(p *page) {
	p.line("%s, %s: %d graded, %d not.",
		text.Count(len(g.Students), "student"), text.Count(g.Files, "file"), g.Files-g.FilesLost,
		g.FilesLost)
	if g.NotReached > 0 {
		p.line("Interrupted: %s not graded.",
			text.CountOf(g.NotReached, "more hand-in was", "more hand-ins were"))
	}
	for _, x := range g.Losses {
		if !x.Graded {
			p.names(text.Count(x.Files, "file"), x.Text, x.byStudent())
		}
	}
	unknown := slice.Filter(g.Students, func(s GradedStudent) bool { return s.Unknown })
	people := func(what string, who []string) {
		p.names(text.CountOf(len(who), "person", "people"), what, who)
	}
	people("not in the roster",
		slice.Map(unknown, func(s GradedStudent) string { return s.Student }))
	people("with files from several directories, joined by --names", g.Merged)
	people("handed in nothing",
		slice.Map(g.Missing, func(m Missing) string { return cmp.Or(m.Name, m.ID) }))
	for _, x := range g.Losses {
		if x.Graded {
			p.prose(0, "Of the graded files, %s: %s",
				text.CountOf(x.Files, "is malformed, and so wrong", "are malformed, and so wrong"),
				listed(x.byStudent()))
		}
	}
	p.line("")
	if len(g.Students) > 0 {
		p.lines(0, table(alignFrom(1, g.table())))
	}
	for i := range g.Students {
		s := &g.Students[i]
		for _, f := range s.notGraded() {
			p.prose(0, "%s: %s", Visible(s.Who()), Visible(f))
		}
		for _, f := range s.malformed() {
			p.prose(0, "%s: wrong: %s", Visible(s.Who()), Visible(f))
		}
	}
	for _, f := range firstOf(g.LeftOut) {
		p.prose(0, "%s", Visible(f))
	}
	if g.WithStatistics {
		p.statistics(g)
	}
	if g.WithLikeness {
		p.likeness(g)
	}
}

// names prints how many files or people something is true of, and the first of their names.
func (p *page) names(count, what string, all []string) {
	if len(all) == 0 {
		return
	}
	p.hanging(fmt.Sprintf("  %-9s  ", count), what+": "+listed(all))
}

// listed returns the first of some names, with commas.
func listed(all []string) string {
	list := strings.Join(slice.Map(firstOf(all),
		func(s string) string { return Visible(text.Plain.Clip(s, 32, "...")) }), ", ")
	if len(all) > maxNames {
		list += " (--format json lists all)"
	}
	return list
}

// maxWho limits the width of a name in the table.
const maxWho = 40

// table returns a row for each student. Points have a column unless they are the numbers of tasks.
func (g *Grades) table() [][]string {
	head := []string{"student"}
	total := 0
	for _, l := range g.Lessons {
		head = append(head, strconv.Itoa(l.Number))
		total += l.Tasks
	}
	head = append(head, "tasks")
	points := g.MaxPoints != total
	if points {
		head = append(head, "points")
	}
	rows := [][]string{head}
	for i := range g.Students {
		s := &g.Students[i]
		row := []string{Visible(text.Plain.Clip(s.Who(), maxWho, "..."))}
		for _, l := range g.Lessons {
			cell := "-"
			for _, w := range s.Works {
				if w.Name == l.Name {
					cell = fmt.Sprintf("%d/%d", w.Done, l.Tasks)
				}
			}
			row = append(row, cell)
		}
		row = append(row, fmt.Sprintf("%d of %d", s.Done, total))
		if points {
			row = append(row, fmt.Sprintf("%d of %d", s.Points, g.MaxPoints))
		}
		rows = append(rows, row)
	}
	return rows
}

// statistics prints the distribution of points, and the frequency of mistakes in each task.
func (p *page) statistics(g *Grades) {
	p.distribution(g)
	for _, s := range g.Statistics {
		p.line("")
		p.painted(bold, "Lesson %d, task %d: %s", s.Lesson, s.Task, s.Title)
		line := fmt.Sprintf("  %d of %s handed in a solution; %d of %d are right",
			s.Handed, text.Count(s.Students, "student"), s.Met, s.Handed)
		// Only records count attempts and hints.
		if s.Attempts > 0 {
			line += "; " + text.Count(s.Attempts, "attempt") + ", " + text.Count(s.Hints, "hint")
		}
		p.line("%s", line)
		for _, x := range s.Wrong {
			p.hanging(classShare(x.Students, s.Handed)+"    ", x.What)
		}
		for i, q := range s.Questions {
			if q.Answers == 0 {
				continue
			}
			p.hanging(fmt.Sprintf("  Question %d, %s: ", i+1, text.Count(q.Answers, "answer")),
				q.Question)
			for k, c := range q.Choices {
				mark := " "
				if c.Right {
					mark = "*"
				}
				p.hanging(fmt.Sprintf("%s %s %s ", classShare(c.Students, q.Answers), mark,
					text.Letter(k)), c.Text)
			}
		}
	}
}

// classShare formats a share as a count and a percentage: "  12 of 250   5%".
func classShare(n, of int) string {
	return fmt.Sprintf("  %7s  %3d%%", fmt.Sprintf("%d/%d", n, of), (200*n+of)/max(1, 2*of))
}

// distribution prints the mean, the quartiles and a histogram of the points.
func (p *page) distribution(g *Grades) {
	n := len(g.Students)
	if n == 0 || g.MaxPoints == 0 {
		return
	}
	const bins, bar = 10, 40
	var count [bins]int
	var points []int
	sum := 0
	for i := range g.Students {
		x := g.Students[i].Points
		points = append(points, x)
		sum += x
		count[min(bins-1, x*bins/g.MaxPoints)]++
	}
	slices.Sort(points)
	p.line("")
	p.painted(bold, "Points of %s, of %d", text.Count(n, "student"), g.MaxPoints)
	p.line("  mean %.1f, median %d, quartiles %d and %d, from %d to %d",
		float64(sum)/float64(n), points[(n-1)/2], points[(n-1)/4], points[3*(n-1)/4], points[0],
		points[n-1])
	for i, c := range count {
		p.line("  %3d-%3d%%  %4d %s", i*100/bins, (i+1)*100/bins, c,
			strings.Repeat("#", (c*bar+n-1)/n))
	}
}

func (p *page) likeness(g *Grades) {
	p.line("")
	if len(g.Likeness) == 0 {
		p.prose(0, "No two hand-ins share anything unusual.")
		return
	}
	p.prose(0, "Hand-ins that share something unusual, the least likely first. This is not a "+
		"verdict: students who work together look alike, and so do those with the same idea.")
	for _, x := range g.Likeness {
		p.line("")
		p.prose(0, "%s (%.1f bits)", Visible(text.And(x.Students)), x.Bits)
		for _, e := range x.Evidence {
			p.hanging("  - ", Visible(e))
		}
		if more := x.Count - len(x.Evidence); more > 0 {
			p.line("  and %d more", more)
		}
	}
}

// GradeFeedback prints one student's results, with evidence for goals that are not met. It never
// prints right answers.
func GradeFeedback(w io.Writer, s *GradedStudent) error {
	p := &page{w: w}
	p.line("%s: %d of %s, %s done",
		Visible(s.Who()), s.Points, text.Count(s.MaxPoints, "point"), text.Count(s.Done, "task"))
	for _, f := range firstOf(s.Faults) {
		p.prose(0, "Not graded: %s", Visible(f))
	}
	for i := range s.Works {
		x := &s.Works[i]
		p.line("")
		p.line("Lesson %d: %s", x.Number, x.Title)
		for k := range x.Tasks {
			p.line("")
			p.gradedTask(&x.Tasks[k])
		}
	}
	return p.err
}

func (p *page) gradedTask(t *GradedTask) {
	p.line("Task %d: %s (%d of %s)", t.Task, t.Title, t.Points, text.Count(t.MaxPoints, "point"))
	switch {
	case !t.Handed:
		p.line("  Nothing was handed in for this task.")
	case t.Malformed != "" && len(t.Goals) == 0:
		p.prose(2, "The file is malformed: %s.", Visible(t.Malformed))
		p.line("  The task is not done.")
	default:
		p.verdict(&LessonVerdict{Verdict: t.Verdict, Goals: t.Goals, Says: t.Says}, false)
	}
	switch {
	case t.Scored && t.Questions > 0 && t.Predicted == 0:
		p.prose(2, "No answers to its questions were handed in, which have points too: they are "+
			"in a record of the lesson, not in the file of a solution.")
	case t.Predicted > 0:
		p.line("  %d of %s answered.", t.Predicted, text.Count(t.Questions, "question"))
	}
}
