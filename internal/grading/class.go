package grading

import (
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

// HandIn is what one student has handed in.
type HandIn struct {
	Who   Who
	Files []File
}

// Options are what grades depend on.
type Options struct {
	Lessons []*lesson.Lesson
	Others  []*lesson.Lesson // of the pack: work on them is passed over
	// Older are other editions of the lessons: a record that was begun with one of them is
	// graded against it.
	Older          []*lesson.Lesson
	QuestionPoints int     // for each question that was answered rightly, where the lessons say what is right
	Roster         *Roster // nil: none
	LeftOut        []File  // files of no student; each has a fault
	Workers        int
	Progress       func(done int) // may be nil; called by one goroutine at a time
}

// Class grades n hand-ins. handIn is called once for each, by several goroutines. If the
// context ends, the document has the hand-ins that were graded until then.
func Class(ctx context.Context, o Options, n int, handIn func(i int) HandIn) *report.Grades {
	d := &report.Grades{Lessons: []report.GradedLesson{}, Students: []report.GradedStudent{}}
	for _, l := range o.Lessons {
		x := report.GradedLesson{Number: l.Number, Name: l.Name, Tasks: len(l.Tasks), Points: o.most(l)}
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
		Kind: "grade", Plan: campaign.NewRanges(campaign.Range{N: uint64(n)}, 1, take), Loose: true, Abandon: true,
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
	d.RosterID = o.Roster.enter(d, works)
	o.sum(d, works)
	d.Statistics = o.statistics(works)
	d.Likeness = alike(works)
	return d
}

// sum counts the files, and those that were not graded by reason.
func (o Options) sum(d *report.Grades, works []*work) {
	losses := make([]report.Loss, len(reasons))
	students := make([]map[string]bool, len(reasons))
	lost := map[string]bool{}
	lose := func(why Reason, who, file string) {
		x := &losses[why]
		if x.Files == 0 {
			*x = report.Loss{Reason: reasons[why].word, Text: reasons[why].text, Graded: !reasons[why].loss, Example: path.Join(who, path.Base(file))}
			students[why] = map[string]bool{}
		}
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
		for _, x := range w.taken {
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

// most returns the points of a lesson if everything is right.
func (o Options) most(l *lesson.Lesson) int {
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

// handed is a solution that was handed in, as JSON.
type handed struct {
	task    *lesson.Task
	attempt string
}

// maxKept limits the verdicts that are kept for equal hand-ins.
const maxKept = 10_000

// editions lists the editions of a lesson. The graded one comes first.
func (c *class) editions(l *lesson.Lesson) []*lesson.Lesson {
	return append([]*lesson.Lesson{l}, slice.Filter(c.o.Older, func(x *lesson.Lesson) bool { return x.Name == l.Name })...)
}

// find returns the lesson that is meant, or nil if it is not graded. other reports whether
// it is in the pack all the same.
func (c *class) find(is func(*lesson.Lesson) bool) (l *lesson.Lesson, other bool) {
	if i := slices.IndexFunc(c.o.Lessons, is); i >= 0 {
		return c.o.Lessons[i], false
	}
	return nil, slices.ContainsFunc(c.o.Others, is)
}
