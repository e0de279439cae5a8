package picture

import (
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/semantics/execution"
	sessions "wobbly/session"
)

// TestTitle: a picture shows the name of its program, but not the folder.
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
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
