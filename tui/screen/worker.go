package screen

import (
	"context"
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// A Worker does one piece of work at a time in the background. Meanwhile it is a layer above the
// visible screen, on which the user can stop it.
type Worker struct {
	H        Host
	run      int // the number of the current work; results of earlier work are dropped
	running  bool
	ctx      context.Context // ends when the user stops the work
	cancel   context.CancelFunc
	label    func() string
	keyWaits bool // whether a key was pressed that has to wait for the end of the work
}

// Start starts work and stops any earlier work, whose result is dropped. label describes the work.
// The Then that do returns must call Finish first, unless it returns More.
func (w *Worker) Start(label func() string, do func(context.Context) Then) tea.Cmd {
	w.stop()
	w.run++
	w.running, w.label, w.keyWaits = true, label, false
	w.ctx, w.cancel = context.WithCancel(w.H.Context())
	w.H.Push(w)
	return w.More(do)
}

// More does another part of the current work.
func (w *Worker) More(do func(context.Context) Then) tea.Cmd {
	run, ctx := w.run, w.ctx
	return w.H.Background(func(context.Context) Then {
		then := do(ctx)
		return func() tea.Cmd {
			if run != w.run || !w.running {
				return nil
			}
			return then()
		}
	})
}

// stop cancels the work and removes its layer. Partial results are still used.
func (w *Worker) stop() {
	if w.cancel != nil {
		w.cancel()
	}
	w.H.Close(w)
	if said, _ := w.H.Status(); said == stopsFirst {
		w.H.Say("")
	}
}

// Stopped reports whether the user has stopped the work.
func (w *Worker) Stopped() bool { return w.ctx != nil && w.ctx.Err() != nil }

// Finish ends the work and reports whether the user had stopped it.
func (w *Worker) Finish() (stopped bool) {
	stopped = w.Stopped()
	w.running = false
	w.stop()
	return stopped
}

// Keys implements Layer.
func (w *Worker) Keys() []Binding {
	stopAnd := func(do func() tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd {
			w.stop()
			return do()
		}
	}
	table := []Binding{{Keys: []string{"esc"}, Hint: "stop", Help: "stop this", Do: Does(w.stop)}}
	for n := Step; n < Count; n++ {
		table = append(table, Binding{Keys: []string{strconv.Itoa(int(n))},
			Help: "stop this; screen " + Names[n],
			Do:   stopAnd(func() tea.Cmd { return w.H.Show(n) })})
	}
	return append(table, Binding{Keys: []string{"q"}, Hint: "quit", Do: stopAnd(w.H.Leave),
		Help: "quit"})
}

const stopsFirst = "Esc stops this first."

// Typed implements Layer.
func (w *Worker) Typed(string) string {
	w.keyWaits = true
	return stopsFirst
}

// Draw implements Layer.
func (w *Worker) Draw(c draw.Canvas) {
	text := w.label()
	if w.keyWaits {
		text = stopsFirst + " " + text
	}
	c = c.Row(c.H - 1)
	c.Fill(draw.Plain, " ")
	c.Clipped(1, 0, draw.Plain|draw.Strong, text)
}
