package report

import "fmt"

// The schemas of the documents about lessons.
const (
	LessonListSchema  = "wobbly/lesson-list/1"
	LessonCheckSchema = "wobbly/lesson-check/1"
	LessonLintSchema  = "wobbly/lesson-lint/1"
	GradeSchema       = "wobbly/grade/1"
)

// LessonItem is a lesson as it is listed.
type LessonItem struct {
	Number  int    `json:"number"`
	Name    string `json:"name"`
	Title   string `json:"title"`
	Course  string `json:"course,omitempty"` // the part of the course
	Idea    string `json:"idea"`
	Minutes int    `json:"minutes"`
	Tasks   int    `json:"tasks"`
	Done    int    `json:"done"` // tasks, as far as a record tells
}

// Lessons are listed.
type Lessons struct {
	List []LessonItem `json:"lessons"`
}

// Lesson is what is read of a lesson before and behind its tasks. Texts are
// paragraphs with empty lines between them; a line that begins with a space is
// kept as it is.
type Lesson struct {
	Number                        int
	Name, Title, Idea, Text       string
	Misconception, Win, Extension string
	Minutes                       int
	Tasks                         []LessonTask
	Of                            int  // tasks that the lesson has
	WithAnswers                   bool // print hints and solutions too
	Closing                       bool // print what is said at the end too
	Review                        bool // print only programs, and questions with their answers
}

// LessonTask is a task.
type LessonTask struct {
	Number      int
	Kind, Title string
	Text        string
	Program     string // the name of the file
	Listing     string // its text
	Units       [2]string
	Start       string   // the initial state, if the task has one
	Picture     string   // of it, as SVG; empty for texts
	Goals       []string // in words
	Formulas    []string // the goals as the machine judges them; nil to leave them out
	Results     string   // blank
	Such        string   // how they are written
	HowTo       string
	Questions   []LessonQuestion
	Hints       []string
	Solution    string
	Verdict     *LessonVerdict
}

// Heading names the program of a task, and who runs what of it, unless nothing is run but an
// analysis.
func (t *LessonTask) Heading() string {
	if t.Results != "" {
		return t.Program
	}
	return fmt.Sprintf("%s: A runs %s, B runs %s", t.Program, t.Units[0], t.Units[1])
}

// LessonQuestion is a question, with what was answered and what is right if that is
// revealed.
type LessonQuestion struct {
	Text    string   `json:"question"`
	Choices []string `json:"choices"`
	Choice  int      `json:"choice,omitempty"` // the student's, from 1; 0 for none
	Votes   []int    `json:"votes,omitempty"`  // of a class, for each choice
	Right   int      `json:"right,omitempty"`  // from 1; 0 if it is not revealed
	Because string   `json:"because,omitempty"`
	// Computed is what the machine computes: yes, no, unknown or a number.
	Computed string     `json:"computed,omitempty"`
	Shown    *LessonRun `json:"shown,omitempty"` // an execution that shows the answer

	Said    string `json:"-"` // compares the answer with the right one, in sentences
	Voted   string `json:"-"` // the votes in words
	Found   string `json:"-"` // says how Computed was found
	Picture string `json:"-"` // of the execution, as SVG
}

// The verdicts on goals and tasks.
const (
	GoalMet       = "met"
	GoalNotMet    = "not met"
	GoalUndecided = "not decided"
)

// LessonCheck is what handed-in solutions of a lesson come to.
type LessonCheck struct {
	Lesson int             `json:"lesson"`
	Name   string          `json:"name"`
	Title  string          `json:"title"`
	Tasks  []LessonVerdict `json:"tasks"`
}

// LessonVerdict is what a solution of a task comes to.
type LessonVerdict struct {
	Task    int          `json:"task"`
	Kind    string       `json:"kind"`
	Title   string       `json:"title"`
	Verdict string       `json:"verdict"`
	Goals   []LessonGoal `json:"goals"`
	Says    string       `json:"says,omitempty"` // what the lesson says to this wrong move
	Done    string       `json:"done,omitempty"` // what it says when the task is done
	// Questions are those of a task that is done, with their answers.
	Questions []LessonQuestion `json:"questions,omitempty"`
}

// LessonGoal is one goal.
type LessonGoal struct {
	Goal string `json:"goal"`
	// Sentence is the goal in words, unless Goal is that already.
	Sentence string     `json:"sentence,omitempty"`
	Verdict  string     `json:"verdict"`
	Why      string     `json:"why,omitempty"`
	Shown    *LessonRun `json:"shown,omitempty"`
}

// LessonRun is an execution that shows why a goal is not met.
type LessonRun struct {
	Units    [2]string    `json:"units"` // that A and B run
	Heap     string       `json:"initial_state"`
	Schedule string       `json:"schedule"`
	Link     string       `json:"link"` // leads wobbly step to its end
	Steps    []LessonStep `json:"steps"`
	Cells    []string     `json:"cells"`          // at the end, those that hold another object than their own
	Race     string       `json:"race,omitempty"` // a sentence; empty where there is none
	Open     string       `json:"-"`              // the command that opens it; empty where no file holds the program

	File   string `json:"-"` // of a hand-in: the file that holds the program; may be empty
	Shared string `json:"-"` // of a hand-in: what stands behind # in the address that shows it on the page
	Page   string `json:"-"` // that address; empty where no page is known
}

// LessonStep is a step or choice of an execution.
type LessonStep struct {
	Thread string `json:"thread"`
	At     string `json:"at"`
	Does   string `json:"does"` // a sentence
}

// LessonLint is what is wrong with lessons.
type LessonLint struct {
	Lessons int           `json:"lessons"` // that were looked at
	Faults  []LessonFault `json:"faults"`

	// Warnings say what prevents a exam edition.
	Warnings []LessonFault `json:"warnings,omitempty"`
}

// LessonFault is one thing that is wrong.
type LessonFault struct {
	File    string `json:"file"`
	At      string `json:"at"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`
}
