package grading

import "fmt"

// Reason is why a hand-in was not graded.
type Reason uint8

// The reasons, in the order in which they are reported.
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

// reasons has a key for programs and a phrase for people. A loss is work that was not examined; the
// other reasons are about solutions that were.
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

// Fault describes why a file was not graded.
type Fault struct {
	Why  Reason
	Text string // about the file, which is its subject
}

func (f *Fault) Error() string { return f.Text }

// Faultf makes a Fault. The text continues a sentence about the file.
func Faultf(why Reason, format string, args ...any) error {
	return &Fault{why, fmt.Sprintf(format, args...)}
}
