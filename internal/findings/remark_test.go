package findings_test

import (
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestUncalled checks that an access is described as being in no summary if no unit of the question
// calls its method, but not if a caller keeps it, or drops it because it is local there.
func TestUncalled(t *testing.T) {
	core := iltest.Core(t, `m(a) { kept(a); x := new(); dropped(x); }
private kept(c) { c.f := c; }
private dropped(c) { c.f := c; }
private uncalled(c) { c.f := c; }`)
	const remark = "It is in no summary that a pair is built from: " +
		"nothing that was asked about calls uncalled."
	f := find(t, core, abstract.Options{}, nil)
	for line, want := range map[int]bool{2: false, 3: false, 4: true} {
		col := strings.Index(core.Source.Line(line), "c.f") + 1
		answers := f.Access(il.Position{Line: line, Col: col})
		if len(answers) != 1 {
			t.Fatalf("line %d: %d accesses, want 1", line, len(answers))
		}
		got := strings.Join(answers[0].Site.Remarks, " ")
		if strings.Contains(got, remark) != want || strings.Contains(got, "in no summary") != want {
			t.Errorf("line %d: remarks %q, want that it is in no summary: %t", line, got, want)
		}
	}
}
