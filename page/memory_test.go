//go:build full

package page_test

import (
	"fmt"
	"strings"
	"testing"
)

// memory returns a script with which the browser says how many gigabytes its device has. The engine
// may use a quarter of them.
func memory(gigabytes float64) string {
	return fmt.Sprintf(`Object.defineProperty(navigator, "deviceMemory",
		{ configurable: true, get: () => %g });`, gigabytes)
}

// TestMemory: a search that would take all memory ends with its results before the browser ends it,
// and says so. The engine keeps working, and no text is lost. The engine's own tests cover requests
// without results.
func TestMemory(t *testing.T) {
	b := open(t, "/", setup{script: memory(0.05)})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write(endless())
	b.ready()
	b.region("Lab")
	b.click("tab", "Explore")
	b.click("button", "Bounds")
	b.set("States at most", "500000000")
	b.click("button", "Search")
	b.until(`/the search was cut \(the memory that the page may take is full\)/.test(
		document.querySelector("[aria-label='Answer of the search']")?.innerText)`)
	b.shot("memory-cut")
	b.region("Races")
	b.click("button", "Step to it: R1") // the engine still works
	b.until(`document.querySelector(".region.step .raceline")`)
	b.goTo("/")
	b.until(`wobblyTest.editor()?.innerText.startsWith("left(a)")`)
}

// chain returns a program of n methods in a row, each of which calls the next one.
func chain(n int) string {
	var s strings.Builder
	for i := range n - 2 {
		fmt.Fprintf(&s, "private c%d(b) {\n  c%d(b);\n}\n\n", i, i+1)
	}
	fmt.Fprintf(&s,
		"private c%d(b) {\n  x := b.f;\n}\n\nm(b) {\n  c0(b);\n}\n\nn(b) {\n  b.f := b;\n}\n", n-2)
	return s.String()
}

// TestDeepCalls: the longest possible chain of calls is answered in each region or ended by a
// limit, and a longer one is refused with its line. The engine never ends because of the browser's
// stack.
func TestDeepCalls(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.click("button", "New")
	for _, n := range []int{500, 3000} {
		b.region("Step")
		b.write(chain(n))
		answered := `/m ‖ n|No conclusion/.test(document.querySelector(".region.lab").innerText)`
		if n > 500 {
			refused := fmt.Sprintf("methods call each other at most 500 deep on the page, "+
				"and from here %d", n)
			answered = `document.querySelector(".region.lab").innerText.toLowerCase().includes(` +
				quote(refused) + ")"
		}
		for _, x := range [][2]string{{"Compare", "Compare"}, {"Explore", "Search"}} {
			b.region("Lab")
			b.click("tab", x[0])
			b.click(".region button", x[1])
			if why := eval[string](b,
				`wobblyTest.until(() => !document.querySelector(".region.lab .working") && `+
					answered+`, 90_000)`); why != "" {
				t.Fatalf("%d calls, %s: %s", n, x[1], why)
			}
		}
		b.shot(fmt.Sprintf("chain-%d", n))
		if lost := b.text(".notices"); lost != "" {
			t.Fatalf("%d calls: %s", n, lost)
		}
	}
}
