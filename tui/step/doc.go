// Package step is the screen Step: both threads are driven by hand, with their
// code, the heap, the locals and the lock, what comes next, the trace, and what
// the analysis knows at this point.
//
// What its keys do to the session is for the table of package session/command;
// this package has the layouts (draw.go), one file for each pane, and the keys
// that concern panes only.
package step
