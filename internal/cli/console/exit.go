package console

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/spell"
)

// Exit is an exit code of the contract.
type Exit int

// The exit codes.
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

// severity orders exits: a run over several files ends with the worst of theirs. Errors outweigh
// findings, and a violation outweighs the errors of one file.
var severity = []Exit{ExitNothing, ExitFound, ExitInconclusive, ExitUsage, ExitIllegal,
	ExitViolated, ExitInternal}

// Worse returns the worse of two exits.
func Worse(a, b Exit) Exit {
	for _, e := range severity {
		if e == a {
			return b
		}
		if e == b {
			return a
		}
	}
	return ExitInternal
}

// Failure is an error that decides the exit code.
type Failure struct {
	Exit Exit
	Text string // empty if everything has been printed already
	Hint string // a line that helps; may be empty
}

func (f Failure) Error() string { return f.Text }

// Usage makes the error of a wrong command line.
func Usage(hint, format string, args ...any) error {
	return Failure{ExitUsage, fmt.Sprintf(format, args...), hint}
}

// NoSuch makes the error of a name that is not among those that are known.
func NoSuch(what, name string, known []string) error {
	return Usage(spell.Hint(name, known, "There are: "+strings.Join(known, ", ")+"."),
		"there is no %s %q", what, name)
}

// exitOf returns the exit code of an error. Errors without one are input/output errors.
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
