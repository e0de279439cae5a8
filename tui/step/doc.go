// Package step is the screen Step, on which both threads are driven by hand. Its panes
// show the code of each thread, the heap, the locals and the lock, the next steps, the
// trace, and what the analysis knows at the present point.
//
// Most keys are commands of the session, from the table of package session/command. This package
// has the layouts (draw.go), a file for each pane, and the keys that are about panes only.
package step
