package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"
)

type conn struct {
	*stream
	answers sync.WaitGroup // the requests that are being answered
	ended   chan struct{}  // closed when the editor sends nothing more

	mu    sync.Mutex
	last  int                        // the id of the last call
	calls map[string]chan<- *message // by id, those that the editor has not answered yet
}

func newConn(stream io.ReadWriteCloser) *conn {
	return &conn{stream: newStream(stream), ended: make(chan struct{}), calls: map[string]chan<- *message{}}
}

// run passes requests and notifications to two functions, in the order in which they arrive, until
// the stream ends. It waits for the answers. The error is nil if the stream ends between messages.
func (c *conn) run(ctx context.Context, request, notification func(*message)) error {
	defer c.answers.Wait()
	defer close(c.ended)
	for {
		m, err := c.read(ctx)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrClosedPipe), ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case m.Method != nil && m.ID != nil:
			request(m)
		case m.Method != nil:
			notification(m)
		default:
			c.mu.Lock()
			answer := c.calls[string(m.ID)]
			delete(c.calls, string(m.ID))
			c.mu.Unlock()
			if answer != nil {
				answer <- m
			}
		}
	}
}

// respond answers a request. If the editor is gone, that does not matter.
func (c *conn) respond(ctx context.Context, id json.RawMessage, result any, err error) {
	m := message{ID: id}
	if err == nil {
		m.Result, err = json.Marshal(result)
	}
	if err != nil && !errors.As(err, &m.Error) {
		m.Error = &rpcError{codeInternal, err.Error()}
	}
	c.write(ctx, m)
}

func (c *conn) notify(ctx context.Context, method string, params any) error {
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	return c.write(ctx, message{Method: &method, Params: text})
}

// call sends a request, and waits for the editor's answer.
func (c *conn) call(ctx context.Context, method string, params, result any) error {
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	answer := make(chan *message, 1)
	c.mu.Lock()
	c.last++
	id := strconv.Itoa(c.last)
	c.calls[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.calls, id)
		c.mu.Unlock()
	}()
	if err := c.write(ctx, message{ID: json.RawMessage(id), Method: &method, Params: text}); err != nil {
		return err
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return m.Error
		}
		return json.Unmarshal(m.Result, result)
	case <-c.ended:
		return io.ErrUnexpectedEOF
	case <-ctx.Done():
		return ctx.Err()
	}
}
