package lesson

import (
	"cmp"
	"fmt"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// A Lesson is a parsed lesson file: an introduction and a list of tasks.
type Lesson struct {
	// Name is the name of the file without its extension, such as "02-lost-update".
	Name string
	// Number is the number at the beginning of the name, or 0 if there is none.
	Number int

	Title string
	// Course is the part of the course, such as "For everyone". It may be empty.
	Course string
	// Idea says in a sentence what the lesson teaches.
	Idea          string
	Minutes       int
	Misconception string
	// Text is the introduction.
	Text Prose
	// Win is shown when all tasks are done.
	Win Prose
	// Extension suggests further work.
	Extension Prose

	Tasks []*Task
	Files []File

	exam   bool // whether it is an exam edition, which has no key
	digest string
	source *il.Source
}

// HasKey reports whether the lesson has solutions and right answers. An exam edition has neither.
func (l *Lesson) HasKey() bool { return !l.exam }

// Prose is a text of paragraphs separated by empty lines. Lines that begin with a space are not
// wrapped.
type Prose string

// File is a program or an answer sheet inside a lesson.
type File struct {
	Name, Text string
	// Line is the line of the lesson's file at which the text begins.
	Line   int
	secret bool // whether the file is part of the key
}

// Kind is the kind of a task.
type Kind uint8

// The kinds of tasks, with what the student submits.
const (
	Play     Kind = iota // schedules
	Heap                 // an initial state
	Program              // a program
	Analysis             // W, L, A and reports
	Witness              // an initial state and a schedule
)

var kinds = []string{"play", "heap", "program", "analysis", "witness"}

// String returns the name of the kind in lesson files and records.
func (k Kind) String() string { return kinds[k] }

// Task is one exercise of a lesson.
type Task struct {
	// Number counts the tasks of a lesson from 1.
	Number int
	Kind   Kind
	// Points is the weight in a grade, by default 1.
	Points int
	Title  string
	Text   Prose
	// Done is shown when the task is done. It may be empty.
	Done Prose

	// Program is the name of the file with the program.
	Program string
	// Goals are the goals that an attempt must meet, all of them.
	Goals []string
	// Musts are the constraints on the program of a program task.
	Musts []Constraint
	// Parts are the parts of the answer sheet of an analysis task.
	Parts []Part
	// Race has the positions of the accesses of A and B in a witness task.
	Race      [2]string
	Questions []Question
	// Hints begin with a nudge, then say where to look, and end with almost the move.
	Hints [3]string

	// Solution is an attempt as text (see ParseAttempt) or, in a program task, the name of a file.
	// It is empty in an analysis task, whose solution is computed, and in an exam edition.
	Solution string
	Wrongs   []Wrong

	lesson *Lesson
	core   *il.Core
	pair   il.Pair
	init   semantics.Init // the initial state
	allow  bool           // whether locking may be unbalanced (A2)
	at     il.Position    // the position of the task's first line
	raw    map[string]entry
	goals  []entry
	musts  []entry
	// sentences maps a goal or a constraint to the sentence that the file gives for it.
	sentences map[string]string
	move      entry // the entry of Solution
	digest    string
}

// Question is something to predict.
type Question struct {
	Text    string
	Choices []string
	// Right is the index in Choices of the right answer, or -1 in an exam edition.
	Right int
	// Because explains the answer when the task is done. It is empty in an exam edition.
	Because string

	at entry
	// right names the right choice by its letter. It may be missing.
	right entry
	// shown is an attempt that leads to a state that shows the answer. It may be missing.
	shown entry
	// value is an expression. The right choice begins with its value.
	value entry
	// counted is "reports" or "filtered". The right choice begins with this number of pairs.
	counted string
	// digest is that of the task, the question and its choices.
	digest string
}

// Wrong is a move that does not win, with the lesson's answer to it.
type Wrong struct {
	// Move is an attempt in the form of Task.Solution.
	Move string
	// When is a condition that recognises such a move; see docs/teaching.md.
	When string
	// Also says where else the answer applies, "start" or "way". It may be empty.
	Also string
	Says string

	at, when entry
}

// Core returns the program of the task.
func (t *Task) Core() *il.Core { return t.core }

// Pair returns the two units that run.
func (t *Task) Pair() il.Pair { return t.pair }

// Init returns the initial or proposed state of the task. The caller must not change it.
func (t *Task) Init() semantics.Init { return t.init }

// Lesson returns the lesson of the task.
func (t *Task) Lesson() *Lesson { return t.lesson }

// File returns the file with the given name, and reports whether it exists.
func (l *Lesson) File(name string) (File, bool) {
	for _, f := range l.Files {
		if f.Name == name {
			return f, true
		}
	}
	return File{}, false
}

// Steps reports whether the student solves tasks of this kind by moving threads.
func (k Kind) Steps() bool { return k == Play || k == Witness }

// IsText reports whether the student solves these tasks by writing a program or answer sheet.
func (k Kind) IsText() bool { return k == Program || k == Analysis }

// Error is an error in a lesson's file.
type Error struct {
	File string
	At   il.Position
	// Message says what is wrong, without a full stop.
	Message string
	// Fix is the likely remedy. It may be empty.
	Fix string
}

// Error returns "file:line:col: message; fix".
func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%s: %s", e.File, e.At, e.Message)
	if e.Fix != "" {
		text += "; " + e.Fix
	}
	return text
}

// Errors are the errors of one file, in the order of its text.
type Errors []*Error

func (e Errors) sort() {
	slice.SortStable(e, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col))
	})
}
