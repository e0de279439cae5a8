package screen

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/tui/draw"
)

// A Host is the terminal as a screen sees it. All calls come from one goroutine.
type Host interface {
	// The open program and its session, which screens must not cache: Visit changes them.
	Program() *Program // nil if none is open
	Session() *session.Session
	// Visit opens a program above the present one and goes to Step; esc leads back. The screens in
	// keep stay unchanged, and all others are created anew.
	Visit(p *Program, keep ...Number) error
	Playing() bool // reports whether a lesson is played

	// The status line has a sentence: a success (Say), a reason for a refusal (Refuse), or the
	// result of a session operation (Report).
	Say(text string)
	Refuse(text string)
	Report(r session.Result) session.Result
	Status() (text string, refused bool)

	// The screen in front: its focused pane, whether that pane fills the screen, the size of the
	// terminal, and the other screens.
	Focused() string
	FocusOn(pane string)
	Zoomed() bool
	Projected() bool // with fewer panes and empty rows between lines, for an audience
	Size() (w, h int)
	Front() Number
	Show(n Number) tea.Cmd
	Closed(n Number) Refusal // returns why a screen cannot be shown
	Help()                   // shows all keys
	Leave() tea.Cmd          // quits, unless there is a reason to ask first

	// The layers above the screen.
	Push(l Layer)
	Pop()
	Close(l Layer)
	Top() Layer // nil if there is none

	// Background does work outside the event loop, which then runs the returned Then. If another
	// program is opened meanwhile, the context ends and the result is dropped. The work must not
	// use the session; views are values and may be used.
	Background(work func(context.Context) Then) tea.Cmd
	Context() context.Context // ends when another program is opened

	// Reload opens the file of the program again if it has changed; if not, it calls otherwise.
	Reload(otherwise func() tea.Cmd) tea.Cmd

	Files() Files
	// Pause returns a function that waits for the time that autoplay shows a state, or until the
	// context ends. It returns nil if there is no autoplay.
	Pause() func(ctx context.Context)
	// Bye returns what is printed after the terminal is closed, for screens to add to.
	Bye() *Farewell
}

// Then is the continuation of background work, which the event loop runs; nil does nothing.
type Then func() tea.Cmd

// A Layer covers the screen and receives all keys.
type Layer interface {
	// Keys returns the key table of the layer.
	Keys() []Binding
	// Typed receives text that no key of the table takes. It returns a refusal, or "".
	Typed(text string) (refusal string)
	// Draw draws the layer. c is the area between header and line of hints.
	Draw(c draw.Canvas)
}

// Border returns the style of the frame of a pane: strong if the pane has the focus.
func Border(h Host, pane string) draw.Style {
	if h.Focused() == pane {
		return draw.Plain | draw.Strong
	}
	return draw.Faint
}

// Title returns the title of a pane, in brackets if the pane has the focus.
func Title(h Host, pane, title string) string {
	if h.Focused() == pane {
		return "[" + title + "]"
	}
	return title
}

// Perform runs a binding, or refuses it if it cannot be used now.
func Perform(h Host, b Binding) tea.Cmd {
	if why := b.Why(); why.Refuses() {
		h.Refuse(why.String())
		return nil
	}
	return b.Do()
}

// Type passes typed or pasted text to the top layer.
func Type(h Host, text string) {
	if text == "" {
		return // of a key without text
	}
	if refusal := h.Top().Typed(text); refusal != "" {
		h.Refuse(refusal)
	}
}

// Cover blanks the screen below a layer and returns the layer's canvas, without rows of a refusal.
func Cover(h Host, c draw.Canvas) draw.Canvas {
	c.Fill(draw.Plain, " ")
	return aboveRefusal(h, c)
}

// maxRefusal is the largest number of rows that a refusal takes from a layer.
const maxRefusal = 3

// aboveRefusal draws a refusal, since layers cover the status line, and returns the rows above.
func aboveRefusal(h Host, c draw.Canvas) draw.Canvas {
	text, refused := h.Status()
	if !refused {
		return c
	}
	lines := draw.Cut(draw.Wrap(text, c.W-2), maxRefusal, c.W-2)
	drawRefusal(c, c.H-len(lines), lines)
	return c.Part(0, 0, c.W, c.H-len(lines))
}

func drawRefusal(c draw.Canvas, y int, lines []string) {
	mark := "! "
	for n, line := range lines {
		row := c.Row(y + n)
		row.Fill(draw.Plain, " ")
		row.Text(0, 0, draw.Plain|draw.Strong, mark+line)
		mark = "  "
	}
}
