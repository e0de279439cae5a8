package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/internal/ask"
	"wobbly/session/command"
)

// answered has the answer to a message, and the progress before it.
type answered struct {
	reply
	progress []*progress
}

// tell sends a message to a handler. Each reply must be a JSON text with the message's id, and only
// the last one an answer.
func tell(t testing.TB, h *Handler, message string) answered {
	t.Helper()
	var a answered
	ended := false
	h.Handle(context.Background(), []byte(message), func(b []byte) {
		var r reply
		if err := json.Unmarshal(b, &r); err != nil {
			t.Fatalf("the answer to %.80s is not JSON: %v: %.200s", message, err, b)
		}
		if ended {
			t.Fatalf("%.80s: there is a second answer", message)
		}
		if r.Progress != nil {
			a.progress = append(a.progress, r.Progress)
			return
		}
		a.reply, ended = r, true
	})
	if !ended || (a.OK == nil) == (a.Error == nil) {
		t.Fatalf("%.80s: there is no answer: %+v", message, a)
	}
	return a
}

// put sends a message of a verb with fields, and decodes the answer into to unless that is nil.
func put(t testing.TB, h *Handler, do string, fields map[string]any, to any) *problem {
	t.Helper()
	m := map[string]any{"id": 1, "do": do}
	for k, v := range fields {
		m[k] = v
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	a := tell(t, h, string(text))
	if a.Error == nil && to != nil {
		if err := json.Unmarshal(a.OK, to); err != nil {
			t.Fatal(err)
		}
	}
	return a.Error
}

// must is like put, and fails the test if the message is refused.
func must(t testing.TB, h *Handler, do string, fields map[string]any, to any) {
	t.Helper()
	if p := put(t, h, do, fields, to); p != nil {
		t.Fatalf("%s %.200v is refused: %+v", do, fields, p)
	}
}

func exampleText(t testing.TB, name string) string {
	t.Helper()
	for _, x := range examples.All() {
		if x.Name == name {
			return x.Text
		}
	}
	t.Fatalf("there is no example %s", name)
	return ""
}

// TestHello: hello has the whole table of commands and all examples.
func TestHello(t *testing.T) {
	var v helloView
	must(t, New(Options{Version: "1.2"}), "hello", nil, &v)
	if v.Protocol != protocolVersion || v.Version != "1.2" ||
		len(v.Commands) != len(command.Table()) || len(v.Examples) != len(examples.All()) ||
		len(v.Groups) != 3 {
		t.Errorf("hello = %+v, want version 1.2 with all commands and examples, and 3 groups", v)
	}
}

// TestMessages: an invalid message is refused, with the reason.
func TestMessages(t *testing.T) {
	h := New(Options{})
	for message, want := range map[string]string{
		"":                                       "message",
		"[]":                                     "message",
		`{"id":"x","do":"hello"}`:                "message",
		`{"id":1,"do":"helo"}`:                   "name",
		`{"id":1,"do":"check","programm":"x"}`:   "message",
		`{"id":1,"do":"check","program":7}`:      "message",
		`{"id":1,"do":"session.do","session":9}`: "session",
		`{"id":1,"do":"lesson.do","game":9,"what":"hint"}`:                       "session",
		`{"id":1,"do":"share.open","hash":"abc"}`:                                "link",
		`{"id":1,"do":"lesson.open","lesson":"99"}`:                              "refused",
		`{"id":1,"do":"lesson.list","record":{"schema":"x"}}`:                    "record",
		`{"id":1,"do":"theorem.break","names":[]}`:                               "message",
		`{"id":1,"do":"theorem.fuzz","names":["no"]}`:                            "refused",
		`{"id":1,"do":"explore","program":"m(a) { skip; }","maxStates":-1}`:      "message",
		`{"id":1,"do":"check","program":"m(a) { skip; }","pair":"m,k"}`:          "name",
		`{"id":1,"do":"check","program":"m(a) { skip; }","analysis":"x"}`:        "refused",
		`{"id":1,"do":"session.open","program":"m(a) { skip; }","heap":"o9.f="}`: "refused",
		`{"id":1,"do":"fmt","program":"m(a) { := }"}`:                            "E0010",
		strings.Repeat(" ",
			maxMessage+1): "message",
		fmt.Sprintf(`{"id":1,"do":"check","program":%q}`,
			strings.Repeat("/", maxProgram+1)): "limit",
	} {
		p := tell(t, h, message).Error
		if p == nil || p.Message == "" || p.Exit < 2 {
			t.Errorf("%.80s: %+v, want a problem with a message and its exit", message, p)
			continue
		}
		if p.Code != want && !(want[0] == 'E' && p.Code[0] == 'E') {
			t.Errorf("%.80s: code %s, want %s: %s", message, p.Code, want, p.Message)
		}
	}
}

// TestProgress: a search reports its progress as often as the clock allows.
func TestProgress(t *testing.T) {
	now := int64(0)
	h := New(Options{Now: func() int64 { now += 60; return now }})
	for message, what := range map[string]string{
		`{"id":3,"do":"theorem.fuzz","names":["theorem1"],"cases":100}`: "fuzz",
		`{"id":3,"do":"theorem.break","names":["A3"],"cases":200}`:      "break",
		fmt.Sprintf(`{"id":3,"do":"check","program":%q}`,
			"m(a) { v := new(); a.f := v; a.g := v; a.h := v; y := a.f; }"): "check",
		fmt.Sprintf(`{"id":3,"do":"explore","full":true,"maxObjects":6,"maxStates":300000,`+
			`"program":%q}`, wide): "search",
		fmt.Sprintf(`{"id":3,"do":"compare","analyzers":["oracle"],"maxStates":60000,"program":%q}`,
			wide): "compare",
		fmt.Sprintf(`{"id":3,"do":"compare","analyzers":["oracle-hb"],"maxStates":60000,`+
			`"program":%q}`, wide): "compare",
	} {
		a := tell(t, h, message)
		if a.Error != nil || len(a.progress) == 0 || a.progress[0].What != what ||
			a.progress[0].Text == "" || a.progress[0].Rate <= 0 {
			t.Errorf("%.60s: error %+v, %d progress messages", message, a.Error, len(a.progress))
		}
	}
}

// wide is a program with many states.
var wide = "m(a) { x := a.f; while * { y := x.g; x.f := y; y.f := x; x := y.g; z := x.f; " +
	"z.g := y; if * { a.f := x; } else { a.g := z; } } } " +
	"n(a) { x := a.g; while * { y := x.f; x.g := y; n0 := new(); n0.f := y; y.g := n0; x := y.f; " +
	"z := x.g; z.f := y; } }"

// TestDiagnose: errors have positions in UTF-16 units. A warning is no error.
func TestDiagnose(t *testing.T) {
	var d diagnoses
	text := "// 𝒜ä\nm(a) { x := ; }"
	if p := put(t, New(Options{}), "diagnose", map[string]any{"program": text}, &d); p != nil ||
		len(d.List) == 0 {
		t.Fatalf("diagnose: %+v, want a problem in the list", p)
	}
	x := d.List[0]
	if x.Line != 2 || x.From != 7+x.Col-1 || x.Code == "" || x.Severity != "error" {
		t.Errorf("the diagnostic = %+v, want the code of an error in line 2", x)
	}
	legal := map[string]any{"program": "m(p) { synchronized (p) { p.f := p } }"}
	if p := put(t, New(Options{}), "diagnose", legal, &d); p != nil || len(d.List) != 1 ||
		d.List[0].Severity != "warning" {
		t.Errorf("diagnose = %+v, %+v; want one warning", d.List, p)
	}
}

// FuzzHandle checks that every message has one answer, which is not a defect.
func FuzzHandle(f *testing.F) {
	for _, v := range verbs() {
		f.Add(fmt.Sprintf(`{"id":1,"do":%q}`, v.name))
		f.Add(fmt.Sprintf(`{"id":1,"do":%q,"program":"m(a) { a.f := a; }","session":1,"game":1,`+
			`"line":"a","what":"line","arg":"b","lesson":"1","names":["A3"],"cases":1,`+
			`"hash":"x.00"}`, v.name))
	}
	f.Add(`{"id":1,"do":"session.open","program":"m(a) { if * { a.f := a; } }",` +
		`"schedule":"A+0 B2","at":-3}`)
	f.Fuzz(func(t *testing.T, message string) {
		if strings.Contains(message, "theorem.") && !strings.Contains(message, `"cases":1,`) {
			return // whole runs
		}
		h := New(Options{})
		opened(t, h, map[string]any{"program": "m(a) { a.f := a; if * { x := a.f; } }"})
		if p := tell(t, h, message).Error; p != nil && p.Code == "internal" {
			t.Errorf("%s: internal problem: %s", message, p.Text)
		}
	})
}

// TestExits: an answer has the same exit code as the command.
func TestExits(t *testing.T) {
	for _, tt := range []struct {
		want    int
		message string
	}{
		{ask.ExitNothing, `{"id":1,"do":"theorem.fuzz","names":["theorem2"],"cases":20}`},
		{ask.ExitFound, `{"id":1,"do":"theorem.fuzz","names":["theorem2"],` +
			`"without":["same-fields"],"cases":100}`},
		{ask.ExitNothing, `{"id":1,"do":"compare","program":"m(a) { skip; }"}`},
		{ask.ExitFound, `{"id":1,"do":"explore","program":"m(a) { a.f := a; }"}`},
		{ask.ExitInconclusive, `{"id":1,"do":"explore",` +
			`"program":"m(a) { x := a.f; n(a); } private n(a) { }","maxStates":1}`},
		{ask.ExitFound, `{"id":1,"do":"check","program":"m(a) { x := new(); a.f := x; }"}`},
	} {
		if a := tell(t, New(Options{}), tt.message); a.Exit == nil || *a.Exit != tt.want {
			t.Errorf("%s: exit %v, want %d; error %v", tt.message, a.Exit, tt.want, a.Error)
		}
	}
}
