// Package beside holds two executions against each other: of one program under two schedules or
// from two initial states, or of two programs. It says where they part, what differs in their
// states, and what each comes to. It compares what people read; nothing is executed here but by
// the sessions that it is given.
package beside
