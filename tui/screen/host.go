package screen

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/tui/draw"
)

// Host is the terminal as a screen knows it. All calls come from one goroutine.
type Host interface {
	// What is open. A screen asks each time: it may be another one.
	Program() *Program // nil where none is
	Session() *session.Session
	// Visit opens a program above the one that is open, and goes to Step. Esc
	// leads back. The screens of keep stay as they are, all others are made anew.
	Visit(p *Program, keep ...Number) error
	Playing() bool // a lesson is played

	// The status line: a sentence for what was done, for why something was not
	// done, or for the result of an operation of the session.
	Say(text string)
	Refuse(text string)
	Report(r session.Result) session.Result
	Status() (text string, refused bool)

	// The screen in front: which pane has the keys, whether it has all the room,
	// how large the terminal is, and which others can be shown.
	Focused() string
	FocusOn(pane string)
	Zoomed() bool
	Projected() bool // for a room: fewer panes, and free rows between lines
	Size() (w, h int)
	Front() Number
	Show(n Number) tea.Cmd
	Closed(n Number) string // why a screen cannot be shown, empty if it can
	Help()                  // shows all keys
	Leave() tea.Cmd         // quits, unless there is a reason to ask first

	// What lies above the screen.
	Push(l Layer)
	Pop()
	Close(l Layer)
	Top() Layer // nil where nothing does

	// Background does work beside the loop and hands its result to a screen's
	// update, unless another program has been opened meanwhile; then the context
	// ends. The work must not touch the session; views are values.
	Background(to Number, work func(context.Context) tea.Msg) tea.Cmd
	Context() context.Context // ends when another program is opened

	// Reload reads the file of the program again: it opens what has changed, and otherwise
	// does what is given.
	Reload(otherwise func() tea.Cmd) tea.Cmd

	Files() Files
	// Pause waits for as long as a state is shown where the trace plays by itself, or until the
	// context ends. It is nil where nothing plays.
	Pause() func(ctx context.Context)
	Bye() *Farewell // what is left to say in the end
}

// Layer is something above the screen that takes all keys while it is there.
type Layer interface {
	// Keys is the layer's key table; keys that are not in it do nothing.
	Keys() []Binding
	// Typed gets the keys that are not in the table, and pasted text.
	Typed(text string)
	// Draw draws the layer; c is all between header and hints.
	Draw(c draw.Canvas)
}

// Border is the style of the frame of a pane: heavy where it has the keys.
func Border(h Host, pane string) draw.Style {
	if h.Focused() == pane {
		return draw.Plain | draw.Strong
	}
	return draw.Faint
}

// Perform does what a binding says, unless it cannot be done now.
func Perform(h Host, b Binding) tea.Cmd {
	if why := b.Why(); why != "" {
		h.Refuse(why)
		return nil
	}
	return b.Do()
}
