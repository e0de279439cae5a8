package lesson

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/session/query"
)

// RecordSchema is the name and version of the record format.
const RecordSchema = "wobbly/lesson-record/1"

// Records is the work that a student hands in, in the format RecordSchema. If a lesson changes
// during a course, there can be one record of it for each edition.
type Records struct {
	Schema string `json:"schema"`
	// Student is the name that the student gave with --name or on the page.
	Student string   `json:"student,omitempty"`
	Lessons []Record `json:"lessons"`
}

// Record is a student's work on one edition of a lesson.
type Record struct {
	// Lesson is Lesson.Name, and Digest is Lesson.Digest.
	Lesson string       `json:"lesson"`
	Digest string       `json:"digest"`
	Tasks  []TaskRecord `json:"tasks"`
}

// TaskRecord is a student's work on one task.
type TaskRecord struct {
	Kind string `json:"kind"`
	// Digest is Task.Digest, and Questions has the digest of each question. Records of older
	// versions of wobbly have neither.
	Digest    string   `json:"digest,omitempty"`
	Questions []string `json:"questions,omitempty"`

	Done bool `json:"done"`
	// Attempts counts the attempts, including the one that succeeded.
	Attempts int `json:"attempts"`
	Hints    int `json:"hints"`
	// Predictions has the student's choice for each question, from 1, or 0 for none.
	Predictions []int `json:"predictions"`
	// Votes has for each question the number of votes for each answer, or null for no vote.
	Votes [][]int `json:"votes,omitempty"`
	// Solution is the attempt that succeeded.
	Solution *Attempt `json:"solution,omitempty"`
	// Visited has the schedules, from the start, of an unfinished play task whose goal is about all
	// visited states.
	Visited []string `json:"visited,omitempty"`
}

// Done counts the tasks marked as done.
func (r Record) Done() int {
	return slice.Count(r.Tasks, func(t TaskRecord) bool { return t.Done })
}

func newRecord(l *Lesson) Record {
	r := Record{Lesson: l.Name, Digest: l.Digest()}
	for _, t := range l.Tasks {
		r.Tasks = append(r.Tasks, TaskRecord{
			Kind: t.Kind.String(), Digest: t.digest, Predictions: make([]int, len(t.Questions)),
			Questions: slice.Map(t.Questions, func(q Question) string { return q.digest }),
		})
	}
	return r
}

// Digest identifies the text of an edition of the lesson, except its key: a lesson and its exam
// edition have the same digest. Editions with different digests can have tasks in common
// (Task.Digest).
func (l *Lesson) Digest() string { return l.digest }

func (r *TaskRecord) worked() bool {
	return r.Done || r.Attempts > 0 || r.Hints > 0 || r.Solution != nil || len(r.Visited) > 0 ||
		len(r.Votes) > 0 || slices.ContainsFunc(r.Predictions, func(n int) bool { return n != 0 })
}

// validate checks that the record can be one of the task t.
func (r *TaskRecord) validate(t *Task) error {
	switch {
	case r.Kind != t.Kind.String():
		return fmt.Errorf("its kind is %s, the task's is %s", text.Quote(r.Kind), t.Kind)
	case r.Attempts < 0 || r.Hints < 0 || r.Hints > len(t.Hints):
		return errors.New("its counts are impossible")
	case len(r.Predictions) > len(t.Questions):
		return fmt.Errorf("it has %s, the task asks %d",
			text.Count(len(r.Predictions), "prediction"), len(t.Questions))
	}
	for i, n := range r.Predictions {
		if n < 0 || n > len(t.Questions[i].Choices) {
			return fmt.Errorf("question %d has no answer %d", i+1, n)
		}
	}
	if len(r.Votes) > len(t.Questions) {
		return fmt.Errorf("it has votes on %s, the task asks %d",
			text.Count(len(r.Votes), "question"), len(t.Questions))
	}
	for i, votes := range r.Votes {
		wrong := slices.ContainsFunc(votes, func(n int) bool { return n < 0 || n > maxVotes })
		if wrong || votes != nil && len(votes) != len(t.Questions[i].Choices) {
			return fmt.Errorf("the votes on question %d are impossible", i+1)
		}
	}
	if err := checkRuns(r.Visited); err != nil {
		return err
	}
	for _, text := range r.Visited {
		if t.Kind != Play {
			return errors.New("it has visited states, and no threads are moved in it")
		}
		if _, err := t.run(t.init, text); err != nil {
			return err
		}
	}
	return nil
}

// ReadRecords reads a document in the format RecordSchema.
func ReadRecords(in io.Reader) (*Records, error) {
	d := json.NewDecoder(in)
	var r Records
	err := d.Decode(&r)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, errors.New("this is not a record of lessons: its end is missing")
	case err != nil:
		return nil, errors.New("this is not a record of lessons: it is damaged")
	}
	if r.Schema != RecordSchema {
		return nil, fmt.Errorf("this is not a record of lessons: its schema is %s, not %q",
			text.Quote(r.Schema), RecordSchema)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something follows the record of lessons")
	}
	return &r, nil
}

// Write sets the schema and writes the records on one line.
func (rs *Records) Write(out io.Writer) error {
	rs.Schema = RecordSchema
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(rs)
}

// All returns the records of the lesson with a name, one for each edition that was worked on.
func (rs *Records) All(name string) []Record {
	return slice.Filter(rs.Lessons, func(r Record) bool { return r.Lesson == name })
}

// Of returns the record to continue in an edition of a lesson: the one that loses least. It reports
// whether there is any record of the lesson.
func (rs *Records) Of(l *Lesson) (Record, bool) {
	all := rs.All(l.Name)
	if len(all) == 0 {
		return Record{}, false
	}
	return slices.MinFunc(all, func(x, y Record) int { return x.lossIn(l) - y.lossIn(l) }), true
}

// Done counts the finished tasks of an edition, and reports whether the lesson has been begun.
func (rs *Records) Done(l *Lesson) (done int, begun bool) {
	r, begun := rs.Of(l)
	if !begun {
		return 0, false
	}
	f, err := r.FitTo(l)
	if err != nil {
		return 0, true
	}
	return f.Record.Done(), true
}

// Put adds a record in place of the records of the same lesson whose work it includes. Work on
// tasks that have changed since is kept for a grader who still has them.
func (rs *Records) Put(r Record) {
	isIn := false
	var list []Record
	for _, old := range rs.Lessons {
		if !r.supersedes(old) {
			list = append(list, old)
		} else if !isIn {
			isIn = true
			list = append(list, r)
		}
	}
	if !isIn {
		list = append(list, r)
	}
	rs.Lessons = list
}

// supersedes reports whether r can replace an older record without loss of work.
func (r Record) supersedes(old Record) bool {
	if r.Lesson != old.Lesson {
		return false
	}
	if r.Digest == old.Digest {
		return true
	}
	for i := range old.Tasks {
		t := &old.Tasks[i]
		if !t.worked() {
			continue
		}
		k := slices.IndexFunc(r.Tasks, func(u TaskRecord) bool { return u.Digest == t.Digest })
		if k < 0 || t.Digest == "" {
			return false
		}
		for q := range max(len(t.Predictions), len(t.Votes)) {
			asked := q < len(t.Questions) && slices.Contains(r.Tasks[k].Questions, t.Questions[q])
			predicted := q < len(t.Predictions) && t.Predictions[q] != 0
			voted := q < len(t.Votes) && t.Votes[q] != nil
			if (predicted || voted) && !asked {
				return false
			}
		}
	}
	return true
}

// Grade is the result of grading a student's record of a lesson. Every solution was checked again.
type Grade struct {
	Lesson string
	Number int
	// Fault says why the work could not be graded. It is empty if it could.
	Fault string
	Tasks []TaskGrade

	// Changed lists work that is not graded because the lesson has changed since.
	Changed Changes
}

// TaskGrade is the result of grading one task.
type TaskGrade struct {
	Task     int
	Handed   bool
	Verdict  Verdict
	Attempts int
	Hints    int
	// Predicted counts the questions that the student answered.
	Predicted int
	// Right counts the right answers. It is 0 in an exam edition, which has none.
	Right     int
	Questions int
}

// GradeRecord grades the record of a lesson.
func GradeRecord(ctx context.Context, l *Lesson, r Record) Grade {
	return GradeRecordBy(l, r, func(t *Task, a Attempt) Verdict { return t.Check(ctx, a) })
}

// GradeRecordBy is like GradeRecord, with check in place of Task.Check.
func GradeRecordBy(l *Lesson, r Record, check func(*Task, Attempt) Verdict) Grade {
	g := Grade{Lesson: l.Name, Number: l.Number}
	f, err := r.FitTo(l)
	if err != nil {
		g.Fault = err.Error()
		return g
	}
	g.Changed = f.Changed
	for i, t := range l.Tasks {
		g.Tasks = append(g.Tasks, t.grade(&f.Record.Tasks[i], check))
	}
	return g
}

func (t *Task) grade(r *TaskRecord, check func(*Task, Attempt) Verdict) TaskGrade {
	g := TaskGrade{
		Task: t.Number, Attempts: r.Attempts, Hints: r.Hints, Questions: len(t.Questions),
	}
	for i, n := range r.Predictions {
		if n == 0 {
			continue
		}
		g.Predicted++
		if (Answered{Question: t.Questions[i], Choice: n}).IsRight() {
			g.Right++
		}
	}
	g.Verdict.Truth = query.False
	if r.Solution != nil {
		g.Handed = true
		g.Verdict = check(t, *r.Solution)
	}
	return g
}
