package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// conn is a connection with an editor. That of package jsonrpc2 would add its JSON library, 0.7 MB,
// to wobbly.
type conn struct {
	*stream
	answers sync.WaitGroup // the requests that are being answered
	ended   chan struct{}  // closed when the editor sends nothing more

	mu    sync.Mutex
	last  int64                                     // the id of the last call
	calls map[jsonrpc2.ID]chan<- *jsonrpc2.Response // those that the editor has not answered yet
}

func newConn(stream io.ReadWriteCloser) *conn {
	return &conn{stream: newStream(stream), ended: make(chan struct{}), calls: map[jsonrpc2.ID]chan<- *jsonrpc2.Response{}}
}

// run passes requests and notifications to two functions, in the order in which they arrive, until
// the stream ends. It waits for the answers. The error is nil if the stream ends between messages.
func (c *conn) run(ctx context.Context, request func(*jsonrpc2.Call), notification func(*jsonrpc2.Notification)) error {
	defer c.answers.Wait()
	defer close(c.ended)
	for {
		m, _, err := c.Read(ctx)
		switch m := m.(type) {
		case *jsonrpc2.Call:
			request(m)
		case *jsonrpc2.Notification:
			notification(m)
		case *jsonrpc2.Response:
			c.mu.Lock()
			answer := c.calls[m.ID()]
			delete(c.calls, m.ID())
			c.mu.Unlock()
			if answer != nil {
				answer <- m
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrClosedPipe), ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
	}
}

// respond answers a request.
func (c *conn) respond(ctx context.Context, id jsonrpc2.ID, result any, err error) {
	text, failed := json.Marshal(result)
	if err == nil {
		err = failed
	}
	c.Write(ctx, jsonrpc2.NewResponse(id, jsonrpc2.RawMessage(text), err)) // an editor that is gone needs no answer
}

// notify sends a notification.
func (c *conn) notify(ctx context.Context, method string, params any) error {
	text, err := json.Marshal(params)
	if err == nil {
		_, err = c.Write(ctx, jsonrpc2.NewNotification(method, jsonrpc2.RawMessage(text)))
	}
	return err
}

// call asks the editor for something, and waits for its answer.
func (c *conn) call(ctx context.Context, method string, params, result any) error {
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	answer := make(chan *jsonrpc2.Response, 1)
	c.mu.Lock()
	c.last++
	id := jsonrpc2.NewNumberID(c.last)
	c.calls[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.calls, id)
		c.mu.Unlock()
	}()
	if _, err := c.Write(ctx, jsonrpc2.NewCall(id, method, jsonrpc2.RawMessage(text))); err != nil {
		return err
	}
	select {
	case m := <-answer:
		if m.Err() != nil {
			return m.Err()
		}
		return json.Unmarshal(m.Result(), result)
	case <-c.ended:
		return io.ErrUnexpectedEOF
	case <-ctx.Done():
		return ctx.Err()
	}
}
