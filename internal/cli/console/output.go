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

// An output buffers standard output. It can be cut off from a run that does not end when it should.
type output struct {
	// Shown returns a writer to another one that filters text for a terminal. It may be nil, and
	// must not change after the first Write.
	Shown func(io.Writer) io.Writer

	lock sync.Mutex
	to   *bufio.Writer
	// front writes to to through the filter. It is nil before the first Write.
	front  io.Writer
	closed bool
}

func NewOutput(w io.Writer, size int) *output { return &output{to: bufio.NewWriterSize(w, size)} }

// errCutOff is the error of a write after the output was cut off.
var errCutOff = errors.New("the run is over")

// Write writes to the buffer through the filter.
func (o *output) Write(p []byte) (int, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	if o.closed {
		return 0, errCutOff
	}
	if o.front == nil {
		o.front = o.to
		if o.Shown != nil {
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

// cutOff flushes the buffer and refuses all further writes.
func (o *output) cutOff() error {
	o.lock.Lock()
	defer o.lock.Unlock()
	o.closed = true
	return o.to.Flush()
}

// flushEvery is how long a result may stay in the buffer while the next one is computed.
const flushEvery = 50 * time.Millisecond

// Flushes returns a function to call after each result, so that it appears soon, and the first one
// at once. The final Flush returns the error of an earlier one.
func (a *App) Flushes() func() {
	var last time.Time
	return func() {
		if now := time.Now(); now.Sub(last) >= flushEvery {
			last = now
			a.Out.Flush()
		}
	}
}

// AtOnce writes to Writer, a filter of standard output, and flushes standard output after each
// write, for a dialogue.
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

// grace is the time that an interrupted computation has to sum up its results.
const grace = 250 * time.Millisecond

// Grace returns a context that ends a grace period after ctx. It is an ask.Grace.
func Grace(ctx context.Context) (context.Context, context.CancelFunc) {
	graceful, stop := context.WithCancel(context.WithoutCancel(ctx))
	unregister := context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	return graceful, func() {
		unregister()
		stop()
	}
}

// AtEnd is an ask.Grace without a grace period: computations are dropped when ctx ends.
func AtEnd(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} }

// TryKept calls f in the background. If the run is interrupted, it returns the result of f if f
// returns within the grace period, and ask.ErrInterrupted otherwise.
func TryKept[T any](a *App, f func() (T, error)) (T, error) {
	return ask.TryWithGrace(a.Ctx, Grace, f)
}
