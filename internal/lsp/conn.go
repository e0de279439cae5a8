package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A conn is a connection to an editor: both sides send requests, and answer those of the other.
type conn struct {
	*stream
	answers sync.WaitGroup
	// ended is closed when the editor sends nothing more.
	ended chan struct{}

	mu    sync.Mutex // guards the fields below
	last  int
	calls map[string]chan<- *message
}

func newConn(rw io.ReadWriteCloser) *conn {
	return &conn{
		stream: &stream{ReadWriteCloser: rw, in: bufio.NewReaderSize(rw, maxHeader)},
		ended:  make(chan struct{}),
		calls:  map[string]chan<- *message{},
	}
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

// respond answers a request. It ignores write errors: the editor may be gone.
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

// call sends a request, and stores the editor's answer in result, a pointer.
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
	request := message{ID: json.RawMessage(id), Method: &method, Params: text}
	if err := c.write(ctx, request); err != nil {
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

// The limits of a message and of a line of its header, in bytes. A text beyond maxText is not
// analysed, but the message that opens it must arrive, so that the server can answer why.
const (
	maxMessage = 64 << 20
	maxHeader  = 4 << 10
)

// A stream frames messages with a Content-Length, as the protocol requires. It answers a malformed
// message with an error and continues with the next.
type stream struct {
	io.ReadWriteCloser
	in *bufio.Reader
	// lost reports whether the place of the next header is unknown, after a broken one.
	lost bool

	writing sync.Mutex
}

func (s *stream) read(ctx context.Context) (*message, error) {
	for ctx.Err() == nil {
		length, err := s.readHeader()
		var m *message
		if err == nil {
			m, err = s.readBody(length)
		}
		var malformed *rpcError
		if !errors.As(err, &malformed) {
			return m, err
		}
		// The id is null, as JSON-RPC requires if the request has none that can be read.
		if err := s.write(ctx, message{ID: json.RawMessage("null"), Error: malformed}); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// readHeader reads a header and returns the length of the body. The error is a *rpcError if the
// header is broken.
func (s *stream) readHeader() (length int, err error) {
	length = -1
	if s.lost {
		length, err = s.resume()
		if err != nil {
			return 0, err
		}
		s.lost = false
	}
	for first := length < 0; ; first = false {
		line, err := s.in.ReadSlice('\n')
		switch {
		case err == io.EOF && first && len(line) == 0:
			return 0, io.EOF
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case err == bufio.ErrBufferFull:
			return 0, s.brokenHeader()
		case err != nil:
			return 0, err
		}
		name, value, found := strings.Cut(strings.TrimRight(string(line), "\r\n"), ":")
		switch {
		case name == "" && length >= 0:
			return length, nil
		case !found:
			return 0, s.brokenHeader()
		case strings.EqualFold(name, "Content-Length"):
			n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 31)
			if err != nil {
				return 0, s.brokenHeader()
			}
			length = int(n)
		}
	}
}

// brokenHeader returns the error of a broken header, and makes the next readHeader look for
// another.
func (s *stream) brokenHeader() error {
	s.lost = true
	return &rpcError{codeInvalidRequest, "the header of the message has no valid Content-Length"}
}

// contentLength matches the end of a line. Eight digits are more than maxMessage has.
var contentLength = regexp.MustCompile(`(?i)content-length: *([0-9]{1,8})\r?\n$`)

// resume skips to the next line that ends in a Content-Length, and returns the length. Such a line
// is not part of a body, because a string of JSON has no line breaks.
func (s *stream) resume() (int, error) {
	var tail []byte
	for {
		part, err := s.in.ReadSlice('\n')
		tail = append(tail, part...)
		switch {
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case err != nil && err != bufio.ErrBufferFull:
			return 0, err
		}
		if found := contentLength.FindSubmatch(tail); found != nil {
			return strconv.Atoi(string(found[1]))
		}
		tail = tail[max(0, len(tail)-maxHeader):]
	}
}

// readBody reads a message of length bytes. The error is a *rpcError if it is malformed.
func (s *stream) readBody(length int) (*message, error) {
	if length > maxMessage {
		s.lost = true
		return nil, &rpcError{codeInvalidRequest,
			fmt.Sprintf("a message can have at most %d bytes, and this one has %d",
				maxMessage, length)}
	}
	// A header may announce more bytes than arrive, so memory is allocated as they arrive.
	text, err := io.ReadAll(io.LimitReader(s.in, int64(length)))
	if err == nil && len(text) < length {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	return decode(text)
}

func (s *stream) write(ctx context.Context, m message) error {
	m.Version = "2.0"
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err = s.Write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(text), text))
	return err
}

// A message is a message of JSON-RPC 2.0: a request has an id and a method, a notification a
// method, a response an id and a result or an error. The existing libraries include another JSON
// library and would add 0.5 MB to wobbly.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"` // in the form of requestID
	Method  *string         `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

// An rpcError is the error of a response.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// badParams is the answer to parameters of the wrong types. The errors of package json would name
// Go types.
var badParams = &rpcError{codeInvalidParams, "the parameters do not fit this request"}

// The codes of errors, of JSON-RPC and then of the protocol.
const (
	codeParse           = -32700
	codeInvalidRequest  = -32600
	codeMethodNotFound  = -32601
	codeInvalidParams   = -32602
	codeInternal        = -32603
	codeNotInitialized  = -32002
	codeContentModified = -32801
	codeCancelled       = -32800
	codeRequestFailed   = -32803
)

// decode reads a message. Its errors are of type *rpcError.
func decode(text []byte) (*message, error) {
	m := &message{}
	err := json.Unmarshal(text, m)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, &rpcError{codeParse, "the message is not JSON: " + err.Error()}
	}
	request := m.Method != nil && m.Result == nil && m.Error == nil
	response := m.Method == nil && (m.Result != nil) != (m.Error != nil)
	if err == nil && len(m.ID) > 0 && string(m.ID) != "null" {
		m.ID, err = requestID(m.ID)
	} else {
		m.ID = nil
	}
	if err != nil || m.Version != "2.0" || !request && !response {
		return nil, &rpcError{codeInvalidRequest,
			"the message is not a request, a notification or a response of JSON-RPC 2.0"}
	}
	return m, nil
}

// requestID returns the id of a request, an integer or a string, in a form that is the same for
// equal ids.
func requestID(text json.RawMessage) (json.RawMessage, error) {
	var n int64
	if json.Unmarshal(text, &n) == nil {
		return json.Marshal(n)
	}
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return nil, err
	}
	return json.Marshal(name)
}
