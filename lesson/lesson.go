package lesson

import (
	"wobbly/il"
	"wobbly/semantics"
)

// Lesson is a lesson that Parse has read.
type Lesson struct {
	Name   string // of its file, without the extension: "02-lost-update"
	Number int    // with which the name begins; 0 if it begins with none

	Title         string
	Idea          string // the one idea, a sentence
	Minutes       int    // that it takes, about
	Misconception string // that it is to end
	Text          Prose  // to begin with
	Win           Prose  // when all tasks are done; names the idea
	Extension     Prose  // for those who want more

	Tasks []*Task
	Files []File

	student bool // this is a student edition: it holds no key
	digest  string
	source  *il.Source
}

// HasKey tells whether the lesson holds solutions and right answers. A student
// edition does not.
func (l *Lesson) HasKey() bool { return !l.student }

// Prose is text: paragraphs with an empty line between them. A line that begins
// with a space is shown as it is, the others can be wrapped.
type Prose string

// File is a text that a lesson carries: a program, or the results of an analysis.
type File struct {
	Name, Text string
	Line       int // of the lesson's file, in which the text begins
	secret     bool
}

// Kind is what a task asks for.
type Kind uint8

// The kinds of tasks.
const (
	Play     Kind = iota // a schedule
	Heap                 // an initial state
	Program              // a program
	Analysis             // W, L, A and reports
	Witness              // an initial state and a schedule
)

// kinds are the words for them.
var kinds = []string{"play", "heap", "program", "analysis", "witness"}

// String is the word for the kind.
func (k Kind) String() string { return kinds[k] }

// Task is something to do.
type Task struct {
	Number int // from 1
	Kind   Kind
	Points int // that it is worth in a grade; 1 if the file does not say
	Title  string
	Text   Prose
	Done   Prose // what is said when it is done; may be empty

	Program   string       // the name of its file
	Goals     []string     // all must hold
	Musts     []Constraint // of a program task
	Parts     []Part       // of an analysis task: what to fill in
	Race      [2]string
	Questions []Question
	Hints     [3]string // a nudge, where to look, almost the move

	Solution string // see Attempt; a program's is the name of a file, an analysis and a student edition have none
	Wrongs   []Wrong

	lesson *Lesson
	core   *il.Core
	pair   il.Pair
	init   semantics.Init // where the task begins
	allow  bool           // that locking is not balanced (A2)
	at     il.Position    // of the task's first line
	raw    map[string]entry
	goals  []entry
	musts  []entry
	move   entry // Solution
	digest string
}

// Question is something to predict.
type Question struct {
	Text    string
	Choices []string
	Right   int    // index in Choices; -1 in a student edition
	Because string // why, told when the task is done; empty in a student edition

	at      entry
	right   entry  // the letter of the right answer, where it is named so
	value   entry  // an expression whose value the right answer begins with
	counted string // what of RacerDX it begins with: reports or filtered
	digest  string // of the task, the question and its choices
}

// Wrong is a move that does not win, and what the lesson says to it.
type Wrong struct {
	Move string // as a solution
	When string // tells such a move; see docs/lessons.md
	Also string // where else the text is right, "start" or "way"; may be empty
	Says string

	at, when entry
}

// Core is the program of the task.
func (t *Task) Core() *il.Core { return t.core }

// Pair is the two units that run.
func (t *Task) Pair() il.Pair { return t.pair }

// Init is the initial state from which a play task begins, and which a heap or
// witness task offers to be changed. It must not be changed.
func (t *Task) Init() semantics.Init { return t.init }

// Lesson is the lesson of the task.
func (t *Task) Lesson() *Lesson { return t.lesson }

// File is the file of a name, and whether there is one.
func (l *Lesson) File(name string) (File, bool) {
	for _, f := range l.Files {
		if f.Name == name {
			return f, true
		}
	}
	return File{}, false
}

// Steps tells whether the task is done by moving threads.
func (k Kind) Steps() bool { return k == Play || k == Witness }
