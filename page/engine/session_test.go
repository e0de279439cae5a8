package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"wobbly/session/command"
)

// opened opens a session.
func opened(t testing.TB, h *Handler, fields map[string]any) view {
	t.Helper()
	var v view
	must(t, h, "session.open", fields, &v)
	return v
}

// doLine runs a line in a session.
func doLine(t testing.TB, h *Handler, v view, line string) (d doneView) {
	t.Helper()
	must(t, h, "session.do", map[string]any{"session": v.Session, "line": line}, &d)
	return d
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
	do := func(line string) doneView { return doLine(t, h, v, line) }
	d := do("A B")
	if d.View.Race == nil || !d.Answer.OK || d.View.Schedule != "A B" || !d.View.Threads[0].Races ||
		d.View.Trace.Length != 2 || len(d.View.Trace.Moves) != 2 {
		t.Fatalf("A B leads to %+v, want a race", d)
	}
	raced := false
	for _, o := range d.View.Objects {
		for _, c := range o.Cells {
			raced = raced || slices.Equal(c.Next, []cellAccess{{"A", "read"}, {"B", "write"}})
		}
	}
	if !raced {
		t.Errorf("no cell has the next accesses of both threads: %+v", d.View.Objects)
	}
	do("left 1")
	if d = do("a"); len(d.View.Branches) != 2 || d.View.State != "2.2" {
		t.Errorf("after left 1 and a, the branches are %+v, want two", d.View.Branches)
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
					t.Errorf("state %d: o1.f was written by %+v, want %+v", at, c.Written, want)
				}
				if c.Field == "g" && c.Written != nil {
					t.Errorf("state %d: %s.g was written by %+v, want none", at, o.Name, c.Written)
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
		t.Errorf("the paths are %v, want %v", got, want)
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
		t.Errorf("A is in %q, B in %q; want k and m", stretch(a.Body), stretch(b.Body))
	}
	if !slices.Equal(v.Units, []string{"m"}) {
		t.Errorf("the units of pairs are %q, want m", v.Units)
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
	doLine(t, h, v, "first")
	if p := put(t, h, "session.analysis", map[string]any{"session": v.Session}, &a); p != nil ||
		a.Pair != nil {
		t.Errorf("session.analysis at the start: %+v, pair %+v; want none", p, a.Pair)
	}
	v = opened(t, h,
		map[string]any{
			"program": "put(b) {\n  n := new();\n  n.g := n;\n  b.f := n;\n}\n", "pair": "put,put",
			"schedule": "A B",
		})
	if p := put(t, h, "session.analysis", map[string]any{"session": v.Session}, &a); p != nil ||
		a.Pair == nil ||
		!strings.Contains(a.Pair.Verdict, ". They cannot race (certified): ") {
		t.Errorf("session.analysis of private objects: %+v, pair %+v; want a certificate", p,
			a.Pair)
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
		t.Fatalf("the view has %d of %d moves, want at most %d of 6000", len(v.Trace.Moves),
			v.Length, 2*window)
	}
	var tr traceView
	if p := put(t, h, "session.trace",
		map[string]any{"session": v.Session, "from": 10, "to": 20}, &tr); p != nil ||
		len(tr.Moves) != 10 || tr.Moves[0].N != 11 {
		t.Errorf("session.trace from 10 to 20: %+v, %+v; want the moves 11 to 20", p, tr)
	}
	if p := put(t, h, "session.trace",
		map[string]any{"session": v.Session, "from": 0, "to": 6000}, &tr); p == nil {
		t.Error("session.trace of 6000 moves is answered, want a refusal")
	}
	if p := put(t, h, "session.picture",
		map[string]any{"session": v.Session, "what": "html"}, nil); p == nil || p.Code != "limit" {
		t.Errorf("session.picture of a long trace: %+v, want a limit", p)
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
		t.Errorf("the schedules at the beginning are %q, want none", v.Schedules)
	}
	for _, line := range []string{"A2 B", "left 2", "B2", "left 1", "watch b.f", "a", "left 2"} {
		d := doLine(t, h, v, line)
		if d.Answer.Text == "" {
			t.Fatalf("%s = %+v, want an answer", line, d.Answer)
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
		t.Errorf("the restored view is %+v\nwant\n%+v", again, v)
	}
	fields["schedules"] = []string{"A999"}
	fields["schedule"] = "A"
	if p := put(t, h, "session.open", fields, nil); p == nil {
		t.Error("session.open with a schedule that does not fit: no problem")
	}
}
