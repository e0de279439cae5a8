package reports

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/tui/tuitest"
)

// TestLayouts compares drawings at the sizes where the layout changes, and of each pane alone, with
// testdata.
func TestLayouts(t *testing.T) {
	var out strings.Builder
	for _, x := range []struct {
		list       List
		keys, pane string
		w, h       int
		zoom       bool
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
		r, h := newScreen(t, x.list, nil)
		fmt.Fprintf(&out, "# %d x %d, %s, after %s\n", x.w, x.h, x.pane, x.keys)
		h.Press(t, r.Keys, strings.Fields(x.keys)...)
		h.Width, h.Height, h.Focus, h.Zoom = x.w, x.h, x.pane, x.zoom
		fmt.Fprintln(&out, strings.Join(tuitest.Rows(x.w, x.h, r.Draw), "\n"))
	}
	tuitest.Golden(t, "testdata/layouts.golden", out.String())
}
