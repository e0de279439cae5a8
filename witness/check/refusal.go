package check

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"wobbly/witness"
)

// Refusal is the first reason why a witness is not accepted.
type Refusal struct {
	Step   int    // the number of the step, from 1; 0 before the steps, Total+1 at the race
	Total  int    // the number of steps of the witness
	Thread string // "A" or "B"; empty if no single thread is to blame
	At     string // the position that the witness claims; empty if there is none
	Kind   Kind
	Reason string // a sentence without a full stop
}

// Error returns the reason with its place before it.
func (r *Refusal) Error() string {
	var b strings.Builder
	switch {
	case r.Kind == Initial:
		b.WriteString("initial state: ")
	case r.Step == 0:
	case r.Step > r.Total:
		b.WriteString("at the race: ")
	default:
		fmt.Fprintf(&b, "step %d: ", r.Step)
	}
	if r.Thread != "" {
		fmt.Fprintf(&b, "thread %s: ", r.Thread)
	}
	b.WriteString(r.Reason)
	return b.String()
}

// Kind classifies refusals by the violated rule.
type Kind uint8

// The kinds are in the order in which the checker looks for them.
const (
	Document  Kind = iota // no witness, or one of another version
	Program               // for another text, or for one that is not a legal program
	Units                 // not a pair of units of the program
	Initial               // not an initial state of the two units
	Form                  // not the form of a step, choice or access
	Command               // not a next command of the thread
	Choices               // the choices do not lead to the command
	Arguments             // not the arguments of the call
	Lock                  // Figure 6 does not let the thread move
	Stuck                 // the command has no successor: unlock at 0, or no value
	Length                // the shortest execution of a run has another number of steps
	Quotient              // the command could change the quotient
	Effort                // the checker gave up; no verdict on the execution
	Cell                  // the accesses are not of the claimed cell
	Reads                 // neither access is a write
)

var kinds = [...]string{
	Document: "document", Program: "program", Units: "units", Initial: "initial state",
	Form:    "form",
	Command: "command", Choices: "choices", Arguments: "arguments", Lock: "lock", Stuck: "stuck",
	Length: "length", Quotient: "quotient", Effort: "effort", Cell: "cell", Reads: "reads",
}

// String returns a word or two for the kind.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// GaveUp reports whether an error of Check is the checker's own limit. Then there is no verdict on
// the witness.
func GaveUp(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && r.Kind == Effort
}

// refuse returns a refusal. The caller adds the thread, the position and the step.
func refuse(k Kind, format string, args ...any) *Refusal {
	return &Refusal{Kind: k, Reason: fmt.Sprintf(format, args...)}
}

// in adds the thread and the position that a refusal is about. It returns nil for nil.
func (r *Refusal) in(thread, at string) *Refusal {
	if r != nil {
		r.Thread, r.At = thread, at
	}
	return r
}

// of adds the command that the refusal is about.
func (r *Refusal) of(command string) *Refusal {
	if r.Kind == Quotient {
		r.Reason = "a compressed witness may not execute " + command + ": " + r.Reason
	} else {
		r.Reason = command + " cannot be executed: " + r.Reason
	}
	return r
}

// maxQuoted is the number of characters of a text from the witness that a message has.
const maxQuoted = 64

// quote quotes a text from the witness for a message: escaped, and cut after maxQuoted characters.
func quote(s string) string {
	if utf8.RuneCountInString(s) > maxQuoted {
		s = string([]rune(s)[:maxQuoted]) + "..."
	}
	return strconv.Quote(s)
}

// plain returns a name from the witness for a message. It is quoted unless it looks like a name.
func plain(name string) string {
	for _, c := range name {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' {
			return quote(name)
		}
	}
	if name == "" || len(name) > maxQuoted {
		return quote(name)
	}
	return name
}

// location returns a text for a message that should be a position. It is quoted unless it has the
// form of one.
func location(at string) string {
	if _, _, ok := lineAndColumn(at); ok {
		return at
	}
	return quote(at)
}

// lineAndColumn parses "line:col", two decimal numbers from 1 without leading zeros.
func lineAndColumn(at string) (line, col int, ok bool) {
	l, c, _ := strings.Cut(at, ":")
	line, okLine := number(l)
	col, okCol := number(c)
	return line, col, okLine && okCol
}

// number parses a number of lineAndColumn. It refuses numbers near and above math.MaxInt32.
func number(digits string) (n int, ok bool) {
	for i := range len(digits) {
		d := digits[i] - '0'
		if d > 9 || i == 0 && d == 0 || n > (math.MaxInt32-9)/10 {
			return 0, false
		}
		n = 10*n + int(d)
	}
	return n, n > 0
}

// letters are the names of the threads.
var letters = [2]string{"A", "B"}

// threadOf returns the index in letters of a step's thread, and false if it is neither A nor B.
func threadOf(s *witness.Step) (int, bool) {
	for i, letter := range letters {
		if s.Thread == letter {
			return i, true
		}
	}
	return 0, false
}
