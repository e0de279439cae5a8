package console

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"wobbly/internal/ask"
)

// output is standard output behind a buffer. A run that does not end when it is told to is
// cut off from it.
type output struct {
	lock   sync.Mutex
	to     *bufio.Writer
	Shown  func(io.Writer) io.Writer // what all passes through on a terminal; nil for nothing
	front  io.Writer                 // of to; nil before the first Write
	closed bool
}

// NewOutput returns an output with a buffer of the given size in bytes.
func NewOutput(w io.Writer, size int) *output { return &output{to: bufio.NewWriterSize(w, size)} }

// errCutOff is what is told to one that writes when nobody waits for it any more.
var errCutOff = errors.New("the run is over")

func (o *output) Write(p []byte) (int, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	if o.closed {
		return 0, errCutOff
	}
	if o.front == nil {
		if o.front = o.to; o.Shown != nil {
			o.front = o.Shown(o.to)
		}
	}
	return o.front.Write(p)
}

func (o *output) WriteString(s string) (int, error) { return o.Write([]byte(s)) }

func (o *output) Flush() error {
	o.lock.Lock()
	defer o.lock.Unlock()
	return o.to.Flush()
}

// cutOff passes on what is buffered, and takes nothing more.
func (o *output) cutOff() error {
	o.lock.Lock()
	defer o.lock.Unlock()
	o.closed = true
	return o.to.Flush()
}

// flushEvery is how long a result may wait in the buffer of standard output while the next
// one is worked out.
const flushEvery = 50 * time.Millisecond

// Flushes returns a function to call after each result, so that what was written of it is seen
// soon: the first result at once. An error stays until the end.
func (a *App) Flushes() func() {
	var last time.Time
	return func() {
		if now := time.Now(); now.Sub(last) >= flushEvery {
			last = now
			a.Out.Flush()
		}
	}
}

// AtOnce is standard output for someone who answers: what is written is passed on at once.
type AtOnce struct {
	io.Writer
	App *App
}

func (w AtOnce) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err == nil {
		err = w.App.Out.Flush()
	}
	return n, err
}

// grace is how long what hears an interrupt has to sum up what it has.
const grace = 250 * time.Millisecond

// Late is the ask.Late of the command line: it ends a grace after ctx.
func Late(ctx context.Context) (context.Context, context.CancelFunc) {
	over, stop := context.WithCancel(context.WithoutCancel(ctx))
	unheard := context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	return over, func() { unheard(); stop() }
}

// AtEnd is the ask.Late of what is not waited for when ctx has ended.
func AtEnd(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} }

// TryKept is ask.TryLate with the context of the run.
func TryKept[T any](a *App, f func() (T, error)) (T, error) { return ask.TryLate(a.Ctx, Late, f) }
