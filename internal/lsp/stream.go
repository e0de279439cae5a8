package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// Bounds of one message. A text beyond maxText is not analysed, but a message that opens one must
// still arrive, so that the editor can be told why.
const (
	maxMessage = 64 << 20
	maxHeader  = 4 << 10
)

// stream frames messages with a Content-Length, as the protocol has it. It answers a malformed
// message with an error and continues with the next; the stream of package jsonrpc2 ends the
// session instead. Only a broken header ends it, since nothing says where the next message begins.
type stream struct {
	io.ReadWriteCloser
	in *bufio.Reader
	mu sync.Mutex // of writing
}

func newStream(c io.ReadWriteCloser) *stream {
	return &stream{ReadWriteCloser: c, in: bufio.NewReaderSize(c, maxHeader)}
}

// Read returns the next well-formed message.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for ctx.Err() == nil {
		length, err := s.length()
		if err != nil {
			return nil, 0, err
		}
		m, err := s.body(length)
		var malformed *jsonrpc2.Error
		if !errors.As(err, &malformed) {
			return m, int64(length), err
		}
		// The id is null, as JSON-RPC requires if the request has none that can be read.
		if _, err := s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, malformed)); err != nil {
			return nil, 0, err
		}
	}
	return nil, 0, ctx.Err()
}

// length reads a header.
func (s *stream) length() (int, error) {
	length := -1
	for first := true; ; first = false {
		line, err := s.in.ReadSlice('\n')
		switch {
		case err == io.EOF && first && len(line) == 0:
			return 0, io.EOF
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case err != nil:
			return 0, err
		}
		name, value, found := strings.Cut(strings.TrimRight(string(line), "\r\n"), ":")
		switch {
		case name == "" && length >= 0:
			return length, nil
		case !found:
			return 0, jsonrpc2.ErrInvalidHeader
		case strings.EqualFold(name, "Content-Length"):
			n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 31)
			if err != nil {
				return 0, jsonrpc2.ErrInvalidHeader
			}
			length = int(n)
		}
	}
}

// body reads a message of so many bytes. The error is a *jsonrpc2.Error if it is malformed.
func (s *stream) body(length int) (jsonrpc2.Message, error) {
	if length > maxMessage {
		if _, err := io.CopyN(io.Discard, s.in, int64(length)); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, fmt.Sprintf("a message may have %d bytes, this one has %d", maxMessage, length))
	}
	// A header may promise more than ever comes, so memory is taken as the bytes arrive. Requests
	// share the buffer with the message, so that each has one of its own.
	text, err := io.ReadAll(io.LimitReader(s.in, int64(length)))
	if err == nil && len(text) < length {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	m, err := jsonrpc2.DecodeMessage(text)
	if errors.Is(err, jsonrpc2.ErrParse) && json.Valid(text) { // null, or a number
		err = jsonrpc2.ErrInvalidRequest
	}
	return m, err
}

// Write writes a message.
func (s *stream) Write(ctx context.Context, m jsonrpc2.Message) (int64, error) {
	text, err := jsonrpc2.EncodeMessage(m)
	if err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.ReadWriteCloser.Write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(text), text))
	return int64(n), err
}
