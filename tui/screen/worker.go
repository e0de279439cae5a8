package screen

import (
	"context"
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// Worker does one piece of work at a time beside the event loop. Meanwhile a layer lies
// above the screen, from which the work can be stopped.
type Worker struct {
	H      Host
	To     Number // the screen that gets the result
	run    int    // the number of the present work: results of earlier work are ignored
	on     bool   // work is under way
	ctx    context.Context
	cancel context.CancelFunc
	layer  *busy
}

// Worked is the message with the result of a piece of work.
type Worked struct {
	run int
	Msg tea.Msg
}

// Start starts work and stops any earlier work, whose result is ignored. label says what is
// being done.
func (w *Worker) Start(label func() string, do func(context.Context) tea.Msg) tea.Cmd {
	w.stop()
	w.run++
	w.on = true
	w.ctx, w.cancel = context.WithCancel(w.H.Context())
	w.layer = &busy{h: w.H, stop: w.stop, label: label}
	w.H.Push(w.layer)
	return w.More(do)
}

// More does a further part of the present work.
func (w *Worker) More(do func(context.Context) tea.Msg) tea.Cmd {
	run, ctx := w.run, w.ctx
	return w.H.Background(w.To, func(context.Context) tea.Msg { return Worked{run, do(ctx)} })
}

// stop ends the context of the work and removes its layer. The result so far still comes to
// Update.
func (w *Worker) stop() {
	if w.cancel != nil {
		w.cancel()
	}
	w.H.Close(w.layer)
	if said, _ := w.H.Status(); said == stopsFirst {
		w.H.Say("")
	}
}

// Stopped reports whether the work was stopped.
func (w *Worker) Stopped() bool { return w.ctx != nil && w.ctx.Err() != nil }

// Result returns the result that a message carries. ok is false if the message is not of
// the present work. Call Finish afterwards, unless More follows.
func (w *Worker) Result(msg tea.Msg) (result tea.Msg, ok bool) {
	m, ok := msg.(Worked)
	if !ok || m.run != w.run || !w.on {
		return nil, false
	}
	return m.Msg, true
}

// Finish ends the work.
func (w *Worker) Finish() {
	w.on = false
	w.stop()
}

// busy is the layer of a worker. It leaves the screen below visible.
type busy struct {
	h     Host
	label func() string
	stop  func()
	waits bool // another key was pressed, which has to wait
}

// Keys implements Layer.
func (b *busy) Keys() []Binding {
	table := []Binding{{Keys: []string{"esc"}, Hint: "stop", Help: "stop this", Do: Does(b.stop)}}
	for n := Step; n < Count; n++ {
		table = append(table, Binding{Keys: []string{strconv.Itoa(int(n))}, Help: "stop this; screen " + Names[n], Do: func() tea.Cmd {
			b.stop()
			return b.h.Show(n)
		}})
	}
	return append(table, Binding{Keys: []string{"q"}, Hint: "quit", Help: "quit", Do: func() tea.Cmd {
		b.stop()
		return b.h.Leave()
	}})
}

// stopsFirst answers a key that has to wait.
const stopsFirst = "Esc stops this first."

// Typed implements Layer.
func (b *busy) Typed(text string) {
	if text != "" {
		b.waits = true
		b.h.Refuse(stopsFirst)
	}
}

// Draw implements Layer.
func (b *busy) Draw(c draw.Canvas) {
	text := b.label()
	if b.waits {
		text = stopsFirst + " " + text
	}
	c = c.Row(c.H - 1)
	c.Fill(draw.Plain, " ")
	c.Clipped(1, 0, draw.Plain|draw.Strong, text)
}
