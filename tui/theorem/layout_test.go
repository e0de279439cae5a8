package theorem

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/tui/tuitest"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

// TestLayouts draws the screen at the sizes where its layout changes, and each pane alone.
func TestLayouts(t *testing.T) {
	var out strings.Builder
	for _, x := range []struct {
		keys, pane string
		w, h       int
		zoom       bool
	}{
		{"", paneStatement, 80, 24, false}, {"space d", paneStatements, 72, 20, false},
		{"d", paneFuzzing, 71, 19, false}, {"space down space d", paneStatement, 120, 40, false},
		{"", paneStatements, 60, 10, true}, {"down", paneStatement, 60, 10, true},
		{"space d", paneFuzzing, 60, 12, true}, {"", paneStatement, 30, 6, false},
	} {
		s, h := shown(t, sliceCases)
		fmt.Fprintf(&out, "# %d x %d, %s, after %s\n", x.w, x.h, x.pane, x.keys)
		h.Press(t, s.Keys, strings.Fields(x.keys)...)
		h.Width, h.Height, h.Focus, h.Zoom = x.w, x.h, x.pane, x.zoom
		fmt.Fprintln(&out, strings.Join(tuitest.Rows(x.w, x.h, s.Draw), "\n"))
	}
	golden(t, "layouts", out.String())
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
