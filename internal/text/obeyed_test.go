package text

import "testing"

// TestObeyed checks that FirstObeyed finds characters that a terminal would obey, and accepts those
// that some scripts need.
func TestObeyed(t *testing.T) {
	for s, want := range map[string]int{
		"": -1,
		"plain, größe 日本語 e\u0301 👩\u200d🚀\n\t":      -1,
		"نمی\u200cخواهم \u200fא\u200e \u00ad \u061c": -1,
		"\ufffd":     -1,
		"a\x1b[31m":  1,
		"é\u202ex":   2,
		"\u009b31m":  0,
		"x\x7f":      1,
		"a\rb":       1,
		"a\x00":      1,
		"\u2028":     0,
		"\u2066":     0,
		"\ufeff":     0,
		"\U000e0041": 0,
		"ab\xff":     2,
	} {
		if got := FirstObeyed(s); got != want {
			t.Errorf("FirstObeyed(%q) = %d, want %d", s, got, want)
		}
	}
}
