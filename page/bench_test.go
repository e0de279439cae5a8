//go:build full

package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/site"
)

// long is a program of n statements.
func long(n int) string {
	var s strings.Builder
	for unit := 0; n > 0; unit++ {
		fmt.Fprintf(&s, "m%d(b) {\n", unit)
		for i := 0; i < 100 && n > 0; i, n = i+2, n-2 {
			fmt.Fprintf(&s, "  x%d := b.f%d;\n  b.f%d := x%d;\n", i, unit, unit, i)
		}
		s.WriteString("}\n\n")
	}
	return s.String()
}

// BenchmarkKey measures how long a key waits in a program of 10,000 statements, while
// the analysis runs: from the key to the next frame that has been drawn.
//
//	go test ./page -run '^$' -bench Key -benchtime 100x
func BenchmarkKey(b *testing.B) {
	t := open(b, "/", setup{})
	t.click("button", "New")
	t.write(long(10_000))
	t.until(`document.querySelector(".region.races .scroll")?.getAttribute("aria-busy") === "true" || document.querySelector(".card")`)
	eval[bool](t, `(window.waits = [], window.addEventListener("keydown", () => {
		const start = performance.now();
		requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => window.waits.push(performance.now() - start); c.port2.postMessage(0); });
	}, true), wobblyTest.editor().focus(), true)`)
	b.ResetTimer()
	for i := range b.N {
		t.press("x")
		t.until(fmt.Sprintf("window.waits.length > %d", i))
	}
	b.StopTimer()
	waits := eval[[]float64](t, "window.waits")
	slices.Sort(waits)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(waits[len(waits)/2], "ms-median")
	b.ReportMetric(waits[len(waits)-1], "ms-worst")
}

// BenchmarkCancel measures how long it takes from Cancel until a search is gone from the
// screen, while it goes through millions of states.
//
//	go test ./page -run '^$' -bench Cancel -benchtime 10x
func BenchmarkCancel(b *testing.B) {
	t := open(b, "/", setup{})
	t.click("button", "New")
	t.write(wide)
	t.region("Lab")
	t.click("tab", "Explore")
	t.set("States at most", "500000000")
	worst := 0.0
	for range b.N {
		t.click("button", "Search")
		t.until(`/[0-9]+ states, [0-9]+\/s/.test(document.querySelector(".region.lab .working")?.innerText ?? "")`)
		worst = max(worst, eval[float64](t, `(async () => {
			const start = performance.now();
			wobblyTest.all("button", "Cancel").find((e) => e.closest(".lab")).click();
			await wobblyTest.until(() => !document.querySelector(".region.lab .working"));
			return performance.now() - start;
		})()`))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(worst, "ms-worst")
}

// BenchmarkStart measures a cold start in a new profile: until the first paint, until
// there is an editor to write in, and until the first race is on the screen.
//
//	go test ./page -run '^$' -bench Start -benchtime 5x
func BenchmarkStart(b *testing.B) {
	h := newHost(b)
	var paint, editor, race float64
	for range b.N {
		t := open(b, "/", setup{host: h, stranger: true, script: `(() => {
			const look = () => {
				const shown = [...document.querySelectorAll("*")].some((e) => e.shadowRoot?.querySelector(".cm-content"));
				if (shown) window.editorAt ??= performance.now();
				if (document.querySelector(".card.race")) window.raceAt ??= performance.now();
				else requestAnimationFrame(look);
			};
			requestAnimationFrame(look);
		})();`})
		t.until("window.raceAt")
		paint = max(paint, eval[float64](t, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`))
		editor = max(editor, eval[float64](t, "window.editorAt"))
		race = max(race, eval[float64](t, "window.raceAt"))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(paint, "ms-paint")
	b.ReportMetric(editor, "ms-editor")
	b.ReportMetric(race, "ms-race")
	files, err := site.Build(b.Context(), "test")
	if err != nil {
		b.Fatal(err)
	}
	bytes := 0
	for name, content := range files {
		if !strings.HasSuffix(name, ".wzst") {
			content = gzipped(content)
		}
		bytes += len(content)
	}
	b.ReportMetric(float64(bytes)/1e6, "MB")
}
