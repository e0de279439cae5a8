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

// Exits lists the exit codes with what help says about them.
var Exits = []struct {
	Exit Exit
	Text string
}{
	{ExitNothing, "nothing found, and what was asked was done completely"},
	{ExitFound, "at least one race (fmt --check: a file is not formatted; theorem: a statement is refuted without a hypothesis of it; lesson: a goal is not met, or a lesson has a fault; lsp: the editor did not say that it ends)"},
	{ExitUsage, "usage or input/output error"},
	{ExitInconclusive, "inconclusive: a limit was reached, too little was tested, or the run was interrupted"},
	{ExitViolated, "a theorem was violated, or a witness was not accepted: a defect"},
	{ExitIllegal, "the program is not a legal IL program"},
	{ExitInternal, "internal error"},
}

// severity orders exits: a run over several files ends with the worst of
// theirs. Errors outweigh findings, and what puts the findings in doubt
// outweighs the errors of one file.
var severity = []Exit{ExitNothing, ExitFound, ExitInconclusive, ExitUsage, ExitIllegal, ExitViolated, ExitInternal}

// Worse is the worse of two exits.
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
	Text string // empty where everything is said already
	Hint string // a line that helps; may be empty
}

// Error implements error.
func (f Failure) Error() string { return f.Text }

// Usage makes the error of a wrong command line.
func Usage(hint, format string, args ...any) error {
	return Failure{ExitUsage, fmt.Sprintf(format, args...), hint}
}

// NoSuch makes the error of a name that is none of those that there are.
func NoSuch(what, name string, known []string) error {
	return Usage(spell.Hint(name, known, "There are: "+strings.Join(known, ", ")+"."), "there is no %s %q", what, name)
}

// exitOf is the exit code of an error; errors that say nothing of it are
// input/output errors.
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
