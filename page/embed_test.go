//go:build full

package page_test

import (
	"fmt"
	"strings"
	"testing"
)

// counting keeps what is copied, and how many workers of a frame are alive.
const counting = `navigator.clipboard.writeText = (text) => ((window.copied = text), Promise.resolve());
	window.alive = 0;
	window.Worker = class extends Worker {
		constructor(...a) { super(...a); window.alive++; }
		terminate() { window.alive--; super.terminate(); }
	};`

// TestEmbed: nothing starts before a click, and there is no frame of the page.
func TestEmbed(t *testing.T) {
	b := open(t, "/?embed", setup{host: newHost(t), width: 700, height: 600})
	b.until(`wobblyTest.all("button", "Start wobbly").length === 1`)
	if eval[int](b, `performance.getEntriesByType("resource").filter((e) => e.name.endsWith(".wzst")).length`) != 0 {
		t.Error("the engine is loaded before the click")
	}
	b.click("button", "Start wobbly")
	b.until(`document.querySelector(".region") && !document.querySelector(".head")`)
}

// TestCoursePage: a course page holds several frames, as Share gives them. Each starts by
// itself and stands by itself, sleeps while it is out of sight, and wakes where it was.
func TestCoursePage(t *testing.T) {
	h := newHost(t)
	b := racing(t, setup{host: h, script: counting})
	b.click("button", "Share")
	b.click("button", "Copy as a frame")
	b.until("window.copied")
	snippet := eval[string](b, "window.copied")
	if !strings.HasPrefix(snippet, `<iframe src="`+h.URL+`/?embed#`) {
		t.Fatalf("the frame is %s", snippet)
	}
	far := `<p style="height: 3000px">far away</p>`
	h.add("course.html", `<!doctype html><title>Course</title><link rel="icon" href="data:,"><script>
		window.heights = new Map();
		window.addEventListener("message", (e) => e.data.wobbly === "height" && heights.set(e.source, e.data.height));
	</script>`+strings.Replace(snippet+snippet+far+snippet, ` loading="lazy"`, "", -1))
	b.goTo("/course.html")
	for i := range 3 {
		b.until(frame(i, `document.querySelector(".raceline")?.innerText.includes("o1.f") && wobblyTest.editor()?.innerText.includes("meps")`))
		b.until(frame(i, `alive === 0`))
	}
	race := frame(0, `document.querySelector(".raceline") !== null`)
	b.until(`window.heights?.size === 3 && [...window.heights.values()].every((n) => n > 300)`)
	for i := range 2 {
		eval[string](b, frame(i, `wobblyTest.click("button", "Races")`))
		b.until(frame(i, `alive > 0 && document.querySelector(".card")`))
		eval[string](b, frame(i, `wobblyTest.click("button", "Step")`))
		b.until(frame(i, `document.querySelector(".raceline")`))
	}
	if n := eval[int](b, frame(1, `performance.getEntriesByType("resource").filter((e) => e.name.endsWith(".wzst")).length`)); n != 0 {
		t.Error("the second frame has loaded an engine, and not taken that of the first one")
	}
	if why := eval[string](b, frame(1, `wobblyTest.click("button", "/^A: /")`)); why != "" {
		t.Fatal(why)
	}
	b.until(frame(1, `document.querySelector(".headline").innerText.startsWith("State 3 of 3")`))
	eval[string](b, frame(1, `wobblyTest.click("button", "/^State 2: /")`))
	b.until(frame(1, `document.querySelector(".headline").innerText.startsWith("State 2 of 3")`))
	eval[string](b, frame(1, `wobblyTest.click("button", "/^B: /")`))
	b.until(frame(1, forked))
	threads := frame(1, `document.querySelector(".threads").innerText`)
	was := eval[string](b, threads)
	if !eval[bool](b, race) || eval[int](b, frame(2, "alive")) != 0 {
		t.Error("frames disturb each other")
	}
	eval[bool](b, `(window.scrollTo(0, document.body.scrollHeight), true)`)
	for i := range 2 {
		b.until(frame(i, "alive === 0"))
	}
	eval[bool](b, `(window.scrollTo(0, 0), true)`)
	b.until(frame(0, `alive > 0`))
	b.until(race)
	eval[string](b, frame(0, `wobblyTest.click("button", "/^B: /")`))
	b.until(frame(0, `document.querySelector(".headline").innerText.startsWith("State 3 of 3")`))
	b.until(frame(1, `alive > 0 && /opened again/.test(document.querySelector(".said").innerText) && `+forked))
	if got := eval[string](b, threads); got != was {
		t.Errorf("the second frame has woken at\n%s\nand fell asleep at\n%s", got, was)
	}
}

// forked is a session that stands at the end of one of two branches.
const forked = `document.querySelector(".headline").innerText.startsWith("State 3 of 3") && document.querySelectorAll(".lanes .branch").length === 1`

// frame is an expression in a frame of the page.
func frame(i int, expression string) string {
	return fmt.Sprintf("(() => { with (document.querySelectorAll('iframe')[%d].contentWindow) return (%s); })()", i, expression)
}

// TestWholePage: a frame leads to the whole page, at the same place.
func TestWholePage(t *testing.T) {
	b := racing(t, setup{})
	link := b.share()
	b.before(`window.open = () => ({ location: { set href(address) { window.opened = address; } } });`)
	b.goTo("/?embed" + link)
	b.click("button", "Start wobbly")
	b.until(`document.querySelector(".raceline")`)
	b.click("button", "/^A: /")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 3")`)
	b.click("button", "Open the whole page")
	b.until("window.opened")
	address := eval[string](b, "window.opened")
	b.goTo(strings.TrimPrefix(address, b.host.URL))
	b.until(`document.querySelector(".head") && document.querySelector(".headline")?.innerText.startsWith("State 3")`)
}
