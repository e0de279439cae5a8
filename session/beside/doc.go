// Package beside compares two executions: of one program under two schedules or from two initial
// states, or of two programs. It finds where they diverge, how their states differ, and how each
// ends. It compares what people read; only the given sessions execute anything.
package beside
