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
)

// Bounds of one message. A text beyond maxText is not analysed, but a message that opens one must
// still arrive, so that the editor can be told why.
const (
	maxMessage = 64 << 20
	maxHeader  = 4 << 10
)

// errHeader ends a session, since nothing says where the next message begins.
var errHeader = errors.New("the header of a message is broken")

// stream frames messages with a Content-Length, as the protocol requires. It answers a malformed
// message with an error and continues with the next.
type stream struct {
	io.ReadWriteCloser
	in *bufio.Reader
	mu sync.Mutex // of writing
}

func newStream(c io.ReadWriteCloser) *stream {
	return &stream{ReadWriteCloser: c, in: bufio.NewReaderSize(c, maxHeader)}
}

// read returns the next well-formed message.
func (s *stream) read(ctx context.Context) (*message, error) {
	for ctx.Err() == nil {
		length, err := s.length()
		if err != nil {
			return nil, err
		}
		m, err := s.body(length)
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
			return 0, errHeader
		case strings.EqualFold(name, "Content-Length"):
			n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 31)
			if err != nil {
				return 0, errHeader
			}
			length = int(n)
		}
	}
}

// body reads a message of length bytes. The error is a *rpcError if it is malformed.
func (s *stream) body(length int) (*message, error) {
	if length > maxMessage {
		if _, err := io.CopyN(io.Discard, s.in, int64(length)); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		return nil, &rpcError{codeInvalidRequest, fmt.Sprintf("a message may have %d bytes, this one has %d", maxMessage, length)}
	}
	// A header may promise more than ever comes, so memory is taken as the bytes arrive.
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
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err = s.Write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(text), text))
	return err
}
