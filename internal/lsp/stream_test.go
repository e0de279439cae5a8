package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
)

// framed returns a message with its header.
func framed(body string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// A pipe is a stream: the server reads what an editor has sent, and its answers are collected.
type pipe struct {
	io.Reader
	bytes.Buffer
}

func (p *pipe) Read(b []byte) (int, error) { return p.Reader.Read(b) }
func (p *pipe) Close() error               { return nil }

// play runs a session in which the editor sends in, and returns what the server sends.
func play(t testing.TB, in io.Reader) (out string, err error) {
	t.Helper()
	p := &pipe{Reader: in}
	_, err = Serve(t.Context(), p, Options{
		Pause: func(context.Context) error { return nil },
		Name:  func(string) string { return "t.il" }, Word: func(s string) string { return s },
	})
	return p.String(), err
}

// last is a request that is accepted if no other was. Its answer shows that the session goes on.
var last = framed(`{"jsonrpc":"2.0","id":"last","method":"initialize","params":{}}`)

// TestMalformed: a malformed message is answered with an error, and the session continues.
func TestMalformed(t *testing.T) {
	for body, code := range map[string]int{
		"{": codeParse, "not JSON": codeParse, `{"jsonrpc":"2.0"`: codeParse, "\xff": codeParse,
		"":     codeParse,
		"null": codeInvalidRequest, "7": codeInvalidRequest, "[]": codeInvalidRequest,
		"{}": codeInvalidRequest, `"text"`: codeInvalidRequest,
		`{"jsonrpc":"2.0","id":1}`:                             codeInvalidRequest,
		`{"jsonrpc":"2.0","id":{},"method":"shutdown"}`:        codeInvalidRequest,
		`{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`:       codeInvalidRequest,
		`{"jsonrpc":"2.0","id":1,"method":7}`:                  codeInvalidRequest,
		`{"id":1,"method":"shutdown"}`:                         codeInvalidRequest,
		`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`:       codeInvalidRequest,
		`{"jsonrpc":"2.0","method":"x","result":null}`:         codeInvalidRequest,
		strings.Repeat("[", 100_000):                           codeParse,
		strings.Repeat(`{"jsonrpc":`, 100_000):                 codeParse,
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/x"} 1`: codeParse,
	} {
		out, err := play(t, strings.NewReader(framed(body)+last))
		want := fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,`, code)
		if err != nil || !strings.Contains(out, want) ||
			!strings.Contains(out, `"id":"last","result"`) {
			t.Errorf("the message %.60q: error %v, answers %.300s; want %s and an answer to the "+
				"last request", body, err, out, want)
		}
	}
}

// TestWrongParameters: parameters of the wrong types are refused, without the names of Go types.
func TestWrongParameters(t *testing.T) {
	for _, method := range []string{"textDocument/hover", "workspace/executeCommand"} {
		request := fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":%q,"params":[1]}`, method)
		out, err := play(t, strings.NewReader(last+framed(request)))
		want := `"id":2,"error":{"code":-32602,"message":"the parameters do not fit this request"}`
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: error %v, answers %s; want %s", method, err, out, want)
		}
	}
}

// TestBrokenHeader: a broken header is answered with an error. The next header is found wherever it
// is, and the session continues.
func TestBrokenHeader(t *testing.T) {
	for _, broken := range []string{
		"Content-Length\r\n\r\n", "Content-Length: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n",
		"Content-Length: -1\r\n\r\n" + `{"jsonrpc":"2.0","method":"initialized"}`,
		"Content-Type: x\r\n\r\n", "\r\n", "Content-Length: 9999999999\r\n\r\n{}",
		"Content-Length: 2000000000\r\n\r\n" + strings.Repeat("Content-Length: ", 10_000),
		"X: " + strings.Repeat("x", 3*maxHeader) + "\r\n",
	} {
		out, err := play(t, strings.NewReader(broken+last))
		if err != nil || strings.Count(out, `"id":null,"error":{"code":-32600,`) != 1 ||
			!strings.Contains(out, `"id":"last","result"`) {
			t.Errorf("the header %.40q: error %v, answers %.300s; want one error, and an answer "+
				"to the last request", broken, err, out)
		}
	}
	for _, cut := range []string{
		"Content-Length: 2\r\n\r\n{", "Content-Length: 2\r\n", "Content", "x\n",
	} {
		if out, err := play(t, strings.NewReader(cut)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("the stream %q: error %v, answers %s; want %v", cut, err, out,
				io.ErrUnexpectedEOF)
		}
	}
	lowerCase := "content-length:" + strings.TrimPrefix(last, "Content-Length: ")
	if out, err := play(t, strings.NewReader(lowerCase)); err != nil ||
		!strings.Contains(out, `"last"`) {
		t.Errorf("a header in lower case, without a blank: error %v, answers %s; want an answer",
			err, out)
	}
}

// TestLongHeader: a header line has at most maxHeader bytes, including its end.
func TestLongHeader(t *testing.T) {
	for more, want := range map[int]int{0: 0, 1: 1} {
		line := "X: " + strings.Repeat("x", maxHeader+more-len("X: \r\n")) + "\r\n"
		out, err := play(t, strings.NewReader(line+last))
		if got := strings.Count(out, `"code":-32600`); err != nil || got != want {
			t.Errorf("a line of %d bytes: error %v, answers %s; want %d errors", len(line), err,
				out, want)
		}
	}
}

// blanks is an endless reader of blanks.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestLongMessage: a message has at most maxMessage bytes, and a longer one is skipped.
func TestLongMessage(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	for more, want := range map[int]string{0: `"id":1,"result"`, 1: `"code":-32600`} {
		head := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", maxMessage+more, request)
		out, err := play(t,
			io.MultiReader(strings.NewReader(head),
				io.LimitReader(blanks{}, int64(maxMessage+more-len(request))),
				strings.NewReader(last)))
		if err != nil || !strings.Contains(out, want) || !strings.Contains(out, `"id":"last"`) {
			t.Errorf("a message of maxMessage + %d bytes: error %v, answers %s; want %s", more, err,
				out, want)
		}
	}
}

// FuzzMessage: after any message except exit, the next request is answered.
func FuzzMessage(f *testing.F) {
	for _, body := range []string{
		"", "null", `{"jsonrpc":"2.0","id":{},"method":"x"}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":[]}}`,
	} {
		f.Add(body, `{"jsonrpc":"2.0","id":2,"method":"textDocument/hover",`+
			`"params":{"textDocument":7}}`)
	}
	for _, method := range []string{
		"inlayHint", "foldingRange", "signatureHelp", "prepareCallHierarchy", "didOpen",
		"didChange", "codeAction",
	} {
		f.Add(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`,
			`{"jsonrpc":"2.0","id":2,"method":"textDocument/`+method+`","params":{`+
				`"textDocument":{"uri":"a","text":"m(b) { m("},`+
				`"position":{"line":-1,"character":9e3},"range":null}}`)
	}
	exit := regexp.MustCompile(`exit|\\u`) // also if it is escaped
	f.Fuzz(func(t *testing.T, first, second string) {
		if exit.MatchString(first + second) {
			return
		}
		out, err := play(t, strings.NewReader(framed(first)+framed(second)+last))
		if err != nil || !strings.Contains(out, `"id":"last"`) ||
			strings.Contains(out, "internal error") {
			t.Errorf("error %v, answers %s; want an answer to the last request and no internal "+
				"error", err, out)
		}
	})
}

// TestEndOfStream: an editor that disappears while the server waits for its answer does not prevent
// the server from ending.
func TestEndOfStream(t *testing.T) {
	text, err := json.Marshal(burble)
	if err != nil {
		t.Fatalf("Marshal: %v", err)
	}
	open := `{"jsonrpc":"2.0","method":"textDocument/didOpen",` +
		`"params":{"textDocument":{"uri":"file:///t.il","text":` + string(text) + `}}}`
	const fix = `{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand",` +
		`"params":{"command":"wobbly.fix","arguments":["file:///t.il","R1"]}}`
	out, err := play(t, strings.NewReader(last+framed(open)+framed(fix)))
	if err != nil ||
		!strings.Contains(out, `"method":"workspace/applyEdit"`) &&
			!strings.Contains(out, `"id":2,"error"`) {
		t.Errorf("error %v, answers %s; want an edit or an error", err, out)
	}
}
