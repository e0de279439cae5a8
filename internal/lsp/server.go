package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"

	"go.lsp.dev/jsonrpc2"

	"wobbly/internal/language"
)

// The largest text in bytes that is analysed, and the largest whose edits are followed, so that it
// is analysed again once it is small enough.
const (
	maxText = 4 << 20
	maxKept = 2 * maxText
)

// Options are the server's view of the world outside.
type Options struct {
	Version string
	// Pause waits until an editor has probably finished typing. It returns early, with
	// its error, when the context ends.
	Pause func(context.Context) error
	// Name is the name of a file by its URI.
	Name func(uri string) string
	// Word is a text as a word of the shell.
	Word func(string) string
}

// The codes of errors that the protocol adds.
const (
	codeNotInitialized  jsonrpc2.Code = -32002
	codeContentModified jsonrpc2.Code = -32801
	codeCancelled       jsonrpc2.Code = -32800
	codeRequestFailed   jsonrpc2.Code = -32803
)

// server is a session with one editor.
type server struct {
	Options
	conn   jsonrpc2.Conn
	exited chan struct{} // closed when the editor says so

	mu       sync.Mutex
	phase    phase
	files    map[string]*file
	encoding language.Encoding
	snippets bool
	markdown bool
	quiet    bool
	hints    bool
	running  map[jsonrpc2.ID]context.CancelFunc // the requests that are not answered yet

	errorPages string // the beginning of the address of an error's page, or empty
}

// phase is the state of the session.
type phase uint8

const (
	starting phase = iota
	serving
	shutDown
)

// Serve answers an editor until it sends exit, or the stream or ctx ends. It reports whether the
// editor had asked for a shutdown before.
func Serve(ctx context.Context, stream io.ReadWriteCloser, o Options) (orderly bool, err error) {
	s := &server{Options: o, exited: make(chan struct{}), files: map[string]*file{}, running: map[jsonrpc2.ID]context.CancelFunc{}}
	ctx, cancel := context.WithCancel(ctx)
	s.conn = jsonrpc2.NewConn(newStream(stream), jsonrpc2.WithCodec(codec{}))
	s.conn.Go(ctx, s.handle)
	select {
	case <-s.conn.Done():
		err = s.conn.Err()
	case <-s.exited:
	case <-ctx.Done():
	}
	cancel()
	s.closeAll()
	go s.conn.Close() // what reads standard input cannot be woken, so nobody waits for it
	return s.now() == shutDown, err
}

// codec is package encoding/json. The default codec would add a second JSON library to wobbly.
type codec struct{}

// Marshal implements jsonrpc2.Codec.
func (codec) Marshal(v any) ([]byte, error) { return json.Marshal(v) }

// Unmarshal implements jsonrpc2.Codec.
func (codec) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

// notifications are handled in order, before the next message is read.
var notifications = map[string]func(*server, context.Context, json.RawMessage) error{
	"initialized":            nothing,
	"$/setTrace":             nothing,
	"$/cancelRequest":        (*server).cancel,
	"exit":                   (*server).exit,
	"textDocument/didOpen":   (*server).didOpen,
	"textDocument/didChange": (*server).didChange,
	"textDocument/didClose":  (*server).didClose,
}

func nothing(*server, context.Context, json.RawMessage) error { return nil }

// requests are answered concurrently.
var requests = map[string]func(*server, context.Context, json.RawMessage) (any, error){
	"textDocument/hover":                about((*server).hover),
	"textDocument/completion":           about((*server).completion),
	"textDocument/definition":           about((*server).definition),
	"textDocument/references":           about((*server).references),
	"textDocument/documentHighlight":    about((*server).highlight),
	"textDocument/documentSymbol":       about((*server).symbols),
	"textDocument/formatting":           about((*server).formatting),
	"textDocument/codeAction":           about((*server).actions),
	"textDocument/codeLens":             about((*server).lenses),
	"textDocument/prepareRename":        about((*server).prepareRename),
	"textDocument/rename":               about((*server).rename),
	"textDocument/semanticTokens/full":  about((*server).semanticTokens),
	"textDocument/inlayHint":            about((*server).inlayHints),
	"textDocument/foldingRange":         about((*server).folds),
	"textDocument/signatureHelp":        about((*server).signature),
	"textDocument/prepareCallHierarchy": about((*server).prepareHierarchy),
	"callHierarchy/incomingCalls":       about((*server).incoming),
	"callHierarchy/outgoingCalls":       about((*server).outgoing),
	"workspace/executeCommand":          (*server).execute,
}

// handle handles one message.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	method := req.Method()
	if !req.IsCall() {
		if f := notifications[method]; f != nil && (s.now() == serving || method == "exit") {
			s.caught(func() error { return f(s, ctx, json.RawMessage(req.Params())) })
		}
		return nil, nil // unknown notifications are ignored
	}
	switch phase := s.now(); {
	case method == "initialize" && phase == starting:
		return s.initialize(json.RawMessage(req.Params()))
	case method == "shutdown" && phase == serving:
		s.enter(shutDown)
		return nil, nil
	case phase == starting:
		return nil, jsonrpc2.NewError(codeNotInitialized, "the first request is initialize")
	case phase != serving || method == "initialize":
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, method+" is not expected now")
	}
	f := requests[method]
	if f == nil {
		return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, "there is no method "+method)
	}
	return s.answer(ctx, req.ID(), json.RawMessage(slices.Clone(req.Params())), f)
}

// answer answers a request, which the editor may cancel meanwhile.
func (s *server) answer(ctx context.Context, id jsonrpc2.ID, params json.RawMessage, f func(*server, context.Context, json.RawMessage) (any, error)) (result any, err error) {
	mine, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.running[id] = cancel
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.running, id)
		s.mu.Unlock()
		cancel()
	}()
	failed := s.caught(func() error {
		result, err = f(s, mine, params)
		return nil
	})
	var refused language.Refused
	switch {
	case failed != nil:
		return nil, failed
	case mine.Err() != nil && ctx.Err() == nil:
		return nil, jsonrpc2.NewError(codeCancelled, "cancelled")
	case errors.As(err, &refused):
		return nil, jsonrpc2.NewError(codeRequestFailed, refused.Error())
	}
	return result, err
}

// caught runs f. A panic becomes an internal error and is logged in the editor.
func (s *server) caught(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			text := fmt.Sprintf("wobbly: internal error: %v\nPlease report this together with the program.\n\n%s", r, debug.Stack())
			s.conn.Notify(context.Background(), "window/logMessage", showMessageParams{messageError, text})
			err = jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprintf("internal error: %v", r))
		}
	}()
	return f()
}

func (s *server) now() phase {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase
}

func (s *server) enter(p phase) {
	s.mu.Lock()
	s.phase = p
	s.mu.Unlock()
}

// exit ends the session.
func (s *server) exit(context.Context, json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.exited:
	default:
		close(s.exited)
	}
	return nil
}

// requestID reads the number or string that identifies a request.
func requestID(text json.RawMessage) (jsonrpc2.ID, error) {
	var n int64
	if err := json.Unmarshal(text, &n); err == nil {
		return jsonrpc2.NewNumberID(n), nil
	}
	var name string
	err := json.Unmarshal(text, &name)
	return jsonrpc2.NewStringID(name), err
}

// cancel gives up a request.
func (s *server) cancel(_ context.Context, params json.RawMessage) error {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	id, err := requestID(p.ID)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[id]; cancel != nil {
		cancel()
	}
	return nil
}
