package lesson

import (
	"fmt"
	"slices"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Fit is a record as one of an edition of its lesson, which may be another edition than
// the one that was worked on.
type Fit struct {
	// Record has the work that still applies. The other tasks and questions are untouched
	// in it, and it carries the edition's digests.
	Record Record
	// Changed lists what was worked on and does not apply, because the lesson has changed.
	Changed Changes
}

// Change is a task of a record, or a question of one, that an edition does not have.
type Change struct {
	Task     int // from 1
	Question int // from 1; 0 for the whole task
}

// Changes are in the order of the record.
type Changes []Change

// maxListed bounds the changes that a sentence lists.
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

// Note tells the student of changes; it is empty if there are none.
func (c Changes) Note() string {
	if len(c) == 0 {
		return ""
	}
	return "Since you began this lesson, " + c.String() + ". " +
		"That begins anew; the rest is as you left it."
}

// FitTo finds the work of a record that applies to an edition of its lesson. Tasks are
// matched by their digests, wherever they are in the lesson, and questions within them
// likewise. The error says that the record is of another lesson, or cannot be genuine.
//
// A record of exactly this edition applies as a whole. An old record of another edition
// has no digests to match: tasks of equal number and kind are assumed to be the same,
// because their solutions are checked again in any case, and its predictions are dropped.
func (r Record) FitTo(l *Lesson) (Fit, error) {
	if r.Lesson != l.Name {
		return Fit{}, fmt.Errorf("the record is of lesson %s, not of %s", text.Name(r.Lesson), l.Name)
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
		now.Kind, now.Attempts, now.Hints, now.Solution = was.Kind, was.Attempts, was.Hints, was.Solution
		now.Done = was.Done && (exact || was.Solution != nil) // which is checked again
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

// takePredictions takes over the predictions and votes of another record of the task, and
// lists the predictions whose questions are not the same. number is the task's in that record.
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

// match returns for each digest the index of an equal one in another list, each used once,
// or -1. An empty digest matches nothing.
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

// lossIn orders records, and editions for a record: the smaller, the more of the work
// applies. Of editions in which all of it does, the one that was worked on is the smallest.
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

// Edition returns the edition of a lesson to which most of a record applies, the first of
// several. There must be at least one.
func (r Record) Edition(editions []*Lesson) *Lesson {
	return slices.MinFunc(editions, func(x, y *Lesson) int { return r.lossIn(x) - r.lossIn(y) })
}

// Counterpart returns the task of an edition that takes the place of a task of another
// edition: the same one, or else the one of the same number and kind, if that is not the
// same as a third one. It is nil where there is none.
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
	isTaken := slices.ContainsFunc(t.lesson.Tasks, func(x *Task) bool { return x.digest == u.digest })
	if u.Kind != t.Kind || isTaken {
		return nil
	}
	return u
}
