package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"wobbly/internal/service"
)

// Options are all that the engine knows of the world.
type Options struct {
	Version string       // of wobbly, as wobbly version says it
	Now     func() int64 // a clock, in milliseconds; only differences count

	// Memory is how many bytes are taken now, of which there may be MaxMemory: what takes more
	// ends with what it has. nil: nobody counts.
	Memory    func() uint64
	MaxMemory uint64
}

// now is the time of the clock.
func (h *Handler) now() int64 {
	if h.o.Now == nil {
		return 0
	}
	return h.o.Now()
}

// Handler answers messages, one at a time. It keeps the sessions and the lessons that
// were opened, and the text that was asked about last.
type Handler struct {
	o        Options
	sessions sessions
	games    games
	last     lastText
}

// New makes a handler.
func New(o Options) *Handler { return &Handler{o: o} }

// The bounds of messages, and of what they hold, in bytes.
const (
	maxMessage = 4 << 20
	maxProgram = 1 << 20
)

// call is one message that is being answered.
type call struct {
	h    *Handler
	ctx  *bounded
	id   int
	send func([]byte)
}

// Handle answers a message: send gets each reply, the last of which has ok or error.
// Where ctx ends, what was asked ends early, with what was found.
func (h *Handler) Handle(ctx context.Context, message []byte, send func([]byte)) {
	c := &call{h: h, ctx: h.bound(ctx), send: send}
	defer c.ctx.end()
	defer func() {
		if r := recover(); r != nil {
			c.fail(&problem{Code: "internal", Message: fmt.Sprint(r), Exit: service.ExitInternal, Text: string(debug.Stack()),
				Fix: "please report this together with the program"})
		}
	}()
	ok, exit, err := c.answer(message)
	if err != nil {
		c.fail(c.problem(err))
		return
	}
	c.done(ok, exit)
}

// answer does what a message asks.
func (c *call) answer(message []byte) (ok []byte, exit *int, err error) {
	if len(message) > maxMessage {
		return nil, nil, refuse("message", "a message has at most %d bytes, and this one has %d", maxMessage, len(message))
	}
	var r request
	if err := json.Unmarshal(message, &r); err != nil {
		return nil, nil, refuse("message", "this is no message: %s", err)
	}
	c.id = r.ID
	v, err := findVerb(r.Do)
	if err != nil {
		return nil, nil, err
	}
	return v.run(c, message)
}

// strict reads the fields of a message into ask, and refuses others.
func strict(message []byte, ask any) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(message, &fields); err != nil {
		return refuse("message", "this is no message: %s", err)
	}
	delete(fields, "id")
	delete(fields, "do")
	rest, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(rest))
	d.DisallowUnknownFields()
	if err := d.Decode(ask); err != nil && !errors.Is(err, io.EOF) {
		return refuse("message", "this is no message: %s", err)
	}
	return nil
}

// done sends the answer as it is: documents keep their bytes.
func (c *call) done(ok []byte, exit *int) {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"id":%d,"ok":`, c.id)
	b.Write(ok)
	if exit != nil {
		fmt.Fprintf(&b, `,"exit":%d`, *exit)
	}
	b.WriteByte('}')
	c.send(b.Bytes())
}

// problem says what an error means. What was given up for the memory is told so, whatever
// its error says.
func (c *call) problem(err error) *problem {
	p := problemOf(err)
	if full := c.ctx.full(); full != nil && p.Exit != service.ExitIllegal {
		return full
	}
	return p
}

// fail sends why there is no answer.
func (c *call) fail(p *problem) { c.give(reply{Error: p}) }

// reply sends a reply that is no answer.
func (c *call) give(r reply) {
	r.ID = c.id
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // the types can be written
	}
	c.send(text)
}
