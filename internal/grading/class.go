// Package grading grades solutions and records of lessons that students have handed in. It trusts
// no claim of a hand-in, but checks each solution again by package lesson. It reads no file and has
// no clock, and the same hand-ins get the same grades on any number of workers.
//
// A file goes through these steps. Each can end with a Fault, whose Reason is counted in the
// document, so that nothing is lost silently (fault.go):
//
//  1. Unpack replaces a zip by its files, within limits (unzip.go).
//  2. OfPlatform and a Pattern find the student in a name given by a learning platform or the
//     teacher, and place finds the lesson and the task (names.go).
//  3. Decode converts bytes in any usual encoding to text (decode.go). htmlText and Receipt do so
//     for what was typed into a platform's form, and sections divides a text with several tasks
//     (online.go).
//  4. Read finds a solution in a text, among labels, bullets, sentences and the additions of word
//     processors (reading.go).
//  5. Class checks solutions and records, and gives points (class.go, work.go). Its document also
//     counts wrong answers (statistics.go), and lists groups of hand-ins that share rare traits,
//     without judging them (likeness.go).
//  6. A Roster, if there is one, lists who has handed in, and who has not (roster.go).
//
// Searches are limited as in a lesson, and so is the work for one student: programs of more
// than 16 KB are not checked, nor are solutions after three that limits have left undecided.
// They count as not done.
package grading

import (
	"cmp"
	"context"
	"path"
	"slices"
	"sync"

	"wobbly/internal/campaign"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/query"
)

// File is a file that a student has handed in.
type File struct {
	Path  string // below the directory of all hand-ins, for messages
	Name  string // the student's own name for it, a path below the student's directory
	Place Place  // the task, if --names has found it; else it is in the name
	Text  []byte
	Fault error // why it was not read; nil if it was
}

// HandIn is the work that one student has handed in.
type HandIn struct {
	Who   Who
	Files []File
}

// Options are what grades depend on.
type Options struct {
	Lessons []*lesson.Lesson
	Others  []*lesson.Lesson // of the pack; work on them is ignored
	// Older are other editions of the lessons, for records that were started with them.
	Older          []*lesson.Lesson
	QuestionPoints int     // for each right answer, if the lessons have a key
	Roster         *Roster // may be nil
	LeftOut        []File  // files of no student; each has a fault
	// Merged lists students whose files a pattern has found in several directories.
	Merged   []string
	Workers  int
	Progress func(done int) // may be nil; called by one goroutine at a time
}

// Class grades n hand-ins. Several goroutines call handIn, once for each. If the context ends, the
// document has the hand-ins graded so far.
func Class(ctx context.Context, o Options, n int, handIn func(i int) HandIn) *report.Grades {
	d := &report.Grades{Lessons: []report.GradedLesson{}, Students: []report.GradedStudent{}}
	for _, l := range o.Lessons {
		x := report.GradedLesson{
			Number: l.Number, Name: l.Name, Tasks: len(l.Tasks), Points: o.maxPoints(l),
		}
		d.Key = d.Key || l.HasKey()
		d.MaxPoints += x.Points
		d.Lessons = append(d.Lessons, x)
	}
	c := &class{o: o, verdicts: map[handed]lesson.Verdict{}, own: map[*lesson.Task][]string{}}
	works := make([]*work, n)
	done := 0
	take := func(at campaign.Range, w *work) bool {
		works[at.First] = w
		done++
		if o.Progress != nil {
			o.Progress(done)
		}
		return true
	}
	job := &campaign.Job[campaign.Range, *work]{
		Kind: "grade", Loose: true, Abandon: true,
		Plan: campaign.NewRanges(campaign.Range{N: uint64(n)}, 1, take),
		Do: func(ctx context.Context, at campaign.Range) (*work, bool) {
			return c.grade(ctx, handIn(int(at.First))), ctx.Err() == nil
		},
	}
	if n > 0 {
		job.Run(ctx, o.Workers)
	}
	works = slices.DeleteFunc(works, func(w *work) bool { return w == nil })
	d.NotReached = n - len(works)
	for _, w := range works {
		d.Students = append(d.Students, w.document(d.MaxPoints))
	}
	d.RosterID, d.Merged = o.Roster.enter(d, works), o.Merged
	o.countLosses(d, works)
	// Count the wrong solutions and answers of each task that has some work.
	d.Statistics = []report.TaskStatistics{}
	for _, l := range o.Lessons {
		for _, t := range l.Tasks {
			if s, ok := statisticsOf(t, works); ok {
				d.Statistics = append(d.Statistics, s)
			}
		}
	}
	d.Likeness = alike(works)
	return d
}

// countLosses counts the files that were not graded, and the malformed ones, by reason.
func (o Options) countLosses(d *report.Grades, works []*work) {
	losses := make([]report.Loss, len(reasons))
	students := make([]map[string]bool, len(reasons)) // with such a file, by reason
	lost := map[string]bool{}                         // paths of files that were not graded
	lose := func(why Reason, who, file string) {
		x := &losses[why]
		name := path.Join(who, path.Base(file))
		if x.Files == 0 {
			*x = report.Loss{Reason: reasons[why].word, Text: reasons[why].text,
				Graded: !reasons[why].loss, Example: name}
			students[why] = map[string]bool{}
		}
		x.Names = append(x.Names, name)
		x.Files++
		students[why][who] = true
		x.Students = len(students[why])
		if !x.Graded {
			lost[file] = true
		}
	}
	for _, w := range works {
		d.Files += w.files
		for _, f := range w.faults {
			lose(f.why, w.who.String(), f.path)
		}
		for _, x := range w.solutions {
			if x.verdict.Truth == query.Unknown {
				lose(Undecided, w.who.String(), x.path)
			}
		}
	}
	for _, f := range o.LeftOut {
		d.Files++
		x := asFault(f.Fault)
		lose(x.Why, "", f.Path)
		d.LeftOut = append(d.LeftOut, text.Name(f.Path)+": "+x.Text)
	}
	d.FilesLost = len(lost)
	d.Losses = slices.DeleteFunc(losses, func(x report.Loss) bool { return x.Files == 0 })
}

func (o Options) maxPoints(l *lesson.Lesson) int {
	sum := 0
	for _, t := range l.Tasks {
		sum += t.Points
		if l.HasKey() {
			sum += o.QuestionPoints * len(t.Questions)
		}
	}
	return sum
}

type class struct {
	o        Options
	lock     sync.Mutex
	verdicts map[handed]lesson.Verdict // on solutions that were handed in before
	own      map[*lesson.Task][]string // see expected
}

type handed struct {
	task    *lesson.Task
	attempt string
}

// maxKept limits the cached verdicts for equal hand-ins.
const maxKept = 10_000

func (c *class) editions(l *lesson.Lesson) []*lesson.Lesson {
	return append([]*lesson.Lesson{l},
		slice.Filter(c.o.Older, func(x *lesson.Lesson) bool { return x.Name == l.Name })...)
}

// find returns the matching graded lesson, or nil. other reports whether the pack has it anyway.
func (c *class) find(is func(*lesson.Lesson) bool) (l *lesson.Lesson, other bool) {
	if i := slices.IndexFunc(c.o.Lessons, is); i >= 0 {
		return c.o.Lessons[i], false
	}
	return nil, slices.ContainsFunc(c.o.Others, is)
}

func statisticsOf(t *lesson.Task, works []*work) (report.TaskStatistics, bool) {
	l := t.Lesson()
	s := report.TaskStatistics{
		Lesson: l.Number, Name: l.Name, Task: t.Number, Title: t.Title, Students: len(works),
		Wrong: []report.WrongAnswer{}, Questions: []report.QuestionStatistics{},
	}
	wrong := map[string]int{}
	answered := false
	for i, q := range t.Questions {
		s.Questions = append(s.Questions,
			report.QuestionStatistics{Question: q.Text, Choices: []report.ChoiceStatistics{}})
		for k, c := range q.Choices {
			s.Questions[i].Choices = append(s.Questions[i].Choices,
				report.ChoiceStatistics{Text: c, Right: k == q.Right})
		}
	}
	for _, w := range works {
		tasks, ok := w.tasks[l.Name]
		if !ok {
			continue
		}
		g := &tasks[t.Number-1]
		s.Attempts += g.Attempts
		s.Hints += g.Hints
		switch {
		case !g.Handed:
		case g.Verdict.Truth == query.True:
			s.Handed++
			s.Met++
		default:
			s.Handed++
			for _, what := range wrongs(t, g.Verdict) {
				wrong[what]++
			}
		}
		for i, n := range w.chosen[t] {
			if n > 0 { // a record fits its lesson
				s.Questions[i].Answers++
				s.Questions[i].Choices[n-1].Students++
				answered = true
			}
		}
	}
	for why, n := range wrong {
		s.Wrong = append(s.Wrong, report.WrongAnswer{What: why, Students: n})
	}
	slice.Sort(s.Wrong, func(a, b report.WrongAnswer) int {
		return cmp.Or(-cmp.Compare(a.Students, b.Students), cmp.Compare(a.What, b.What))
	})
	return s, s.Handed > 0 || answered
}

// wrongs explains what is wrong with a solution: the lesson's answer, or else the unmet goals.
func wrongs(t *lesson.Task, v lesson.Verdict) []string {
	if v.Says != "" {
		return []string{v.Says}
	}
	var all []string
	for _, f := range v.Findings {
		goal := "Not met: " + t.Sentence(f.Goal)
		if f.Truth != query.True && !slices.Contains(all, goal) {
			all = append(all, goal)
		}
	}
	return all
}
