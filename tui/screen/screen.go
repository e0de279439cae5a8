package screen

import (
	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/tui/draw"
)

// Number is the number of a screen, which is its key; 0 is home.
type Number int

// The screens.
const (
	Home Number = iota
	Step
	Reports
	Explore
	Analysis
	Theorem
	Lesson
	Count // how many there are
)

// Names are the screens' names for people.
var Names = [Count]string{"Home", "Step", "Reports", "Explore", "Analysis", "Theorem", "Lesson"}

// Screen is one of the seven. It is made once for each program that is opened
// and lives until another one is. All calls come from one goroutine.
type Screen interface {
	// Enter is called when the screen comes to the front.
	Enter() tea.Cmd

	// Keys is the screen's key table, beside app.keys. It is asked for at each
	// key and has no side effect.
	Keys() []Binding

	// Panes names the parts between which Tab moves, in order; at least one.
	Panes() []string

	// Update gets what is not a key and not for the app: what the screen's own
	// work sends (app.background), and pasted text. Clicks go to canvas.click.
	Update(msg tea.Msg) tea.Cmd

	// Draw draws the screen. The app draws the header, the status line and the
	// line of hints around it. It changes nothing but the frame.
	Draw(c draw.Canvas)

	// Heading is what the right end of the header says: "state 3 of 9".
	Heading() string

	// Command is the command that prints the same thing, "wobbly check x.il".
	Command() string
}

// Waiter is a screen that shows what takes a while to find: wants begins the
// work for what it shows now, nil if all is there or under way. It is asked after
// each message.
type Waiter interface{ Wants() tea.Cmd }

// Signs is a screen that draws signs, and says in the help what they mean.
type Signs interface{ Signs() [][2]string }

// Shortened is a screen whose heading has a short form, for where the names of the screens
// need the room: what is left out stands elsewhere on the screen.
type Shortened interface{ ShortHeading() string }

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
