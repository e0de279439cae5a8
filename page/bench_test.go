//go:build full

package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wobbly/internal/site"
)

// long returns a program of n statements.
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
	t.region("Races")
	t.click("button", "New")
	t.write(long(10_000))
	t.until(`document.querySelector(".region.races .scroll")?.getAttribute("aria-busy") ===
		"true" ||
		document.querySelector(".card")`)
	eval[bool](t, `(window.waits = [], window.addEventListener("keydown", () => {
		const start = performance.now();
		requestAnimationFrame(() => {
			const c = new MessageChannel();
			c.port1.onmessage = () => window.waits.push(performance.now() - start);
			c.port2.postMessage(0);
		});
	}, true), wobblyTest.editor().focus(), true)`)
	b.ResetTimer()
	for i := range b.N {
		t.press("x")
		t.until(fmt.Sprintf("window.waits.length > %d", i))
	}
	b.StopTimer()
	t.reportWaits(b)
}

// reportWaits reports the median and the worst of the waits that the page has measured.
func (t *tab) reportWaits(b *testing.B) {
	waits := eval[[]float64](t, "window.waits")
	slices.Sort(waits)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(waits[len(waits)/2], "ms-median")
	b.ReportMetric(waits[len(waits)-1], "ms-worst")
}

// BenchmarkStep measures how long a step waits: from the key to the first frame that shows the new
// state. In "rest" the memory has come to rest, as when a student reads it before the next key; in
// "row" it is still moving from the step before.
func BenchmarkStep(b *testing.B) {
	t := open(b, "/", setup{})
	t.ready()
	t.comeToRace()
	t.focus(".step .playhead")
	eval[bool](t, `(window.addEventListener("keydown", () => {
		const start = performance.now();
		const look = new MutationObserver(() => {
			look.disconnect();
			requestAnimationFrame(() => window.waits.push(performance.now() - start));
		});
		look.observe(document.querySelector(".headline"),
			{ characterData: true, subtree: true, childList: true });
	}, true), true)`)
	steps := func(pause time.Duration) func(*testing.B) {
		return func(b *testing.B) {
			eval[bool](t, "(window.waits = [], true)")
			for i := range b.N {
				time.Sleep(pause)
				t.press([]string{"u", "a"}[i%2])
				t.until(fmt.Sprintf("window.waits.length > %d", i))
			}
			t.reportWaits(b)
			if b.N%2 == 1 {
				t.press("a")
			}
		}
	}
	b.Run("rest", steps(500*time.Millisecond))
	b.Run("row", steps(0))
}

// BenchmarkCancel measures how long it takes from Cancel until a search is gone from the
// screen, while it goes through millions of states.
//
//	go test ./page -run '^$' -bench Cancel -benchtime 10x
func BenchmarkCancel(b *testing.B) {
	t := open(b, "/", setup{})
	t.click("button", "New")
	t.write(endless())
	t.region("Explore")
	t.click("button", "Bounds")
	t.set("States at most", "500000000")
	worst := 0.0
	for range b.N {
		t.click("button", "Search")
		t.until(`/[0-9]+ states, [0-9]+\/s/.test(document.querySelector(".region.lab .working")
			?.innerText ?? "")`)
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

// BenchmarkStart measures a cold start in a new profile: until the first paint, until there is an
// editor to write in, until the state of the first screen is drawn, and until the engine has judged
// the first race.
//
//	go test ./page -run '^$' -bench Start -benchtime 5x
func BenchmarkStart(b *testing.B) {
	h := newHost(b)
	all := map[string][]float64{}
	for range b.N {
		t := open(b, "/", setup{host: h, stranger: true, script: `(() => {
			const shown = {
				editor: () => [...document.querySelectorAll("*")].some((e) => e.shadowRoot
					?.querySelector(".cm-content")),
				state: () => document.querySelector(".step .box"),
				race: () => document.querySelector(".head[data-known] .badge.race"),
			};
			window.at = {};
			const look = () => {
				for (const [name, there] of Object.entries(shown))
					if (there()) window.at[name] ??= performance.now();
				if (!window.at.race) requestAnimationFrame(look);
			};
			requestAnimationFrame(look);
		})();`})
		t.until("window.at.race")
		at := eval[map[string]float64](t, `({...window.at,
			paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0})`)
		for name, ms := range at {
			all[name] = append(all[name], ms)
		}
	}
	b.ReportMetric(0, "ns/op")
	for name, ms := range all {
		slices.Sort(ms)
		b.ReportMetric(ms[len(ms)/2], "ms-"+name)
		b.ReportMetric(ms[len(ms)-1], "ms-"+name+"-worst")
	}
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
