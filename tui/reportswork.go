package tui

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// worker does one piece of work at a time beside the loop, with a layer above
// the screen from which it can be stopped.
type worker struct {
	h      host
	to     number
	run    int // tells the results of old work
	on     bool
	ctx    context.Context
	cancel context.CancelFunc
	layer  *busy
}

// worked is the result of a piece of work.
type worked struct {
	run int
	msg tea.Msg
}

// start begins work; what ran before is stopped and forgotten. label says what
// is being done.
func (w *worker) start(label func() string, do func(context.Context) tea.Msg) tea.Cmd {
	w.stop()
	w.run++
	w.on = true
	w.ctx, w.cancel = context.WithCancel(w.h.Context())
	w.layer = &busy{h: w.h, stop: w.stop, label: label}
	w.h.Push(w.layer)
	return w.more(do)
}

// more goes on with the work that was started.
func (w *worker) more(do func(context.Context) tea.Msg) tea.Cmd {
	run, ctx := w.run, w.ctx
	return w.h.Background(w.to, func(context.Context) tea.Msg { return worked{run, do(ctx)} })
}

// stop ends the context of the work and takes its layer away. What the work has
// by then still comes to update.
func (w *worker) stop() {
	if w.cancel != nil {
		w.cancel()
	}
	w.h.Close(w.layer)
}

// stopped tells whether the work was asked to stop.
func (w *worker) stopped() bool { return w.ctx != nil && w.ctx.Err() != nil }

// result is what a message of the present work says; finish has to be called
// unless there is more to do.
func (w *worker) result(msg tea.Msg) (tea.Msg, bool) {
	m, ok := msg.(worked)
	if !ok || m.run != w.run || !w.on {
		return nil, false
	}
	return m.msg, true
}

// finish ends the work.
func (w *worker) finish() {
	w.on = false
	w.stop()
}

// busy is the layer of a worker: the screen below goes on being drawn.
type busy struct {
	h     host
	label func() string
	stop  func()
}

func (b *busy) keys() []binding {
	table := []binding{{keys: []string{"esc"}, hint: "stop", help: "stop this", do: does(b.stop)}}
	for n := screenStep; n < screens; n++ {
		table = append(table, binding{keys: []string{itoa(int(n))}, help: "stop this; screen " + names[n], do: func() tea.Cmd {
			b.stop()
			return b.h.Show(n)
		}})
	}
	return append(table, binding{keys: []string{"q"}, hint: "quit", help: "quit", do: func() tea.Cmd {
		b.stop()
		return b.h.Leave()
	}})
}

func (b *busy) typed(text string) {
	if text != "" {
		b.h.Refuse("Esc stops this first.")
	}
}

func (b *busy) draw(c draw.Canvas) {
	c = c.Row(c.H - 1)
	c.Fill(draw.Plain, " ")
	c.Clipped(1, 0, draw.Plain|draw.Strong, b.label())
}
