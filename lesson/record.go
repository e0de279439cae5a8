package lesson

import (
	"encoding/json"
	"fmt"
	"io"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// RecordSchema names the version of the format of records.
const RecordSchema = "wobbly/lesson-record/1"

// Records is what a student hands in: the document of RecordSchema.
type Records struct {
	Schema  string   `json:"schema"`
	Student string   `json:"student,omitempty"` // the name that the student has given
	Lessons []Record `json:"lessons"`
}

// Record is a student's work on one lesson.
type Record struct {
	Lesson string       `json:"lesson"` // its name
	Digest string       `json:"digest"` // of its file
	Tasks  []TaskRecord `json:"tasks"`
}

// TaskRecord is a student's work on one task.
type TaskRecord struct {
	Kind        string   `json:"kind"`
	Done        bool     `json:"done"`
	Attempts    int      `json:"attempts"`           // the one that won included
	Hints       int      `json:"hints"`              // that were asked for
	Predictions []int    `json:"predictions"`        // the choice for each question, from 1; 0 for none
	Solution    *Attempt `json:"solution,omitempty"` // that won
	Visited     []string `json:"visited,omitempty"`  // of a play task about all that was visited, until it is done: schedules from the start
}

// Done is how many tasks are done.
func (r Record) Done() int {
	return slice.Count(r.Tasks, func(t TaskRecord) bool { return t.Done })
}

// newRecord is the record of a lesson that is about to begin.
func newRecord(l *Lesson) Record {
	r := Record{Lesson: l.Name, Digest: l.Digest()}
	for _, t := range l.Tasks {
		r.Tasks = append(r.Tasks, TaskRecord{Kind: t.Kind.String(), Predictions: make([]int, len(t.Questions))})
	}
	return r
}

// Digest tells versions of a lesson apart. That of a master is that of its student
// edition, so that the record of one fits the other.
func (l *Lesson) Digest() string { return l.digest }

// fits says why a record is not of a lesson.
func (r *Record) fits(l *Lesson) error {
	switch {
	case r.Lesson != l.Name:
		return fmt.Errorf("the record is of lesson %s, not of %s", text.Name(r.Lesson), l.Name)
	case r.Digest != l.Digest():
		return fmt.Errorf("the record is of another version of lesson %s", l.Name)
	case len(r.Tasks) != len(l.Tasks):
		return fmt.Errorf("the record has %s, lesson %s has %d", text.Count(len(r.Tasks), "task"), l.Name, len(l.Tasks))
	}
	for i := range r.Tasks {
		if err := r.Tasks[i].fits(l.Tasks[i]); err != nil {
			return fmt.Errorf("the record of lesson %s, task %d: %w", l.Name, i+1, err)
		}
	}
	return nil
}

func (r *TaskRecord) fits(t *Task) error {
	switch {
	case r.Kind != t.Kind.String():
		return fmt.Errorf("its kind is %s, the task's is %s", text.Quote(r.Kind), t.Kind)
	case r.Attempts < 0 || r.Hints < 0 || r.Hints > len(t.Hints):
		return fmt.Errorf("its counts are impossible")
	case len(r.Predictions) > len(t.Questions):
		return fmt.Errorf("it has %s, the task asks %d", text.Count(len(r.Predictions), "prediction"), len(t.Questions))
	}
	for i, n := range r.Predictions {
		if n < 0 || n > len(t.Questions[i].Choices) {
			return fmt.Errorf("question %d has no answer %d", i+1, n)
		}
	}
	if err := fewRuns(r.Visited); err != nil {
		return err
	}
	for _, text := range r.Visited {
		if t.Kind != Play {
			return fmt.Errorf("it has visited states, and no threads are moved in it")
		}
		if _, err := t.run(t.init, text); err != nil {
			return err
		}
	}
	return nil
}

// ReadRecords reads a document of RecordSchema.
func ReadRecords(in io.Reader) (*Records, error) {
	d := json.NewDecoder(in)
	var r Records
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("this is no record of lessons: %w", err)
	}
	if r.Schema != RecordSchema {
		return nil, fmt.Errorf("this is no record of lessons: its schema is %s, not %q", text.Quote(r.Schema), RecordSchema)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows the record of lessons")
	}
	return &r, nil
}

// Write prints the document on one line.
func (r *Records) Write(out io.Writer) error {
	r.Schema = RecordSchema
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// Of is the record of a lesson, of whatever version of it, and whether there is one.
func (r *Records) Of(name string) (Record, bool) {
	for _, l := range r.Lessons {
		if l.Lesson == name {
			return l, true
		}
	}
	return Record{}, false
}

// For is the record of a lesson, and whether there is one that counts: of this version
// of the lesson.
func (r *Records) For(l *Lesson) (Record, bool) {
	x, ok := r.Of(l.Name)
	return x, ok && x.Digest == l.Digest()
}

// Put enters the record of a lesson in the place of what was there of it.
func (r *Records) Put(x Record) {
	for i := range r.Lessons {
		if r.Lessons[i].Lesson == x.Lesson {
			r.Lessons[i] = x
			return
		}
	}
	r.Lessons = append(r.Lessons, x)
}
