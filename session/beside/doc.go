// Package beside compares two executions: of one program under two schedules or from two initial
// states, or of two programs. It finds where they diverge, how their states differ, and how each
// ends. It compares the texts that sessions show, and executes nothing itself.
package beside
