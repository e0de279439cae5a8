package theorem

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
		keys, pane string
		w, h       int
		zoom       bool
	}{
		{"", paneStatement, 80, 24, false},
		{"space d", paneStatements, 72, 20, false},
		{"d", paneFuzzing, 71, 19, false},
		{"space down space d", paneStatement, 120, 40, false},
		{"", paneStatements, 60, 10, true},
		{"down", paneStatement, 60, 10, true},
		{"space d", paneFuzzing, 60, 12, true},
		{"", paneStatement, 30, 6, false},
	} {
		s, h := newScreen(t, sliceCases)
		fmt.Fprintf(&out, "# %d x %d, %s, after %s\n", x.w, x.h, x.pane, x.keys)
		h.Press(t, s.Keys, strings.Fields(x.keys)...)
		h.Width, h.Height, h.Focus, h.Zoom = x.w, x.h, x.pane, x.zoom
		fmt.Fprintln(&out, strings.Join(tuitest.Rows(x.w, x.h, s.Draw), "\n"))
	}
	tuitest.Golden(t, "testdata/layouts.golden", out.String())
}
