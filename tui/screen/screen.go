package screen

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session/command"
	"wobbly/tui/draw"
)

// A Number is the number of a screen, which is its key; Home has none.
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

// Names are the displayed names of the screens.
var Names = [Count]string{"Home", "Step", "Reports", "Explore", "Analysis", "Theorem", "Lesson"}

// A Screen is one of the seven screens. It is created when a program is opened, and lives until
// another one is opened. All calls come from one goroutine.
type Screen interface {
	// Enter is called when the screen comes to the front.
	Enter() tea.Cmd

	// Keys returns the key table of the screen; the app adds keys of its own. It is called
	// for each key and has no side effects.
	Keys() []Binding

	// Panes returns the names of the panes, at least one, in the order of Tab.
	Panes() []string

	// Draw draws the screen and changes only the frame. The app draws the header, the status line
	// and the line of hints around it.
	Draw(c draw.Canvas)

	// Heading returns the text at the right end of the header: "state 3/9  lock: free".
	Heading() string

	// Command returns the command that prints what the screen shows: "wobbly check x.il".
	Command() string
}

// Paster is a screen that takes pasted text.
type Paster interface{ Paste(text string) tea.Cmd }

// Waiter is a screen with slow results. Wants starts the work for the visible part; it returns nil
// if everything is known or in progress. It is called after each message.
type Waiter interface{ Wants() tea.Cmd }

// Signs is a screen that explains its signs in the help.
type Signs interface{ Signs() [][2]string }

// Shortened is a screen whose heading has a short form, for headers that also have to show the
// names of the screens. The screen shows the omitted part elsewhere.
type Shortened interface{ ShortHeading() string }

// The sizes at which the layouts of several screens change.
const (
	TwoColumns  = 72 // columns; below, panes are stacked
	RoomyHeight = 20 // rows; below, long texts get one row only
)

// The panes of the threads' code.
const (
	PaneA = "A"
	PaneB = "B"
)

// CodePane returns the name of the pane with the code of a thread.
func CodePane(i semantics.Tid) string { return [2]string{PaneA, PaneB}[i] }

// ThreadOf returns the thread of a code pane.
func ThreadOf(pane string) semantics.Tid {
	if pane == PaneA {
		return semantics.A
	}
	return semantics.B
}

// A Binding is a row of a key table: keys, their action, and whether it is available now.
type Binding struct {
	Keys []string // as bubbletea names them: "a", "A", "ctrl+r", "shift+tab"
	Help string   // what they do, for the help: "step thread A"
	Hint string   // the same in a word, for the line of hints; empty if it is not there
	Do   func() tea.Cmd
	// Group is the heading in the help: "move". If empty, it is that of the binding before.
	Group string
	// Off returns why the binding cannot be used now. If nil, it always can.
	Off func() Refusal
	// Unlisted omits the binding from the help: its keys only explain why they do nothing here.
	Unlisted bool
}

// A Refusal says why a key or a screen cannot be used now, and which key to press instead. The line
// of hints, the help and the status line show it.
type Refusal = command.Refusal

// Why returns why the binding cannot be used now.
func (b Binding) Why() Refusal {
	if b.Off == nil {
		return Refusal{}
	}
	return b.Off()
}

// Label returns the keys of the binding for display: "→ l".
func (b Binding) Label(ascii bool) string {
	shown := slice.Map(b.Keys, func(k string) string { return ShowKey(k, ascii) })
	return strings.Join(shown, " ")
}

// ShowKey returns the displayed name of a key. In ASCII the arrows keep their names, since the
// signs that replace arrows elsewhere are keys themselves.
func ShowKey(k string, ascii bool) string {
	if ascii {
		return k
	}
	return cmp.Or(map[string]string{"left": "←", "right": "→", "up": "↑", "down": "↓"}[k], k)
}

// FindKey returns the first binding of a key in a table.
func FindKey(table []Binding, k string) (Binding, bool) {
	for _, b := range table {
		if slices.Contains(b.Keys, k) {
			return b, true
		}
	}
	return Binding{}, false
}

// Grouped returns a key table that begins a group of the help. It changes the table.
func Grouped(name string, table []Binding) []Binding {
	if len(table) > 0 {
		table[0].Group = name
	}
	return table
}

// Join concatenates key tables.
func Join(tables ...[]Binding) []Binding { return slices.Concat(tables...) }

// Does turns a function into the action of a key.
func Does(f func()) func() tea.Cmd {
	return func() tea.Cmd {
		f()
		return nil
	}
}
