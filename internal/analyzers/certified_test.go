package analyzers

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// TestOpenWithin: work beyond the limit leaves pairs open, with a note, and none is missing.
func TestOpenWithin(t *testing.T) {
	var text strings.Builder
	text.WriteString("{ n := new(); ")
	for i := range 20 {
		fmt.Fprintf(&text, "n.f%d := n; ", i)
	}
	text.WriteString("} || { ")
	for i := range 20 {
		fmt.Fprintf(&text, "x := arg1.f%d; ", i)
	}
	text.WriteString("}")
	core := iltest.Core(t, text.String())
	p := core.Pairs()[0]
	whole, err := openWithin(t.Context(), core, p, 100, maxCertifying)
	if err != nil || whole.Cut != "" || len(whole.Reports) != 0 {
		t.Fatalf("all pairs have a certificate, but %d are open, cut %q, %v", len(whole.Reports),
			whole.Cut, err)
	}
	cut, err := openWithin(t.Context(), core, p, 100, 10)
	if err != nil || !strings.HasPrefix(cut.Cut, "work on certificates") ||
		len(cut.Reports) != 20 || cut.Reports[0].Note != notLookedAt {
		t.Errorf("with little work %d pairs are open, cut %q, %v; want 20, cut by the work",
			len(cut.Reports), cut.Cut, err)
	}
}
