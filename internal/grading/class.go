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

// A File is a file that a student has handed in.
type File struct {
	// Path is the path below the directory of all hand-ins, for messages.
	Path string
	// Name is the student's own name for the file, a path below the student's directory.
	Name string
	// Place is the task, if a Pattern has found it. Otherwise it is zero, and the task is in Name.
	Place Place
	Text  []byte
	// Fault is the reason why the file was not read, or nil.
	Fault error
}

// A HandIn is the work that one student has handed in.
type HandIn struct {
	Who   Who
	Files []File
}

// Options are the lessons to grade, and what else grades depend on.
type Options struct {
	Lessons []*lesson.Lesson
	// Others are lessons of the same pack that are not graded. Work on them is ignored.
	Others []*lesson.Lesson
	// Older are other editions of the lessons, for records that were started with them.
	Older []*lesson.Lesson
	// QuestionPoints are given for each right answer, if the lessons have a key.
	QuestionPoints int
	// Roster may be nil.
	Roster *Roster
	// LeftOut lists files of no student. Each has a fault.
	LeftOut []File
	// Merged lists students whose files a pattern has found in several directories.
	Merged  []string
	Workers int
	// Progress is called after each hand-in, by one goroutine at a time. It may be nil.
	Progress func(done int)
}

// Class grades n hand-ins. Several goroutines call handIn, once for each. If the context ends, the
// document has the hand-ins graded so far.
func Class(ctx context.Context, o Options, n int, handIn func(i int) HandIn) *report.Grades {
	d := &report.Grades{Lessons: []report.GradedLesson{}, Students: []report.GradedStudent{}}
	for _, l := range o.Lessons {
		graded := report.GradedLesson{
			Number: l.Number, Name: l.Name, Tasks: len(l.Tasks), Points: o.maxPoints(l),
		}
		d.Key = d.Key || l.HasKey()
		d.MaxPoints += graded.Points
		d.Lessons = append(d.Lessons, graded)
	}
	c := &class{
		o: o, verdicts: map[solutionKey]lesson.Verdict{}, known: map[*lesson.Task][]string{},
	}
	works := make([]*work, n)
	done := 0
	receive := func(shard campaign.Range, w *work) bool {
		works[shard.First] = w
		done++
		if o.Progress != nil {
			o.Progress(done)
		}
		return true
	}
	job := &campaign.Job[campaign.Range, *work]{
		Kind: "grade", Loose: true, Abandon: true,
		Plan: campaign.NewRanges(campaign.Range{N: uint64(n)}, 1, receive),
		Do: func(ctx context.Context, shard campaign.Range) (*work, bool) {
			return c.grade(ctx, handIn(int(shard.First))), ctx.Err() == nil
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
	d.RosterID, d.Merged = o.Roster.addTo(d, works), o.Merged
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
	students := make([]map[string]bool, len(reasons)) // who have such a file, by reason
	lost := map[string]bool{}                         // the paths of files that were not graded
	count := func(why Reason, who, file string) {
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
			count(f.why, w.who.String(), f.path)
		}
		for _, s := range w.solutions {
			if s.verdict.Truth == query.Unknown {
				count(Undecided, w.who.String(), s.path)
			}
		}
	}
	for _, f := range o.LeftOut {
		d.Files++
		x := asFault(f.Fault)
		count(x.Why, "", f.Path)
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

// A class grades hand-ins. Its methods may be called concurrently.
type class struct {
	o Options

	// lock guards the two caches.
	lock     sync.Mutex
	verdicts map[solutionKey]lesson.Verdict
	known    map[*lesson.Task][]string
}

type solutionKey struct {
	task *lesson.Task
	// attempt is the lesson.Attempt in JSON.
	attempt string
}

const maxVerdicts = 10_000

// editions returns a lesson and its older editions.
func (c *class) editions(l *lesson.Lesson) []*lesson.Lesson {
	return append([]*lesson.Lesson{l},
		slice.Filter(c.o.Older, func(x *lesson.Lesson) bool { return x.Name == l.Name })...)
}

// find returns the graded lesson that matches, or nil. other reports whether a lesson that is not
// graded matches instead.
func (c *class) find(matches func(*lesson.Lesson) bool) (l *lesson.Lesson, other bool) {
	if i := slices.IndexFunc(c.o.Lessons, matches); i >= 0 {
		return c.o.Lessons[i], false
	}
	return nil, slices.ContainsFunc(c.o.Others, matches)
}

// statisticsOf counts the solutions of a task and the answers to its questions. ok is false if
// there are none.
func statisticsOf(t *lesson.Task, works []*work) (_ report.TaskStatistics, ok bool) {
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
			if n > 0 { // 0 is an open question; FitTo has checked the other limit
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
