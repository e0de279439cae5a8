package cli

import (
	"errors"
	"fmt"
)

// Exit is an exit code of the contract.
type Exit int

// The exit codes.
const (
	ExitNothing      Exit = 0  // nothing found, and what was asked was done completely
	ExitFound        Exit = 1  // at least one race
	ExitUsage        Exit = 2  // usage or input/output error
	ExitInconclusive Exit = 3  // a bound, a limit or a timeout was reached
	ExitViolated     Exit = 4  // a theorem was violated, or a witness was not accepted
	ExitIllegal      Exit = 5  // the program is not a legal IL program
	ExitInternal     Exit = 70 // internal error
)

// exits lists the exit codes with what help says about them.
var exits = []struct {
	Exit Exit
	Text string
}{
	{ExitNothing, "nothing found, and what was asked was done completely"},
	{ExitFound, "at least one race (fmt --check: a file is not formatted; theorem: a statement is refuted without a hypothesis of it; lesson: a goal is not met, or a lesson has a fault)"},
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

// worse is the worse of two exits.
func worse(a, b Exit) Exit {
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

// failure is an error that decides the exit code.
type failure struct {
	exit Exit
	text string // empty where everything is said already
	hint string // a line that helps; may be empty
}

// Error implements error.
func (f failure) Error() string { return f.text }

// usage makes the error of a wrong command line.
func usage(hint, format string, args ...any) error {
	return failure{ExitUsage, fmt.Sprintf(format, args...), hint}
}

// exitOf is the exit code of an error; errors that say nothing of it are
// input/output errors.
func exitOf(err error) Exit {
	if err == nil {
		return ExitNothing
	}
	var f failure
	if errors.As(err, &f) {
		return f.exit
	}
	return ExitUsage
}
