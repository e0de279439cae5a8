package tui

import (
	"cmp"
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/tui/screen"
)

// Accessors of screen.Host.

func (a *app) Program() *screen.Program     { return a.program }
func (a *app) Session() *session.Session    { return a.session }
func (a *app) Playing() bool                { return a.lesson != nil }
func (a *app) Say(text string)              { a.status, a.refused = text, false }
func (a *app) Refuse(text string)           { a.status, a.refused = text, true }
func (a *app) Status() (string, bool)       { return a.status, a.refused }
func (a *app) Zoomed() bool                 { return a.zoomed }
func (a *app) Projected() bool              { return a.projected }
func (a *app) Pause() func(context.Context) { return a.o.Pause }
func (a *app) Front() screen.Number         { return a.at }
func (a *app) Context() context.Context     { return a.running }
func (a *app) Files() screen.Files          { return a.o.Files }
func (a *app) Bye() *screen.Farewell        { return &a.bye }

// Size returns the size of the terminal in cells, minus the rows of the status line beyond
// its first.
func (a *app) Size() (w, h int) { return a.width, a.height + 1 - len(a.statusLines()) }

func (a *app) Report(r session.Result) session.Result {
	a.status, a.refused = r.Text, !r.OK()
	return r
}

// Focused returns the focused pane of the screen in front.
func (a *app) Focused() string {
	panes := a.front().Panes()
	return panes[a.focus[a.at]%len(panes)]
}

// FocusOn focuses a pane of the screen in front.
func (a *app) FocusOn(pane string) {
	if i := slices.Index(a.front().Panes(), pane); i >= 0 {
		a.focus[a.at] = i
	}
}

// Show brings a screen to the front, unless it is closed.
func (a *app) Show(n screen.Number) tea.Cmd {
	if why := a.Closed(n); why.Refuses() {
		a.Refuse(why.String())
		return nil
	}
	if n != a.at {
		a.back = append(a.back, a.at)
	}
	a.at, a.zoomed = n, false
	a.Say("")
	return a.enter()
}

// Closed returns why a screen cannot be shown now.
func (a *app) Closed(n screen.Number) screen.Refusal {
	switch {
	case a.program == nil:
		return screen.Refusal{Reason: "No program is open yet."}
	case a.lesson != nil:
		return cmp.Or(a.later(n), a.lesson.Closed(n))
	}
	return screen.Refusal{}
}

// Push puts a layer above the screen. Push and Pop clear a refusal from the status line.
func (a *app) Push(l screen.Layer) {
	a.layers = append(a.layers, l)
	a.clearRefusal()
}

// Pop removes the top layer.
func (a *app) Pop() {
	if n := len(a.layers); n > 0 {
		a.layers = a.layers[:n-1]
		a.clearRefusal()
	}
}

func (a *app) clearRefusal() {
	if a.refused {
		a.Say("")
	}
}

// Close removes a layer, even one that is not on top.
func (a *app) Close(l screen.Layer) {
	a.layers = slices.DeleteFunc(a.layers, func(x screen.Layer) bool { return x == l })
}

// Top returns the top layer, or nil.
func (a *app) Top() screen.Layer {
	if n := len(a.layers); n > 0 {
		return a.layers[n-1]
	}
	return nil
}

func (a *app) Background(work func(context.Context) screen.Then) tea.Cmd {
	ctx, opened := a.running, a.opened
	return func() tea.Msg {
		then := work(ctx)
		if then == nil {
			return nil
		}
		return screen.Then(func() tea.Cmd {
			if opened != a.opened { // another program has been opened meanwhile
				return nil
			}
			return then()
		})
	}
}
