package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

const burble = `meps(b) {
  synchronized {
    x := b.f;
  }
}

reps(b) {
  v := new();
  b.f := v;
}
`

var background = context.Background()

// code returns the code of the error of a request, or 0 if err has none.
func code(err error) jsonrpc2.Code {
	var e *jsonrpc2.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code
}

// TestRaces: both accesses of each race are marked, with the other one as related information, and
// have lenses; closed texts have none.
func TestRaces(t *testing.T) {
	e := start(t)
	e.open(burble)
	list := e.diagnostics()
	if len(list) != 3 {
		t.Fatalf("%d diagnostics, want 3", len(list))
	}
	if x := list[0]; x.Message != protocol.String("R1: meps reads, reps writes b.f (with 9:3)") ||
		x.Severity != protocol.DiagnosticSeverityWarning ||
		x.Range.Start != (protocol.Position{Line: 2, Character: 9}) ||
		x.Range.End.Character != 12 || x.RelatedInformation[0].Location.Range.Start.Line != 8 {
		t.Errorf("the diagnostic = %+v, want the warning R1 at 3:10, related to line 9", x)
	}
	lenses, err := e.CodeLens(background,
		&protocol.CodeLensParams{TextDocument: document})
	e.must(err)
	var titles []string
	for _, l := range lenses {
		titles = append(titles,
			fmt.Sprintf("%d %s %s", l.Range.Start.Line, l.Command.Command, l.Command.Title))
	}
	if got := strings.Join(titles[:min(3, len(titles))], "; "); len(lenses) != 9 ||
		got != "2 wobbly.step race R1 with 9:3: step; 2 wobbly.explain explain; 2 wobbly.fix fix" {
		t.Errorf("%d lenses, which begin with %s; want 9, three for each access", len(lenses), got)
	}
	actions, err := e.CodeAction(background, &protocol.CodeActionParams{
		TextDocument: document,
		Range:        protocol.Range{End: e.at(len(burble)).Position},
	})
	e.must(err)
	titles = nil
	for _, a := range actions {
		titles = append(titles, a.(*protocol.CodeAction).Title)
	}
	const want = "R1: look for a repair; R2: look for a repair"
	if got := strings.Join(titles, "; "); got != want {
		t.Errorf("the actions of the whole text are %q, want %q", got, want)
	}
	e.must(e.DidClose(background,
		&protocol.DidCloseTextDocumentParams{TextDocument: document}))
	if list := e.diagnostics(); len(list) != 0 {
		t.Errorf("%d diagnostics of a closed text, want none", len(list))
	}
}

// TestDeadlock: the lenses of a deadlock explain it and step to it, and the editor applies its
// repair.
func TestDeadlock(t *testing.T) {
	e := start(t)
	e.open("a() { lock(m); lock(n); unlock(n); unlock(m); }\n" +
		"b() { lock(n); lock(m); unlock(m); unlock(n); }\n")
	if list := e.diagnostics(); len(list) != 2 {
		t.Fatalf("%d diagnostics, want 2", len(list))
	}
	lenses, err := e.CodeLens(background, &protocol.CodeLensParams{TextDocument: document})
	if err != nil || len(lenses) != 6 {
		t.Fatalf("%d lenses, %v; want 6", len(lenses), err)
	}
	for i, want := range []string{`wobbly step t.il --race D1"`, "They can deadlock (D1)", "D1: "} {
		c := lenses[i].Command
		got, err := e.ExecuteCommand(background,
			&protocol.ExecuteCommandParams{Command: c.Command, Arguments: c.Arguments})
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s = %s, %v; want %q", c.Command, got, err, want)
		}
	}
	e.edit(0, len(e.text), e.apply((<-e.applied).Edit.Changes[name]))
	if list := e.diagnostics(); len(list) != 0 {
		t.Errorf("%d diagnostics after the repair, want none:\n%s", len(list), e.text)
	}
}

// TestFix: an error is marked with its fix, and an action applies it.
func TestFix(t *testing.T) {
	e := start(t)
	e.open(burble)
	assignment := strings.Index(burble, ":= v")
	e.edit(assignment, assignment+2, "=")
	list := e.diagnostics()
	if len(list) != 1 || list[0].Code != protocol.String("E0010") ||
		list[0].Severity != protocol.DiagnosticSeverityError ||
		list[0].Message != protocol.String("\"=\" is not an assignment\nwrite \":=\"") {
		t.Fatalf("the diagnostics are %+v, want the error E0010 with its fix", list)
	}
	actions, err := e.CodeAction(background,
		&protocol.CodeActionParams{
			TextDocument: document, Range: list[0].Range,
		})
	e.must(err)
	if len(actions) != 1 {
		t.Fatalf("%d actions, want one", len(actions))
	}
	a := actions[0].(*protocol.CodeAction)
	if got := e.apply(a.Edit.Changes[name]); got != burble ||
		!strings.Contains(a.Title, `write ":="`) {
		t.Errorf("the action %q gives\n%s\nwant\n%s", a.Title, got, burble)
	}
}

// TestRequests: requests about names and about the whole text are answered.
func TestRequests(t *testing.T) {
	e := start(t)
	e.open(strings.Replace(burble, "x := b", "/* 😀 */ x := b", 1))
	b := strings.Index(e.text, "b.f")

	h, err := e.hover(b + 2)
	e.must(err)
	if m := h.Contents.(*protocol.MarkupContent); m.Kind != "markdown" ||
		!strings.Contains(m.Value, "reported as the race R1.") || h.Range.Start.Character != 20 {
		t.Errorf("Hover = %+v: %s, want R1 at character 20", h.Range, m.Value)
	}
	def, err := e.Definition(background,
		&protocol.DefinitionParams{TextDocumentPositionParams: e.at(b)})
	e.must(err)
	if l := def.(protocol.LocationSlice); len(l) != 1 ||
		l[0].Range.Start != (protocol.Position{Line: 0, Character: 5}) {
		t.Errorf("Definition = %+v, want 1:6", def)
	}
	refs, err := e.References(background,
		&protocol.ReferenceParams{TextDocumentPositionParams: e.at(b + 2)})
	if err != nil || len(refs) != 2 {
		t.Errorf("References = %+v, %v; want 2", refs, err)
	}
	high, err := e.DocumentHighlight(background,
		&protocol.DocumentHighlightParams{TextDocumentPositionParams: e.at(b + 2)})
	if err != nil || len(high) != 2 || high[0].Kind != protocol.DocumentHighlightKindRead ||
		high[1].Kind != protocol.DocumentHighlightKindWrite {
		t.Errorf("DocumentHighlight = %+v, %v; want a read and a write", high, err)
	}
	symbols, err := e.DocumentSymbol(background,
		&protocol.DocumentSymbolParams{TextDocument: document})
	e.must(err)
	if l := symbols.(protocol.DocumentSymbolSlice); len(l) != 2 || l[1].Name != "reps(b)" ||
		l[1].Range.End.Line != 9 {
		t.Errorf("DocumentSymbol = %+v, want 2, with reps(b) to line 10", symbols)
	}
	list, err := e.Completion(background,
		&protocol.CompletionParams{TextDocumentPositionParams: e.at(b + 3)})
	e.must(err)
	if l := list.(protocol.CompletionItemSlice); len(l) != 0 {
		t.Errorf("Completion after f = %+v, want none, because f is complete", l)
	}
	prepared, err := e.PrepareRename(background,
		&protocol.PrepareRenameParams{TextDocumentPositionParams: e.at(b)})
	if p, ok := prepared.(*protocol.PrepareRenamePlaceholder); err != nil || !ok ||
		p.Placeholder != "b" {
		t.Errorf("PrepareRename = %+v, %v; want b", prepared, err)
	}
	renamed, err := e.Rename(background,
		&protocol.RenameParams{TextDocumentPositionParams: e.at(b), NewName: "p"})
	e.must(err)
	want := strings.NewReplacer("meps(b)", "meps(p)", "x := b.f", "x := p.f").Replace(e.text)
	if got := e.apply(renamed.Changes[name]); got != want {
		t.Errorf("Rename gives\n%s\nwant\n%s", got, want)
	}
	_, err = e.Rename(background,
		&protocol.RenameParams{TextDocumentPositionParams: e.at(b), NewName: "while"})
	if code(err) != codeRequestFailed {
		t.Errorf("Rename to while = %v, want code %v", err, codeRequestFailed)
	}
	edits, err := e.Formatting(background,
		&protocol.DocumentFormattingParams{TextDocument: document})
	e.must(err)
	if got := e.apply(edits); !strings.Contains(got, "    /* 😀 */\n    x := b.f;") &&
		!strings.Contains(got, "/* 😀 */ x := b.f;") {
		t.Errorf("Formatting gives\n%s\nwant the comment kept", got)
	}
	tokens, err := e.SemanticTokensFull(background,
		&protocol.SemanticTokensParams{TextDocument: document})
	if err != nil || len(tokens.Data)%5 != 0 || len(tokens.Data) != 5*11 || tokens.Data[3] != 0 ||
		tokens.Data[4] != 1 {
		t.Errorf("SemanticTokens = %v, %v; want 11", tokens, err)
	}
}

// TestCommands: a command explains a race, and the editor applies its repair.
func TestCommands(t *testing.T) {
	e := start(t)
	e.open(burble)
	run := func(command, race string) (string, error) {
		got, err := e.ExecuteCommand(background,
			&protocol.ExecuteCommandParams{
				Command: command,
				Arguments: []protocol.LSPAny{
					protocol.LSPAny(`"` + name + `"`), protocol.LSPAny(`"` + race + `"`),
				},
			})
		return string(got), err
	}
	text, err := run("wobbly.explain", "R1")
	if err != nil || !strings.Contains(text, "reported as the race R1") ||
		!strings.Contains(<-e.messages, "reported as the race R1") {
		t.Errorf("wobbly.explain R1 = %s, %v; want R1 in the answer and in a message", text, err)
	}
	if text, err = run("wobbly.step", "R2"); err != nil ||
		text != `"In a terminal: wobbly step t.il --race R2"` {
		t.Errorf("wobbly.step R2 = %s, %v; want the command", text, err)
	}
	<-e.messages
	if _, err = run("wobbly.fix", "R1"); err != nil {
		t.Fatalf("wobbly.fix R1: %v", err)
	}
	repaired := e.apply((<-e.applied).Edit.Changes[name])
	before := len(e.diagnostics())
	e.edit(0, len(e.text), repaired)
	if after := len(e.diagnostics()); after >= before {
		t.Errorf("%d diagnostics, and %d after the repair, want fewer:\n%s", before, after,
			repaired)
	}
	for _, x := range [][2]string{
		{"wobbly.explain", "R99"}, {"wobbly.explain", "x"}, {"wobbly.fix", "F1"},
		{"wobbly.fix", ""},
	} {
		if _, err = run(x[0], x[1]); code(err) != codeRequestFailed {
			t.Errorf("%s %q: %v, want code %v", x[0], x[1], err, codeRequestFailed)
		}
	}
	if _, err = run("wobbly.nothing", "R1"); code(err) != jsonrpc2.InvalidParams {
		t.Errorf("wobbly.nothing = %v, want code %v", err, jsonrpc2.InvalidParams)
	}
}

// TestLifecycle: messages out of order are rejected, and an exit without shutdown is not orderly.
func TestLifecycle(t *testing.T) {
	e := start(t)
	_, err := e.Initialize(background, &protocol.InitializeParams{})
	if code(err) != jsonrpc2.InvalidRequest {
		t.Errorf("a second Initialize = %v, want code %v", err, jsonrpc2.InvalidRequest)
	}
	_, err = e.Moniker(background, &protocol.MonikerParams{})
	if code(err) != jsonrpc2.MethodNotFound {
		t.Errorf("Moniker = %v, want code %v", err, jsonrpc2.MethodNotFound)
	}
	e.must(e.Shutdown(background))
	if _, err := e.hover(0); code(err) != jsonrpc2.InvalidRequest {
		t.Errorf("Hover after Shutdown = %v, want code %v", err, jsonrpc2.InvalidRequest)
	}
	e.must(e.Exit(background))
	if end := <-e.served; !end.orderly || end.err != nil {
		t.Errorf("after shutdown and exit the server ends with %+v, want in order", end)
	}
	e = start(t)
	e.must(e.Exit(background))
	if end := <-e.served; end.orderly || end.err != nil {
		t.Errorf("after exit alone the server ends with %+v, want out of order", end)
	}
	e = start(t)
	e.conn.Close()
	if end := <-e.served; end.orderly {
		t.Errorf("after a broken stream the server ends with %+v, want out of order", end)
	}
}

// TestNotOpen: requests about texts that are not open have empty answers.
func TestNotOpen(t *testing.T) {
	e := start(t)
	if h, err := e.hover(0); h != nil || err != nil {
		t.Errorf("Hover in a closed file = %v, %v; want neither", h, err)
	}
	e.edit(0, 0, "m(b) { skip }") // a change of a text that was never opened
	e.text = ""
	e.open("m(b) { x }")
	if list := e.diagnostics(); len(list) != 1 {
		t.Errorf("the diagnostics of the open file are %v, want one", list)
	}
}

// TestTooLarge: edits of a text beyond maxText are followed, so that it is analysed again once it
// is small enough. Beyond maxKept they are not followed, and the editor has to send the whole text.
func TestTooLarge(t *testing.T) {
	e := start(t)
	e.open(burble)
	resize := func(n int) { // by a comment at the end
		t.Helper()
		e.edit(len(burble), len(e.text), "//"+strings.Repeat("/", n-len(burble)-2))
	}
	checkTooLarge := func(ending string) {
		t.Helper()
		list := e.diagnostics()
		if len(list) != 1 || list[0].Code != protocol.String("size") ||
			!strings.HasSuffix(string(list[0].Message.(protocol.String)), ending) {
			t.Errorf("the diagnostics of %d bytes are %+v, want one about the size with %q",
				len(e.text), list, ending)
		}
		if h, err := e.hover(0); h != nil || err != nil {
			t.Errorf("Hover in a large file = %v, %v; want neither", h, err)
		}
	}
	shrink := func() {
		t.Helper()
		e.edit(len(burble), len(e.text), "")
	}
	checkRaces := func() {
		t.Helper()
		if list := e.diagnostics(); len(list) != 3 {
			t.Errorf("%d bytes have %d diagnostics, want 3", len(e.text), len(list))
		}
	}
	resize(maxText)
	checkRaces()
	resize(maxText + 1)
	checkTooLarge("wobbly check has no such limit")
	resize(maxKept)
	checkTooLarge("wobbly check has no such limit")
	shrink()
	checkRaces()
	resize(maxKept + 1)
	checkTooLarge("when it is smaller")
	shrink()
	checkTooLarge("when it is smaller")
	e.change(&protocol.TextDocumentContentChangeWholeDocument{Text: burble})
	checkRaces()
	e.open(burble + strings.Repeat("/", maxKept))
	checkTooLarge("when it is smaller")
}

// TestPause: after a pause in typing, only the last of several versions is analysed.
func TestPause(t *testing.T) {
	quiet := make(chan struct{})
	e := startWith(t, func(ctx context.Context) error {
		select {
		case <-quiet:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}, "{}")
	e.open("")
	for i := range len(burble) {
		e.edit(i, i, burble[i:i+1])
	}
	// The answer to a request after the last change shows that all changes have arrived.
	if _, err := e.hover(0); err != nil {
		t.Fatalf("Hover: %v", err)
	}
	close(quiet)
	first := <-e.published
	if v, _ := first.Version.Get(); v != e.version || len(first.Diagnostics) != 3 {
		t.Errorf("version %d is published first, with %d diagnostics; want version %d with 3", v,
			len(first.Diagnostics), e.version)
	}
}

// TestEncodings: characters are counted in the agreed encoding.
func TestEncodings(t *testing.T) {
	const text = "m(b) { /* 😀é */ x := c.f }"
	for encoding, want := range map[protocol.PositionEncodingKind]uint32{
		"": 22, "utf-16": 22, "utf-8": 25, "utf-32": 21,
	} {
		var kinds []protocol.PositionEncodingKind
		if encoding != "" {
			kinds = append(kinds, encoding)
		}
		e := start(t, kinds...)
		e.open(text)
		if list := e.diagnostics(); len(list) != 1 || list[0].Range.Start.Character != want {
			t.Errorf("%s: the diagnostics are %+v, want one at character %d", encoding, list, want)
		}
	}
}

// An endless is a stream whose reader, after the text, waits for ever, like that of standard input.
type endless struct {
	text io.Reader
	*bytes.Buffer
}

func (e endless) Read(p []byte) (int, error) {
	if n, err := e.text.Read(p); err == nil {
		return n, nil
	}
	select {}
}

func (endless) Close() error { return nil }

// TestExit: the session ends when the editor asks for it, even if the stream does not end.
func TestExit(t *testing.T) {
	text := ""
	for _, m := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`,
	} {
		text += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	out := &bytes.Buffer{}
	orderly, err := Serve(background, endless{strings.NewReader(text), out}, Options{})
	if !orderly || err != nil || strings.Count(out.String(), `"id":`) != 2 {
		t.Errorf("Serve = %t, %v; want in order after 2 answers: %s", orderly, err, out)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if orderly, err := Serve(ctx, endless{strings.NewReader(""), out}, Options{}); orderly ||
		err != nil {
		t.Errorf("Serve of a cancelled context = %t, %v; want out of order without an error",
			orderly, err)
	}
}

// TestSemanticTokens: the position of a semantic token is relative to the one before.
func TestSemanticTokens(t *testing.T) {
	e := start(t)
	e.open("m(b, c) { x := b.f }\n")
	tokens, err := e.SemanticTokensFull(background,
		&protocol.SemanticTokensParams{TextDocument: document})
	e.must(err)
	want := []uint32{ // line and character after the last one, length, type, modifiers
		0, 0, 1, 0, 1, // m
		0, 2, 1, 1, 1, 0, 3, 1, 1, 1, // b, c
		0, 5, 1, 2, 2, // x
		0, 5, 1, 1, 0, 0, 2, 1, 3, 0, // b.f
	}
	if !slices.Equal(tokens.Data, want) {
		t.Errorf("the tokens are %v, want %v", tokens.Data, want)
	}
}

// TestOnlyTheLast: diagnostics of an outdated version are not sent, and its pause ends with it.
func TestOnlyTheLast(t *testing.T) {
	// The channels receive a value when a pause begins and when it ends.
	begun, ended := make(chan bool, 10), make(chan bool, 10)
	e := startWith(t, func(ctx context.Context) error {
		begun <- true
		<-ctx.Done()
		ended <- true
		return nil // although the context has ended
	}, "{}")
	e.open(burble)
	<-begun
	e.edit(0, 0, " ")
	<-ended
	<-begun
	e.must(e.DidClose(background,
		&protocol.DidCloseTextDocumentParams{TextDocument: document}))
	<-ended
	if p := <-e.published; len(p.Diagnostics) != 0 {
		t.Errorf("published %+v, want no diagnostic", p)
	}
}

// TestCancel: a request is cancelled by its id, a number or a string, and no other request is.
func TestCancel(t *testing.T) {
	for id, want := range map[string][]string{
		"7": {"7"}, `"seven"`: {`"seven"`}, `"7"`: nil, "8": nil,
	} {
		var cancelled []string
		running := map[string]context.CancelFunc{}
		for _, other := range []string{"7", `"seven"`} {
			running[other] = func() { cancelled = append(cancelled, other) }
		}
		params := json.RawMessage(`{"id":` + id + `}`)
		err := notification((*server).cancel)(&server{running: running}, t.Context(), params)
		if err != nil || !slices.Equal(cancelled, want) {
			t.Errorf("cancelling %s: %v, and the requests %q are cancelled; want %q", id, err,
				cancelled, want)
		}
	}
	for _, params := range []string{`{"id":{}}`, `{"id":1.5}`, `{}`, `3`} {
		err := notification((*server).cancel)(&server{}, t.Context(), json.RawMessage(params))
		if err == nil {
			t.Errorf("cancelling with the parameters %s: no error", params)
		}
	}
}

// calls is a program of two methods with a call.
const calls = `put(list, item) {
  // Both are
  // parameters.
  synchronized {
    list.head := item;
    get(item);
  }
}

private get(list) {
  list := list.head;
  c := list.head;
}
`

// TestHints: hints show the lock level at each access, and whether its path is wobbly, in the
// visible lines. There are none if the editor wants none.
func TestHints(t *testing.T) {
	for options, want := range map[string]string{
		"{}":                    "4:13 lock 1; 10:19 lock 0, wobbly; 11:16 lock 0, wobbly",
		`{"inlayHints": true}`:  "4:13 lock 1; 10:19 lock 0, wobbly; 11:16 lock 0, wobbly",
		`{"inlayHints": false}`: "",
	} {
		e := startWith(t, noPause, options)
		e.open(calls)
		ask := func(from, to int) (string, []protocol.InlayHint) {
			list, err := e.InlayHint(background, &protocol.InlayHintParams{
				TextDocument: document,
				Range:        protocol.Range{Start: e.at(from).Position, End: e.at(to).Position},
			})
			e.must(err)
			var all []string
			for _, h := range list {
				all = append(all,
					fmt.Sprintf("%d:%d %s", h.Position.Line, h.Position.Character, h.Label))
			}
			return strings.Join(all, "; "), list
		}
		got, list := ask(0, len(calls))
		if got != want {
			t.Errorf("InlayHint with %s = %q, want %q", options, got, want)
		}
		if got == "" {
			continue
		}
		const tooltip = "The lock level is 0 here, within get(list).\n" +
			"list is wobbly in get: 11:3 assigns it (list := list.head)."
		if got := list[1].Tooltip; got != protocol.String(tooltip) {
			t.Errorf("the tooltip is %q, want %q", got, tooltip)
		}
		if got, _ := ask(0, strings.Index(calls, "private")); got != "4:13 lock 1" {
			t.Errorf("InlayHint in the first method = %q, want %q", got, "4:13 lock 1")
		}
	}
}

// TestCallHierarchy: the call hierarchy leads from a method to its callers and callees, and from
// those to theirs.
func TestCallHierarchy(t *testing.T) {
	e := start(t)
	e.open(calls)
	prepare := func(at int) []protocol.CallHierarchyItem {
		list, err := e.PrepareCallHierarchy(background,
			&protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: e.at(at)})
		e.must(err)
		return list
	}
	get := prepare(strings.Index(calls, "get(item);"))
	if len(get) != 1 || get[0].Name != "get(list)" || get[0].SelectionRange.Start.Line != 9 {
		t.Fatalf("PrepareCallHierarchy = %+v, want get(list) in line 10", get)
	}
	in, err := e.IncomingCalls(background, &protocol.CallHierarchyIncomingCallsParams{Item: get[0]})
	if err != nil || len(in) != 1 || in[0].From.Name != "put(list, item)" ||
		len(in[0].FromRanges) != 1 ||
		in[0].FromRanges[0].Start != (protocol.Position{Line: 5, Character: 4}) {
		t.Fatalf("IncomingCalls = %+v, %v; want put(list, item) at 6:5", in, err)
	}
	out, err := e.OutgoingCalls(background,
		&protocol.CallHierarchyOutgoingCallsParams{Item: in[0].From})
	if err != nil || len(out) != 1 || out[0].To.Name != "get(list)" || len(out[0].FromRanges) != 1 {
		t.Errorf("OutgoingCalls of put = %+v, %v; want get(list) once", out, err)
	}
	out, err = e.OutgoingCalls(background,
		&protocol.CallHierarchyOutgoingCallsParams{Item: get[0]})
	if err != nil || len(out) != 0 {
		t.Errorf("OutgoingCalls of get = %+v, %v; want none", out, err)
	}
	if none := prepare(strings.Index(calls, "item)")); len(none) != 0 {
		t.Errorf("a parameter has a call hierarchy: %+v", none)
	}
}

// TestSignature: the signature of the method whose arguments are being typed, with the current
// parameter.
func TestSignature(t *testing.T) {
	e := start(t)
	before, after, _ := strings.Cut(calls, "get(item);")
	e.open(before + "put(list, " + after)
	help, err := e.SignatureHelp(background,
		&protocol.SignatureHelpParams{TextDocumentPositionParams: e.at(len(before + "put(list, "))})
	e.must(err)
	if help == nil || len(help.Signatures) != 1 || help.Signatures[0].Label != "put(list, item)" ||
		*help.ActiveSignature != 0 {
		t.Fatalf("SignatureHelp = %+v, want put(list, item)", help)
	}
	if p := help.Signatures[0].Parameters; len(p) != 2 || p[1].Label != protocol.String("item") {
		t.Errorf("the parameters are %+v, want 2, with item second", p)
	}
	if n, ok := help.ActiveParameter.Get(); !ok || n != 1 {
		t.Errorf("the active parameter is %v, want 1", help.ActiveParameter)
	}
	help, err = e.SignatureHelp(background,
		&protocol.SignatureHelpParams{TextDocumentPositionParams: e.at(0)})
	if help != nil || err != nil {
		t.Errorf("SignatureHelp outside of a call = %+v, %v; want none", help, err)
	}
}

// TestFolding: blocks and comments of several lines can be folded.
func TestFolding(t *testing.T) {
	e := start(t)
	e.open(calls)
	list, err := e.FoldingRanges(background,
		&protocol.FoldingRangeParams{TextDocument: document})
	e.must(err)
	var all []string
	for _, x := range list {
		all = append(all, fmt.Sprintf("%d-%d %s", x.StartLine, x.EndLine, x.Kind))
	}
	const want = "0-6 region, 1-2 comment, 3-5 region, 9-11 region"
	if got := strings.Join(all, ", "); got != want {
		t.Errorf("the folds are %q, want %q", got, want)
	}
}

// TestErrorPages: an error or a warning links to the page of its code, if the editor has said where
// the pages are. A race has no page.
func TestErrorPages(t *testing.T) {
	const pages = "https://example.org/errors#"
	for _, tt := range []struct{ options, text, want string }{
		{"{}", "m(b) { b.f = b }", ""},
		{`{"errorPages": "` + pages + `"}`, "m(b) { b.f = b }", pages + "E0010"},
		{`{"errorPages": "` + pages + `"}`, "m(b) { synchronized (b) { b.f := b } }",
			pages + "W0001"},
	} {
		e := startWith(t, noPause, tt.options)
		e.open(tt.text)
		list := e.diagnostics()
		if len(list) != 1 || string(list[0].CodeDescription.Href) != tt.want {
			t.Errorf("%s, %s: the diagnostics are %+v, want the link %q", tt.options, tt.text, list,
				tt.want)
		}
		e.open(burble)
		for _, d := range e.diagnostics() {
			if d.CodeDescription.Href != "" {
				t.Errorf("a race has the page %s, want none", d.CodeDescription.Href)
			}
		}
	}
}

// TestCapabilities: each supported request is declared, so that editors send it.
func TestCapabilities(t *testing.T) {
	got, err := (&server{}).initialize([]byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"inlayHintProvider":true`, `"foldingRangeProvider":true`, `"callHierarchyProvider":true`,
		`"signatureHelpProvider":{"triggerCharacters":["(",","]}`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the result of initialize lacks %s: %s", want, text)
		}
	}
}
