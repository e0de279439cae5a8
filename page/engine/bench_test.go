package engine

import "testing"

// BenchmarkSearch is the exact search as the page asks for it: natively, and with
// GOOS=js GOARCH=wasm as in a browser (make bench-page).
func BenchmarkSearch(b *testing.B) {
	h := New(Options{})
	for name, text := range map[string]string{
		"records": wide, // states of any form
		"levels":  "m(a) { " + accesses("f", 400) + "} n(a) { " + accesses("g", 400) + "}",
	} {
		b.Run(name, func(b *testing.B) {
			states := 0
			for b.Loop() {
				var doc struct{ Pairs []struct{ States int } }
				fields := map[string]any{"program": text, "pair": "m,n", "full": true, "maxObjects": 6, "maxStates": 300_000}
				if p := ask(b, h, "explore", fields, &doc); p != nil || len(doc.Pairs) != 1 {
					b.Fatalf("%+v", p)
				}
				states += doc.Pairs[0].States
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}

// accesses are n stores to a field, one after the other.
func accesses(field string, n int) string {
	text := "v := a; "
	for range n {
		text += "a." + field + " := v; "
	}
	return text
}
