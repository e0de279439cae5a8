package ask

import "wobbly/report"

// The exit codes of the commands, which the page tells too.
const (
	ExitNothing      = 0  // nothing found, and what was asked was done completely
	ExitFound        = 1  // at least one race
	ExitUsage        = 2  // usage or input/output error
	ExitInconclusive = 3  // a bound, a limit or a timeout was reached
	ExitViolated     = 4  // a theorem was violated, or a witness was not accepted
	ExitIllegal      = 5  // the program is not a legal IL program
	ExitInternal     = 70 // internal error
)

// The bounds of a search, where nothing says them.
const (
	MaxStates  = 2_000_000
	MaxObjects = 32 // of a state
)

// ExitOf is the exit code that the counts of a file amount to.
func ExitOf(t report.Tally) int {
	switch {
	case t.Defect:
		return ExitViolated
	case t.Interrupted:
		return ExitInconclusive
	case t.Deadlocks > 0 || t.Found && (t.Confirmed > 0 || t.Undecided == 0):
		return ExitFound
	case t.Incomplete:
		return ExitInconclusive
	default:
		return 0
	}
}

// ExitOfSearch is the exit code that the answers of the exact search amount to: a race is
// a race also where a search was cut, and no race is one only where none was.
func ExitOfSearch(o report.Outcome) int {
	switch {
	case o.Refused > 0:
		return ExitViolated
	case o.Races > 0 || o.Deadlocks > 0:
		return ExitFound
	case o.Cut > 0:
		return ExitInconclusive
	default:
		return 0
	}
}
