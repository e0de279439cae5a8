package service

import "wobbly/report"

// MaxJudging is how many states a search that judges reports meets at most, where
// nothing says how many.
const MaxJudging = 2_000_000

// ExitOf is the exit code that the counts of a file amount to.
func ExitOf(t report.Tally) int {
	switch {
	case t.Defect:
		return exitViolated
	case t.Interrupted:
		return exitInconclusive
	case t.Found:
		return exitFound
	case t.Incomplete:
		return exitInconclusive
	default:
		return 0
	}
}

// ExitOfSearch is the exit code that the answers of the exact search amount to: a race is
// a race also where a search was cut, and no race is one only where none was.
func ExitOfSearch(o report.Outcome) int {
	switch {
	case o.Refused > 0:
		return exitViolated
	case o.Races > 0:
		return exitFound
	case o.Cut > 0:
		return exitInconclusive
	default:
		return 0
	}
}
