package check

import (
	"strings"
	"testing"
)

// TestPlain: names are printed as they are, including both ends of each range of letters and
// digits. Everything else is quoted.
func TestPlain(t *testing.T) {
	long := strings.Repeat("x", 64)
	for _, name := range []string{"a", "z", "A", "Z", "o0", "o9", "t_1", "_", long} {
		if got := plain(name); got != name {
			t.Errorf("plain(%q) = %s, want the name itself", name, got)
		}
	}
	for name, want := range map[string]string{
		"":         `""`,
		"/":        `"/"`,
		":":        `":"`,
		"@":        `"@"`,
		"[":        `"["`,
		"`":        "\"`\"",
		"{":        `"{"`,
		"é":        `"é"`,
		"a b":      `"a b"`,
		"\x1b[2J":  `"\x1b[2J"`,
		long + "x": `"` + long + `..."`,
	} {
		if got := plain(name); got != want {
			t.Errorf("plain(%q) = %s, want %s", name, got, want)
		}
	}
}

// TestLocation: positions are printed as they are, and everything else is quoted.
func TestLocation(t *testing.T) {
	for _, at := range []string{"1:1", "10:200"} {
		if got := location(at); got != at {
			t.Errorf("location(%q) = %s, want the position itself", at, got)
		}
	}
	for _, at := range []string{
		"", "1", "1:", ":1", "0:1", "1:0", "01:1", "1:01", "+1:1", "-1:1", "1:1:1", "1:1 ",
	} {
		if got := location(at); got != `"`+at+`"` {
			t.Errorf("location(%q) = %s, want it quoted", at, got)
		}
	}
}
