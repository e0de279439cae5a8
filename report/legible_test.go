package report

import (
	"encoding/json"
	"strings"
	"testing"

	"wobbly/internal/text"
)

// TestLegible checks that line ends and tabs are passed on, and that everything else that a
// terminal would obey is escaped, however the text is cut between calls.
func TestLegible(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain größe 日本\n\tx\r\n", "plain größe 日本\n\tx\r\n"},
		{"a\x1b[31mb\u202ec\x9bd\u009be\rf\x00\x7f", `a\x1b[31mb\u202ec\x9bd\u009be\rf\x00\x7f`},
		{"\U000e0041\u2028", `\U000e0041\u2028`},
	} {
		for size := 1; size <= len(c.text); size++ {
			var b strings.Builder
			w := Style{}.Legible(&b)
			for i := 0; i < len(c.text); i += size {
				part := c.text[i:min(i+size, len(c.text))]
				if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
					t.Fatalf("Write = %d, %v, want %d", n, err, len(part))
				}
			}
			if got := b.String(); got != c.want {
				t.Errorf("%q by %d: %q, want %q", c.text, size, got, c.want)
			}
		}
	}
}

// TestLegibleColours checks that a style with colours passes those on that paint writes, and no
// others.
func TestLegibleColours(t *testing.T) {
	colour := Style{Color: true}
	for _, r := range []role{bold, faint, alarm, good, threadA, threadB} {
		painted := colour.paint(r, "x")
		if got := colour.legible(painted); got != painted || !strings.Contains(got, "\x1b") {
			t.Errorf("legible(%q) = %q, want the same text, with colours", painted, got)
		}
		if got := (Style{}).legible(painted); text.FirstObeyed(got) >= 0 {
			t.Errorf("without colours, legible(%q) = %q, want no control sequence", painted, got)
		}
	}
	if got := colour.legible("\x1b[35mx\x1b[2J"); text.FirstObeyed(got) >= 0 {
		t.Errorf("legible leaves a control sequence: %q", got)
	}
}

// TestLegibleJSON checks that a JSON document has the same contents, in a form that a terminal can
// show.
func TestLegibleJSON(t *testing.T) {
	want := "a\x1b\u202e\u009b\x7f\u2028\U000e0041 größe \U0001f680"
	var b strings.Builder
	s := &stream{w: &b}
	s.value(map[string]string{want: want})
	if text.FirstObeyed(b.String()) >= 0 || !strings.Contains(b.String(), "größe \U0001f680") {
		t.Errorf("the JSON has control characters or lacks größe: %s", &b)
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil || got[want] != want {
		t.Errorf("decoded: %q, %v; want %q", got, err, want)
	}
}
