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

// output buffers standard output. It can be cut off from a run that does not end when it should.
type output struct {
	lock   sync.Mutex
	to     *bufio.Writer
	Shown  func(io.Writer) io.Writer // a filter for terminals; may be nil
	front  io.Writer                 // to with the filter; nil before the first Write
	closed bool
}

func NewOutput(w io.Writer, size int) *output { return &output{to: bufio.NewWriterSize(w, size)} }

// errCutOff is the error of a write after the output was cut off.
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

// cutOff flushes the buffer and refuses all further writes.
func (o *output) cutOff() error {
	o.lock.Lock()
	defer o.lock.Unlock()
	o.closed = true
	return o.to.Flush()
}

// flushEvery is how long a result may stay in the buffer while the next one is computed.
const flushEvery = 50 * time.Millisecond

// Flushes returns a function to call after each result, so that it appears soon, the first one at
// once. A write error is reported at the end.
func (a *App) Flushes() func() {
	var last time.Time
	return func() {
		if now := time.Now(); now.Sub(last) >= flushEvery {
			last = now
			a.Out.Flush()
		}
	}
}

// AtOnce is standard output for a dialogue: each write is flushed.
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

// Grace implements ask.Grace for the command line: its context ends a grace period after ctx.
func Grace(ctx context.Context) (context.Context, context.CancelFunc) {
	graceful, stop := context.WithCancel(context.WithoutCancel(ctx))
	unregister := context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	return graceful, func() { unregister(); stop() }
}

// AtEnd implements ask.Grace for computations that are dropped when ctx ends.
func AtEnd(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} }

// TryKept is ask.TryWithGrace with the context of the run.
func TryKept[T any](a *App, f func() (T, error)) (T, error) {
	return ask.TryWithGrace(a.Ctx, Grace, f)
}
