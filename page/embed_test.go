//go:build full

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// counting is a script that records what is copied, and how many workers of a frame are alive.
const counting = `navigator.clipboard.writeText =
	(text) => ((window.copied = text), Promise.resolve());
	window.alive = 0;
	window.Worker = class extends Worker {
		constructor(...a) { super(...a); window.alive++; }
		terminate() { window.alive--; super.terminate(); }
	};`

// TestEmbed: nothing starts before a click, and a frame does not contain a frame of the page.
func TestEmbed(t *testing.T) {
	b := open(t, "/?embed", setup{host: newHost(t), width: 700, height: 600})
	b.until(`wobblyTest.all("button", "Start wobbly").length === 1`)
	if eval[int](b,
		`performance.getEntriesByType("resource")
			.filter((e) => e.name.endsWith(".wzst")).length`) != 0 {
		t.Error("the engine is loaded before the click")
	}
	b.click("button", "Start wobbly")
	b.until(`document.querySelector(".region") && !document.querySelector(".head")`)
}

// course serves a page with frames in it.
func (h *host) course(frames string) {
	h.add("course.html",
		`<!doctype html><title>Course</title><link rel="icon" href="data:,"><script>
		window.heights = new Map();
		window.addEventListener("message", (e) => e.data.wobbly === "height" &&
			heights.set(e.source, e.data.height));
	</script>`+strings.ReplaceAll(frames, ` loading="lazy"`, ""))
}

// TestOneEngine: the frames of a course page (a program, a state and a lesson) can be read before a
// click, and one engine serves them all.
func TestOneEngine(t *testing.T) {
	h := newHost(t)
	b := racing(t, setup{host: h, script: counting})
	b.click("button", "Share")
	b.click("button", "Copy as a frame")
	b.until("window.copied")
	h.course(strings.ReplaceAll(eval[string](b, "window.copied")+
		`<iframe src="/?embed#lesson-1" width="100%" height="640"></iframe>`+
		// all in sight
		`<iframe src="/?embed#example-burble" width="100%" height="640"></iframe>`,
		`height="640"`, `height="250"`))
	b.goTo("/course.html")
	for i, shown := range []string{`document.querySelector(".raceline")`,
		`document.querySelector("h1").innerText === "1. You are the scheduler" && ` +
			`document.body.innerText.includes("only the scheduler decides")`,
		`document.querySelector("h1").innerText === "burble" &&
			wobblyTest.editor()?.innerText.includes("meps")`} {
		b.until(frame(i, shown))
	}
	if n := b.engines(); n != 0 {
		t.Errorf("%d engines run before a click, want none", n)
	}
	b.clickIn(0, "/^B: /")
	b.clickIn(1, "Start wobbly")
	b.clickIn(2, "Start wobbly")
	b.until(frame(0, `document.querySelector(".headline").innerText.startsWith("State 3 of 3")`))
	b.until(frame(1, `document.querySelector(".question")`))
	b.until(frame(2, `document.querySelector(".headline")?.innerText.startsWith("State 2 of 2")`))
	b.clickIn(2, "/^A: /")
	b.until(frame(2, `document.querySelector(".headline").innerText.startsWith("State 3 of 3")`))
	if n := b.engines(); n != 1 {
		t.Errorf("%d shared engines run, want 1", n)
	}
	for i := range 3 {
		if n := eval[int](b, frame(i, "alive")); n != 0 {
			t.Errorf("frame %d has %d engines of its own, want none", i, n)
		}
	}
}

// engines counts the workers that frames share.
func (b *tab) engines() int {
	b.t.Helper()
	all, err := chromedp.Targets(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	n := 0
	for _, x := range all {
		if x.Type == "shared_worker" && strings.HasPrefix(x.URL, b.host.URL) {
			n++
		}
	}
	return n
}

// TestCoursePage: a course page has several frames, as Share makes them. Each starts separately and
// keeps its own state, sleeps while it is out of sight, and wakes up where it was. This is also
// true if they share a worker, and if the browser has no shared workers.
func TestCoursePage(t *testing.T) {
	t.Run("shared", func(t *testing.T) { coursePage(t, counting, true) })
	t.Run("own",
		func(t *testing.T) { coursePage(t, counting+"delete window.SharedWorker;", false) })
}

func coursePage(t *testing.T, script string, shared bool) {
	h := newHost(t)
	b := racing(t, setup{host: h, script: script})
	b.click("button", "Share")
	b.click("button", "Copy as a frame")
	b.until("window.copied")
	snippet := eval[string](b, "window.copied")
	if !strings.HasPrefix(snippet, `<iframe src="`+h.URL+`/?embed#`) {
		t.Fatalf("the frame is %s", snippet)
	}
	far := `<p style="height: 3000px">far away</p>`
	h.course(snippet + snippet + far + snippet)
	b.goTo("/course.html")
	for i := range 3 {
		b.until(frame(i, `document.querySelector(".raceline")?.innerText.includes("o1.f") &&
			wobblyTest.editor()?.innerText.includes("meps")`))
		b.until(frame(i, `alive === 0`))
	}
	race := frame(0, `document.querySelector(".raceline") !== null`)
	b.until(`window.heights?.size === 3 && [...window.heights.values()].every((n) => n > 300)`)
	for i := range 2 {
		b.clickIn(i, "Races")
		b.until(frame(i, `alive > 0 && document.querySelector(".card")`))
		b.clickIn(i, "Step")
		b.until(frame(i, `document.querySelector(".raceline")`))
	}
	if n := eval[int](b, frame(1, `performance.getEntriesByType("resource")
		.filter((e) => e.name.endsWith(".wzst")).length`)); n != 0 {
		t.Error("the second frame has loaded an engine, and not taken that of the first one")
	}
	b.clickIn(1, "/^A: /")
	b.until(frame(1, `document.querySelector(".headline").innerText.startsWith("State 3 of 3")`))
	b.clickIn(1, "/^State 2: /")
	b.until(frame(1, `document.querySelector(".headline").innerText.startsWith("State 2 of 3")`))
	b.clickIn(1, "/^B: /")
	b.until(frame(1, forked))
	threads := frame(1, `document.querySelector(".threads").innerText`)
	was := eval[string](b, threads)
	if !eval[bool](b, race) || eval[int](b, frame(2, "alive")) != 0 {
		t.Error("a step in one frame changes the other")
	}
	eval[bool](b, `(window.scrollTo(0, document.body.scrollHeight), true)`)
	for i := range 2 {
		b.until(frame(i, "alive === 0"))
	}
	eval[bool](b, `(window.scrollTo(0, 0), true)`)
	b.until(race)
	b.clickIn(0, "/^B: /")
	b.until(frame(0, `document.querySelector(".headline").innerText.startsWith("State 3 of 3")`))
	if shared {
		b.until(frame(1, `alive === 0 && `+forked))
	} else {
		b.until(frame(1,
			`alive > 0 && /opened again/.test(document.querySelector(".said").innerText) && `+
				forked))
	}
	if got := eval[string](b, threads); got != was {
		t.Errorf("the second frame has woken at\n%s\nand fell asleep at\n%s", got, was)
	}
}

// forked is a session that stands at the end of one of two branches.
const forked = `document.querySelector(".headline").innerText.startsWith("State 3 of 3") &&
	document.querySelectorAll(".lanes .branch").length === 1`

// frame returns an expression in a frame of the page.
func frame(i int, expression string) string {
	return fmt.Sprintf("(() => { with (document.querySelectorAll('iframe')[%d].contentWindow) "+
		"return (%s); })()", i, expression)
}

// clickIn presses a button in a frame.
func (b *tab) clickIn(i int, name string) {
	b.t.Helper()
	if why := eval[string](b, frame(i, `wobblyTest.click("button", `+quote(name)+`)`)); why != "" {
		b.t.Fatal(why)
	}
}

// TestWholePage: a frame links to the whole page, at the same place.
func TestWholePage(t *testing.T) {
	b := racing(t, setup{})
	link := b.share()
	b.before(`window.open = () =>
		({ location: { set href(address) { window.opened = address; } } });`)
	b.goTo("/?embed" + link)
	b.until(`document.querySelector(".raceline")`)
	b.click("button", "/^A: /")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 3")`)
	b.click("button", "Open the whole page")
	b.until("window.opened")
	address := eval[string](b, "window.opened")
	b.goTo(strings.TrimPrefix(address, b.host.URL))
	b.until(`document.querySelector(".head") &&
		document.querySelector(".headline")?.innerText.startsWith("State 3")`)
}
