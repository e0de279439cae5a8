package console

import (
	"io"
	"time"
)

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
