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
	const loop = "{ x := a.f; while * { y := x.g; x.f := y; y.f := x; x := y.g; z := x.f; " +
		"z.g := y; if * { a.f := x; } else { a.g := z; } } }"
	programs := map[string]string{
		"loops": "m(a) " + loop + " n(a) " + loop,
		"lines": "m(a) { v := a; " + strings.Repeat("a.f := v; ", 400) + "} n(a) { v := a; " +
			strings.Repeat("a.g := v; ", 400) + "}",
	}
	engines := pageEngines(b)
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		for _, kind := range slices.Backward(slices.Sorted(maps.Keys(engines))) {
			b.Run(name+"/"+kind, func(b *testing.B) {
				// Node.js compiles the engine during the first search.
				statesOnPage(b, engines[kind], programs[name])
				states := 0
				for b.Loop() {
					states += statesOnPage(b, engines[kind], programs[name])
				}
				b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
			})
		}
	}
}

// statesOnPage returns how many states the page's search of m and n visits.
func statesOnPage(b *testing.B, h pageEngine, program string) int {
	b.Helper()
	ok, _, code := pageAsk(b, h, "explore",
		map[string]any{
			"program": program, "pair": "m,n", "full": true, "maxObjects": 6, "maxStates": 300_000,
		})
	var document struct{ Pairs []struct{ States int } }
	if err := json.Unmarshal([]byte(ok), &document); err != nil || code != "" ||
		len(document.Pairs) != 1 {
		b.Fatalf("explore: error code %q, %v, want one pair: %.200s", code, err, ok)
	}
	return document.Pairs[0].States
}
