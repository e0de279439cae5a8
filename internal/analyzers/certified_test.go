package analyzers

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
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

// TestAbsentBounded: if each thread reaches its access alone, the locks that they hold are a
// premise. That the threads meet is another, which fails if the locks do not matter.
func TestAbsentBounded(t *testing.T) {
	const store, load = "a.f := new();", "x := a.f;"
	locked := func(s string) string { return "synchronized { " + s + " }" }
	for _, tt := range []struct{ m, n, want string }{
		{locked(store), locked(load), "lock false"},
		{store, load, "lock true, meet false"},
		{locked(store), load, "lock true, meet false"},
		{"b := new(); b.f := b;", load, "meet false"},
	} {
		core := iltest.Core(t, "m(a) { "+tt.m+" } n(a) { "+tt.n+" }")
		why, err := absentBounded(core, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range core.Pairs() {
			if p.Left == p.Right {
				continue
			}
			var s il.Sites
			for i, u := range []*il.Unit{p.Left, p.Right} {
				il.Walk(u.Body, func(x il.Stmt) {
					if site, ok := il.SiteOf(x); ok {
						s[i] = site
					}
				})
			}
			var got []string
			for _, x := range why(t.Context(), p, s).Tests {
				got = append(got, fmt.Sprint(x.Name, " ", x.Holds))
			}
			if words := strings.Join(got, ", "); words != tt.want {
				t.Errorf("%s || %s: the premises are %s, want %s", tt.m, tt.n, words, tt.want)
			}
		}
	}
}
