package report_test

import (
	"strings"
	"testing"

	"wobbly/report"
)

func TestInASCII(t *testing.T) {
	tests := []struct{ text, want string }{
		{"plain", "plain"},
		{"q1 ∈ Wr1", "q1 in Wr1"},
		{"q1∈W", "q1 in W"},
		{"L1 = 0 ∨ L2 = 0 ⟹ W = ∅", "L1 = 0 or L2 = 0 ==> W = {}"},
		{"π.f ∉ W, τ1", "pi.f not in W, tau1"},
		{"⟨s, h⟩ ∥ q\u0302", "<s, h> || q^"},
		{"θ\u0304, τ\u0302'", "theta_, tau^'"},
		{"── o1 →", "-- o1 >"},
		{"ψάρι = 箱", "???? = ??"}, // a name, no notation
		{"größe", "gr??e"},
		{"e\u0301", "e"},
		{"a\x00\xff b \x1b[1m\n", "a\x00? b \x1b[1m\n"},
	}
	for _, tt := range tests {
		if got := report.InASCII(tt.text); got != tt.want {
			t.Errorf("InASCII(%q) = %q, want %q", tt.text, got, tt.want)
		}
		var b strings.Builder
		if n, err := report.ASCII(&b).Write([]byte(tt.text)); n != len(tt.text) || err != nil ||
			b.String() != tt.want {
			t.Errorf("writing %q: %d bytes as %q, %v, want %d bytes as %q", tt.text, n, b.String(),
				err, len(tt.text), tt.want)
		}
	}
}
