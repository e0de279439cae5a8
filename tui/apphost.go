package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/tui/screen"
)

// Program is the one that is open, nil where none is.
func (a *app) Program() *screen.Program { return a.program }

// Session is that of the program.
func (a *app) Session() *session.Session { return a.session }

// Playing tells whether a lesson is played.
func (a *app) Playing() bool { return a.lesson != nil }

// Say puts a sentence into the status line.
func (a *app) Say(text string) { a.status, a.refused = text, false }

// Refuse puts a sentence there that tells why something was not done.
func (a *app) Refuse(text string) { a.status, a.refused = text, true }

// Status is what the status line says.
func (a *app) Status() (string, bool) { return a.status, a.refused }

// Report says what an operation of the session did.
func (a *app) Report(r session.Result) session.Result {
	a.status, a.refused = r.Text, !r.OK()
	return r
}

// Focused is the name of the pane that has the keys.
func (a *app) Focused() string {
	panes := a.screens[a.at].Panes()
	return panes[a.focus[a.at]%len(panes)]
}

// FocusOn moves the keys to a pane of the screen in front.
func (a *app) FocusOn(pane string) {
	if i := slices.Index(a.screens[a.at].Panes(), pane); i >= 0 {
		a.focus[a.at] = i
	}
}

// Zoomed tells whether the focused pane has all the room.
func (a *app) Zoomed() bool { return a.zoomed }

// Projected tells whether the screens are shown to a room.
func (a *app) Projected() bool { return a.projected }

// Pause waits for as long as a state is shown where the trace plays by itself.
func (a *app) Pause() func(context.Context) { return a.o.Pause }

// Size is that of the terminal, in cells, without the rows by which the status line is
// longer than one.
func (a *app) Size() (w, h int) { return a.width, a.height + 1 - len(a.statusLines()) }

// Front is the screen in front.
func (a *app) Front() screen.Number { return a.at }

// Show brings a screen to the front, unless a lesson keeps it closed.
func (a *app) Show(n screen.Number) tea.Cmd {
	if why := a.Closed(n); why != "" {
		a.Refuse(why)
		return nil
	}
	if n != a.at {
		a.back = append(a.back, a.at)
	}
	a.at, a.zoomed = n, false
	a.Say("")
	return a.screens[n].Enter()
}

// Closed says why a screen cannot be shown now.
func (a *app) Closed(n screen.Number) string {
	switch {
	case a.program == nil:
		return "No program is open yet."
	case a.lesson != nil:
		return a.lesson.Closed(n)
	}
	return ""
}

// Push puts a layer above the screen. What was refused before is forgotten.
func (a *app) Push(l screen.Layer) {
	a.layers = append(a.layers, l)
	a.forgive()
}

// forgive forgets why something was not done.
func (a *app) forgive() {
	if a.refused {
		a.Say("")
	}
}

// Close takes a layer away.
func (a *app) Close(l screen.Layer) {
	a.layers = slices.DeleteFunc(a.layers, func(x screen.Layer) bool { return x == l })
}

// Pop takes the top layer away. What was refused there is forgotten.
func (a *app) Pop() {
	if n := len(a.layers); n > 0 {
		a.layers = a.layers[:n-1]
		a.forgive()
	}
}

// Top is the layer above all others.
func (a *app) Top() screen.Layer {
	if n := len(a.layers); n > 0 {
		return a.layers[n-1]
	}
	return nil
}

// Background does work beside the loop.
func (a *app) Background(to screen.Number, work func(context.Context) tea.Msg) tea.Cmd {
	ctx, opened := a.Context(), a.opened
	return func() tea.Msg { return done{opened, to, work(ctx)} }
}

// Context ends when another program is opened.
func (a *app) Context() context.Context {
	if a.running == nil {
		return a.ctx
	}
	return a.running
}

// Files is where texts go.
func (a *app) Files() screen.Files { return a.o.Files }

// Bye is what is left to say in the end.
func (a *app) Bye() *screen.Farewell { return &a.bye }
