package engine

import "encoding/json"

// lessonsAsk is the message of lesson.list.
type lessonsAsk struct {
	// Record is a record by docs/schema/lesson-record.json. With it, the list has the done tasks.
	Record json.RawMessage `json:"record,omitempty"`
}

// lessonAsk is the message of lesson.open.
type lessonAsk struct {
	Lesson string `json:"lesson"` // its number, or its name
	// Task is the task to begin with. The default is the first one that is not done.
	Task int `json:"task,omitempty"`
	// Schedule is played at first. It may also be a line that begins with wobbly:.
	Schedule string          `json:"schedule,omitempty"`
	Record   json.RawMessage `json:"record,omitempty"` // the record of all lessons to continue
	Theme    string          `json:"theme,omitempty"`
}

// gameAsk is the message of lesson.view and lesson.record.
type gameAsk struct {
	Game  int    `json:"game"`
	Theme string `json:"theme,omitempty"`
}

// gameDo is the message of lesson.do.
type gameDo struct {
	Game int `json:"game"`
	// What is line (a line as in session.do), answer (the number of a choice), heap (an
	// initial state), give (a program, or the sheet of an analysis), hint, check, next, task
	// (its number), goal, or sheet.
	What string `json:"what"`
	Arg  string `json:"arg,omitempty"`
	// Name is the command of a line, as in session.do; Arg is then its argument.
	Name string `json:"name,omitempty"`
	// Theme as in session.do.
	Theme string `json:"theme,omitempty"`
}

// gameDone is the answer to lesson.do.
type gameDone struct {
	Answer answerView `json:"answer"` // the answer of a line; otherwise only OK and Text are set
	// Says is the lesson's answer in paragraphs, in addition to the verdict of the task.
	Says []string `json:"says"`
	Won  bool     `json:"won"` // whether this did the task
	Game gameView `json:"game"`
}

// gameView is a lesson in progress, complete in itself.
type gameView struct {
	Game    int       `json:"game"`
	Number  int       `json:"number"`
	Name    string    `json:"name"`
	Title   string    `json:"title"`
	Idea    string    `json:"idea"`
	Text    string    `json:"text"`
	Minutes int       `json:"minutes"`
	Tasks   []taskRow `json:"tasks"`
	Task    taskView  `json:"task"`
	// Changed says which parts of an earlier record no longer apply. It may be empty.
	Changed  string `json:"changed"`
	Finished bool   `json:"finished"`
	// Closing has paragraphs for a finished lesson: what was learnt, what can be done next.
	Closing []string `json:"closing"`
	// View is the session's, even while a question is open; null if the task moves no threads.
	View *view `json:"view"`
	// Record is to be kept and handed in: the present record of this lesson, and others of it that
	// the present one does not replace.
	Record json.RawMessage `json:"record"`
}

// taskRow is a task in the list.
type taskRow struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
	Done   bool   `json:"done"`
}

// taskView is the present task.
type taskView struct {
	Number   int           `json:"number"`
	Kind     string        `json:"kind"` // play, heap, program, analysis, witness
	Title    string        `json:"title"`
	Text     string        `json:"text"`
	Goals    []string      `json:"goals"` // with the progress of goals about visited states
	Name     string        `json:"name"`  // of the program
	Program  string        `json:"program"`
	Units    [2]string     `json:"units"`
	Heap     string        `json:"heap"`  // the chosen initial state
	Start    string        `json:"start"` // the same in words
	Blank    string        `json:"sheet"` // the sheet to fill in, of an analysis task
	Such     string        `json:"such"`  // how the lines of the sheet are written
	Question *questionView `json:"question"`
	Answers  []revealed    `json:"answers"` // revealed, once the task is done
	Hints    []string      `json:"hints"`   // those that were given
	MaxHints int           `json:"maxHints"`
	Done     bool          `json:"done"`
	Verdict  *verdictView  `json:"verdict"` // of the last attempt
	// Lost means that the goal certainly cannot be reached from here.
	Lost   bool      `json:"lost"`
	Closed []offView `json:"closed"` // commands that a lesson does not give
}

// questionView is a question that has to be answered first.
type questionView struct {
	Number  int      `json:"number"`
	Text    string   `json:"text"`
	Choices []string `json:"choices"`
}

// revealed is a question with its answer.
type revealed struct {
	Text    string   `json:"text"`
	Choices []string `json:"choices"`
	Choice  int      `json:"choice"` // from 1
	Right   int      `json:"right"`  // from 1; 0 if the lesson does not say
	Because string   `json:"because"`
	// Said compares the answer with the right one; Voted has the votes of a class; Found is the
	// computed answer. Each may be empty.
	Said  string `json:"said"`
	Voted string `json:"voted"`
	Found string `json:"found"`
	// Shown is an execution that shows the answer; null if there is none.
	Shown *shownView `json:"shown"`
}

// verdictView is the result of an attempt.
type verdictView struct {
	Verdict string     `json:"verdict"` // met, not met, undecided
	Says    string     `json:"says"`
	Goals   []goalView `json:"goals"`
	Done    string     `json:"done"` // what the task ends with
}

// goalView is the result for one goal.
type goalView struct {
	Goal    string `json:"goal"`
	Verdict string `json:"verdict"`
	Why     string `json:"why"`
	// Shown is an execution that shows why it is not met, or null.
	Shown *shownView `json:"shown"`
}

// shownView is an execution of the program that was checked.
type shownView struct {
	Name     string      `json:"name"` // of the program
	Program  string      `json:"program"`
	Units    [2]string   `json:"units"` // the methods that A and B run, with their parameters
	Heap     string      `json:"heap"`  // where it begins
	Schedule string      `json:"schedule"`
	Line     string      `json:"line"` // leads session.open to its end
	Steps    []shownStep `json:"steps"`
	Cells    []string    `json:"cells"` // those that hold another object than their own at the end
	Race     string      `json:"race"`  // a sentence about the race at the end; empty if none
}

// shownStep is a step or choice of an execution.
type shownStep struct {
	Thread string `json:"thread"`
	At     string `json:"at"`
	Does   string `json:"does"` // a sentence
}
