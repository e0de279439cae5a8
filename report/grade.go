package report

import (
	"fmt"
	"slices"
)

// Grades is what the students of a directory have handed in.
type Grades struct {
	Key        bool             `json:"key"`        // the lessons say which answers to questions are right
	MaxPoints  int              `json:"max_points"` // that a student can have
	Files      int              `json:"files"`      // that were handed in
	FilesLost  int              `json:"files_not_graded"`
	Losses     []Loss           `json:"losses"`                // why files were not graded
	NotReached int              `json:"not_reached,omitempty"` // hand-ins that an interrupt has left ungraded
	RosterID   string           `json:"roster_id,omitempty"`   // the head of the roster's column that identifies people
	Lessons    []GradedLesson   `json:"lessons"`               // of the pack
	Students   []GradedStudent  `json:"students"`
	LeftOut    []string         `json:"left_out,omitempty"` // files that are of no student
	Missing    []Missing        `json:"missing,omitempty"`  // who of the roster has handed in nothing
	Statistics []TaskStatistics `json:"statistics"`
	Likeness   []Likeness       `json:"likeness"`

	WithStatistics bool `json:"-"` // print them too
	WithLikeness   bool `json:"-"`
}

// Loss is a reason why files were not graded.
type Loss struct {
	Reason   string `json:"reason"` // a word
	Text     string `json:"text"`
	Files    int    `json:"files"`
	Students int    `json:"students"`
	Graded   bool   `json:"graded,omitempty"` // they were looked at, and are wrong
	Example  string `json:"example"`          // the student and name of one of them
}

// Complete reports whether everything that was handed in has been graded, by somebody.
func (g *Grades) Complete() bool { return g.FilesLost == 0 && g.NotReached == 0 && len(g.Students) > 0 }

// GradedLesson is a lesson that is graded.
type GradedLesson struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Tasks  int    `json:"tasks"`
	Points int    `json:"points"` // at most
}

// Missing is somebody of the roster.
type Missing struct {
	ID    string `json:"id"`
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
}

// GradedStudent is one student's work.
type GradedStudent struct {
	Student   string       `json:"student"`                  // of the directory or file
	ID        string       `json:"id,omitempty"`             // of the roster
	Done      int          `json:"done"`                     // tasks
	Name      string       `json:"name,omitempty"`           // of the roster
	Email     string       `json:"email,omitempty"`          // likewise
	Unknown   bool         `json:"not_in_roster,omitempty"`  // there is a roster, and nobody of it is this
	Signed    string       `json:"name_in_record,omitempty"` // which is not checked
	Points    int          `json:"points"`
	MaxPoints int          `json:"max_points"`
	Works     []GradedWork `json:"lessons"`
	Faults    []string     `json:"faults"` // files that could not be graded, and why
}

// notGraded lists what has no points for another reason than being wrong: files that could
// not be graded, and tasks that a bound left undecided.
func (s *GradedStudent) notGraded() []string {
	all := slices.Clone(s.Faults)
	for _, w := range s.Works {
		for _, t := range w.Tasks {
			if t.Handed && t.Verdict == GoalUndecided {
				all = append(all, fmt.Sprintf("%d.%d is not decided: %s", w.Number, t.Task, t.undecided()))
			}
		}
	}
	return all
}

// undecided returns the reason why the first undecided goal is not decided.
func (t *GradedTask) undecided() string {
	for _, g := range t.Goals {
		if g.Verdict == GoalUndecided {
			return g.Why
		}
	}
	return "a bound was reached"
}

// Who returns the name of the roster or, without one, that of the directory or file.
func (s *GradedStudent) Who() string {
	if s.Name != "" {
		return s.Name
	}
	return s.Student
}

// GradedWork is a student's work on a lesson.
type GradedWork struct {
	Number int          `json:"number"`
	Name   string       `json:"name"`
	Title  string       `json:"title"`
	Done   int          `json:"done"`
	Points int          `json:"points"`
	Tasks  []GradedTask `json:"tasks"`
}

// GradedTask is a student's work on a task.
type GradedTask struct {
	Task      int          `json:"task"`
	Handed    bool         `json:"handed_in"`
	Verdict   string       `json:"verdict"`
	Goals     []LessonGoal `json:"goals"`
	Attempts  int          `json:"attempts"`
	Hints     int          `json:"hints"`
	Questions int          `json:"questions"`
	Predicted int          `json:"predicted"`
	Right     int          `json:"right"`
	Title     string       `json:"title"`
	Kind      string       `json:"kind"`
	Says      string       `json:"says,omitempty"` // what the lesson says to this wrong solution
	Points    int          `json:"points"`
	MaxPoints int          `json:"max_points"`
}

// TaskStatistics is how a task went.
type TaskStatistics struct {
	Lesson    int                  `json:"lesson"`
	Name      string               `json:"name"`
	Task      int                  `json:"task"`
	Title     string               `json:"title"`
	Students  int                  `json:"students"`  // of the class
	Handed    int                  `json:"handed_in"` // students who handed in a solution
	Met       int                  `json:"met"`
	Attempts  int                  `json:"attempts"` // of all
	Hints     int                  `json:"hints"`
	Wrong     []WrongAnswer        `json:"wrong"` // the most frequent first
	Questions []QuestionStatistics `json:"questions"`
}

// WrongAnswer is something that was wrong: what the lesson says to it, or a goal.
type WrongAnswer struct {
	What     string `json:"what"`
	Students int    `json:"students"`
}

// QuestionStatistics is how a question was answered.
type QuestionStatistics struct {
	Question string             `json:"question"`
	Answers  int                `json:"answers"` // students who answered it
	Choices  []ChoiceStatistics `json:"choices"`
}

// ChoiceStatistics is how often an answer was given.
type ChoiceStatistics struct {
	Text     string `json:"text"`
	Right    bool   `json:"right"` // false too where the lessons do not say
	Students int    `json:"students"`
}

// Likeness is what hand-ins have in common that few others have.
type Likeness struct {
	Students []string `json:"students"`
	Bits     float64  `json:"bits"`     // how unlikely that is by chance: see docs/teaching.md
	Count    int      `json:"count"`    // of what they have in common
	Evidence []string `json:"evidence"` // the first of it, the rarest first
}
