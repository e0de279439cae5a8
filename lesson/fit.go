package lesson

import (
	"fmt"
	"slices"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Fit is a record adapted to an edition of its lesson, perhaps not the edition of the record.
type Fit struct {
	// Record contains the work that still applies, with the edition's digests.
	Record Record
	// Changed lists work that no longer applies because the lesson has changed.
	Changed Changes
}

// Change is a task of a record, or a question of one, that an edition does not have.
type Change struct {
	Task     int // from 1
	Question int // from 1; 0 for the whole task
}

// Changes are in the order of the record.
type Changes []Change

const maxListed = 8

// String returns a clause: "task 2 and question 1 of task 3 have changed".
func (c Changes) String() string {
	list := slice.Map(c, func(x Change) string {
		if x.Question > 0 {
			return fmt.Sprintf("question %d of task %d", x.Question, x.Task)
		}
		return fmt.Sprintf("task %d", x.Task)
	})
	if len(list) == 1 {
		return list[0] + " has changed"
	}
	if len(list) > maxListed {
		list = append(list[:maxListed], fmt.Sprintf("%d more", len(c)-maxListed))
	}
	return text.And(list) + " have changed"
}

// Note describes changes to the student; it is empty if there are none.
func (c Changes) Note() string {
	if len(c) == 0 {
		return ""
	}
	return "Since you began this lesson, " + c.String() + ". " +
		"This work starts again; the rest is as you left it."
}

// FitTo finds the work of a record that applies to an edition of its lesson. It matches tasks
// by their digests, wherever they are in the lesson, and questions within them likewise. The
// error says that the record is of another lesson, or cannot be genuine.
//
// A record of exactly this edition applies as a whole. An old record of another edition has no
// digests: tasks with the same number and kind are assumed to be equal, because their solutions
// are checked again in any case, and predictions are dropped.
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
	for k, was := range r.Tasks {
		at := places[k]
		if exact || old && k < len(l.Tasks) && was.Kind == l.Tasks[k].Kind.String() {
			at = k
		}
		if at < 0 {
			if was.worked() {
				f.Changed = append(f.Changed, Change{Task: k + 1})
			}
			continue
		}
		now := &f.Record.Tasks[at]
		now.Kind = was.Kind
		now.Attempts = was.Attempts
		now.Hints = was.Hints
		now.Solution = was.Solution
		now.Done = was.Done && (exact || was.Solution != nil) // graders check the solution again
		if exact {
			now.Predictions, now.Visited = slices.Clone(was.Predictions), slices.Clone(was.Visited)
			now.Votes = slices.Clone(was.Votes)
		} else {
			f.Changed = append(f.Changed, now.takePredictions(was, k+1)...)
			if !old {
				now.Visited = slices.Clone(was.Visited)
			}
		}
		if err := now.validate(l.Tasks[at]); err != nil {
			return Fit{}, fmt.Errorf("the record of lesson %s, task %d: %w", l.Name, k+1, err)
		}
		for len(now.Predictions) < len(now.Questions) { // an old record can have fewer
			now.Predictions = append(now.Predictions, 0)
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

// match returns for each digest the index of an unused equal one in others, or -1, also for "".
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

// lossIn measures how much work a record loses in an edition. Of editions that lose nothing, the
// record's own has the smallest value.
func (r Record) lossIn(l *Lesson) int {
	f, err := r.FitTo(l)
	switch {
	case err != nil:
		return 1 << 20
	case r.Digest == l.Digest():
		return 0
	}
	return 1 + len(f.Changed)
}

// Edition returns the first edition of a lesson, of at least one, in which the record loses least.
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
	digest := func(x *Task) string { return x.digest }
	theirs := slice.Map(l.Tasks, digest)
	if i := match(slice.Map(t.lesson.Tasks, digest), theirs)[t.Number-1]; i >= 0 {
		return l.Tasks[i]
	}
	if t.Number > len(l.Tasks) {
		return nil
	}
	u := l.Tasks[t.Number-1]
	isTaken := slices.ContainsFunc(t.lesson.Tasks,
		func(x *Task) bool { return x.digest == u.digest })
	if u.Kind != t.Kind || isTaken {
		return nil
	}
	return u
}
