package screen

import "wobbly/semantics"

// Sizes from which on layouts change, for several screens.
const (
	TwoColumns  = 72 // cells; below, everything is stacked
	RoomyHeight = 20 // rows, from which on what is too long for a line may take more
)

// The panes of the threads' code.
const (
	PaneA = "A"
	PaneB = "B"
)

// CodePane is the pane of a thread's code.
func CodePane(i semantics.Tid) string { return [2]string{PaneA, PaneB}[i] }

// ThreadOf is the thread of a code pane.
func ThreadOf(pane string) semantics.Tid {
	if pane == PaneA {
		return semantics.A
	}
	return semantics.B
}
