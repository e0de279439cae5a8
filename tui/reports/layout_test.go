package reports

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
		list List
		keys string
		pane string
		w, h int
		zoom bool
	}{
		{List{Items: items()}, "", paneReports, 80, 24, false},
		{List{Items: items()}, "down down", paneReports, 80, 14, false},
		{List{Items: items()}, "down", paneReports, 64, 13, false},
		{List{Items: items()}, "", paneReports, 63, 10, false},
		{List{Items: items()}, "down", paneReport, 60, 10, true},
		{List{Items: items()[:1]}, "", paneReport, 80, 16, false},
		{List{}, "", paneReports, 80, 14, false},
		{List{Items: items(), Races: "12", Filtered: "345"}, "end", paneReports, 100, 20, false},
	} {
		r, h := listed(t, x.list, nil)
		fmt.Fprintf(&out, "# %d x %d, %s, after %s\n", x.w, x.h, x.pane, x.keys)
		h.Press(t, r.Keys, strings.Fields(x.keys)...)
		h.Width, h.Height, h.Focus, h.Zoom = x.w, x.h, x.pane, x.zoom
		fmt.Fprintln(&out, strings.Join(tuitest.Rows(x.w, x.h, r.Draw), "\n"))
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
