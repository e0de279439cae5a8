package console

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/spell"
)

// An Exit is an exit code.
type Exit int

// The exit codes, which Exits explains.
const (
	ExitNothing      Exit = ask.ExitNothing
	ExitFound        Exit = ask.ExitFound
	ExitUsage        Exit = ask.ExitUsage
	ExitInconclusive Exit = ask.ExitInconclusive
	ExitViolated     Exit = ask.ExitViolated
	ExitIllegal      Exit = ask.ExitIllegal
	ExitInternal     Exit = ask.ExitInternal
)

// Exits lists the exit codes with their descriptions in help.
var Exits = []struct {
	Exit Exit
	Text string
}{
	{ExitNothing, "nothing was found, and the work is complete"},
	{ExitFound, "a race was found (lesson: a goal was not met, or a lesson has a fault; fmt " +
		"--check: a file is not formatted; theorem: a statement is false without one of its " +
		"hypotheses; lsp: the editor exited without a shutdown request)"},
	{ExitUsage, "the command line is wrong, or a file cannot be read or written"},
	{ExitInconclusive,
		"inconclusive: a limit was reached, too little was tested, or the run was interrupted"},
	{ExitViolated,
		"a theorem was violated, or a witness was rejected: wobbly has a bug, or the " +
			"witness is false"},
	{ExitIllegal, "the program is not legal IL"},
	{ExitInternal, "internal error: please report it"},
}

// Severity lists the exits from the best to the worst: a run over several files ends with the worst
// of theirs. Errors outweigh findings, and a violation outweighs the errors of one file.
var Severity = []Exit{ExitNothing, ExitFound, ExitInconclusive, ExitUsage, ExitIllegal,
	ExitViolated, ExitInternal}

// Worse returns the worse of two exits.
func Worse(a, b Exit) Exit {
	for _, e := range Severity {
		if e == a {
			return b
		}
		if e == b {
			return a
		}
	}
	return ExitInternal
}

// A Failure is an error that decides the exit code.
type Failure struct {
	Exit Exit
	// Text is the message, or empty if everything has been printed already.
	Text string
	// Hint is a line that helps. It may be empty.
	Hint string
}

func (f Failure) Error() string { return f.Text }

// Usage returns the error of a wrong command line. hint may be empty.
func Usage(hint, format string, args ...any) error {
	return Failure{Exit: ExitUsage, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// NoSuch returns the error of a name, of the kind what, that is not among those that are known.
func NoSuch(what, name string, known []string) error {
	return Usage(spell.Hint(name, known, "There are: "+strings.Join(known, ", ")+"."),
		"there is no %s %q", what, name)
}

// exitOf returns the exit code of an error. Any error other than a Failure is an input/output
// error.
func exitOf(err error) Exit {
	if err == nil {
		return ExitNothing
	}
	var f Failure
	if errors.As(err, &f) {
		return f.Exit
	}
	return ExitUsage
}
