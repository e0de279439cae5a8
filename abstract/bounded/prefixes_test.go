package bounded

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestPrefixes: Prefixes lists each path on which a method by itself reaches an access.
func TestPrefixes(t *testing.T) {
	core := iltest.Core(t, `m(p, q) {
x := p.f;
lock();
x.g := q;
unlock();
y := new();
y.h := y;
if * { p.k := p; } else { p.k := p; }
}`)
	r, err := Analyze(core, Options{Switches: 1})
	if err != nil {
		t.Fatal(err)
	}
	found := map[int][]string{} // by line: the name of the object and the lock level
	for _, a := range il.Accesses(core.Methods["m"].Body) {
		line := core.Source.Position(a.At).Line
		for _, s := range r.Prefixes(t.Context(), core.Methods["m"], a.Site) {
			found[line] = append(found[line], fmt.Sprintf("%s %d", s.Name, s.Lock))
		}
	}
	for _, tt := range []struct {
		line int
		want string
	}{{2, "p 0"}, {4, "p 1, p.f 1"}, {7, ""}, {8, "p 0, p 0"}} { // line 8 has two accesses
		if got := strings.Join(found[tt.line], ", "); got != tt.want {
			t.Errorf("the prefixes at line %d are %q, want %q", tt.line, got, tt.want)
		}
	}
}
