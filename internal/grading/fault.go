package grading

import "fmt"

// A Reason is a kind of Fault.
type Reason uint8

// The reasons, in the order in which they are reported. The table below explains them.
const (
	NoStudent Reason = iota
	NoTask
	TwoTasks
	UnknownTask
	NotText
	BadArchive
	TooLarge
	Unreadable
	BadRecord
	Changed
	Undecided
	Malformed
)

// reasons has for each reason a key for programs, a phrase for people, and whether it is a loss:
// work that was not examined.
var reasons = [...]struct {
	word, text string
	loss       bool
}{
	NoStudent:   {"no-student", "of no student, or of several", true},
	NoTask:      {"no-task", "no lesson and task in the name", true},
	TwoTasks:    {"two-tasks", "several tasks in the name", true},
	UnknownTask: {"unknown-task", "no such task in the lessons", true},
	NotText:     {"not-text", "not plain text", true},
	BadArchive:  {"bad-archive", "cannot be unpacked", true},
	TooLarge:    {"too-large", "too large, too many or too deep", true},
	Unreadable:  {"unreadable", "cannot be read", true},
	BadRecord:   {"bad-record", "damaged records", true},
	Changed:     {"changed", "tasks that have changed", true},
	Undecided:   {"undecided", "a limit was reached", true},
	Malformed:   {"malformed", "malformed", false},
}

// A Fault is an error that says why a file was not graded. Its text is a predicate whose subject is
// the file, as in "is a PDF".
type Fault struct {
	Why  Reason
	Text string
}

func (f *Fault) Error() string { return f.Text }

// Faultf returns a Fault with a formatted text.
func Faultf(why Reason, format string, args ...any) error {
	return &Fault{Why: why, Text: fmt.Sprintf(format, args...)}
}
