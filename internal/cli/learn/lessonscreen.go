package learn

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"wobbly/internal/cli/console"
	"wobbly/internal/grading"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/command"
	"wobbly/tui"
	"wobbly/tui/home"
	lessonscreen "wobbly/tui/lesson"
	"wobbly/tui/screen"
)

type lessonPlayCmd struct {
	Lesson string `arg:"" optional:"" name:"LESSON" complete:"lessons" help:"The number or the name of a lesson."`
	PackFlag
	recordFlag
	Name     string `help:"Your name, for the record." placeholder:"NAME"`
	Task     int    `help:"Start with this task." placeholder:"K"`
	Again    bool   `help:"Play the lesson again from the start; the record keeps your first attempt."`
	Schedule string `help:"Continue from the end of a schedule such as 'A2 B', or of a link that begins with wobbly:." placeholder:"S"`
	Plain    bool   `help:"Play line by line, for screen readers and pipes. This is the default without a terminal."`
	screenFlags
}

func (c *lessonPlayCmd) Run(a *console.App, k *kong.Kong) error {
	if c.Lesson == "" {
		return (&lessonListCmd{PackFlag: c.PackFlag, recordFlag: c.recordFlag}).Run(a)
	}
	store, err := newLessonStore(a, c.PackFlag, c.recordFlag)
	if err != nil {
		return err
	}
	if store.file.Record != "" {
		if err := console.TryReplacing(store.file.Record); err != nil {
			return console.Usage("Name a file that can be written.", "the record: %s", err)
		}
	}
	if c.Name != "" {
		store.records.Student = c.Name
	}
	g, err := c.begin(store)
	if err != nil {
		return c.suggestCommand(err, k)
	}
	if c.Plain || !Interactive(a) {
		g, playErr := playLines(a, store, g)
		if err := errors.Join(playErr, store.keep(g)); err != nil {
			return err
		}
		sayBye(a.Text(), store.farewell(g, c.Plain))
		return nil
	}
	o := (&stepCmd{screenFlags: c.screenFlags, Seed: 1}).options(a)
	o.Lesson = store.options()
	o.Lesson.Game = g
	o.Home.Items = store.items()
	bye, err := tui.Run(a.Ctx, o)
	sayBye(a.Text(), bye)
	return errors.Join(err, store.write())
}

// suggestCommand adds to the error of a lesson that does not exist that it may be a misspelt
// command.
func (c *lessonPlayCmd) suggestCommand(err error, k *kong.Kong) error {
	var names []string
	for _, n := range k.Model.Children {
		if n.Name == "lesson" {
			names = slice.Map(n.Children, func(n *kong.Node) string { return n.Name })
		}
	}
	var f console.Failure
	if name := spell.Near(c.Lesson, names); name != "" && errors.As(err, &f) &&
		!strings.HasPrefix(f.Hint, "Did you mean") {
		f.Hint = "Did you mean wobbly lesson " + name + "?"
		return f
	}
	return err
}

func (c *lessonPlayCmd) begin(store *lessonStore) (*lesson.Game, error) {
	g, err := store.open(c.Lesson)
	if err != nil {
		return nil, err
	}
	if c.Again {
		g.AllAgain()
	}
	if c.Task != 0 && !g.GoTo(c.Task) {
		return nil, taskError(g.Lesson(), c.Task)
	}
	if c.Schedule != "" {
		if err := g.Begin(c.Schedule); err != nil {
			return nil, console.Usage("", "--schedule: %s", err)
		}
	}
	return g, nil
}

// A lessonStore has the lessons and the record of the work on them.
type lessonStore struct {
	a    *console.App
	pack PackFlag
	// file is the record that the user names. Otherwise own is used.
	file    recordFlag
	own     ownRecord
	records *lesson.Records
	// written is the text that was last written to file.
	written string
}

// recordVariable is the environment variable that names the file of the record.
const recordVariable = "WOBBLY_RECORD"

func newLessonStore(a *console.App, pack PackFlag, file recordFlag) (*lessonStore, error) {
	s := &lessonStore{
		a: a, pack: pack, file: file,
		own: ownRecord{dir: stateDir(a), played: map[string]bool{}},
	}
	var err error
	s.records, err = recordOf(a, &s.file, &s.own, pack)
	return s, err
}

// recordOf reads the record that the flag or the environment names, and empties own. Otherwise it
// reads own, which is only for the shipped lessons. It sets file to the file that the environment
// names.
func recordOf(a *console.App, file *recordFlag, own *ownRecord,
	pack PackFlag) (*lesson.Records, error) {
	named := false
	if file.Record == "" {
		file.Record, named = a.Lookup(recordVariable)
	}
	if file.Record != "" || named || pack.Pack != "" {
		*own = ownRecord{}
		return file.read()
	}
	return own.read(), nil
}

// open returns a game of a lesson that continues the work in the record.
func (s *lessonStore) open(name string) (*lesson.Game, error) {
	l, err := s.pack.find(name)
	if err != nil {
		return nil, err
	}
	g := lesson.NewGame(l)
	if r, ok := s.records.Of(l); ok {
		if err := g.Resume(r); err != nil {
			return nil, console.Usage("Give another file with --record.", "%s: %s",
				report.FileName(cmp.Or(s.file.Record, s.own.file().Record)), err)
		}
	}
	return g, nil
}

func (s *lessonStore) keep(g *lesson.Game) error {
	s.records.Put(g.Record())
	if s.own.dir != "" {
		s.own.played[g.Lesson().Name] = true
	}
	return s.write()
}

// write writes the record, unless it has not changed.
func (s *lessonStore) write() error {
	if s.file.Record == "" || len(s.records.Lessons) == 0 {
		return s.own.write(s.records)
	}
	var b bytes.Buffer
	if err := s.records.Write(&b); err != nil || b.String() == s.written {
		return err
	}
	if err := console.ReplaceFile(s.file.Record, b.String()); err != nil {
		return err
	}
	s.written = b.String()
	return nil
}

// welcome returns the first text of Home.
func (s *lessonStore) welcome() string {
	if len(s.records.Lessons) > 0 {
		return s.keeping()
	}
	return "New here? Start with lesson 1. " + s.keeping()
}

// keeping returns a sentence that says where the record is kept.
func (s *lessonStore) keeping() string {
	switch {
	case s.own.trouble != nil:
		return "What you do in lessons is kept until you quit: " + command.Sentence(s.own.trouble)
	case s.own.dir != "":
		file := fromHome(s.a, s.own.file().Record)
		return "What you do in lessons is kept in " + report.FileName(file) + "."
	case s.file.Record == "":
		return "What you do in lessons is kept until you quit. To keep it in FILE, set " +
			recordVariable + "=FILE."
	}
	return "What you do in lessons is kept in " + report.FileName(s.file.Record) + "."
}

// unkept returns a warning that work will be lost because no file keeps it, or "".
func (s *lessonStore) unkept() string {
	tasks, lessons := 0, 0
	for _, r := range s.records.Lessons {
		if n := r.Done(); n > 0 {
			tasks += n
			lessons++
		}
	}
	if s.file.Record != "" || s.own.dir != "" || tasks == 0 {
		return ""
	}
	return fmt.Sprintf("%s in %s; --record FILE or %s keeps them", text.Count(tasks, "task"),
		text.Count(lessons, "lesson"), recordVariable)
}

// items lists the lessons for Home. `wobbly lesson lint` reports the errors of a pack.
func (s *lessonStore) items() []home.Item {
	all, _, err := s.pack.read()
	if err != nil {
		return nil
	}
	return slice.Map(all, func(l *lesson.Lesson) home.Item {
		note := func() string {
			if done, begun := s.records.Done(l); begun {
				return fmt.Sprintf("%d of %s done", done, text.Count(len(l.Tasks), "task"))
			}
			return fmt.Sprintf("%s, %d min", text.Count(len(l.Tasks), "task"), l.Minutes)
		}
		return home.Item{
			Group: strings.TrimSpace("Lessons " + l.Course), Lesson: true,
			Name: wordFor(l), Title: l.Title, Note: note,
		}
	})
}

// wordFor returns the name of a lesson on the command line.
func wordFor(l *lesson.Lesson) string {
	if l.Number > 0 {
		return strconv.Itoa(l.Number)
	}
	return l.Name
}

func (s *lessonStore) options() lessonscreen.Options {
	return lessonscreen.Options{
		Open:    s.open,
		Keep:    s.keep,
		Graded:  s.file.Record != "",
		Read:    readSolution,
		Changed: s.changed,
		Command: s.command,
		Next:    s.next,
		Unkept:  s.unkept,
		Following: func(g *lesson.Game) string {
			if l := s.following(g); l != nil {
				return wordFor(l)
			}
			return ""
		},
		Shell: func(t *lesson.Task, file string) string {
			return fmt.Sprintf("wobbly lesson check %s %s --task %d%s",
				console.ShellWord(wordFor(t.Lesson())), console.ShellWord(file), t.Number,
				s.pack.Again())
		},
	}
}

// changed waits until the file of a lesson changes, and returns a game of the new lesson. It
// returns nil for a shipped lesson, which has no file, and if the context ends.
func (s *lessonStore) changed(ctx context.Context, g *lesson.Game) (*lesson.Game, error) {
	file := s.pack.fileOf(g.Lesson())
	if file == "" {
		return nil, nil
	}
	known, _ := reread(file) // empty while an editor replaces the file
	if _, err := waitForChange(ctx, file, known); err != nil || ctx.Err() != nil {
		return nil, err
	}
	l, err := s.pack.find(g.Lesson().Name)
	if err != nil {
		return nil, err
	}
	return lesson.NewGame(l), nil
}

func (s *lessonStore) command(g *lesson.Game) string {
	text := s.commandFor(g.Lesson())
	if g.IsAgain() {
		text += " --again"
	}
	return text
}

// commandFor returns the command that begins or continues a lesson.
func (s *lessonStore) commandFor(l *lesson.Lesson) string {
	text := "wobbly lesson " + console.ShellWord(wordFor(l)) + s.pack.Again()
	if s.file.Record != "" {
		text += " --record " + console.ShellWord(s.file.Record)
	}
	return text
}

// farewell returns the summary of a lesson that was played line by line.
func (s *lessonStore) farewell(g *lesson.Game, plain bool) screen.Farewell {
	done, tasks := g.Progress()
	bye := screen.Farewell{Lesson: screen.LessonDone(g.Lesson(), done, tasks)}
	if Interactive(s.a) {
		bye.Unkept = s.unkept()
	}
	flags := ""
	if plain {
		flags = " --plain"
	}
	if g.Finished() {
		if next := s.next(g); next != "" {
			bye.Next = next + flags
		}
		return bye
	}
	bye.Resume = fmt.Sprintf("%s%s --task %d", s.command(g), flags, g.Open())
	if link, ok := g.Link(); ok && !g.Done() {
		bye.Schedule, bye.Link = link.Schedule.String(), link.String()
		bye.Resume += " --schedule " + console.ShellWord(bye.Link)
	}
	return bye
}

// next returns the command that plays the following lesson, or "".
func (s *lessonStore) next(g *lesson.Game) string {
	if l := s.following(g); l != nil {
		return s.commandFor(l)
	}
	return ""
}

// following returns the following lesson, or nil.
func (s *lessonStore) following(g *lesson.Game) *lesson.Lesson {
	all, _, _ := s.pack.read() // lessons with errors are left out
	i := slices.IndexFunc(all, func(l *lesson.Lesson) bool { return l.Name == g.Lesson().Name })
	if i < 0 || i+1 == len(all) {
		return nil
	}
	return all[i+1]
}

// readSolution reads a file that a student names during a lesson, in any encoding that grade
// reads. It must be a regular file, because a pipe would block the player.
func readSolution(name string) (string, error) {
	text, err := console.ReadRegular(console.Files{}, name, grading.MaxBytes)
	if err != nil {
		return "", fileError("read the solution", name, err)
	}
	solution, err := grading.Decode(text)
	if err != nil {
		return "", fmt.Errorf("%s %w", report.FileName(name), err)
	}
	return solution, nil
}

// Interactive reports whether the terminal can show screens.
func Interactive(a *console.App) bool {
	f, ok := a.Sys.Stdin.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && console.IsTerminal(a.Sys.Stdout) &&
		a.Getenv("TERM") != "dumb"
}
