package lsp

import (
	"context"
	"net"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"wobbly/il"
	"wobbly/internal/language"
)

// name is the URI of the only text that an editor opens.
const name = "file:///t.il"

var document = protocol.TextDocumentIdentifier{URI: name}

// An editor is a client that supports the whole protocol.
type editor struct {
	protocol.Server
	*receiver
	t    testing.TB
	conn jsonrpc2.Conn
	// served receives the results of Serve.
	served chan ended
	// text is the editor's version of the text, and version its number.
	text    string
	version int32
}

// A receiver has the methods of the client that the server calls. It passes on what it receives.
type receiver struct {
	base
	published chan *protocol.PublishDiagnosticsParams
	messages  chan string
	logged    chan string
	applied   chan *protocol.ApplyWorkspaceEditParams
}

// base has the methods of the client that are not tested. It is a type of its own so that those of
// receiver take precedence in editor.
type base struct{ protocol.UnimplementedClient }

// An ended is the result of Serve.
type ended struct {
	orderly bool
	err     error
}

// noPause is an Options.Pause that does not wait, so that the server sends diagnostics at once.
func noPause(ctx context.Context) error { return ctx.Err() }

// start begins a session in one of the encodings.
func start(t testing.TB, encodings ...protocol.PositionEncodingKind) *editor {
	t.Helper()
	return startWith(t, noPause, "{}", encodings...)
}

// startWith begins a session with initializationOptions, a text in JSON.
func startWith(t testing.TB, pause func(context.Context) error, options string,
	encodings ...protocol.PositionEncodingKind) *editor {
	t.Helper()
	mine, theirs := net.Pipe()
	e := &editor{t: t, served: make(chan ended, 1), receiver: &receiver{
		published: make(chan *protocol.PublishDiagnosticsParams, 20_000),
		messages:  make(chan string, 100),
		logged:    make(chan string, 100),
		applied:   make(chan *protocol.ApplyWorkspaceEditParams, 100),
	}}
	go func() {
		orderly, err := Serve(context.Background(), theirs, Options{
			Version: "test", Pause: pause, Name: func(string) string { return "t.il" },
			Word: func(s string) string { return s },
		})
		e.served <- ended{orderly, err}
	}()
	_, e.conn, e.Server = protocol.NewClient(context.Background(), e.receiver,
		jsonrpc2.NewHeaderStream(mine))
	t.Cleanup(func() { e.conn.Close() })
	p := &protocol.InitializeParams{InitializationOptions: protocol.LSPAny(options)}
	p.Capabilities.General = &protocol.GeneralClientCapabilities{PositionEncodings: encodings}
	p.Capabilities.TextDocument = &protocol.TextDocumentClientCapabilities{
		Hover: &protocol.HoverClientCapabilities{
			ContentFormat: []protocol.MarkupKind{protocol.MarkupKindMarkdown},
		},
		Completion: &protocol.CompletionClientCapabilities{
			CompletionItem: &protocol.ClientCompletionItemOptions{SnippetSupport: new(true)},
		},
	}
	got, err := e.Initialize(context.Background(), p)
	if err != nil {
		t.Fatalf("Initialize: %v", err)
	}
	if got.ServerInfo.Name != "wobbly" {
		t.Errorf("the server is %+v, want wobbly", got)
	}
	if err := e.Initialized(context.Background(), &protocol.InitializedParams{}); err != nil {
		t.Fatalf("Initialized: %v", err)
	}
	return e
}

// PublishDiagnostics implements protocol.Client.
func (e *receiver) PublishDiagnostics(_ context.Context,
	p *protocol.PublishDiagnosticsParams) error {
	e.published <- p
	return nil
}

// ShowMessage implements protocol.Client.
func (e *receiver) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	e.messages <- p.Message
	return nil
}

// LogMessage implements protocol.Client.
func (e *receiver) LogMessage(_ context.Context, p *protocol.LogMessageParams) error {
	e.logged <- p.Message
	return nil
}

// ApplyEdit implements protocol.Client.
func (e *receiver) ApplyEdit(_ context.Context,
	p *protocol.ApplyWorkspaceEditParams) (*protocol.ApplyWorkspaceEditResult, error) {
	e.applied <- p
	return &protocol.ApplyWorkspaceEditResult{Applied: true}, nil
}

// must ends the test if the server has not answered.
func (e *editor) must(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// open opens a text.
func (e *editor) open(text string) {
	e.t.Helper()
	e.text, e.version = text, e.version+1
	e.must(e.DidOpen(context.Background(),
		&protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{
			URI: name, LanguageID: "il", Version: e.version, Text: text,
		}}))
}

// edit replaces a range of the text, given in bytes, and sends only the change.
func (e *editor) edit(at, end int, text string) {
	e.t.Helper()
	old := language.Open("", e.text, nil)
	e.text = e.text[:at] + text + e.text[end:]
	r := protocol.Range{Start: place(old, at), End: place(old, end)}
	e.change(&protocol.TextDocumentContentChangePartial{Range: r, Text: text})
}

// change sends a change, which makes a new version.
func (e *editor) change(x protocol.TextDocumentContentChangeEvent) {
	e.t.Helper()
	e.version++
	e.must(e.DidChange(context.Background(), &protocol.DidChangeTextDocumentParams{
		TextDocument: protocol.VersionedTextDocumentIdentifier{
			TextDocumentIdentifier: document, Version: e.version,
		},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{x},
	}))
}

// hover asks for the hover at an offset in the current text.
func (e *editor) hover(at int) (*protocol.Hover, error) {
	return e.Hover(context.Background(),
		&protocol.HoverParams{TextDocumentPositionParams: e.at(at)})
}

// place returns the position of an offset, in UTF-16 units.
func place(d *language.Document, at int) protocol.Position {
	p := d.Position(il.Pos(at), language.UTF16)
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Character)}
}

// at returns the place of an offset in the current text.
func (e *editor) at(at int) protocol.TextDocumentPositionParams {
	return protocol.TextDocumentPositionParams{
		TextDocument: document,
		Position:     place(language.Open("", e.text, nil), at),
	}
}

// diagnostics waits for the diagnostics of the latest version.
func (e *editor) diagnostics() []protocol.Diagnostic {
	e.t.Helper()
	for p := range e.published {
		v, ok := p.Version.Get()
		if p.URI != uri.URI(name) || !ok || v > e.version {
			e.t.Fatalf("diagnostics of %s: %+v, want some of version %d of %s", p.URI, p, e.version,
				name)
		}
		if v == e.version {
			return p.Diagnostics
		}
	}
	return nil
}

// apply returns the text with the edits that the server sent.
func (e *editor) apply(edits []protocol.TextEdit) string {
	d := language.Open("", e.text, nil)
	text := e.text
	for i := len(edits) - 1; i >= 0; i-- {
		x := edits[i]
		from, to := offset(d, x.Range.Start), offset(d, x.Range.End)
		text = text[:from] + x.NewText + text[to:]
	}
	return text
}

// offset returns the offset of a position in UTF-16 units.
func offset(d *language.Document, p protocol.Position) int {
	return int(d.Offset(language.Position{Line: int(p.Line), Character: int(p.Character)},
		language.UTF16))
}
