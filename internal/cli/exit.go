package cli

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/spell"
)

// exit is an exit code of the contract.
type exit int

// The exit codes.
const (
	exitNothing      exit = ask.ExitNothing
	exitFound        exit = ask.ExitFound
	exitUsage        exit = ask.ExitUsage
	exitInconclusive exit = ask.ExitInconclusive
	exitViolated     exit = ask.ExitViolated
	exitIllegal      exit = ask.ExitIllegal
	exitInternal     exit = ask.ExitInternal
)

// exits lists the exit codes with what help says about them.
var exits = []struct {
	Exit exit
	Text string
}{
	{exitNothing, "nothing found, and what was asked was done completely"},
	{exitFound, "at least one race (fmt --check: a file is not formatted; theorem: a statement is refuted without a hypothesis of it; lesson: a goal is not met, or a lesson has a fault; lsp: the editor did not say that it ends)"},
	{exitUsage, "usage or input/output error"},
	{exitInconclusive, "inconclusive: a limit was reached, too little was tested, or the run was interrupted"},
	{exitViolated, "a theorem was violated, or a witness was not accepted: a defect"},
	{exitIllegal, "the program is not a legal IL program"},
	{exitInternal, "internal error"},
}

// severity orders exits: a run over several files ends with the worst of
// theirs. Errors outweigh findings, and what puts the findings in doubt
// outweighs the errors of one file.
var severity = []exit{exitNothing, exitFound, exitInconclusive, exitUsage, exitIllegal, exitViolated, exitInternal}

// worse is the worse of two exits.
func worse(a, b exit) exit {
	for _, e := range severity {
		if e == a {
			return b
		}
		if e == b {
			return a
		}
	}
	return exitInternal
}

// failure is an error that decides the exit code.
type failure struct {
	exit exit
	text string // empty where everything is said already
	hint string // a line that helps; may be empty
}

// Error implements error.
func (f failure) Error() string { return f.text }

// usage makes the error of a wrong command line.
func usage(hint, format string, args ...any) error {
	return failure{exitUsage, fmt.Sprintf(format, args...), hint}
}

// noSuch makes the error of a name that is none of those that there are.
func noSuch(what, name string, known []string) error {
	return usage(spell.Hint(name, known, "There are: "+strings.Join(known, ", ")+"."), "there is no %s %q", what, name)
}

// exitOf is the exit code of an error; errors that say nothing of it are
// input/output errors.
func exitOf(err error) exit {
	if err == nil {
		return exitNothing
	}
	var f failure
	if errors.As(err, &f) {
		return f.exit
	}
	return exitUsage
}
