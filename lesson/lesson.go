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
	Name   string // the file's, without its extension: "02-lost-update"
	Number int    // at the beginning of the name; 0 if there is none

	Title         string
	Course        string // the part of the course, such as "For everyone"; may be empty
	Idea          string // a sentence
	Minutes       int    // approximate duration
	Misconception string // the misconception that the lesson corrects
	Text          Prose  // the introduction
	Win           Prose  // shown when all tasks are done; names the idea
	Extension     Prose  // for those who want more

	Tasks []*Task
	Files []File

	exam   bool // an exam edition, which has no key
	digest string
	source *il.Source
}

// HasKey reports whether the lesson has solutions and right answers. An exam edition has neither.
func (l *Lesson) HasKey() bool { return !l.exam }

// Prose is paragraphs separated by empty lines. Lines that begin with a space are not wrapped.
type Prose string

// File is a program or an answer sheet inside a lesson.
type File struct {
	Name, Text string
	Line       int  // where the text begins in the lesson's file
	secret     bool // part of a key
}

// Kind is the kind of a task.
type Kind uint8

// The kinds of tasks, by what the student submits.
const (
	Play     Kind = iota // a schedule
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
	Number int // from 1
	Kind   Kind
	Points int // in a grade; 1 if the file does not say
	Title  string
	Text   Prose
	Done   Prose // shown when the task is done; may be empty

	Program   string       // the name of its file
	Goals     []string     // all of them must hold
	Musts     []Constraint // for a program task
	Parts     []Part       // what to fill in, for an analysis task
	Race      [2]string    // the positions of both accesses, for a witness task
	Questions []Question
	Hints     [3]string // a nudge, where to look, almost the move

	// Solution is an attempt as text (see ParseAttempt) or, in a program task, the name of a file.
	// It is empty in an analysis task, whose solution is computed, and in an exam edition.
	Solution string
	Wrongs   []Wrong

	lesson *Lesson
	core   *il.Core
	pair   il.Pair
	init   semantics.Init // where the task begins
	allow  bool           // locking may be unbalanced (A2)
	at     il.Position    // of the task's first line
	raw    map[string]entry
	goals  []entry
	musts  []entry
	// sentences maps a goal or must to the sentence that the file gives for it.
	sentences map[string]string
	move      entry // where the file gives Solution
	digest    string
}

// Question is something to predict.
type Question struct {
	Text    string
	Choices []string
	Right   int    // index in Choices; -1 in an exam edition
	Because string // why, shown when the task is done; empty in an exam edition

	at      entry
	right   entry  // names the right choice by its letter; may be missing
	shown   entry  // an attempt that leads to a state that shows the answer; may be missing
	value   entry  // an expression; the right choice begins with its value
	counted string // "reports" or "filtered"; the right choice begins with this number of pairs
	digest  string // of the task, the question and its choices
}

// Wrong is a move that does not win, with the lesson's answer to it.
type Wrong struct {
	Move string // in the form of Task.Solution
	When string // a condition that recognises such a move; see docs/teaching.md
	Also string // where else the text applies, "start" or "way"; may be empty
	Says string // the answer shown to the student

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
	File    string
	At      il.Position
	Message string // without a full stop
	Fix     string // the likely remedy; may be empty
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
