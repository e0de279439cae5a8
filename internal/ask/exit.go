package ask

import "wobbly/report"

// The exit codes of the commands. The page shows them too.
const (
	ExitNothing      = 0  // nothing found, and what was asked was done completely
	ExitFound        = 1  // at least one race
	ExitUsage        = 2  // usage or input/output error
	ExitInconclusive = 3  // a bound, a limit or a timeout was reached
	ExitViolated     = 4  // a theorem was violated, or a witness was not accepted
	ExitIllegal      = 5  // the program is not a legal IL program
	ExitInternal     = 70 // internal error
)

// The default bounds of a search.
const (
	MaxStates  = 2_000_000
	MaxObjects = 32 // of a state
)

// ExitOf returns the exit code for the counts of a file.
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
		return ExitNothing
	}
}

// ExitOfSearch returns the exit for the answers of the exact search. A race counts even if the
// search was cut; absence counts only if it was not.
func ExitOfSearch(o report.Outcome) int {
	switch {
	case o.Refused > 0:
		return ExitViolated
	case o.Races > 0 || o.Deadlocks > 0:
		return ExitFound
	case o.Cut > 0:
		return ExitInconclusive
	default:
		return ExitNothing
	}
}
