package learn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/report/handout"
	"wobbly/report/picture"
	"wobbly/session"
)

type lessonCmd struct {
	Play     lessonPlayCmd     `cmd:"" default:"withargs" help:"Play a lesson; without a number, list them."`
	List     lessonListCmd     `cmd:"" help:"List the lessons."`
	Show     lessonShowCmd     `cmd:"" help:"Print a lesson, or one of its programs."`
	Check    lessonCheckCmd    `cmd:"" help:"Check a solution."`
	Solve    lessonSolveCmd    `cmd:"" help:"Print the answer key, and check it."`
	Lint     lessonLintCmd     `cmd:"" help:"Check your own lessons."`
	Pack     lessonPackCmd     `cmd:"" help:"Pack lessons into one file, or make an exam edition."`
	Template lessonTemplateCmd `cmd:"" help:"Print a lesson as a starting point."`
}

type recordFlag struct {
	Record string `help:"Keep your attempts and predictions in FILE, to continue or to hand in." placeholder:"FILE"`
}

type lessonArg struct {
	Lesson string `arg:"" name:"LESSON" complete:"lessons" help:"The number or the name of a lesson."`
}

// LessonNames lists the numbers of the shipped lessons, for completion.
func LessonNames() []string {
	all, err := PackFlag{}.Load()
	if err != nil {
		return nil
	}
	return slice.Map(all, func(l *lesson.Lesson) string { return strconv.Itoa(l.Number) })
}

type lessonListCmd struct {
	PackFlag
	recordFlag
	console.JSONFlag
}

func (c *lessonListCmd) Run(a *console.App) error {
	all, err := c.Load()
	if err != nil {
		return err
	}
	records, err := c.recordFlag.stored(a, c.PackFlag)
	if err != nil {
		return err
	}
	list := ask.LessonList(all, records)
	if c.JSON {
		return report.JSON(a.Out, report.Lessons{List: list})
	}
	hasRecord := len(records.Lessons) > 0 || c.Record != ""
	if err := a.Show(report.LessonListText(list, hasRecord)); err != nil {
		return err
	}
	return report.Line(a.Text(), "\nPlay one: wobbly lesson "+strconv.Itoa(next(list))+c.Again())
}

// next returns the number of the first lesson that is not done.
func next(list []report.LessonItem) int {
	i := slices.IndexFunc(list, func(l report.LessonItem) bool { return l.Done < l.Tasks })
	return list[max(0, i)].Number
}

// stored reads the record that the flag or the environment names, or else wobbly's own one, even if
// the output goes into a pipe.
func (f recordFlag) stored(a *console.App, pack PackFlag) (*lesson.Records, error) {
	return recordOf(a, &f, &ownRecord{dir: stateDirOf(a, runtime.GOOS)}, pack)
}

func emptyRecord() *lesson.Records { return &lesson.Records{Schema: lesson.RecordSchema} }

// read reads the record, which is empty if the file does not exist.
func (f recordFlag) read() (*lesson.Records, error) {
	if f.Record == "" {
		return emptyRecord(), nil
	}
	text, err := console.ReadRegular(console.Files{}, f.Record, console.MaxUnfinished)
	if errors.Is(err, fs.ErrNotExist) {
		return emptyRecord(), nil
	}
	if err != nil {
		return nil, fileError("read the record", f.Record, err)
	}
	r, err := lesson.ReadRecords(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", report.FileName(f.Record), err)
	}
	return r, nil
}

type lessonShowCmd struct {
	lessonArg
	PackFlag
	recordFlag
	Answers bool   `help:"For tasks that are done in the record, print what you or your class believed and what is true."`
	Formula bool   `help:"Print the goals as formulas too."`
	Program string `help:"Print only this program of the lesson." placeholder:"NAME"`
	HTML    bool   `help:"Write a page to print, with pictures and space for answers." name:"html"`
	console.OutputFlag
}

func (c *lessonShowCmd) Run(a *console.App) error {
	l, err := c.find(c.Lesson)
	if err != nil {
		return err
	}
	if c.Program == "" {
		d := ask.Lesson(l)
		for i := range d.Tasks {
			if c.Formula {
				d.Tasks[i].Formulas = l.Tasks[i].Formulas()
			}
		}
		if c.Answers {
			if err := c.addAnswers(a, l, d); err != nil {
				return err
			}
		}
		return printLesson(c.OutputFlag, a, l, d, c.HTML)
	}
	var names []string
	for _, t := range l.Tasks {
		if t.Program == c.Program {
			return c.Write(a, func(w io.Writer) error {
				_, err := io.WriteString(w, t.Core().Source.Text)
				return err
			})
		}
		names = append(names, t.Program)
	}
	slices.Sort(names)
	return console.Usage("The programs are "+strings.Join(slices.Compact(names), ", ")+".",
		"lesson %d has no program %q", l.Number, c.Program)
}

// addAnswers adds to d the answers to the questions of the tasks that are done in the record.
func (c *lessonShowCmd) addAnswers(a *console.App, l *lesson.Lesson, d *report.Lesson) error {
	records, err := c.recordFlag.stored(a, c.PackFlag)
	if err != nil {
		return err
	}
	r, ok := records.Of(l)
	file := cmp.Or(c.Record, a.Getenv(recordVariable))
	if _, err := os.Stat(file); file != "" && errors.Is(err, fs.ErrNotExist) {
		return fileError("read the record", file, err)
	}
	if !ok {
		return console.Usage("Name the record with --record FILE.", "there is no work on lesson %s",
			wordFor(l))
	}
	f, err := r.FitTo(l)
	if err != nil {
		return console.Usage("", "%s", err)
	}
	d.Review = true
	for i, t := range l.Tasks {
		d.Tasks[i].Questions = nil
		for _, x := range f.Record.Review(a.Ctx, t) {
			q := ask.Answered(x)
			if c.HTML && x.Shown != nil {
				q.Picture, err = svgOf(x.Shown, picture.Trace)
				if err != nil {
					return err
				}
			}
			d.Tasks[i].Questions = append(d.Tasks[i].Questions, q)
		}
	}
	return nil
}

// svgOf returns what draw draws of a session up to its present state, in the colours for print.
func svgOf(s *session.Session,
	draw func(io.Writer, *picture.Story, picture.Options) error) (string, error) {
	story, err := storyOf(s)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = draw(&b, story, picture.Options{Theme: picture.Print})
	return b.String(), err
}

func printLesson(f console.OutputFlag, a *console.App, l *lesson.Lesson, d *report.Lesson,
	page bool) error {
	switch {
	case page:
		return f.Write(a, func(w io.Writer) error { return handOut(w, l, d) })
	case f.Output != "":
		return f.Write(a, func(w io.Writer) error { return report.Text(w, report.Style{}, d) })
	}
	return a.Show(d)
}

// handOut prints a lesson as a page, with pictures of the initial states of its tasks.
func handOut(w io.Writer, l *lesson.Lesson, d *report.Lesson) error {
	for i := range d.Tasks {
		t := l.Tasks[d.Tasks[i].Number-1]
		if d.Tasks[i].Start == "" {
			continue
		}
		s, err := session.New(t.Core(), t.Pair(), t.Init())
		if err == nil {
			d.Tasks[i].Picture, err = svgOf(s,
				func(w io.Writer, story *picture.Story, o picture.Options) error {
					return picture.State(w, story, 0, o)
				})
		}
		if err != nil {
			return err
		}
	}
	return handout.Write(w, d)
}

type lessonLintCmd struct {
	Dir string `arg:"" optional:"" name:"DIR" help:"A directory of lessons. If omitted: the shipped ones."`
	console.JSONFlag
}

func (c *lessonLintCmd) Run(a *console.App) error {
	all, faults, err := PackFlag{Pack: c.Dir}.read()
	if err != nil {
		return err
	}
	unread := slice.SetBy(faults, func(f *lesson.Error) string { return f.File })
	lint, ok := console.Await(a, func() lesson.Errors {
		var lint lesson.Errors
		for _, l := range all {
			lint = append(lint, lesson.Lint(a.Ctx, l)...)
		}
		return append(lint, lesson.LintAll(all)...)
	})
	if !ok {
		return console.ErrInterrupted
	}
	var exposed lesson.Errors
	for _, l := range all {
		exposed = append(exposed, l.Exposed()...)
	}
	d := &report.LessonLint{
		Lessons: len(all) + len(unread),
		Faults:  lessonFaults(append(faults, lint...)), Warnings: lessonFaults(exposed),
	}
	if len(d.Faults) > 0 {
		a.Found(console.ExitFound)
	}
	return a.Print(d, c.JSON)
}

func lessonFaults(errs lesson.Errors) []report.LessonFault {
	list := []report.LessonFault{}
	for _, e := range errs {
		list = append(list, report.LessonFault{
			File: e.File, At: e.At.String(), Message: e.Message, Fix: e.Fix,
		})
	}
	return list
}

type lessonTemplateCmd struct{}

func (c *lessonTemplateCmd) Run(a *console.App) error {
	_, err := a.Out.WriteString(lesson.Template)
	return err
}
