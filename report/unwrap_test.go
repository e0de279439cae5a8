package report

import (
	"slices"
	"strings"
	"testing"
)

// TestUnwrap checks that a paragraph which was broken into lines becomes one line again, at each
// indentation, and that nothing else is joined.
func TestUnwrap(t *testing.T) {
	const long = "no statement of meps, or of a method that it calls, touches it, nor does any " +
		"other one that is called from there"
	var b strings.Builder
	p := &page{w: &b}
	p.prose(0, "%s", long)
	p.prose(4, "%s", long)
	p.line("")
	p.prose(4, "short")
	p.prose(4, "short")
	// The line after the first of these would just have fitted on it. The one after the second
	// would not, but has another indentation.
	indented, full := strings.Repeat("x", width-4), strings.Repeat("y", width-3)
	p.prose(2, "%s", indented)
	p.prose(2, "a")
	p.prose(0, "%s", full)
	p.prose(2, "abc")
	got := Unwrap(strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n"))
	want := []string{
		long, "    " + long, "", "    short", "    short", "  " + indented, "  a", full, "  abc",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Unwrap = %q, want %q", got, want)
	}
}
