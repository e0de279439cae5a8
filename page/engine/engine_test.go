package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"wobbly/examples"
	"wobbly/internal/ask"
	"wobbly/lesson"
	"wobbly/lesson/course"
	"wobbly/session/command"
	"wobbly/session/schedule"
)

// answered is the answer to a message, and the progress before it.
type answered struct {
	reply
	progress []*progress
}

// tell sends a message to a handler. What it answers must be one JSON text each, of that
// message, with one answer at the end.
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
			t.Fatalf("%.80s: a second answer", message)
		}
		if r.Progress != nil {
			a.progress = append(a.progress, r.Progress)
			return
		}
		a.reply, ended = r, true
	})
	if !ended || (a.OK == nil) == (a.Error == nil) {
		t.Fatalf("%.80s: no answer: %+v", message, a)
	}
	return a
}

// put is tell of a verb with fields, and reads the answer into to.
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
	if p := put(t, New(Options{Version: "1.2"}), "hello", nil, &v); p != nil {
		t.Fatalf("hello: %+v", p)
	}
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
		strings.Repeat(" ", maxMessage+1):                                        "message",
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

// opened begins a session of an example.
func opened(t testing.TB, h *Handler, fields map[string]any) view {
	t.Helper()
	var v view
	if p := put(t, h, "session.open", fields, &v); p != nil {
		t.Fatalf("session.open: %+v", p)
	}
	return v
}

// TestSession: a race is found by hand, three moves are undone, and a fork is made.
func TestSession(t *testing.T) {
	h := New(Options{})
	v := opened(t, h,
		map[string]any{
			"name": "burble.il", "program": exampleText(t, "burble.il"), "pair": "meps,reps",
			"theme": "light",
		})
	if v.At != 0 || v.Pair != "meps,reps" || !strings.HasPrefix(v.SVG, "<svg") ||
		len(v.Threads[0].Frames) == 0 || len(v.Objects) == 0 {
		t.Fatalf("session.open = %+v, want state 0 of meps,reps with its picture and memory", v)
	}
	do := func(line string) doneView {
		t.Helper()
		var d doneView
		if p := put(t, h, "session.do",
			map[string]any{"session": v.Session, "line": line}, &d); p != nil {
			t.Fatalf("session.do: %s: %+v", line, p)
		}
		return d
	}
	d := do("A B")
	if d.View.Race == nil || !d.Answer.OK || d.View.Schedule != "A B" || !d.View.Threads[0].Races ||
		d.View.Trace.Length != 2 || len(d.View.Trace.Moves) != 2 {
		t.Fatalf("no race: %+v", d)
	}
	raced := false
	for _, o := range d.View.Objects {
		for _, c := range o.Cells {
			raced = raced || slices.Equal(c.Next, []cellAccess{{"A", "read"}, {"B", "write"}})
		}
	}
	if !raced {
		t.Errorf("no cell is accessed next by both: %+v", d.View.Objects)
	}
	do("left 1")
	if d = do("a"); len(d.View.Branches) != 2 || d.View.State != "2.2" {
		t.Errorf("no fork: %+v", d.View.Branches)
	}
	if d = do("undo 3"); !d.Answer.OK && d.Answer.Moves == 0 {
		t.Errorf("undo 3 = %+v, want it accepted", d.Answer)
	}
	if d = do("nonsense words"); d.Answer.OK || !strings.Contains(d.Answer.Text, "no word") {
		t.Errorf("nonsense words = %+v, want a refusal: no word", d.Answer)
	}
	if d = do("save x.trace"); d.Answer.Saved == nil ||
		!strings.HasPrefix(d.Answer.Saved.Text, "trace") {
		t.Errorf("save x.trace = %+v, want the text of a trace", d.Answer)
	}
	for _, what := range []string{"memory", "state", "trace", "html"} {
		var p drawing
		if e := put(t, h, "session.picture",
			map[string]any{"session": v.Session, "what": what}, &p); e != nil || len(p.Text) < 500 {
			t.Errorf("session.picture of %s: %+v, want 500 bytes, has %d", what, e, len(p.Text))
		}
	}
	var a analysisView
	if e := put(t, h, "session.analysis", map[string]any{"session": v.Session}, &a); e != nil ||
		len(a.Threads[0].Rows) == 0 {
		t.Errorf("session.analysis = %+v, %+v; want rows", a, e)
	}
	if e := put(t, h, "session.close", map[string]any{"session": v.Session}, nil); e != nil {
		t.Errorf("session.close: %+v", e)
	}
	if e := put(t, h, "session.view", map[string]any{"session": v.Session}, nil); e == nil ||
		e.Code != "session" {
		t.Errorf("session.view after its end: %+v, want that there is no such session", e)
	}
}

// TestEffects: a move has its effects on the heap and the lock, and no others.
func TestEffects(t *testing.T) {
	v := opened(t, New(Options{}), map[string]any{"schedule": "A6",
		"program": "m(a) { x := a.f; a.f := x; x := new(); lock(); unlock(); y := x; }"})
	var effects []string
	for _, m := range v.Trace.Moves {
		effects = append(effects, strings.Join([]string{m.Reads, m.Writes, m.New, m.Lock}, ","))
	}
	want := []string{"o1.f,,,", ",o1.f,,", ",,o2,", ",,,acquire", ",,,release", ",,,"}
	if !slices.Equal(effects, want) {
		t.Errorf("the moves do %q, want %q", effects, want)
	}
}

// TestWritten: a cell has the last move that wrote it before the present state, and none while it
// holds its initial value.
func TestWritten(t *testing.T) {
	h := New(Options{})
	text := "m(a) { x := a.g; a.f := x; y := x; a.f := y; }"
	for at, want := range []*cellWrite{
		nil, nil, {2, "A", "a.f := x"}, {2, "A", "a.f := x"}, {4, "A", "a.f := y"},
	} {
		v := opened(t, h, map[string]any{"program": text, "schedule": "A4", "at": at})
		for _, o := range v.Objects {
			for _, c := range o.Cells {
				if c.Field == "f" && o.Name == "o1" && !reflect.DeepEqual(c.Written, want) {
					t.Errorf("state %d: %+v, want %+v", at, c.Written, want)
				}
				if c.Field == "g" && c.Written != nil {
					t.Errorf("state %d: %+v wrote %s.g", at, c.Written, o.Name)
				}
			}
		}
	}
}

// TestPaths: an object has the paths that lead to it, the shortest first, up to the limit. No path
// visits an object twice.
func TestPaths(t *testing.T) {
	h := New(Options{})
	v := opened(t, h,
		map[string]any{"heap": "o1.f=o2,o2.f=o1,A.a=o1,B.a=o2", "program": "m(a) { x := a.f; }"})
	got := map[string][]string{}
	for _, o := range v.Objects {
		got[o.Name] = o.Paths
	}
	want := map[string][]string{"o1": {"A.a", "B.a.f"}, "o2": {"B.a", "A.a.f"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for fields, want := range map[int]int{maxPaths / 2: maxPaths, maxPaths/2 + 1: maxPaths} {
		text, heap := "m(a) {", "A.a=o1,B.a=o1"
		for i := range fields {
			text += fmt.Sprintf(" x := a.f%d;", i)
			heap += fmt.Sprintf(",o1.f%d=o2,o2.f%d=o2", i, i)
		}
		v := opened(t, h, map[string]any{"program": text + " }", "heap": heap})
		if n := len(v.Objects[1].Paths); n != want {
			t.Errorf("%d fields of two variables: %d paths, want %d", fields, n, want)
		}
	}
}

// TestUnits: the units of a text are its methods and blocks with their ranges, even in a text with
// errors. A thread has the range of the unit that it is in.
func TestUnits(t *testing.T) {
	h := New(Options{})
	text := "// 𝒜\nm(a) { k(a); }\nprivate k(a) { x := a.f; }"
	stretch := func(x span) string {
		wide := utf16.Encode([]rune(text))
		return string(utf16.Decode(wide[x.From:x.To]))
	}
	var d diagnoses
	if p := put(t, h, "diagnose", map[string]any{"program": text}, &d); p != nil ||
		len(d.Units) != 2 {
		t.Fatalf("diagnose = %+v, %+v; want 2 units", d, p)
	}
	m, k := d.Units[0], d.Units[1]
	if m.Name != "m" || !m.Paired || stretch(m.span) != "m(a) { k(a); }" || m.Line != 2 {
		t.Errorf("unit 0 = %+v, want m in line 2, in pairs", m)
	}
	if k.Name != "k" || k.Paired || stretch(k.span) != "private k(a) { x := a.f; }" || k.Line != 3 {
		t.Errorf("unit 1 = %+v, want the private k in line 3, in no pair", k)
	}
	v := opened(t, h, map[string]any{"program": text, "schedule": "A"})
	if a, b := v.Threads[0], v.Threads[1]; stretch(a.Body) != "k(a) { x := a.f; }" ||
		stretch(b.Body) != stretch(m.span) {
		t.Errorf("A is in %q, B in %q", stretch(a.Body), stretch(b.Body))
	}
	if !slices.Equal(v.Units, []string{"m"}) {
		t.Errorf("pairs are made of %q", v.Units)
	}
	for broken, want := range map[string]int{
		"m(a) { x := a.f; } n(a) { x := ; }": 2, "m(a) {": 0, "": 0, "}": 0,
	} {
		if p := put(t, h, "diagnose", map[string]any{"program": broken}, &d); p != nil ||
			len(d.Units) != want {
			t.Errorf("%s: %d units, want %d: %+v", broken, len(d.Units), want, d.Units)
		}
	}
}

// TestAnalysisOfPair: if both threads are about to access, the view has the verdict of the analysis
// and the tests that decide it. If one of them is not, the view has nothing.
func TestAnalysisOfPair(t *testing.T) {
	h := New(Options{})
	burble := map[string]any{"program": exampleText(t, "burble.il"), "race": "R1"}
	v := opened(t, h, burble)
	var a analysisView
	if p := put(t, h, "session.analysis", map[string]any{"session": v.Session}, &a); p != nil ||
		a.Pair == nil {
		t.Fatalf("session.analysis: %+v, pair %+v; want a pair", p, a.Pair)
	}
	if !strings.HasPrefix(a.Pair.Verdict, "reported as the race R1") || len(a.Pair.Tests) < 3 {
		t.Errorf("the pair = %+v, want the race R1 with 3 or more tests", a.Pair)
	}
	for _, x := range a.Pair.Tests {
		if x.Name == "" || x.Finding == "" || !x.Holds {
			t.Errorf("the test = %+v, want it to hold, with a name and a finding", x)
		}
	}
	var d doneView
	if p := put(t, h, "session.do",
		map[string]any{"session": v.Session, "line": "first"}, &d); p != nil {
		t.Fatalf("session.do: %+v", p)
	}
	if p := put(t, h, "session.analysis", map[string]any{"session": v.Session}, &a); p != nil ||
		a.Pair != nil {
		t.Errorf("at the start: %+v %+v", p, a.Pair)
	}
	v = opened(t, h,
		map[string]any{
			"program": "put(b) {\n  n := new();\n  n.g := n;\n  b.f := n;\n}\n", "pair": "put,put",
			"schedule": "A B",
		})
	if p := put(t, h, "session.analysis", map[string]any{"session": v.Session}, &a); p != nil ||
		a.Pair == nil ||
		!strings.Contains(a.Pair.Verdict, ". They cannot race (certified): ") {
		t.Errorf("two private objects: %+v %+v", p, a.Pair)
	}
}

// TestTableIsThere: every command of the table can be executed by its name.
func TestTableIsThere(t *testing.T) {
	h := New(Options{})
	args := map[string]string{
		"play": "A", "go": "0", "until": "race", "write": "o1.f", "eval": "A.b", "watch": "A.b",
		"paste": "A", "save": "x.trace",
	}
	for _, row := range command.Table() {
		v := opened(t, h,
			map[string]any{
				"name": "burble.il", "program": exampleText(t, "burble.il"), "race": "R1",
			})
		var d doneView
		p := put(t, h, "session.do",
			map[string]any{"session": v.Session, "name": row.Name, "arg": args[string(row.Name)]},
			&d)
		if p != nil || d.Answer.Text == "" && len(d.Answer.Lines) == 0 && !d.Answer.OK ||
			d.View.Session != v.Session {
			t.Errorf("%s: %+v, %+v; want an answer for the session", row.Name, p, d.Answer)
		}
		put(t, h, "session.close", map[string]any{"session": v.Session}, nil)
	}
}

// TestLongTrace: a view has only the part of a long trace around the present state, and the rest is
// sent on demand.
func TestLongTrace(t *testing.T) {
	h := New(Options{})
	text := "m(a) { while * { a.f := a; } } n(a) { skip; }"
	v := opened(t, h,
		map[string]any{"program": text, "pair": "m,n", "schedule": strings.Repeat("A+2", 2000)})
	if v.Length != 6000 || len(v.Trace.Moves) > 2*window || len(v.Trace.Moves) == 0 {
		t.Fatalf("%d moves, %d told", v.Length, len(v.Trace.Moves))
	}
	var tr traceView
	if p := put(t, h, "session.trace",
		map[string]any{"session": v.Session, "from": 10, "to": 20}, &tr); p != nil ||
		len(tr.Moves) != 10 || tr.Moves[0].N != 11 {
		t.Errorf("session.trace from 10 to 20: %+v, %+v; want the moves 11 to 20", p, tr)
	}
	if p := put(t, h, "session.trace",
		map[string]any{"session": v.Session, "from": 0, "to": 6000}, &tr); p == nil {
		t.Error("a long stretch is told")
	}
	if p := put(t, h, "session.picture",
		map[string]any{"session": v.Session, "what": "html"}, nil); p == nil || p.Code != "limit" {
		t.Errorf("session.picture of a long trace: %+v, want a limit", p)
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
		fmt.Sprintf(`{"id":3,"do":"explore","full":true,"maxObjects":6,"maxStates":300000,"program":%q}`, wide): "search",
		fmt.Sprintf(`{"id":3,"do":"compare","analyzers":["oracle"],"maxStates":60000,"program":%q}`,
			wide): "compare",
		fmt.Sprintf(`{"id":3,"do":"compare","analyzers":["oracle-hb"],"maxStates":60000,"program":%q}`, wide): "compare",
	} {
		a := tell(t, h, message)
		if a.Error != nil || len(a.progress) == 0 || a.progress[0].What != what ||
			a.progress[0].Text == "" || a.progress[0].Rate <= 0 {
			t.Errorf("%.60s: %+v, %d messages", message, a.Error, len(a.progress))
		}
	}
}

// wide is a program of many states.
var wide = "m(a) { x := a.f; while * { y := x.g; x.f := y; y.f := x; x := y.g; z := x.f; " +
	"z.g := y; if * { a.f := x; } else { a.g := z; } } } " +
	"n(a) { x := a.g; while * { y := x.f; x.g := y; n0 := new(); n0.f := y; y.g := n0; x := y.f; " +
	"z := x.g; z.f := y; } }"

// TestShare: a link opens the state in which it was made, and its claim is judged again.
func TestShare(t *testing.T) {
	h := New(Options{Version: "1.0"})
	v := opened(t, h,
		map[string]any{
			"name": "mine.il", "program": exampleText(t, "burble.il") + "// mine\n", "race": "R1",
		})
	var s sharedView
	if p := put(t, h, "share.make",
		map[string]any{"session": v.Session, "region": "step"}, &s); p != nil || s.Claim == "" ||
		s.Long || !strings.Contains(s.Markdown, "{ADDRESS}#"+s.Hash) {
		t.Fatalf("share.make: %+v, %+v; want a short claim and its link", p, s)
	}
	var o openedShare
	if p := put(t, h, "share.open",
		map[string]any{"hash": "https://example.org/#" + s.Hash}, &o); p != nil {
		t.Fatalf("share.open: %+v", p)
	}
	if o.Session == nil || o.Session.Schedule != v.Schedule || o.Session.Race == nil || !o.Holds ||
		o.Older || o.Link.Name != "mine.il" || o.Link.Region != "step" {
		t.Errorf("share.open = %+v, want %s in mine.il with a race that holds", o, v.Schedule)
	}
	link, err := schedule.ParseShared(s.Hash)
	if err != nil {
		t.Fatal(err)
	}
	false1, false2, stale := link, link, link
	false1.Claim, false2.Claim, false2.Schedule = "R2", "R1", ""
	stale.Program, stale.Tool = "m(a) {", "0.9"
	for _, x := range []schedule.Shared{false1, false2} {
		if p := put(t, h, "share.open", map[string]any{"hash": x.Hash()}, &o); p != nil ||
			o.Holds || !strings.Contains(o.Judged, "The link claims") {
			t.Errorf("share.open: %+v, %+v; want a claim that does not hold", p, o)
		}
	}
	if p := put(t, h, "share.open", map[string]any{"hash": stale.Hash()}, &o); p != nil ||
		o.Problem == nil || o.Link.Program != "m(a) {" || !o.Older {
		t.Errorf("share.open of a stale link: %+v, %+v; want its program with a problem", p, o)
	}
	if p := put(t, h, "share.open",
		map[string]any{"hash": s.Hash[:20] + "x" + s.Hash[21:]}, nil); p == nil ||
		p.Code != "link" {
		t.Errorf("a damaged link: %+v", p)
	}
}

// TestLinksAreShort: for each example and each witness, the link is short enough to be sent, and
// opens the right state.
func TestLinksAreShort(t *testing.T) {
	h := New(Options{Version: "v1.2.3"})
	n := 0
	for _, x := range examples.All() {
		var doc struct{ Races []struct{ ID string } }
		if p := put(t, h, "check", map[string]any{"name": x.Name,
			"program": x.Text, "limit": 30}, &doc); p != nil {
			t.Fatalf("check: %s: %+v", x.Name, p)
		}
		for _, r := range doc.Races[:min(len(doc.Races), 3)] {
			var v view
			if p := put(t, h, "session.open",
				map[string]any{"name": x.Name, "program": x.Text, "race": r.ID}, &v); p != nil {
				// too long to step through
				if x.Name != "doubling.il" && x.Name != "long-trace.il" &&
					x.Name != "long-name.il" {
					t.Errorf("session.open of %s %s: %+v", x.Name, r.ID, p)
				}
				continue
			}
			// The text of an example is left out of a link: here it must be in it.
			link := schedule.Shared{}
			var s sharedView
			if p := put(t, h, "share.make", map[string]any{"session": v.Session}, &s); p != nil {
				t.Fatalf("share.make: %s: %+v", x.Name, p)
			}
			link, err := schedule.ParseShared(s.Hash)
			if err != nil {
				t.Fatal(err)
			}
			link.Name, link.Program, link.Example = x.Name, x.Text, ""
			if hash := link.Hash(); len(hash) > maxHash || s.Long {
				t.Errorf("%s %s: a link of %d characters", x.Name, r.ID, len(hash))
			}
			var o openedShare
			if p := put(t, h, "share.open", map[string]any{"hash": s.Hash}, &o); p != nil ||
				!o.Holds || o.Session == nil || o.Session.Schedule != v.Schedule {
				t.Errorf("share.open of %s %s: %+v %s; want the schedule %s", x.Name, r.ID, p,
					o.Judged, v.Schedule)
			}
			n++
			put(t, h, "session.close", map[string]any{"session": v.Session}, nil)
			if o.Session != nil {
				put(t, h, "session.close", map[string]any{"session": o.Session.Session}, nil)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d links", n)
	}
}

// TestGraph: the graph has the states of a small program, with the fewest steps to each. A large
// program is refused because of the limit.
func TestGraph(t *testing.T) {
	h := New(Options{})
	var g graphView
	if p := put(t, h, "graph", map[string]any{"program": exampleText(t, "dodo.il")}, &g); p != nil || len(g.Nodes) < 4 || !g.Nodes[0].Initial {
		t.Fatalf("graph: %+v, %+v; want 4 nodes or more, the first initial", p, g)
	}
	for _, e := range g.Edges {
		if to, from := g.Nodes[e.To].Depth, g.Nodes[e.From].Depth; to > from+1 || to < 0 {
			t.Errorf("state %d is at depth %d behind %d", e.To, to, from)
		}
	}
	places := map[[2]int]bool{}
	for i, n := range g.Nodes {
		if places[[2]int{n.X, n.Y}] || n.X < nodeWidth/2 || n.X > g.Width-nodeWidth/2 ||
			n.Y > g.Height-nodeHeight/2 {
			t.Errorf("state %d is at %d, %d of %d, %d", i, n.X, n.Y, g.Width, g.Height)
		}
		places[[2]int{n.X, n.Y}] = true
	}
	const branching = "m(a) { if * { x := a.f; } else { a.f := a; } while * { skip; } }"
	if p := put(t, h, "graph", map[string]any{"program": branching, "pair": "m,m"}, &g); p != nil {
		t.Fatalf("graph: %+v", p)
	}
	for i, n := range g.Nodes {
		v := opened(t, h,
			map[string]any{
				"program": branching, "pair": g.Pair, "heap": g.Heap, "schedule": n.Schedule,
			})
		if v.Steps != n.Depth || (v.Race != nil) != (n.Race != "") || v.Ended != n.End ||
			v.Lock.Text[:1] != n.Lock[:1] {
			t.Errorf("state %d, %q: %s, want %+v", i, n.Schedule, v.Headline, n)
		}
		put(t, h, "session.close", map[string]any{"session": v.Session}, nil)
	}
	if p := put(t, h, "graph", map[string]any{"program": wide, "pair": "n,n"}, nil); p == nil ||
		p.Code != "limit" || p.Exit != ask.ExitInconclusive {
		t.Errorf("graph of a wide program: %+v, want a limit", p)
	}
}

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

// TestLessonView: while a question is open, the session can be seen but not moved. Hints are
// counted, and an unavailable command says so.
func TestLessonView(t *testing.T) {
	h := New(Options{})
	var g gameView
	if p := put(t, h, "lesson.open", map[string]any{"lesson": "1", "theme": "dark"}, &g); p != nil {
		t.Fatalf("lesson.open: %+v", p)
	}
	if g.Task.Question == nil || g.View == nil || g.View.At != 0 || len(g.Tasks) < 2 ||
		g.Number != 1 {
		t.Fatalf("lesson.open = %+v, want the question of lesson 1 at state 0", g)
	}
	do := func(what, arg string) (d gameDone) {
		t.Helper()
		if p := put(t, h, "lesson.do",
			map[string]any{"game": g.Game, "what": what, "arg": arg}, &d); p != nil {
			t.Fatalf("lesson.do: %s %s: %+v", what, arg, p)
		}
		return d
	}
	if d := do("line", "a"); d.Answer.OK || d.Game.View.Length != 0 ||
		!strings.Contains(d.Answer.Text, "question") {
		t.Errorf("a = %+v, want to answer the question first", d.Answer)
	}
	d := do("answer", "1")
	for d.Game.Task.Question != nil {
		d = do("answer", "1")
	}
	if d.Game.View == nil || d.Game.View.Session != g.View.Session {
		t.Fatalf("it is not the session that was seen: %+v", d)
	}
	if d = do("line", "a"); !d.Answer.OK || d.Game.View.At != 1 {
		t.Errorf("a = %+v, want state 1", d.Answer)
	}
	if d = do("check", ""); d.Game.Task.Verdict == nil || d.Game.Task.Verdict.Verdict != "not met" {
		t.Errorf("check = %+v, want \"not met\"", d.Game.Task.Verdict)
	}
	if d = do("line", "state"); d.Game.Task.Verdict == nil {
		t.Error("what was checked is forgotten where it still holds")
	}
	if d = do("line", "b"); d.Game.Task.Verdict != nil {
		t.Errorf("of another state it is said: %+v", d.Game.Task.Verdict)
	}
	if d = do("line", "fix"); d.Answer.OK ||
		!strings.Contains(d.Answer.Text, "you find the repair") {
		t.Errorf("fix = %+v, want a refusal: you find the repair", d.Answer)
	}
	if d = do("hint", ""); len(d.Game.Task.Hints) != 1 {
		t.Errorf("hint = %+v, want one hint", d.Game.Task)
	}
	var r bytes.Buffer
	if p := put(t, h, "lesson.list", nil, nil); p != nil {
		t.Errorf("lesson.list: %+v", p)
	}
	if err := json.Compact(&r, g.Record); err != nil ||
		!strings.Contains(r.String(), `"lesson":"01-scheduler"`) {
		t.Errorf("the record = %s, %v; want one of 01-scheduler", r.String(), err)
	}
}

// TestDoneTask: a task that is done opens at the state that met the goal, and later checks do not
// replace the verdict of the first success.
func TestDoneTask(t *testing.T) {
	const repaired = `insert(l) {
  n := new();
  synchronized {
    t := l.head;
    n.next := t;
    l.head := n;
  }
}
`
	h := New(Options{})
	var g gameView
	if p := put(t, h, "lesson.open", map[string]any{"lesson": "5"}, &g); p != nil {
		t.Fatalf("lesson.open: %+v", p)
	}
	given := g.Task.Program
	do := func(what, arg string) (d gameDone) {
		t.Helper()
		if p := put(t, h, "lesson.do",
			map[string]any{"game": g.Game, "what": what, "arg": arg}, &d); p != nil {
			t.Fatalf("lesson.do: %s %s: %+v", what, arg, p)
		}
		return d
	}
	do("answer", "1")
	do("answer", "2")
	if d := do("line", "A4 B8 A4"); !d.Won {
		t.Fatalf("A4 B8 A4: the task is %+v, want it won", d.Game.Task)
	}
	do("line", "restart")
	do("task", "2")
	do("answer", "2")
	if d := do("give", repaired); !d.Won || d.Game.Task.Verdict.Verdict != "met" {
		t.Fatalf("the first repair: the task is %+v, want it won", d.Game.Task)
	}
	d := do("give", given)
	if d.Won || d.Game.Task.Verdict.Verdict != "met" ||
		!slices.Contains(d.Says, "This does not meet the goal, but the task is already done.") {
		t.Errorf("a worse program takes the place of the one that did it: %q, %+v", d.Says,
			d.Game.Task.Verdict)
	}
	if d := do("give", repaired); d.Won || d.Game.Task.Verdict.Verdict != "met" ||
		d.Answer.Text != "This meets the goal, too." {
		t.Errorf("the second repair = %+v, want it met, not won again", d)
	}
	if d := do("task", "1"); d.Game.View == nil || d.Game.View.At != 16 {
		t.Errorf("task 1 is done and shown at %+v", d.Game.View)
	}
}

// TestEditedLesson: saved work continues even if the lesson has been edited since. A task that has
// changed starts over, the student is told so, and the earlier work stays in the record.
func TestEditedLesson(t *testing.T) {
	text, err := course.Files.ReadFile("01-scheduler.lesson")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new, changed string
		records           int
	}{
		{"share one object, o1", "share one object o1", "", 1},
		{"goal: visited(finals)", "goal: visited(A ended)", "task 2 has changed", 2},
	} {
		l, errs := lesson.Parse("01-scheduler.lesson",
			strings.Replace(string(text), c.old, c.new, 1))
		if len(errs) > 0 {
			t.Fatalf("parsing the edited lesson: %v", errs)
		}
		before := lesson.NewGame(l)
		before.Answer(2)
		if v := before.Check(t.Context(),
			lesson.Attempt{Schedules: []string{"A B A B"}}); !v.Met() {
			t.Fatalf("A B A B = %+v, want the goal met", v)
		}
		before.Next()
		before.Answer(3)
		var b bytes.Buffer
		if err := (&lesson.Records{Lessons: []lesson.Record{before.Record()}}).Write(&b); err != nil {
			t.Fatal(err)
		}
		h := New(Options{})
		var g gameView
		if p := put(t, h, "lesson.open",
			map[string]any{"lesson": "1", "record": json.RawMessage(b.Bytes())}, &g); p != nil {
			t.Fatalf("lesson.open: %+v", p)
		}
		if !g.Tasks[0].Done || g.Task.Number != 2 ||
			strings.Contains(g.Changed, "has changed") != (c.changed != "") ||
			!strings.Contains(g.Changed, c.changed) {
			t.Errorf("%s: tasks %+v, changed %q; want task 1 done and %q", c.old, g.Tasks,
				g.Changed, c.changed)
		}
		for range 2 { // what is stored is given back
			r, err := lesson.ReadRecords(bytes.NewReader(g.Record))
			if err != nil || len(r.Lessons) != c.records ||
				r.Lessons[len(r.Lessons)-1].Tasks[0].Solution == nil {
				t.Errorf("%s: %v, %s; want %d records with the solution", c.old, err, g.Record,
					c.records)
			}
			if p := put(t, h, "lesson.open",
				map[string]any{"lesson": "1", "record": g.Record}, &g); p != nil {
				t.Fatalf("lesson.open: %+v", p)
			}
		}
	}
}

// TestSheetIsExplained: a task that asks for a sheet explains how to write its lines, and other
// tasks do not.
func TestSheetIsExplained(t *testing.T) {
	for name, explained := range map[string]bool{"11": true, "4": false} {
		var g gameView
		if p := put(t, New(Options{}), "lesson.open",
			map[string]any{"lesson": name}, &g); p != nil {
			t.Fatalf("lesson.open: %+v", p)
		}
		if got := strings.Contains(g.Task.Such, "A: such as 12:5 read x.f 1"); got != explained ||
			(g.Task.Such != "") != explained {
			t.Errorf("lesson %s: %q", name, g.Task.Such)
		}
	}
}

// TestRefutedAttempt: a wrong program gets an execution for each goal that a state refutes, and the
// page can open its last state.
func TestRefutedAttempt(t *testing.T) {
	h := New(Options{})
	var g gameView
	if p := put(t, h, "lesson.open", map[string]any{"lesson": "4"}, &g); p != nil {
		t.Fatalf("lesson.open: %+v", p)
	}
	given := g.Task.Program
	for _, do := range [][2]string{{"answer", "1"}, {"give", given}} {
		var d gameDone
		if p := put(t, h, "lesson.do",
			map[string]any{"game": g.Game, "what": do[0], "arg": do[1]}, &d); p != nil {
			t.Fatalf("lesson.do: %+v", p)
		}
		if g = d.Game; do[0] == "give" &&
			(len(d.Says) > 0 || d.Answer.Text != "" ||
				!slices.Contains(d.Answer.Plain,
					"There is no race from any initial state: not met, see the state after 4 steps.")) {
			t.Errorf("beside the verdict it says %q %+v", d.Says, d.Answer)
		}
	}
	if g.Task.Verdict == nil || len(g.Task.Verdict.Goals) != 3 {
		t.Fatalf("the verdict is %+v, want 3 goals", g.Task.Verdict)
	}
	for _, goal := range g.Task.Verdict.Goals {
		s := goal.Shown
		if goal.Verdict == "met" {
			if s != nil {
				t.Errorf("%s is met, and %+v shows why not", goal.Goal, s)
			}
			continue
		}
		if s == nil || s.Program != given || s.Name != "insert.il" ||
			s.Units != [2]string{"insert(l)", "insert(l)"} || len(s.Steps) == 0 {
			t.Fatalf("%s: %+v, want an execution of insert.il", goal.Goal, s)
		}
		var v view
		if p := put(t, h, "session.open",
			map[string]any{"name": s.Name, "program": s.Program,
				"schedule": s.Line}, &v); p != nil || v.Length != len(s.Steps) || v.At != v.Length {
			t.Errorf("%s leads to %+v, %+v", s.Line, v.Headline, p)
		}
		if (v.Race != nil) != (goal.Goal == "There is no race from any initial state") {
			t.Errorf("%s: the race there is %+v", goal.Goal, v.Race)
		}
	}
}

// FuzzHandle checks that every message has one answer, which is not a defect.
func FuzzHandle(f *testing.F) {
	for _, v := range verbs() {
		f.Add(fmt.Sprintf(`{"id":1,"do":%q}`, v.name))
		f.Add(fmt.Sprintf(`{"id":1,"do":%q,"program":"m(a) { a.f := a; }","session":1,"game":1,"line":"a","what":"line","arg":"b","lesson":"1","names":["A3"],"cases":1,"hash":"x.00"}`, v.name))
	}
	f.Add(`{"id":1,"do":"session.open","program":"m(a) { if * { a.f := a; } }","schedule":"A+0 B2","at":-3}`)
	f.Fuzz(func(t *testing.T, message string) {
		if strings.Contains(message, "theorem.") && !strings.Contains(message, `"cases":1,`) {
			return // whole runs
		}
		h := New(Options{})
		opened(t, h, map[string]any{"program": "m(a) { a.f := a; if * { x := a.f; } }"})
		if p := tell(t, h, message).Error; p != nil && p.Code == "internal" {
			t.Errorf("%s fails: %s", message, p.Text)
		}
	})
}

// TestManyLessons: any number of lessons can be opened: the oldest is closed, and continues later
// where it was.
func TestManyLessons(t *testing.T) {
	h := New(Options{})
	var first, g gameView
	if p := put(t, h, "lesson.open", map[string]any{"lesson": "1"}, &first); p != nil {
		t.Fatalf("lesson.open: %+v", p)
	}
	var d gameDone
	if p := put(t, h, "lesson.do", map[string]any{"game": first.Game,
		"what": "answer", "arg": "1"}, &d); p != nil {
		t.Fatalf("lesson.do: %+v", p)
	}
	for range maxSessions - 1 {
		if p := put(t, h, "lesson.open", map[string]any{"lesson": "2"}, &g); p != nil {
			t.Fatalf("lesson.open: %+v", p)
		}
	}
	if p := put(t, h, "lesson.view", map[string]any{"game": first.Game}, &g); p != nil {
		t.Errorf("the first is closed too early: %+v", p)
	}
	if p := put(t, h, "lesson.open", map[string]any{"lesson": "1"}, &g); p != nil {
		t.Fatalf("lesson.open: %+v", p)
	}
	if !reflect.DeepEqual(g.Task.Question, d.Game.Task.Question) {
		t.Errorf("it goes on at %+v, and was at %+v", g.Task.Question, d.Game.Task.Question)
	}
	if p := put(t, h, "lesson.view", map[string]any{"game": first.Game}, &g); p == nil ||
		p.Code != "session" {
		t.Errorf("the first is open: %+v", p)
	}
}

// TestReopen: if the worker of a session has ended, another one restores all of it from the last
// view: forks, moves ahead, and watches.
func TestReopen(t *testing.T) {
	fields := map[string]any{
		"name": "burble.il", "program": exampleText(t, "burble.il"), "pair": "meps,reps",
	}
	h := New(Options{})
	v := opened(t, h, fields)
	if len(v.Schedules) != 0 {
		t.Errorf("schedules at the beginning: %q", v.Schedules)
	}
	for _, line := range []string{"A2 B", "left 2", "B2", "left 1", "watch b.f", "a", "left 2"} {
		var d doneView
		if p := put(t, h, "session.do",
			map[string]any{"session": v.Session, "line": line}, &d); p != nil ||
			d.Answer.Text == "" {
			t.Fatalf("session.do %s: %+v, %+v; want an answer", line, p, d.Answer)
		}
		v = d.View
	}
	if len(v.Branches) != 3 || len(v.Schedules) != 3 || v.At == v.Length {
		t.Fatalf("the view = %+v, want 3 branches, before the end of one", v)
	}
	again := opened(t, New(Options{}), map[string]any{
		"name": fields["name"], "program": fields["program"], "schedule": v.Line,
		"schedules": v.Schedules, "watches": []string{v.Watches[0].Expression},
	})
	if again.At != v.At || again.Length != v.Length || len(again.Branches) != 3 ||
		!reflect.DeepEqual(again.Watches, v.Watches) ||
		again.Schedules[2] != v.Schedules[2] || again.Line != v.Line ||
		!reflect.DeepEqual(again.Threads, v.Threads) {
		t.Errorf("%+v\nwas\n%+v", again, v)
	}
	fields["schedules"] = []string{"A999"}
	fields["schedule"] = "A"
	if p := put(t, h, "session.open", fields, nil); p == nil {
		t.Error("a schedule that does not fit is taken")
	}
}

// TestLessonCounts: a goal about several states shows its progress from the start. After the task
// is done, the goal only says that it is reached again.
func TestLessonCounts(t *testing.T) {
	h := New(Options{})
	var g gameView
	if p := put(t, h, "lesson.open", map[string]any{"lesson": "1", "theme": ""}, &g); p != nil {
		t.Fatalf("lesson.open: %+v", p)
	}
	do := func(what string, lines ...string) (d gameDone) {
		t.Helper()
		for _, arg := range lines {
			if p := put(t, h, "lesson.do",
				map[string]any{"game": g.Game, "what": what, "arg": arg}, &d); p != nil {
				t.Fatalf("lesson.do: %s %s: %+v", what, arg, p)
			}
		}
		return d
	}
	do("answer", "1")
	if d := do("line", "A B A B"); !d.Game.Task.Done {
		t.Fatalf("A B A B: the task is %+v, want it done", d.Game.Task)
	}
	for _, name := range []string{"far-left", "far-right", "left"} { // two of them have no word
		var d gameDone
		p := put(t, h, "lesson.do",
			map[string]any{"game": g.Game, "what": "line", "name": name}, &d)
		if p != nil || !d.Answer.OK {
			t.Fatalf("%s: %+v, %+v", name, p, d.Answer)
		}
		if name == "left" && (!strings.HasPrefix(d.Game.View.Headline, "State 3 of 4") ||
			!strings.HasPrefix(d.Answer.Text, "A ")) {
			t.Errorf("%q is followed by %q", d.Game.View.Headline, d.Answer.Text)
		}
	}
	if d := do("line", "first", "B A B A"); !slices.Equal(d.Says,
		[]string{"This meets the goal, too."}) {
		t.Errorf("B A B A says %q, want that it meets the goal, too", d.Says)
	}
	if d := do("line", "first", "A2 B2"); len(d.Says) > 0 || d.Game.Task.Lost {
		t.Errorf("A2 B2 says %q, lost %t; want neither", d.Says, d.Game.Task.Lost)
	}
	d := do("task", "2")
	if !slices.Equal(d.Game.Task.Goals,
		[]string{"Every state in which the program can end has been visited."}) {
		t.Errorf("while a question is open: %q", d.Game.Task.Goals)
	}
	for n, lines := range [][]string{
		nil, {"A2 B2"}, {"first", "A"}, {"first", "B2 A2"}, {"first", "A B A B"},
	} {
		if n == 0 {
			d = do("answer", "1", "1")
		} else {
			d = do("line", lines...)
		}
		want := fmt.Sprintf("Every state in which the program can end has been visited: "+
			"%d of 3 final states visited", []int{0, 1, 1, 2, 3}[n])
		if n == 4 {
			want = "Every state in which the program can end has been visited."
		}
		if !slices.Equal(d.Game.Task.Goals, []string{want}) || d.Game.Task.Done != (n == 4) {
			t.Errorf("after %q the goals are %q, done %t; want %q", lines, d.Game.Task.Goals,
				d.Game.Task.Done, want)
		}
	}
}

// TestExits: an answer has the same exit code as the command.
func TestExits(t *testing.T) {
	for message, want := range map[string]int{
		`{"id":1,"do":"theorem.fuzz","names":["theorem2"],"cases":20}`:                                ask.ExitNothing,
		`{"id":1,"do":"theorem.fuzz","names":["theorem2"],"without":["same-fields"],"cases":100}`:     ask.ExitFound,
		`{"id":1,"do":"compare","program":"m(a) { skip; }"}`:                                          ask.ExitNothing,
		`{"id":1,"do":"explore","program":"m(a) { a.f := a; }"}`:                                      ask.ExitFound,
		`{"id":1,"do":"explore","program":"m(a) { x := a.f; n(a); } private n(a) { }","maxStates":1}`: ask.ExitInconclusive,
		`{"id":1,"do":"check","program":"m(a) { x := new(); a.f := x; }"}`:                            ask.ExitFound,
	} {
		if a := tell(t, New(Options{}), message); a.Exit == nil || *a.Exit != want {
			t.Errorf("%s: %v, want %d: %v", message, a.Exit, want, a.Error)
		}
	}
}
