package cli

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// BenchmarkPageSearch measures the exact search as the page requests it, with the native engine and
// with the WebAssembly engine in Node.js.
func BenchmarkPageSearch(b *testing.B) {
	texts := map[string]string{
		"loops": "m(a) { x := a.f; while * { y := x.g; x.f := y; y.f := x; x := y.g; z := x.f; z.g := y; if * { a.f := x; } else { a.g := z; } } } " +
			"n(a) { x := a.f; while * { y := x.g; x.f := y; y.f := x; x := y.g; z := x.f; z.g := y; if * { a.f := x; } else { a.g := z; } } }",
		"lines": "m(a) { v := a; " + strings.Repeat("a.f := v; ", 400) + "} n(a) { v := a; " +
			strings.Repeat("a.g := v; ", 400) + "}",
	}
	engines := pageEngines(b)
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		for _, name := range slices.Backward(slices.Sorted(maps.Keys(engines))) {
			b.Run(text+"/"+name, func(b *testing.B) {
				statesOnPage(b, engines[name], texts[text]) // Node.js has compiled the engine then
				states := 0
				for b.Loop() {
					states += statesOnPage(b, engines[name], texts[text])
				}
				b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
			})
		}
	}
}

// statesOnPage is how many states the page's search of m beside n looks at.
func statesOnPage(b *testing.B, h pageEngine, text string) int {
	b.Helper()
	ok, _, code := pageAsk(b, h, "explore",
		map[string]any{
			"program": text, "pair": "m,n", "full": true, "maxObjects": 6, "maxStates": 300_000,
		})
	var document struct{ Pairs []struct{ States int } }
	if err := json.Unmarshal([]byte(ok), &document); err != nil || code != "" ||
		len(document.Pairs) != 1 {
		b.Fatalf("explore: %s %v: %.200s", code, err, ok)
	}
	return document.Pairs[0].States
}
