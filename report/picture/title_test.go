package picture

import (
	"bytes"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/semantics/execution"
	sessions "wobbly/session"
)

// TestTitle checks that a picture shows the name of its program without private folders.
func TestTitle(t *testing.T) {
	for file, want := range map[string]string{
		"-":                     "standard input: m(b) || m(b)",
		"m.il":                  "m.il: m(b) || m(b)",
		"examples/m.il":         "examples/m.il: m(b) || m(b)",
		"/home/ada/secret/m.il": "m.il: m(b) || m(b)",
		`C:\Users\Ada\m.il`:     "m.il: m(b) || m(b)",
		`\\server\share\m.il`:   "m.il: m(b) || m(b)",
	} {
		prog, _ := parse.File(il.NewSource(file, "m(b) { x := b.f; }"))
		core, errs := check.Program(prog, check.Options{})
		if len(errs) > 0 {
			t.Fatalf("checking %s: %v", file, errs)
		}
		pair := core.Pairs()[0]
		x, err := execution.Begin(core, pair, sessions.OneObject(core, pair))
		if err != nil {
			t.Fatal(err)
		}
		if got := New(x).title(); got != want {
			t.Errorf("%s: title %s, want %s", file, got, want)
		}
	}
}

// TestLongTitle checks that a picture of a trace is wide enough for its title.
func TestLongTitle(t *testing.T) {
	file := strings.Repeat("long", 20) + ".il"
	prog, _ := parse.File(il.NewSource(file, "m(b) { x := b.f; }"))
	core, _ := check.Program(prog, check.Options{})
	pair := core.Pairs()[0]
	x, err := execution.Begin(core, pair, sessions.OneObject(core, pair))
	if err != nil {
		t.Fatal(err)
	}
	svg := render(t, func(w *bytes.Buffer) error { return Trace(w, New(x), Options{}) })
	if want := ">" + file + ": m(b) || m(b)<"; !bytes.Contains(svg, []byte(want)) {
		t.Errorf("the title is cut, want %s", want)
	}
}
