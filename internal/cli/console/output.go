package console

import (
	"bufio"
	"errors"
	"io"
	"sync"
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
