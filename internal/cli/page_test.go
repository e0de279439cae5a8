package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/learn"
	"wobbly/internal/quick"
	"wobbly/lesson"
	"wobbly/page/engine"
	"wobbly/report"
)

// pageEngine answers messages of the page. It sends each reply as a text.
type pageEngine interface {
	Handle(ctx context.Context, message []byte, send func([]byte))
}

// page returns the engine of the page as native code.
func page() *engine.Handler { return engine.New(engine.Options{Version: "test"}) }

// pageAsk sends a message to the page's engine. It returns the answer, the exit code and, instead
// of an answer, the code of the error.
func pageAsk(
	t testing.TB, h pageEngine, do string, fields map[string]any,
) (ok string, exit int, code string) {
	t.Helper()
	message := map[string]any{"id": 7, "do": do}
	for k, v := range fields {
		message[k] = v
	}
	text, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	var last []byte // after replies on the progress
	h.Handle(context.Background(), text, func(b []byte) { last = b })
	var r struct {
		ID    int
		OK    json.RawMessage
		Exit  int
		Error *struct {
			Code string
			Exit int
		}
	}
	if err := json.Unmarshal(last, &r); err != nil || r.ID != 7 {
		t.Fatalf("the answer to %s: %v, want one with ID 7: %.200s", do, err, last)
	}
	if r.Error != nil {
		return "", r.Error.Exit, r.Error.Code
	}
	return string(r.OK), r.Exit, ""
}

// TestPage: the page's engine gives the same answers as the command. So does the engine that the
// page loads as WebAssembly, which is started once.
func TestPage(t *testing.T) {
	engines := pageEngines(t)
	for name, test := range map[string]func(*testing.T, map[string]pageEngine){
		"examples": testPageExamples, "other commands": testPageCommands,
		"errors": testPageErrors, "deep programs": testPageDeep,
	} {
		t.Run(name, func(t *testing.T) { test(t, engines) })
	}
}

// testPageExamples: on examples, check and explore answer byte for byte what the command prints
// with
// --json, with its exit code. Without the build tag full, every fifth example is used.
func testPageExamples(t *testing.T, engines map[string]pageEngine) {
	t.Chdir("../../examples")
	for i, x := range examples.All() {
		if !quick.All && i%5 > 0 {
			continue
		}
		for do, args := range map[string][]string{
			"check":   {"check", "--json", x.Name},
			"explore": {"explore", "--json", "--max-states", "20000", x.Name},
		} {
			fields := map[string]any{"name": x.Name, "program": x.Text}
			if do == "explore" {
				fields["maxStates"] = 20000
			}
			wantExit, want, stderr := execute(context.Background(), "", args...)
			for name, h := range engines {
				got, exit, code := pageAsk(t, h, do, fields)
				if code != "" && want == "" && exit == wantExit {
					continue // both refuse
				}
				if got != strings.TrimSuffix(want, "\n") || exit != wantExit {
					t.Errorf("%s of %s, %s: exit %d %s\n%.300s\nwant as the command: exit %d "+
						"%s\n%.300s", do, x.Name, name, exit, code, got, wantExit, stderr, want)
				}
			}
		}
	}
}

// testPageCommands: the same for compare and for commands on statements and lessons. The engine in
// WebAssembly has fewer analyzers.
func testPageCommands(t *testing.T, engines map[string]pageEngine) {
	t.Chdir("../../examples")
	burble := map[string]any{"name": "burble.il", "program": exampleOf(t, "burble.il")}
	for _, x := range []struct {
		do     string
		fields map[string]any
		args   []string
	}{
		{"compare", burble, []string{"compare", "--json", "burble.il"}},
		{"theorem.list", nil, []string{"theorem", "list", "--json"}},
		{"lesson.list", nil, []string{"lesson", "list", "--json"}},
		{"theorem.fuzz", map[string]any{"names": []string{"theorem1"}, "cases": 200, "seed": 3},
			[]string{"theorem", "fuzz", "theorem1", "--cases", "200", "--seed", "3", "--json"}},
		{"theorem.break", map[string]any{"names": []string{"A3"}, "cases": 2000},
			[]string{"theorem", "break", "A3", "--cases", "2000", "--json"}},
	} {
		wantExit, want, stderr := execute(context.Background(), "", x.args...)
		if want == "" {
			t.Errorf("%v prints nothing: %s", x.args, stderr)
		}
		for name, h := range engines {
			want := want
			if name == "WebAssembly" {
				want = asOnThePage(t, x.do, want)
			}
			got, exit, code := pageAsk(t, h, x.do, x.fields)
			if got != strings.TrimSuffix(want, "\n") || exit != wantExit {
				t.Errorf("%s, %s: exit %d %s\n%.300s\nwant as the command: exit %d\n%.300s", x.do,
					name, exit, code, got, wantExit, want)
			}
		}
	}
}

// exampleOf returns the text of an example.
func exampleOf(t *testing.T, name string) string {
	t.Helper()
	x, ok := examples.Find(name)
	if !ok {
		t.Fatalf("there is no example %s", name)
	}
	return x.Text
}

// testPageErrors: the page refuses what the command refuses, with the same exit code and words.
func testPageErrors(t *testing.T, engines map[string]pageEngine) {
	for name, h := range engines {
		t.Run(name, func(t *testing.T) { testEngineErrors(t, h) })
	}
}

// testEngineErrors is testPageErrors with one engine.
func testEngineErrors(t *testing.T, h pageEngine) {
	for _, text := range []string{
		"", "m(a) {", "m(a) { b.f := ; }", "m(a) { lock(); }", strings.Repeat("{", 1000),
		"m(a) { \x00 }",
	} {
		file := filepath.Join(t.TempDir(), "x.il")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		wantExit, want, stderr := execute(context.Background(), "", "check", "--json", file)
		message, err := json.Marshal(map[string]any{
			"id": 1, "do": "check", "name": file, "program": text,
		})
		if err != nil {
			t.Fatal(err)
		}
		var last []byte
		h.Handle(context.Background(), message, func(b []byte) { last = b })
		var r struct {
			Error struct {
				Code, Message, Fix string
				Exit               int
			}
		}
		if err := json.Unmarshal(last, &r); err != nil {
			t.Fatal(err)
		}
		var document struct {
			Errors []struct{ Code, Message, Fix string }
		}
		if err := json.Unmarshal([]byte(want), &document); err != nil || len(document.Errors) == 0 {
			t.Fatalf("check --json on %.20q: %v, want errors: %.300s", text, err, want)
		}
		first, got := document.Errors[0], r.Error
		if got.Exit != wantExit || got.Code != first.Code || got.Message != first.Message ||
			got.Fix != first.Fix {
			t.Errorf("check of %.20q: %+v, want as the command: exit %d, %+v\n%s", text, got,
				wantExit, first, stderr)
		}
	}
}

// TestPageRecord: the record of a lesson played on the page is graded like one from the terminal.
func TestPageRecord(t *testing.T) {
	h := page()
	master := learn.PackFlag{Master: "../../lesson/course"}
	all, err := master.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		playOnPage(t, h, l)
	}
	record, _, code := pageAsk(t, h, "lesson.record", nil)
	if code != "" {
		t.Fatalf("lesson.record: error code %s, want none", code)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "student.json"), []byte(record), 0o666); err != nil {
		t.Fatal(err)
	}
	exit, out, stderr := execute(context.Background(), "", "grade", "--json", "--master",
		"../../lesson/course", dir)
	var grades struct {
		Schema   string
		Students []struct {
			Lessons []struct{ Tasks []struct{ Verdict string } }
		}
	}
	if err := json.Unmarshal([]byte(out), &grades); err != nil ||
		grades.Schema != report.GradeSchema {
		t.Fatalf("grade --json: exit %d, %v, want a document %s: %.300s %s", exit, err,
			report.GradeSchema, out, stderr)
	}
	tasks := 0
	for _, s := range grades.Students {
		for _, l := range s.Lessons {
			for i, x := range l.Tasks {
				tasks++
				if x.Verdict != report.GoalMet {
					t.Errorf("task %d is graded as %s, want %s", i+1, x.Verdict, report.GoalMet)
				}
			}
		}
	}
	want := 0
	for _, l := range all {
		want += len(l.Tasks)
	}
	if exit != 0 || tasks != want {
		t.Errorf("grade --json: exit %d with %d tasks, want exit 0 with %d: %.600s %s", exit, tasks,
			want, out, stderr)
	}
}

// pageGame is the part of a lesson on the page that the tests read.
type pageGame struct {
	Game     int
	Task     struct{ Question *struct{ Number int } }
	Finished bool
}

// playOnPage plays a lesson with the solutions of its key.
func playOnPage(t *testing.T, h *engine.Handler, l *lesson.Lesson) {
	t.Helper()
	text, _, code := pageAsk(t, h, "lesson.open", map[string]any{"lesson": l.Name})
	var g pageGame
	if err := json.Unmarshal([]byte(text), &g); err != nil || code != "" {
		t.Fatalf("lesson.open of %s: %v, error code %q, want none", l.Name, err, code)
	}
	do := func(what, arg string) {
		text, _, code := pageAsk(t, h, "lesson.do",
			map[string]any{"game": g.Game, "what": what, "arg": arg})
		var done struct{ Game pageGame }
		if err := json.Unmarshal([]byte(text), &done); err != nil || code != "" {
			t.Fatalf("lesson.do of %s, %s %q: %v, error code %q, want none", l.Name, what, arg, err,
				code)
		}
		g.Task, g.Finished = done.Game.Task, done.Game.Finished
	}
	for i, task := range l.Tasks {
		do("task", strconv.Itoa(i+1))
		for _, q := range task.Questions {
			do("answer", strconv.Itoa(q.Right+1))
		}
		k := task.Key()
		switch task.Kind {
		case lesson.Program:
			do("give", k.Program)
		case lesson.Analysis:
			do("give", k.Results)
		case lesson.Heap:
			do("heap", k.Heap)
			do("check", "")
		default:
			if k.Heap != "" {
				do("heap", k.Heap)
			}
			for _, s := range k.Schedules {
				do("line", "restart")
				do("line", "play "+s)
			}
			do("check", "")
		}
	}
	if !g.Finished {
		t.Errorf("%s is not finished after all its tasks", l.Name)
	}
}

// testPageDeep: a browser's stack suffices for programs of the greatest depth that the page
// accepts, in blocks, in calls or in fields of a path. A deeper program is refused as a limit.
func testPageDeep(t *testing.T, engines map[string]pageEngine) {
	programs := map[string]struct {
		deepest int
		program func(depth int) string
	}{
		"blocks": {999, func(n int) string {
			return "m(a) {" + strings.Repeat(" while * { x := a.f; if * {", n/2) + " a.f := a; " +
				strings.Repeat("} }", n/2) + "}"
		}},
		"calls": {499, func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "private c%d(b) { c%d(b); }\n", i, i+1)
			}
			return b.String() +
				fmt.Sprintf("private c%d(b) { v := new(); b.f := v; }\nm(b) { c1(b); }", n)
		}},
		"fields": {2000,
			func(n int) string {
				return "m(b) { x := b; x" + strings.Repeat(".f", n) + " := x; }"
			}},
	}
	for name, h := range engines {
		for what, p := range programs {
			verbs := []string{"diagnose", "check", "explore"}
			if what == "blocks" {
				verbs = append(verbs, "fmt", "races", "session.open")
			}
			for _, do := range verbs {
				fields := map[string]any{"program": p.program(p.deepest)}
				if do == "explore" {
					fields["maxStates"] = 100
				}
				if _, _, code := pageAsk(t, h, do, fields); code != "" {
					t.Errorf("%s: %s, %s of depth %d: error code %s, want none", name, do, what,
						p.deepest, code)
				}
				fields["program"] = p.program(p.deepest + 2)
				_, exit, code := pageAsk(t, h, do, fields)
				if code != "limit" || exit != int(console.ExitInconclusive) {
					t.Errorf("%s: %s, %s of depth %d: exit %d, error code %q; want exit %d and "+
						"limit", name, do, what, p.deepest+2, exit, code, console.ExitInconclusive)
				}
			}
		}
	}
}

// asOnThePage returns what the command prints without the analyzers that the page does not have:
// those that predict races from executions, and the one that searches certificates.
func asOnThePage(t *testing.T, do, want string) string {
	t.Helper()
	switch do {
	case "compare":
		absent := []string{"shb-published", "m2", "absent"}
		names := slices.DeleteFunc(ask.AnalyzerNames(),
			func(name string) bool { return slices.Contains(absent, name) })
		_, want, _ = execute(context.Background(), "", "compare", "--json", "--analyzers",
			strings.Join(names, ","), "burble.il")
		for _, inclusion := range []string{
			`{"sub":"m2","super":"oracle","cite":"the reordering can be made"`,
			`{"sub":"oracle","super":"absent",` +
				`"cite":"docs/theory.md: accesses with a certificate never race"`,
		} {
			inclusion += `,"pairs":0,"reports":0,"violations":0},`
			if !strings.Contains(want, inclusion) {
				t.Fatalf("compare --json prints no inclusion %s", inclusion)
			}
			want = strings.Replace(want, inclusion, "", 1)
		}
	case "theorem.list":
		i := strings.Index(want, `,{"name":"predict",`)
		if i < 0 || !strings.HasSuffix(want, "}]}\n") {
			t.Fatalf("theorem list --json prints %s, want the statements on prediction at its end",
				want)
		}
		want = want[:i] + "]}\n"
	}
	return want
}
