// Package draw generates from a source of randomness what statements quantify over: programs
// (program.go), compound programs near a method (fragment.go), states (state.go), executions of one
// thread (run.go), and syntactic traces (trace.go). "Draws" means "returns at random".
package draw
