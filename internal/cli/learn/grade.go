package learn

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"wobbly/internal/cli/console"
	"wobbly/internal/grading"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/report"
)

type gradeCmd struct {
	Dir            string   `arg:"" name:"DIR" help:"The work of all students, as a directory or zip; with --submission, the work of one student."`
	Pack           string   `help:"Use the lessons in this directory or packed file." placeholder:"DIR"`
	Master         []string `help:"Use the lessons in this master, which has the solutions and right answers. If you edited the lessons, name the current master first; a record is graded with the edition in which it was started." placeholder:"FILE,..."`
	Submission     bool     `help:"DIR is the work of one student, as in an autograder."`
	Lessons        string   `help:"Grade these lessons only, such as 1,2,4." placeholder:"N,..."`
	QuestionPoints int      `help:"Points for each right answer; needs --master." placeholder:"N"`
	Roster         string   `help:"The list of students: an export of Canvas, Moodle or Blackboard, or CSV with columns such as id, name and email." placeholder:"FILE"`
	Names          string   `help:"The form of file names, such as '{student}_{lesson}.{task}.txt'; a star matches anything." placeholder:"PATTERN"`
	Format         string   `help:"The output; gradescope and prairielearn are the results.json of these autograders." enum:"text,json,csv,gradescope,prairielearn" default:"text"`
	Output         string   `short:"o" help:"Write to FILE instead of standard output. For an autograder, wobbly first writes a preliminary result, which remains after a crash." placeholder:"FILE"`
	Feedback       string   `help:"Write a file for each student into this directory, with verdicts and executions that show mistakes." placeholder:"DIR"`
	Page           string   `help:"The address of the browser version, for links in the feedback." placeholder:"URL"`
	Statistics     bool     `help:"Print the distribution of points, the most frequent mistakes, and the answers to questions."`
	Likeness       bool     `help:"Show groups of solutions that resemble only each other."`
	console.JSONFlag
}

// load reads the lessons. If several masters contain a lesson, the first one is graded, and the
// others are older editions.
func (c *gradeCmd) load() (all, older []*lesson.Lesson, err error) {
	if len(c.Master) == 0 {
		all, err = PackFlag{Pack: c.Pack}.Load()
		return all, nil, err
	}
	for _, master := range c.Master {
		lessons, err := PackFlag{Pack: c.Pack, Master: master}.Load()
		if err != nil {
			return nil, nil, err
		}
		for _, l := range lessons {
			if slices.ContainsFunc(all, func(x *lesson.Lesson) bool { return x.Name == l.Name }) {
				older = append(older, l)
			} else {
				all = append(all, l)
			}
		}
	}
	return all, older, nil
}

func (c *gradeCmd) Run(a *console.App) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	var names *grading.Pattern
	if c.Names != "" {
		names, err = grading.ParsePattern(c.Names)
		if err != nil {
			return console.Usage("", "--names: %s", err)
		}
	}
	in, err := openHandIns(c.Dir, names)
	if err != nil {
		return err
	}
	defer in.close()
	var found findings
	if c.Submission {
		found, err = in.findSingle(filepath.Base(filepath.Clean(c.Dir)))
	} else {
		found, err = in.find()
	}
	if err != nil {
		return err
	}
	o.LeftOut, o.Merged = found.leftOut, found.merged
	if text := c.unfinished(); text != "" && c.Output != "" {
		if err := c.replace(text); err != nil {
			return err
		}
	}
	var graded console.Counter
	graded.All.Store(int64(len(found.students)))
	o.Progress = func(int) { graded.Next() }
	stop := a.Watch("").Steadily(graded.Of(report.FileName(c.Dir), "hand-ins"))
	d := grading.Class(a.Ctx, o, len(found.students),
		func(i int) grading.HandIn { return in.handIn(found.students[i]) })
	stop()
	d.WithStatistics, d.WithLikeness = c.Statistics, c.Likeness
	if !d.Complete() {
		a.Found(console.ExitInconclusive)
	}
	c.addLinks(d)
	if err := c.writeFeedback(d); err != nil {
		return err
	}
	if err := c.write(a, d); err != nil {
		return err
	}
	switch {
	case d.NotReached > 0:
		return console.ErrInterrupted
	case len(d.Students) == 0:
		return console.Failure{
			Exit: console.ExitInconclusive,
			Text: "no student was found in " + report.FileName(c.Dir),
			Hint: "Each directory, zip or record in it is a student. For other names, use " +
				"--names; for the files of one student, --submission.",
		}
	}
	return nil
}

// maxQuestionPoints limits --question-points. The limit only detects slips.
const maxQuestionPoints = 1000

// options checks the flags, and reads the lessons and the roster.
func (c *gradeCmd) options() (grading.Options, error) {
	o := grading.Options{QuestionPoints: c.QuestionPoints, Workers: runtime.GOMAXPROCS(0)}
	all, older, err := c.load()
	if err != nil {
		return o, err
	}
	o.Older = older
	if o.Lessons, err = chosenLessons(all, c.Lessons); err != nil {
		return o, err
	}
	o.Others = slices.DeleteFunc(all,
		func(l *lesson.Lesson) bool { return slices.Contains(o.Lessons, l) })
	switch {
	case c.QuestionPoints < 0 || c.QuestionPoints > maxQuestionPoints:
		return o, console.Usage("", "--question-points must be between 0 and %d",
			maxQuestionPoints)
	case c.QuestionPoints > 0 && !slices.ContainsFunc(o.Lessons, (*lesson.Lesson).HasKey):
		return o, console.Usage("Give the teacher's master with --master FILE.",
			"an exam edition does not say which answers are right")
	case c.Format != "text" && c.Format != "json" && c.JSON:
		return o, console.Usage("", "--json and --format %s cannot be used together", c.Format)
	case c.unfinished() != "" && !c.Submission:
		return o, console.Usage("An autograder grades one hand-in at a time.",
			"--format %s needs --submission", c.Format)
	}
	if c.Roster != "" {
		text, err := os.ReadFile(c.Roster)
		if err != nil {
			return o, fileError("read the roster", c.Roster, err)
		}
		if o.Roster, err = grading.ReadRoster(bytes.NewReader(text)); err != nil {
			return o, console.Usage("", "%s: %s", report.FileName(c.Roster), err)
		}
	}
	return o, nil
}

// chosenLessons returns the lessons in a list of numbers, or all lessons if the list is empty.
func chosenLessons(all []*lesson.Lesson, list string) ([]*lesson.Lesson, error) {
	if list == "" {
		return slices.Clone(all), nil
	}
	var chosen []*lesson.Lesson
	for word := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(all,
			func(l *lesson.Lesson) bool {
				return strconv.Itoa(l.Number) == strings.TrimSpace(word)
			})
		if i < 0 {
			return nil, console.Usage("Give numbers with commas, such as 1,2,4.",
				"there is no lesson %q", word)
		}
		if !slices.Contains(chosen, all[i]) {
			chosen = append(chosen, all[i])
		}
	}
	slice.Sort(chosen, func(x, y *lesson.Lesson) int { return x.Number - y.Number })
	return chosen, nil
}

// unfinished returns the result that an autograder finds if the grading crashes. It is empty for
// other formats.
func (c *gradeCmd) unfinished() string {
	switch c.Format {
	case "gradescope":
		return report.GradescopeUnfinished
	case "prairielearn":
		return report.PrairieLearnUnfinished
	}
	return ""
}

// addLinks adds, to each execution that refutes a goal, the command that opens it and, if the
// page's address is known, its address. The program of a record has no file: the command then
// contains the program itself.
func (c *gradeCmd) addLinks(d *report.Grades) {
	for i := range d.Students {
		for _, w := range d.Students[i].Works {
			for _, t := range w.Tasks {
				c.addTaskLinks(t)
			}
		}
	}
}

func (c *gradeCmd) addTaskLinks(t report.GradedTask) {
	for _, g := range t.Goals {
		r := g.Shown
		if r == nil {
			continue
		}
		r.Open = "wobbly step " + console.ShellWord("#"+r.Shared)
		if t.Kind == lesson.Program.String() && r.File != "" {
			r.Open = "wobbly step " + console.ShellWord(r.File) + " --schedule " +
				console.ShellWord(r.Link)
		}
		if c.Page != "" {
			r.Page = strings.TrimRight(c.Page, "#") + "#" + r.Shared
		}
	}
}

func (c *gradeCmd) write(a *console.App, d *report.Grades) error {
	writeTo := func(w io.Writer) error {
		switch {
		case c.JSON || c.Format == "json":
			return report.JSON(w, d)
		case c.Format == "csv":
			return report.GradesCSV(w, d)
		case c.Format == "gradescope":
			return report.GradescopeJSON(w, d)
		case c.Format == "prairielearn":
			return report.PrairieLearnJSON(w, d)
		default:
			return report.Text(w, report.Style{}, d)
		}
	}
	if c.Output != "" {
		var b bytes.Buffer
		if err := writeTo(&b); err != nil {
			return err
		}
		return c.replace(b.String())
	}
	if c.JSON || c.Format != "text" {
		return writeTo(a.Out)
	}
	return a.Print(d, false)
}

// replace replaces the file of -o.
func (c *gradeCmd) replace(text string) error {
	if err := console.ReplaceFile(c.Output, text); err != nil {
		return fileError("write the grades", c.Output, err)
	}
	return nil
}

func (c *gradeCmd) writeFeedback(d *report.Grades) error {
	if c.Feedback == "" {
		return nil
	}
	if err := os.MkdirAll(c.Feedback, 0o777); err != nil {
		return fileError("write the feedback", c.Feedback, err)
	}
	used := map[string]bool{}
	for i := range d.Students {
		s := &d.Students[i]
		var b bytes.Buffer
		if err := report.GradeFeedback(&b, s); err != nil {
			return err
		}
		name := filepath.Join(c.Feedback, feedbackName(s.Student, used))
		if err := console.ReplaceFile(name, b.String()); err != nil {
			return err
		}
	}
	return nil
}

// maxFeedbackName limits the name of a feedback file, in bytes without its number.
const maxFeedbackName = 100

// feedbackName returns a name for a student's file that is legal on every system and not in used,
// to which it adds the name.
func feedbackName(who string, used map[string]bool) string {
	safe := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
			strings.ContainsRune("._-@", r) {
			return r
		}
		return '_'
	}, who)
	safe = strings.TrimLeft(safe[:min(len(safe), maxFeedbackName)], ".-")
	name := safe
	for n := 2; name == "" || used[strings.ToLower(name)]; n++ {
		name = safe + "-" + strconv.Itoa(n)
	}
	used[strings.ToLower(name)] = true
	return name + ".txt"
}
