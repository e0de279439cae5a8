// Package step is the screen Step, on which the user moves both threads. Its panes show the code
// of each thread, the heap, the locals and the locks, the next steps, the trace, and the analysis
// at the present point.
//
// Most keys are session commands, from the table of package session/command. This package
// has the layouts (draw.go), a file for each pane, and the keys that concern panes only.
package step
