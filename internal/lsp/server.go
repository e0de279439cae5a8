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

	"wobbly/internal/language"
)

// The sizes in bytes of the largest text that is analysed, and of the largest text that is kept up
// to date, so that it is analysed again when it is small enough.
const (
	maxText = 4 << 20
	maxKept = 2 * maxText
)

// Options connect the server to the rest of the program.
type Options struct {
	Version string
	// Pause waits until an editor has probably finished typing. It returns early, with
	// its error, when the context ends.
	Pause func(context.Context) error
	// Name returns the name of the file with a URI.
	Name func(uri string) string
	// Word quotes a text as a word of the shell.
	Word func(string) string
}

type server struct {
	Options
	conn *conn
	// exited is closed when the editor sends exit.
	exited chan struct{}

	mu    sync.Mutex // guards the fields below
	phase phase
	// files are the texts that are open, by URI.
	files map[string]*file
	// running has the functions that cancel unanswered requests, by id.
	running map[string]context.CancelFunc

	// The editor's abilities and wishes: how it counts characters, whether it understands snippets
	// and Markdown, whether it shows the results of commands by itself, whether it wants inlay
	// hints, and the beginning of the address of an error's page, or empty. They are set by
	// initialize, before any request that reads them.
	encoding                  language.Encoding
	snippets, markdown, quiet bool
	hints                     bool
	errorPages                string
}

// A phase is a phase of a session. Requests other than initialize are served in the second only.
type phase uint8

const (
	starting phase = iota
	serving
	shutDown
)

// Serve answers an editor until it sends exit, or the stream or ctx ends. It reports whether the
// editor has requested a shutdown before.
func Serve(ctx context.Context, stream io.ReadWriteCloser, o Options) (orderly bool, err error) {
	s := &server{
		Options: o, exited: make(chan struct{}), files: map[string]*file{},
		running: map[string]context.CancelFunc{},
	}
	ctx, cancel := context.WithCancel(ctx)
	s.conn = newConn(stream)
	ended := make(chan error, 1)
	go func() {
		ended <- s.conn.run(ctx, func(m *message) { s.request(ctx, m) }, func(m *message) {
			if f := notifications[*m.Method]; f != nil &&
				(s.currentPhase() == serving || *m.Method == "exit") {
				s.recovered(func() error { return f(s, ctx, m.Params) })
			}
		})
	}()
	select {
	case err = <-ended:
	case <-s.exited:
	case <-ctx.Done():
	}
	cancel()
	s.closeAll()
	go stream.Close() // not waited for, because a read of standard input may never end
	return s.currentPhase() == shutDown, err
}

// notifications are handled in order, before the next message is read.
var notifications = map[string]func(*server, context.Context, json.RawMessage) error{
	"$/cancelRequest":        notification((*server).cancel),
	"exit":                   (*server).exit,
	"textDocument/didOpen":   notification((*server).didOpen),
	"textDocument/didChange": notification((*server).didChange),
	"textDocument/didClose":  notification((*server).didClose),
}

// notification returns the handler of a notification, which calls f with its parameters.
func notification[P any](
	f func(*server, context.Context, P) error,
) func(*server, context.Context, json.RawMessage) error {
	return func(s *server, ctx context.Context, params json.RawMessage) error {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return err
		}
		return f(s, ctx, p)
	}
}

// A handler reads the parameters of a request, before the next message is read, and returns the
// function that computes the answer. That function runs concurrently with others.
type handler func(*server, json.RawMessage) (func(context.Context) (any, error), error)

var requests = map[string]handler{
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

// request answers a request, or starts a goroutine that does.
func (s *server) request(ctx context.Context, m *message) {
	method, id := *m.Method, string(m.ID)
	var result any
	var err error
	switch phase := s.currentPhase(); {
	case method == "initialize" && phase == starting:
		result, err = s.initialize(m.Params)
	case method == "shutdown" && phase == serving:
		s.mu.Lock()
		s.phase = shutDown
		s.mu.Unlock()
	case phase == starting:
		err = &rpcError{codeNotInitialized, "the first request is initialize"}
	case phase != serving || method == "initialize":
		err = &rpcError{codeInvalidRequest, method + " is not expected now"}
	case requests[method] == nil:
		err = &rpcError{codeMethodNotFound, "there is no method " + method}
	default:
		var compute func(context.Context) (any, error)
		if err = s.recovered(func() (err error) {
			compute, err = requests[method](s, m.Params)
			return err
		}); err == nil {
			requestCtx, cancel := context.WithCancel(ctx)
			s.mu.Lock()
			s.running[id] = cancel
			s.mu.Unlock()
			s.conn.answers.Go(func() {
				result, err := s.answer(ctx, requestCtx, compute)
				s.mu.Lock()
				delete(s.running, id)
				s.mu.Unlock()
				cancel()
				s.conn.respond(ctx, m.ID, result, err)
			})
			return
		}
	}
	s.conn.respond(ctx, m.ID, result, err)
}

// answer computes an answer. requestCtx, which is derived from ctx, ends when the editor cancels
// the request.
func (s *server) answer(ctx, requestCtx context.Context,
	compute func(context.Context) (any, error)) (result any, err error) {
	err = s.recovered(func() (err error) {
		result, err = compute(requestCtx)
		return err
	})
	var internal *rpcError
	var refused language.Refused
	switch {
	case errors.As(err, &internal) && internal.Code == codeInternal:
		return nil, err
	case requestCtx.Err() != nil && ctx.Err() == nil:
		return nil, &rpcError{codeCancelled, "cancelled"}
	case errors.As(err, &refused):
		return nil, &rpcError{codeRequestFailed, refused.Error()}
	}
	return result, err
}

// recovered calls f. It turns a panic into an internal error, and logs it in the editor.
func (s *server) recovered(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			text := fmt.Sprintf("wobbly: internal error: %v\nPlease report this together with the "+
				"program.\n\n%s", r, debug.Stack())
			s.conn.notify(context.Background(), "window/logMessage",
				showMessageParams{messageError, text})
			err = &rpcError{codeInternal, fmt.Sprintf("internal error: %v", r)}
		}
	}()
	return f()
}

func (s *server) currentPhase() phase {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase
}

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

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

func (s *server) cancel(_ context.Context, p cancelParams) error {
	id, err := requestID(p.ID)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[string(id)]; cancel != nil {
		cancel()
	}
	return nil
}

// encodings are the position encodings, the preferred ones first. UTF-8 needs no conversion.
var encodings = []struct {
	name     string
	encoding language.Encoding
}{{"utf-8", language.UTF8}, {"utf-32", language.UTF32}, {"utf-16", language.UTF16}}

func (s *server) initialize(params json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, badParams
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase = serving
	s.encoding = language.UTF16
	encoding := "utf-16"
	for _, e := range encodings {
		if slices.Contains(p.Capabilities.General.PositionEncodings, e.name) {
			s.encoding, encoding = e.encoding, e.name
			break
		}
	}
	s.snippets = p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport
	s.markdown = slices.Contains(p.Capabilities.TextDocument.Hover.ContentFormat, "markdown")
	s.quiet = p.Options.Quiet
	s.errorPages = p.Options.ErrorPages
	s.hints = p.Options.InlayHints == nil || *p.Options.InlayHints
	return initializeResult{
		ServerInfo: serverInfo{"wobbly", s.Version},
		Capabilities: capabilities{
			PositionEncoding:           encoding,
			TextDocumentSync:           syncOptions{OpenClose: true, Change: syncIncremental},
			CompletionProvider:         completionOptions{TriggerCharacters: []string{"."}},
			HoverProvider:              true,
			DefinitionProvider:         true,
			ReferencesProvider:         true,
			DocumentHighlightProvider:  true,
			DocumentSymbolProvider:     true,
			DocumentFormattingProvider: true,
			CodeActionProvider:         codeActionOptions{CodeActionKinds: []string{"quickfix"}},
			RenameProvider:             renameOptions{PrepareProvider: true},
			ExecuteCommandProvider:     executeCommandOptions{Commands: commandNames},
			InlayHintProvider:          true,
			FoldingRangeProvider:       true,
			CallHierarchyProvider:      true,
			SignatureHelpProvider:      completionOptions{TriggerCharacters: []string{"(", ","}},
			SemanticTokensProvider: semanticTokensProvider{
				Full:   true,
				Legend: semanticLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers},
			},
		},
	}, nil
}
