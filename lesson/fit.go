package lesson

import (
	"fmt"
	"math"
	"slices"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Fit is a record adapted to an edition of its lesson, which may differ from the record's own.
type Fit struct {
	// Record contains the work that still applies, with the edition's digests.
	Record Record
	// Changed lists work that no longer applies because the lesson has changed.
	Changed Changes
}

// Change is a task of a record, or a question of one, that an edition does not have.
type Change struct {
	// Task is the number of the task, from 1.
	Task int
	// Question is the number of the question, from 1, or 0 for the whole task.
	Question int
}

// Changes lists changes in the order of the record.
type Changes []Change

const maxListed = 8

// String returns a clause such as "task 2 and question 1 of task 3 have changed".
func (cs Changes) String() string {
	list := slice.Map(cs, func(c Change) string {
		if c.Question > 0 {
			return fmt.Sprintf("question %d of task %d", c.Question, c.Task)
		}
		return fmt.Sprintf("task %d", c.Task)
	})
	if len(list) == 1 {
		return list[0] + " has changed"
	}
	if len(list) > maxListed {
		list = append(list[:maxListed], fmt.Sprintf("%d more", len(cs)-maxListed))
	}
	return text.And(list) + " have changed"
}

// Note describes the changes to the student. It is empty if there are none.
func (cs Changes) Note() string {
	if len(cs) == 0 {
		return ""
	}
	return "Since you began this lesson, " + cs.String() + ". " +
		"This work starts again; the rest is as you left it."
}

// FitTo finds the work of a record that applies to an edition of its lesson. It matches tasks by
// their digests, wherever they are in the lesson, and questions within them likewise. The error
// says that the record is of another lesson, or cannot be genuine.
//
// A record of exactly this edition applies as a whole. An old record of another edition has no
// digests: FitTo assumes that tasks with the same number and kind are equal, because graders check
// their solutions again in any case, and drops predictions.
func (r Record) FitTo(l *Lesson) (Fit, error) {
	if r.Lesson != l.Name {
		return Fit{},
			fmt.Errorf("the record is of lesson %s, not of %s", text.Name(r.Lesson), l.Name)
	}
	f := Fit{Record: newRecord(l)}
	exact := r.Digest == l.Digest()
	// An old version of wobbly kept only the digest of the whole lesson.
	old := !slices.ContainsFunc(r.Tasks, func(t TaskRecord) bool { return t.Digest != "" })
	if exact && len(r.Tasks) != len(l.Tasks) {
		return Fit{}, fmt.Errorf("the record has %s, lesson %s has %d",
			text.Count(len(r.Tasks), "task"), l.Name, len(l.Tasks))
	}
	taskDigest := func(t TaskRecord) string { return t.Digest }
	places := match(slice.Map(r.Tasks, taskDigest), slice.Map(f.Record.Tasks, taskDigest))
	for k, from := range r.Tasks {
		place := places[k]
		if exact || old && k < len(l.Tasks) && from.Kind == l.Tasks[k].Kind.String() {
			place = k
		}
		if place < 0 {
			if from.worked() {
				f.Changed = append(f.Changed, Change{Task: k + 1})
			}
			continue
		}
		to := &f.Record.Tasks[place]
		to.Kind = from.Kind
		to.Attempts = from.Attempts
		to.Hints = from.Hints
		to.Solution = from.Solution
		to.Done = from.Done && (exact || from.Solution != nil) // graders check the solution again
		if exact {
			to.Predictions = slices.Clone(from.Predictions)
			to.Visited = slices.Clone(from.Visited)
			to.Votes = slices.Clone(from.Votes)
		} else {
			f.Changed = append(f.Changed, to.takePredictions(from, k+1)...)
			if !old {
				to.Visited = slices.Clone(from.Visited)
			}
		}
		if err := to.validate(l.Tasks[place]); err != nil {
			return Fit{}, fmt.Errorf("the record of lesson %s, task %d: %w", l.Name, k+1, err)
		}
		for len(to.Predictions) < len(to.Questions) { // an old record can have fewer
			to.Predictions = append(to.Predictions, 0)
		}
	}
	return f, nil
}

// takePredictions copies the predictions and votes of another record of the task, and lists the
// predictions whose questions have changed. number is the task's number in that record.
func (r *TaskRecord) takePredictions(from TaskRecord, number int) (changed Changes) {
	places := match(from.Questions, r.Questions)
	for q, votes := range from.Votes {
		if votes == nil || q >= len(places) || places[q] < 0 {
			continue
		}
		if r.Votes == nil {
			r.Votes = make([][]int, len(r.Questions))
		}
		r.Votes[places[q]] = votes
	}
	for q, n := range from.Predictions {
		switch {
		case n == 0:
		case q < len(places) && places[q] >= 0:
			r.Predictions[places[q]] = n
		default:
			changed = append(changed, Change{number, q + 1})
		}
	}
	return changed
}

// match pairs each digest with an equal one in others that is not paired yet. It returns the index
// of that, or -1 if there is none or the digest is empty.
func match(digests, others []string) []int {
	used := make([]bool, len(others))
	places := make([]int, len(digests))
	for k, d := range digests {
		places[k] = -1
		for i, o := range others {
			if d != "" && d == o && !used[i] {
				places[k], used[i] = i, true
				break
			}
		}
	}
	return places
}

// lossIn measures how much work a record loses in an edition. The record's own edition has the
// smallest value, and an edition that it does not fit the largest.
func (r Record) lossIn(l *Lesson) int {
	f, err := r.FitTo(l)
	switch {
	case err != nil:
		return math.MaxInt32
	case r.Digest == l.Digest():
		return 0
	}
	return 1 + len(f.Changed)
}

// Edition returns the edition of a lesson in which the record loses least, or the first of several.
// There must be at least one.
func (r Record) Edition(editions []*Lesson) *Lesson {
	return slices.MinFunc(editions, func(x, y *Lesson) int { return r.lossIn(x) - r.lossIn(y) })
}

// Counterpart returns the task of l that corresponds to a task of another edition: the one with the
// same digest, or else the one with the same number and kind unless that corresponds to a third
// task. It returns nil if there is none.
func (l *Lesson) Counterpart(t *Task) *Task {
	if t.lesson == l {
		return t
	}
	digest := func(u *Task) string { return u.digest }
	places := match(slice.Map(t.lesson.Tasks, digest), slice.Map(l.Tasks, digest))
	if i := places[t.Number-1]; i >= 0 {
		return l.Tasks[i]
	}
	if t.Number > len(l.Tasks) {
		return nil
	}
	u := l.Tasks[t.Number-1]
	isTaken := slices.ContainsFunc(t.lesson.Tasks,
		func(v *Task) bool { return v.digest == u.digest })
	if u.Kind != t.Kind || isTaken {
		return nil
	}
	return u
}
