package screen

import (
	"context"
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// Worker does one piece of work at a time beside the loop, with a layer above
// the screen from which it can be stopped.
type Worker struct {
	H      Host
	To     Number
	run    int // tells the results of old work
	on     bool
	ctx    context.Context
	cancel context.CancelFunc
	layer  *busy
}

// Worked is the result of a piece of work.
type Worked struct {
	run int
	Msg tea.Msg
}

// Start begins work; what ran before is stopped and forgotten. label says what
// is being done.
func (w *Worker) Start(label func() string, do func(context.Context) tea.Msg) tea.Cmd {
	w.stop()
	w.run++
	w.on = true
	w.ctx, w.cancel = context.WithCancel(w.H.Context())
	w.layer = &busy{h: w.H, stop: w.stop, label: label}
	w.H.Push(w.layer)
	return w.More(do)
}

// More goes on with the work that was started.
func (w *Worker) More(do func(context.Context) tea.Msg) tea.Cmd {
	run, ctx := w.run, w.ctx
	return w.H.Background(w.To, func(context.Context) tea.Msg { return Worked{run, do(ctx)} })
}

// stop ends the context of the work and takes its layer away. What the work has
// by then still comes to update.
func (w *Worker) stop() {
	if w.cancel != nil {
		w.cancel()
	}
	w.H.Close(w.layer)
	if said, _ := w.H.Status(); said == stopsFirst {
		w.H.Say("")
	}
}

// Stopped tells whether the work was asked to stop.
func (w *Worker) Stopped() bool { return w.ctx != nil && w.ctx.Err() != nil }

// Result is what a message of the present work says; finish has to be called
// unless there is more to do.
func (w *Worker) Result(msg tea.Msg) (tea.Msg, bool) {
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

// busy is the layer of a worker: the screen below goes on being drawn.
type busy struct {
	h     Host
	label func() string
	stop  func()
	waits bool // a key was pressed that has to wait until this ends
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

// stopsFirst is said where a key has to wait.
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
