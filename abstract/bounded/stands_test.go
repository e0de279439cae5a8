package bounded

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestStands: each way in which a unit reaches its accesses by itself is found once.
func TestStands(t *testing.T) {
	core := iltest.Core(t, "m(p, q) {\nx := p.f;\nlock();\nx.g := q;\nunlock();\ny := new();\ny.h := y;\nif * { p.k := p; } else { p.k := p; }\n}")
	r, err := Analyze(core, Options{Switches: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]string{
		2: "p 0", 4: "p 1, p.f 1", 7: "", 8: "p 0, p 0",
	}
	got := map[int]string{}
	for _, a := range il.Accesses(core.Methods["m"].Body) {
		var all []string
		for _, s := range r.Stands(t.Context(), core.Methods["m"], a.Site) {
			all = append(all, fmt.Sprintf("%s %d", s.Name, s.Lock))
		}
		line := core.Source.Position(a.At).Line
		if got[line] != "" {
			all = append([]string{got[line]}, all...)
		}
		got[line] = strings.Join(all, ", ")
	}
	for line, text := range want {
		if got[line] != text {
			t.Errorf("line %d: %q, want %q", line, got[line], text)
		}
	}
}
