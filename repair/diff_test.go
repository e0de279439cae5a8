package repair

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// applied applies a unified diff, and compares each of its lines with the text.
func applied(t testing.TB, text, diff string) string {
	t.Helper()
	lines := slices.Collect(strings.Lines(text))
	var out strings.Builder
	at := 0
	all := slices.Collect(strings.Lines(diff))
	for n := 2; n < len(all); n++ {
		line := all[n]
		body := line[1:]
		if n+1 < len(all) && strings.HasPrefix(all[n+1], `\ No newline`) {
			body = strings.TrimSuffix(body, "\n")
		}
		switch line[0] {
		case '@':
			var from int
			if _, err := fmt.Sscanf(line, "@@ -%d", &from); err != nil {
				t.Fatalf("reading the head %q of a hunk: %v", line, err)
			}
			if !strings.Contains(strings.Fields(line)[1], ",0") {
				from--
			}
			for ; at < from; at++ {
				out.WriteString(lines[at])
			}
		case ' ', '-':
			if at >= len(lines) || lines[at] != body {
				t.Fatalf("line %d of the text is not %q", at+1, body)
			}
			if line[0] == ' ' {
				out.WriteString(body)
			}
			at++
		case '+':
			out.WriteString(body)
		case '\\':
		default:
			t.Fatalf("unexpected line %q", line)
		}
	}
	for ; at < len(lines); at++ {
		out.WriteString(lines[at])
	}
	return out.String()
}

// TestDiff compares diffs with the form that patch reads.
func TestDiff(t *testing.T) {
	tests := []struct{ before, after, want string }{
		{"a\n", "a\n", ""},
		{"a\nb\nc\n", "a\nc\n", "--- t\n+++ t\n@@ -1,3 +1,2 @@\n a\n-b\n c\n"},
		{"", "a\n", "--- t\n+++ t\n@@ -0,0 +1,1 @@\n+a\n"},
		{"a", "a\n", "--- t\n+++ t\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{ // a region is shown as one block
			"y := new();\nsynchronized {\n  x.f := y;\n}\n",
			"synchronized {\n  y := new();\n}\nsynchronized {\n  x.f := y;\n}\n",
			`--- t
+++ t
@@ -1,4 +1,6 @@
-y := new();
+synchronized {
+  y := new();
+}
 synchronized {
   x.f := y;
 }
`,
		},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n",
			"--- t\n+++ t\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n"},
	}
	for _, tt := range tests {
		if got := Diff("t", tt.before, tt.after); got != tt.want {
			t.Errorf("Diff of %q and %q =\n%s, want\n%s", tt.before, tt.after, got, tt.want)
		}
	}
}

// TestDiffRandom applies the diffs of random texts.
func TestDiffRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	random := func() string {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(string(rune('a'+r.IntN(4))) + "\n")
		}
		if r.IntN(3) == 0 {
			return strings.TrimSuffix(b.String(), "\n")
		}
		return b.String()
	}
	for range 3000 {
		a, b := random(), random()
		if d := Diff("t", a, b); applied(t, a, d) != b {
			t.Fatalf("the diff of %q and %q does not lead to the second:\n%s", a, b, d)
		}
	}
}

// TestDiffIsShort: a change in the middle of a long text has a short diff.
func TestDiffIsShort(t *testing.T) {
	before := strings.Repeat("x\ny\n", 20_000)
	after := before[:40_000] + "z\n" + before[40_000:]
	if d := Diff("t", before, after); strings.Count(d, "\n") > 12 {
		t.Errorf("the diff has %d lines, want at most 12", strings.Count(d, "\n"))
	}
}
