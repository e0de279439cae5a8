package findings_test

import (
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestUncalled: an access of a method that no questioned unit calls is in no summary, and the answer
// says so. One that a caller keeps, or drops because it is local there, is not so described.
func TestUncalled(t *testing.T) {
	core := iltest.Core(t, "m(a) { kept(a); x := new(); dropped(x); }\n"+
		`private kept(c) { c.f := c; }
private dropped(c) { c.f := c; }
private uncalled(c) { c.f := c; }`)
	f := find(t, core, abstract.Options{}, nil)
	for line, want := range map[int]string{
		2: "", 3: "", 4: "It is in no summary that a pair is built from: " +
			"nothing that was asked about calls uncalled.",
	} {
		col := strings.Index(core.Source.Line(line), "c.f") + 1
		answers := f.Access(il.Position{Line: line, Col: col})
		if len(answers) != 1 {
			t.Fatalf("line %d: %d accesses, want 1", line, len(answers))
		}
		got := strings.Join(answers[0].Site.Remarks, " ")
		if want == "" && strings.Contains(got, "in no summary") || want != "" &&
			!strings.Contains(got, want) {
			t.Errorf("line %d: remarks %q, want %q", line, got, want)
		}
	}
}
