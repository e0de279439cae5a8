// Package draw draws what statements quantify over from a given source of randomness: programs
// (program.go), compound programs near a method (fragment.go), states (state.go), executions of one
// thread (run.go), and syntactic traces (trace.go).
package draw
