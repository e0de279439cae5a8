package tui

import (
	"context"
	"slices"

	"charm.land/bubbletea/v2"

	"wobbly/session"
)

// The methods of host.

func (a *app) Program() *Program         { return a.program }
func (a *app) Session() *session.Session { return a.session }
func (a *app) Playing() bool             { return a.lesson != nil }

// Say puts a sentence into the status line, Refuse one that tells why something
// was not done.
func (a *app) Say(text string)        { a.status, a.refused = text, false }
func (a *app) Refuse(text string)     { a.status, a.refused = text, true }
func (a *app) Status() (string, bool) { return a.status, a.refused }

// Report says what an operation of the session did.
func (a *app) Report(r session.Result) session.Result {
	a.status, a.refused = r.Text, !r.OK()
	return r
}

// Focused is the name of the pane that has the keys.
func (a *app) Focused() string {
	panes := a.screens[a.at].panes()
	return panes[a.focus[a.at]%len(panes)]
}

// FocusOn moves the keys to a pane of the screen in front.
func (a *app) FocusOn(pane string) {
	if i := slices.Index(a.screens[a.at].panes(), pane); i >= 0 {
		a.focus[a.at] = i
	}
}

func (a *app) Zoomed() bool     { return a.zoomed }
func (a *app) Size() (w, h int) { return a.width, a.height }

// Show brings a screen to the front, unless a lesson keeps it closed.
func (a *app) Show(n number) tea.Cmd {
	if why := a.Closed(n); why != "" {
		a.Refuse(why)
		return nil
	}
	if n != a.at {
		a.back = append(a.back, a.at)
	}
	a.at, a.zoomed = n, false
	a.Say("")
	return a.screens[n].enter()
}

// Closed says why a screen cannot be shown now.
func (a *app) Closed(n number) string {
	switch {
	case a.program == nil:
		return "No program is open yet."
	case a.lesson != nil:
		return a.lesson.closed(n)
	}
	return ""
}

// Push puts a layer above the screen; Pop takes the top one off, Close a certain
// one.
func (a *app) Push(l layer) { a.layers = append(a.layers, l) }
func (a *app) Close(l layer) {
	a.layers = slices.DeleteFunc(a.layers, func(x layer) bool { return x == l })
}

func (a *app) Pop() {
	if n := len(a.layers); n > 0 {
		a.layers = a.layers[:n-1]
	}
}

// Top is the layer above all others.
func (a *app) Top() layer {
	if n := len(a.layers); n > 0 {
		return a.layers[n-1]
	}
	return nil
}

// Background does work beside the loop.
func (a *app) Background(to number, work func(context.Context) tea.Msg) tea.Cmd {
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

func (a *app) Files() Files   { return a.o.Files }
func (a *app) Bye() *Farewell { return &a.bye }
