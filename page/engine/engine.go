package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"wobbly/internal/ask"
)

// Options connect the engine to its surroundings.
type Options struct {
	Version string       // of wobbly, as the command version prints it
	Now     func() int64 // returns the time in milliseconds, from any origin; nil for no clock

	// Memory returns how many bytes are in use. If they are more than MaxMemory, the work on a
	// message ends with the results so far. If Memory is nil, there is no limit.
	Memory    func() uint64
	MaxMemory uint64
}

// now returns the time of the clock, or 0 without one.
func (h *Handler) now() int64 {
	if h.o.Now == nil {
		return 0
	}
	return h.o.Now()
}

// A Handler answers messages, one at a time. It keeps the sessions and lessons that are open, and
// the text that was asked about last.
type Handler struct {
	o        Options
	sessions sessions
	games    games
	last     lastText
	versions ask.Versions // of the text whose errors were asked for last
	searched searched     // the last search of races
}

// New returns a handler without sessions.
func New(o Options) *Handler { return &Handler{o: o} }

// The largest message, and the largest program in a message, in bytes.
const (
	maxMessage = 4 << 20
	maxProgram = 1 << 20
)

// A call answers one message.
type call struct {
	h    *Handler
	ctx  *bounded
	id   int // of the message
	send func([]byte)
}

// Handle answers a message. It calls send for each reply; the last one has ok or error. If ctx
// ends, the work ends early with what it has found.
func (h *Handler) Handle(ctx context.Context, message []byte, send func([]byte)) {
	c := &call{h: h, ctx: h.bound(ctx), send: send}
	defer c.ctx.end()
	defer func() {
		if r := recover(); r != nil {
			c.fail(&problem{Code: "internal", Message: fmt.Sprint(r), Exit: ask.ExitInternal,
				Text: string(debug.Stack()),
				Fix:  "please report this together with the program"})
		}
	}()
	ok, exit, err := c.answer(message)
	if err != nil {
		c.fail(c.problem(err))
		return
	}
	c.done(ok, exit)
}

// answer runs the verb of a message.
func (c *call) answer(message []byte) (ok []byte, exit *int, err error) {
	if len(message) > maxMessage {
		return nil, nil,
			refuse("message", "a message has at most %d bytes, and this one has %d", maxMessage,
				len(message))
	}
	var r request
	if err := json.Unmarshal(message, &r); err != nil {
		return nil, nil, refuse("message", "this is not a message: %s", err)
	}
	c.id = r.ID
	v, err := findVerb(r.Do)
	if err != nil {
		return nil, nil, err
	}
	return v.run(c, message)
}

// decode decodes the fields of a message into ask and refuses fields that ask does not have.
func decode(message []byte, ask any) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(message, &fields); err != nil {
		return refuse("message", "this is not a message: %s", err)
	}
	delete(fields, "id")
	delete(fields, "do")
	own, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(own))
	d.DisallowUnknownFields()
	if err := d.Decode(ask); err != nil && !errors.Is(err, io.EOF) {
		return refuse("message", "this is not a message: %s", err)
	}
	return nil
}

// done sends an answer. It does not encode ok again, so documents keep their bytes.
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

// problem returns the problem for an error. If the memory was full, that is the problem, whatever
// the error says.
func (c *call) problem(err error) *problem {
	p := problemOf(err)
	if full := c.ctx.problem(); full != nil && p.Exit != ask.ExitIllegal {
		return full
	}
	return p
}

// fail sends a problem as the last reply.
func (c *call) fail(p *problem) { c.reply(reply{Error: p}) }

// reply sends anything except an answer.
func (c *call) reply(r reply) {
	r.ID = c.id
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // all types of replies can be encoded
	}
	c.send(text)
}
