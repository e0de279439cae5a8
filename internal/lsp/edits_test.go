package lsp

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/language"
	"wobbly/internal/quick"
)

// pieces are the texts that random edits insert.
var pieces = strings.Fields("m(b) { } x := b.f ; lock() unlock(); if * else while || init o1 . = " +
	"// /* */ ü 😀 é private A.b synchronized skip new() arg1 , (")

// randomEdit replaces a stretch of the text by a piece or, always if the text is long, by nothing.
func (e *editor) randomEdit(random *rand.Rand) {
	at := random.IntN(len(e.text) + 1)
	end := min(len(e.text), at+random.IntN(6))
	for inside(e.text, at) {
		at--
	}
	for inside(e.text, end) {
		end++
	}
	text := ""
	if len(e.text) < 600 && random.IntN(3) > 0 {
		text = pieces[random.IntN(len(pieces))] + []string{" ", "\n", "\r\n", ""}[random.IntN(4)]
	}
	e.edit(at, max(at, end), text)
}

// inside reports whether an offset is inside a character or the end of a line. An editor has no
// position for it.
func inside(text string, at int) bool {
	return at > 0 && at < len(text) && (text[at]&0xC0 == 0x80 || text[at-1:at+1] == "\r\n")
}

// names returns the semantic tokens of a text.
func names(text string) []uint32 {
	d := language.Open("", text, nil)
	s := &server{}
	result, err := s.semanticTokens(subject{file: &file{doc: d}, ctx: context.Background()},
		documentParams{})
	if err != nil {
		panic(err)
	}
	var data []uint32
	for _, n := range result.(semanticTokens).Data {
		data = append(data, uint32(n))
	}
	return data
}

// TestRandomEdits makes random edits with requests between them. After each round, the server's
// text is the editor's, and nothing has failed.
func TestRandomEdits(t *testing.T) {
	const edits = 200
	rounds := quick.Cases(50)
	random := rand.New(rand.NewPCG(3, 5))
	all := examples.All()
	e := start(t)
	for round := range rounds {
		example := all[round%len(all)].Text
		e.open(example[:min(500, len(example))])
		for i := range edits {
			e.randomEdit(random)
			if i%10 == 0 {
				e.ask(random)
			}
		}
		tokens, err := e.SemanticTokensFull(background,
			&protocol.SemanticTokensParams{TextDocument: document})
		if err != nil || !slices.Equal(tokens.Data, names(e.text)) {
			t.Fatalf("round %d: the server has another text than %q (%v)", round, e.text, err)
		}
		want, err := language.Open("t.il", e.text, nil).Diagnostics(background)
		if got := e.diagnostics(); err != nil || len(got) != len(want) {
			t.Fatalf("round %d: %d diagnostics, want %d (%v)", round, len(got), len(want), err)
		}
	}
	select {
	case text := <-e.logged:
		t.Fatalf("the server logs %s, want nothing", text)
	default:
	}
}

// ask sends a random request about a random place. An error that refuses it is an answer too.
func (e *editor) ask(random *rand.Rand) {
	at := e.at(random.IntN(len(e.text) + 1))
	doc := at.TextDocument
	var err error
	switch random.IntN(13) {
	case 0:
		_, err = e.Hover(background, &protocol.HoverParams{TextDocumentPositionParams: at})
	case 1:
		_, err = e.Completion(background,
			&protocol.CompletionParams{TextDocumentPositionParams: at})
	case 2:
		_, err = e.Definition(background,
			&protocol.DefinitionParams{TextDocumentPositionParams: at})
	case 3:
		_, err = e.References(background, &protocol.ReferenceParams{TextDocumentPositionParams: at})
	case 4:
		_, err = e.Rename(background,
			&protocol.RenameParams{TextDocumentPositionParams: at, NewName: "renamed"})
	case 5:
		_, err = e.Formatting(background, &protocol.DocumentFormattingParams{TextDocument: doc})
	case 6:
		_, err = e.CodeAction(background,
			&protocol.CodeActionParams{
				TextDocument: doc, Range: protocol.Range{Start: at.Position, End: at.Position},
			})
	case 7:
		_, err = e.CodeLens(background, &protocol.CodeLensParams{TextDocument: doc})
	case 8:
		_, err = e.DocumentSymbol(background, &protocol.DocumentSymbolParams{TextDocument: doc})
	case 9:
		_, err = e.InlayHint(background,
			&protocol.InlayHintParams{TextDocument: doc, Range: protocol.Range{End: at.Position}})
	case 10:
		_, err = e.FoldingRanges(background, &protocol.FoldingRangeParams{TextDocument: doc})
	case 11:
		_, err = e.SignatureHelp(background,
			&protocol.SignatureHelpParams{TextDocumentPositionParams: at})
	case 12:
		var items []protocol.CallHierarchyItem
		items, err = e.PrepareCallHierarchy(background,
			&protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: at})
		if len(items) > 0 {
			_, err = e.IncomingCalls(background,
				&protocol.CallHierarchyIncomingCallsParams{Item: items[0]})
		}
	}
	if c := code(err); err != nil && c != codeRequestFailed && c != codeContentModified {
		e.t.Fatalf("a request about %q: %v, want an answer or a refusal", e.text, err)
	}
}

// litho returns the example of that name, and the offset of its last 500 bytes.
func litho(t testing.TB) (text string, from int) {
	t.Helper()
	for _, x := range examples.All() {
		if x.Name == "litho.il" {
			text = x.Text
		}
	}
	from = len(text) - 500
	if from < 0 {
		t.Fatalf("the example litho.il has %d bytes, want 500 or more", len(text))
	}
	for inside(text, from) {
		from--
	}
	return text, from
}

// TestSession types the end of litho one character at a time, with a request after each. Each
// answer, and all diagnostics, are the same as when that text is opened.
func TestSession(t *testing.T) {
	text, from := litho(t)
	e, fresh := start(t), start(t)
	e.open(text[:from])
	e.diagnostics()
	for i, r := range text[from:] {
		e.edit(from+i, from+i, string(r))
		fresh.open(e.text)
		at := e.at(from + i)
		got, want := e.askInTurn(i, at), fresh.askInTurn(i, at)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("after %q the answer %d is\n%+v, want\n%+v", e.text[from:], i%6, got, want)
		}
		if got, want := e.diagnostics(), fresh.diagnostics(); !reflect.DeepEqual(got, want) {
			t.Fatalf("after %q the diagnostics are\n%+v, want\n%+v", e.text[from:], got, want)
		}
		fresh.must(fresh.DidClose(background,
			&protocol.DidCloseTextDocumentParams{TextDocument: at.TextDocument}))
	}
	if e.text != text {
		t.Errorf("the typed text is %q, want %q", e.text, text)
	}
}

// BenchmarkSession measures the answers in TestSession: the slowest, and the 99th percentile.
// Diagnostics are measured from the keystroke, without the pause.
func BenchmarkSession(b *testing.B) {
	text, from := litho(b)
	for b.Loop() {
		e := start(b)
		e.open(text[:from])
		e.diagnostics()
		var answers, diagnostics []time.Duration
		for i, r := range text[from:] {
			begin := time.Now()
			e.edit(from+i, from+i, string(r))
			e.askInTurn(i, e.at(from+i))
			answers = append(answers, time.Since(begin))
			e.diagnostics()
			diagnostics = append(diagnostics, time.Since(begin))
		}
		reportTimes(b, "answer", answers)
		reportTimes(b, "diagnostics", diagnostics)
		e.conn.Close()
	}
}

// askInTurn sends one of six requests that an editor sends after a keystroke, the i-th in turn.
func (e *editor) askInTurn(i int, at protocol.TextDocumentPositionParams) (answer any) {
	e.t.Helper()
	var err error
	switch i % 6 {
	case 0:
		answer, err = e.Completion(background,
			&protocol.CompletionParams{TextDocumentPositionParams: at})
	case 1:
		answer, err = e.Hover(background, &protocol.HoverParams{TextDocumentPositionParams: at})
	case 2:
		answer, err = e.SemanticTokensFull(background,
			&protocol.SemanticTokensParams{TextDocument: at.TextDocument})
	case 3:
		answer, err = e.CodeLens(background,
			&protocol.CodeLensParams{TextDocument: at.TextDocument})
	case 4:
		answer, err = e.SignatureHelp(background,
			&protocol.SignatureHelpParams{TextDocumentPositionParams: at})
	case 5:
		answer, err = e.InlayHint(background,
			&protocol.InlayHintParams{
				TextDocument: at.TextDocument, Range: protocol.Range{End: at.Position},
			})
	}
	e.must(err)
	return answer
}

// reportTimes adds the greatest of some times, and the 99th percentile, in milliseconds, to a
// benchmark.
func reportTimes(b *testing.B, what string, times []time.Duration) {
	b.Helper()
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "ms-99%-"+what)
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "ms-max-"+what)
}

// FuzzEdits checks that after any edit the server has the editor's text.
func FuzzEdits(f *testing.F) {
	f.Add("m(b) { x := b.f }\r\n", uint16(3), uint16(2), "😀")
	f.Add("{ skip } || { }", uint16(9), uint16(0), "\n")
	f.Fuzz(func(t *testing.T, text string, at, n uint16, piece string) {
		d := language.Open("t.il", text, nil)
		s := &server{encoding: language.UTF16}
		from := min(int(at), len(text))
		to := min(from+int(n), len(text))
		r := s.rangeOf(d, il.Pos(from), il.Pos(to))
		got := s.changed(d, contentChange{Range: &r, Text: piece}).Text()
		from, to = int(s.offset(d, r.Start)), int(s.offset(d, r.End))
		if want := text[:from] + piece + text[to:]; got != want {
			t.Errorf("%q from %d to %d replaced by %q = %q, want %q", text, from, to, piece, got,
				want)
		}
		language.Open("", got, nil).Names() // must not panic
	})
}
