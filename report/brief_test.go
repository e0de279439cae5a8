package report_test

import (
	"strings"
	"testing"

	"wobbly/report"
)

// TestBrief checks that only the beginning of a long name is shown, however the name is written in
// pieces, and that numbers, links and file names are shown in full.
func TestBrief(t *testing.T) {
	x, e := strings.Repeat("x", 300), strings.Repeat("é", 300)
	for in, want := range map[string]string{
		"b." + x + " := " + x + "\n":            "b." + x + " := " + x + "\n",
		"b." + x + "xx := b.f":                  "b." + x + "... := b.f",
		x + "y." + x + "z\n" + x:                x + "..." + "." + x + "...\n" + x,
		e + "é, " + e:                           e + "..., " + e,
		strings.Repeat("7", 900) + " races":     strings.Repeat("7", 900) + " races",
		"--schedule 'wobbly:1:" + x + "x:o1'":   "--schedule 'wobbly:1:" + x + "x:o1'",
		"https://a.b/#p=" + x + "x, " + x + "x": "https://a.b/#p=" + x + "x, " + x + "...",
		"a1" + x + "'1":                         "a1" + x[2:] + "...",
		"(wobbly) " + x + "x":                   "(wobbly) " + x + "...",
	} {
		for _, size := range []int{1, 7, len(in)} {
			var b strings.Builder
			w := report.Brief(&b)
			for rest := in; rest != ""; {
				n := min(size, len(rest))
				if k, err := w.Write([]byte(rest[:n])); k != n || err != nil {
					t.Fatalf("Write = %d, %v, want %d", k, err, n)
				}
				rest = rest[n:]
			}
			if b.String() != want {
				t.Errorf("%d bytes at a time: %.40q... is %q, want %q", size, in, b.String(), want)
			}
		}
	}
}
