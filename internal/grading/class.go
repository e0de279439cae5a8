package grading

import (
	"context"
	"slices"
	"sync"

	"wobbly/internal/campaign"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/report"
)

// File is a file that a student has handed in.
type File struct {
	Path  string // below the directory of all hand-ins
	Text  []byte
	Fault string // why it was not read; empty if it was
}

// HandIn is what one student has handed in.
type HandIn struct {
	Name  string
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
	Workers        int
	Progress       func(done int) // may be nil; called by one goroutine at a time
}

// Class grades n hand-ins. handIn is called once for each, by several goroutines. Hand-ins
// that were not graded when the context ended are not in the document.
func Class(ctx context.Context, o Options, n int, handIn func(i int) HandIn) *report.Grades {
	d := &report.Grades{Lessons: []report.GradedLesson{}, Students: []report.GradedStudent{}}
	for _, l := range o.Lessons {
		x := report.GradedLesson{Number: l.Number, Name: l.Name, Tasks: len(l.Tasks), Points: o.most(l)}
		d.Key = d.Key || l.HasKey()
		d.MaxPoints += x.Points
		d.Lessons = append(d.Lessons, x)
	}
	c := &class{o: o, verdicts: map[handed]lesson.Verdict{}}
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
		Kind: "grade", Plan: campaign.NewRanges(campaign.Range{N: uint64(n)}, 1, take), Loose: true,
		Do: func(ctx context.Context, at campaign.Range) (*work, bool) {
			return c.grade(ctx, handIn(int(at.First))), ctx.Err() == nil
		},
	}
	if n > 0 {
		job.Run(ctx, o.Workers)
	}
	works = slices.DeleteFunc(works, func(w *work) bool { return w == nil })
	for _, w := range works {
		d.Students = append(d.Students, w.document(d.MaxPoints))
	}
	o.Roster.enter(d)
	d.Statistics = o.statistics(works)
	d.Likeness = alike(works)
	return d
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

// class is shared by all workers.
type class struct {
	o        Options
	lock     sync.Mutex
	verdicts map[handed]lesson.Verdict // on solutions that were handed in before
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
