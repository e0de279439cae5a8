// Package draw has what statements quantify over, drawn from a source of randomness that is given:
// programs (program.go), compound programs near a unit (fragment.go), states (state.go), executions
// of one thread (run.go), and syntactic traces (trace.go).
package draw
