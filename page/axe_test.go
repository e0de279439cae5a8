//go:build full

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axeRun is a script that checks the rules of WCAG 2.2, levels A and AA, and axe's rules of good
// practice, once the page is drawn. If only colours have changed since the last check at the same
// width, it checks only the rules on colours.
const axeRun = `(async () => {
	await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
	const now = innerWidth + document.body.outerHTML;
	const coloured = axe.getRules(["cat.color"]).filter((r) => r.tags.some((t) => tags.includes(t)))
		.map((r) => r.ruleId);
	const runOnly = now === window.axeAsked ? { type: "rule", values: coloured } : tags;
	window.axeAsked = now;
	const r = await axe.run(document, { runOnly, resultTypes: ["violations"], preload: false });
	return r.violations.map((v) => v.id + ": " + v.help + "\n" + v.nodes.slice(0, 4)
		.map((n) => "    " + n.target.join(" ") + " " + n.html.slice(0, 200) + "\n    " +
			(n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ""))
		.join("\n")).join("\n");
})()`

// scenes lists, for each region, a state in which it has something to show.
var scenes = []struct {
	name   string
	region string // or the role dialog
	show   func(b *tab)
}{
	{"first", "Step", func(b *tab) { b.region("Step") }},
	{"races", "Races", func(b *tab) {
		b.region("Races")
		b.until(`document.querySelector(".region.races .card") &&
			!document.querySelector(".region.races .working")`)
	}},
	{"examples", "dialog", func(b *tab) {
		b.region("Step")
		b.click("button", "Examples")
		b.set("Find in examples", "burble")
		b.until(`document.querySelectorAll("dialog.palette [role=option]").length === 1`)
	}},
	{"step", "Step", func(b *tab) {
		b.comeToRace()
		b.press("b", "u", "a", "h", "b")
		b.until(`document.querySelectorAll(".lanes .branch").length === 1`)
	}},
	{"object", "Step", func(b *tab) {
		b.comeToRace()
		b.act("Analysis at this point")
		b.until(`document.querySelector(".region.step .analysis")`)
		b.focus(".region.step .memory")
		b.press(kb.ArrowDown)
		b.until(`document.querySelector(".region.step .object")`)
	}},
	{"actions", "dialog", func(b *tab) {
		b.comeToRace()
		eval[bool](b,
			`(wobblyTest.all("button", "Close").forEach((e) => e.closest(".object") &&
				e.click()), true)`)
		b.act("Analysis at this point")
		b.click("button", "All actions")
		b.until(`document.querySelectorAll("dialog.palette [role=option]").length > 40`)
	}},
	{"beside", "Step", func(b *tab) {
		b.comeToRace()
		b.act("Open a second schedule")
		b.until(`document.querySelector(".pair .side:nth-child(2) .step")`)
	}},
	{"lessons", "Lessons", func(b *tab) {
		b.region("Lessons")
		eval[bool](b, `(wobblyTest.all("button", "All lessons")[0]?.click(), true)`)
		b.until(`document.querySelectorAll(".lessons li").length === 18`)
	}},
	{"lesson", "Lessons", func(b *tab) {
		b.region("Lessons")
		b.until(`document.querySelectorAll(".lessons li").length === 18`)
		b.click("button", "/^1\\s*You are the scheduler/")
		b.until(`document.querySelector(".task") && document.querySelector(".stage .box")`)
	}},
	{"verdict", "Lessons", func(b *tab) {
		b.region("Lessons")
		b.click("button", "All lessons")
		b.click("button", "/^4\\s*The lock/")
		b.until(`document.querySelector(".played h3")?.innerText.startsWith("4.")`)
		if eval[bool](b, `document.querySelector(".question") !== null`) {
			eval[bool](b, `(document.querySelector(".question input").click(), true)`)
			b.click("button", "Answer")
		}
		b.click("button", "Check")
		b.until(`document.querySelector(".verdict .execution")`)
	}},
	{"theorem", "Theorem", func(b *tab) {
		b.region("Theorem")
		b.until(`document.querySelector(".hypotheses") && document.querySelector(".breaks")`)
	}},
	{"compare", "Compare", func(b *tab) {
		b.region("Compare")
		eval[bool](b,
			`(wobblyTest.all("button", "Compare").find((e) => e.closest(".region")).click(), true)`)
		b.until(`document.querySelector(".tablebox caption")`)
	}},
	{"explore", "Explore", func(b *tab) {
		b.region("Explore")
		b.click("button", "Search")
		b.until(`document.querySelector("[aria-label='Answer of the search']")`)
		b.click("button", "Draw the graph")
		b.until(`document.querySelector("[aria-label='Graph of states']")`)
	}},
	{"help", "dialog", func(b *tab) {
		b.click("button", "Help")
		b.until(`document.querySelector("dialog.help[open]")`)
	}},
	{"share", "dialog", func(b *tab) {
		b.comeToRace()
		b.click("button", "Share")
		b.until(`document.querySelector("dialog.share")`)
	}},
}

// comeToRace shows Step at the race of the first report, unless it is shown already.
func (b *tab) comeToRace() {
	b.t.Helper()
	b.ready()
	b.region("Step")
	b.until(`document.querySelector(".region.step .headline")`)
	if !eval[bool](b, `document.querySelector(".region.step .raceline") !== null &&
		document.querySelector(".sentence").innerText.endsWith("That is a race.") &&
			// not on the first screen
		document.querySelector(".pair") === null`) {
		b.region("Races")
		b.until(`!document.querySelector(".region.races .working")`)
		b.click("button", "Step to it: R1")
	}
	b.until(`document.querySelector(".region.step .raceline")`)
	// The region takes the focus in the next frame, and the test may want it elsewhere.
	b.drawn()
}

// region shows a region.
func (b *tab) region(name string) {
	b.t.Helper()
	if name == "Lab" {
		name = "Lessons"
	}
	b.click(".head nav button", "/^"+name+"/")
}

// sizes lists the screens on which each region is shown: a desktop, a tablet, a phone.
var sizes = [][2]int64{{1440, 900}, {768, 1024}, {390, 844}}

// TestShots makes pictures of all scenes at each size, light and dark, and of the page in a room,
// on paper and in frames: go test -tags full ./page -run TestShots -shots DIR
func TestShots(t *testing.T) {
	if *shots == "" {
		return
	}
	h := newHost(t)
	b := open(t, "/", setup{host: h, script: counting})
	b.ready()
	for _, s := range scenes {
		b.do(chromedp.EmulateViewport(1440, 900))
		s.show(b)
		for _, size := range append(sizes, [2]int64{1024, 768}) {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			for _, colours := range []string{"light", "dark"} {
				b.colours(colours)
				b.drawn()
				b.shot(fmt.Sprintf("%s-%d-%s", s.name, size[0], colours))
			}
		}
		b.closeDialog()
	}
	b.colours("light")
	b.do(chromedp.EmulateViewport(1440, 900))
	b.comeToRace()
	b.act("Projector")
	for _, size := range [][2]int64{{1440, 900}, {1920, 1080}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		b.drawn()
		b.shot(fmt.Sprintf("projector-%d", size[0]))
	}
	eval[bool](b, `(window.dispatchEvent(new Event("beforeprint")), true)`)
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	b.do(chromedp.EmulateViewport(794, 1123)) // A4
	b.drawn()
	b.shot("print")
	b.colours("light")
	b.goTo("/")
	b.do(chromedp.EmulateViewport(1440, 900))
	b.comeToRace()
	b.click("button", "Share")
	b.click("button", "Copy as a frame")
	b.until("window.copied")
	h.course(`<style>iframe { border: 1px solid #ccc }</style>` + eval[string](b, "window.copied") +
		`<iframe src="/?embed#lesson-1" width="100%" height="640"></iframe>` +
		`<iframe src="/?embed#example-burble" width="100%" height="640"></iframe>`)
	for _, width := range []int64{900, 390} {
		b.do(chromedp.EmulateViewport(width, 2000))
		b.goTo("/course.html")
		for i, shown := range []string{".raceline", "h1", "h1"} {
			b.until(frame(i, `document.querySelector(`+quote(shown)+`)`))
		}
		b.drawn()
		b.shot(fmt.Sprintf("embed-%d", width))
		b.clickIn(1, "Start wobbly")
		b.until(frame(1, `document.querySelector(".question")`))
		b.drawn()
		b.shot(fmt.Sprintf("embed-lesson-%d", width))
	}
}

// TestRegions: the accessibility tree of each region is a golden, and axe finds nothing at three
// widths, light and dark. All scenes run on one page.
func TestRegions(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	eval[bool](b, unpacked(t, "axe.min.js.gz")+";true")
	for _, s := range scenes {
		t.Run(s.name, func(one *testing.T) {
			b.t = one
			defer func() { b.t = t }()
			b.do(chromedp.EmulateViewport(1440, 900))
			b.colours("light")
			s.show(b)
			checkTree(one, s.name, b.settled(s.region))
			for _, size := range sizes {
				b.axe(s.name, size)
			}
			b.closeDialog()
		})
	}
}

// axe checks what is shown with axe, on a screen of the given size.
func (b *tab) axe(scene string, size [2]int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(size[0], size[1]))
	for _, colours := range []string{"light", "dark"} {
		b.colours(colours)
		if found := eval[string](b, axeRun); found != "" {
			b.t.Errorf("%d pixels, %s: %s", size[0], colours, found)
		}
		b.shot(fmt.Sprintf("%s-%d-%s", scene, size[0], colours))
	}
	page := eval[[2]int64](b,
		`[document.documentElement.scrollWidth, document.documentElement.scrollHeight]`)
	if page[0] > size[0] || page[1] > size[1] {
		b.t.Errorf("the page has %v pixels on a screen of %v: only its regions scroll", page, size)
	}
}

// closeDialog closes the dialog that is open, if there is one.
func (b *tab) closeDialog() {
	b.t.Helper()
	// it opens a moment after it is there
	b.until(`!document.querySelector("dialog:not([open], #help)")`)
	eval[bool](b, `(document.querySelector("dialog[open]")?.close(), true)`)
	b.until(`!document.querySelector("dialog[open]")`)
}

// TestPhone: on a phone, each region can be reached, and none is wider than the screen.
func TestPhone(t *testing.T) {
	b := open(t, "/", setup{width: 390, height: 844})
	b.region("Races")
	b.ready()
	for _, s := range scenes {
		s.show(b)
		if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s is %d pixels wide on a screen of 390", s.name, wide)
		}
		b.wholeButtons(s.name)
		for _, small := range eval[[]string](b,
			`[...document.querySelectorAll("button, summary, select, textarea, .question label")]
				.filter((e) => {
			const r = e.getBoundingClientRect();
			return e.checkVisibility() && (r.width < 43.9 || r.height < 43.9) &&
				!e.closest(".lanes ol, .branch, .at");
		}).map((e) => e.outerHTML)`) {
			t.Errorf("%s: too small for a thumb: %s", s.name, small)
		}
		b.closeDialog()
	}
	b.comeToRace()
	b.until(`(document.querySelector(".region.step .playhead").focus(),
		document.activeElement.closest(".lanes") !== null)`)
	b.press("I")
	b.until(`document.querySelector(".answer .question button")`)
	b.wholeButtons("a prediction")
}

// wholeButtons reports buttons that are cut, except in parts that scroll sideways.
func (b *tab) wholeButtons(where string) {
	b.t.Helper()
	for _, text := range eval[[]string](b,
		`[...document.querySelectorAll(".region button, dialog button")].filter((e) => {
		const own = e.getBoundingClientRect();
		const room = e.closest(".answer, .region, dialog").getBoundingClientRect();
		return own.width > 0 && !e.closest(".tablebox, .programs") && (own.right > room.right + 1 ||
			e.scrollWidth > e.clientWidth + 1);
	}).map((e) => e.innerText)`) {
		b.t.Errorf("%s: the button %q is cut", where, text)
	}
}

// colours sets the colour scheme of the system.
func (b *tab) colours(name string) {
	b.t.Helper()
	command(b, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: name},
			{Name: "prefers-reduced-motion", Value: "reduce"}}})
}

// TestProjectorAndTheme: the projector mode has large type and one region. A chosen theme overrides
// the system's, even in pictures.
func TestProjectorAndTheme(t *testing.T) {
	b := open(t, "/", setup{})
	b.region("Races")
	b.ready()
	b.click("button", "Step to it: R1")
	b.until(`document.querySelector(".step .memory .box")`)
	b.act("Projector")
	b.until(`parseFloat(getComputedStyle(document.documentElement).fontSize) >= 24`)
	b.boxesHold(".step .memory")
	b.shot("projector")
	b.act("Projector")
	b.act("Colours: auto")
	b.act("Colours: light")
	dark := `getComputedStyle(document.body).backgroundColor`
	b.until(dark + ` === "rgb(16, 19, 23)"`)
	b.until(`getComputedStyle(document.querySelector(".step .box")).backgroundColor ===
		"rgb(23, 27, 33)"`)
	b.shot("chosen-dark")
}

// boxesHold checks that the drawn memory in part shows each row within its box, and its name whole.
func (b *tab) boxesHold(part string) {
	b.t.Helper()
	if rows := eval[[]string](b,
		`[...document.querySelectorAll("`+part+` .box > p")].filter((row) =>
		row.getBoundingClientRect().bottom > row.parentElement.getBoundingClientRect().bottom ||
		row.querySelector("var").scrollWidth > row.querySelector("var").clientWidth)
		.map((row) => row.innerText)`); len(rows) > 0 {
		b.t.Errorf("in the boxes of %s these do not fit: %q", part, rows)
	}
}

// TestPrint: the printed page has the program, the schedule and the picture, which fit on the paper
// even in projector mode.
func TestPrint(t *testing.T) {
	b := open(t, "/", setup{})
	b.region("Races")
	b.ready()
	b.click("button", "Step to it: R1")
	b.until(`document.querySelector(".step .memory .box")`)
	b.act("Projector")
	eval[bool](b, `(window.dispatchEvent(new Event("beforeprint")), true)`)
	paper := eval[string](b, `document.getElementById("paper").textContent`)
	for _, want := range []string{
		"burble.il: meps ‖ reps", "Schedule: ", "\n31    fortyTwo := new();", "wobbly:1:",
	} {
		if !strings.Contains(paper, want) {
			t.Errorf("the printed page lacks %q:\n%s", want, paper)
		}
	}
	if strings.Contains(paper, "// expect") {
		t.Error("the printed page has the text that the tests of the examples read")
	}
	if boxes := eval[int](b, `document.querySelectorAll("#paper .box").length`); boxes != 5 {
		t.Errorf("the printed memory has %d boxes", boxes)
	}
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	b.boxesHold("#paper")
	b.colours("light")
	eval[bool](b, `(window.dispatchEvent(new Event("afterprint")), true)`)
	if eval[bool](b, `document.getElementById("paper") !== null`) {
		t.Error("the printed page is still there after printing")
	}
}

// TestPrintLesson: if a lesson is being played, its task is printed.
func TestPrintLesson(t *testing.T) {
	b := open(t, "/#lesson-1", setup{})
	b.until(`document.querySelector(".question")`)
	eval[bool](b, `(window.dispatchEvent(new Event("beforeprint")), true)`)
	paper := eval[string](b, `document.getElementById("paper").textContent`)
	for _, want := range []string{"1. You are the scheduler", "Two threads share one object, o1",
		"Task 1 of 2: Swap the fields", "Goal: Both threads have ended", "At the start: o1.f = o2",
		"b) yes, under some schedules", "\n2    x := c.f;"} {
		if !strings.Contains(paper, want) {
			t.Errorf("the printed page lacks %q:\n%s", want, paper)
		}
	}
	if strings.Contains(paper, "burble") {
		t.Errorf("the printed page has another program:\n%s", paper)
	}
	// Nothing of the page's own colours, and no control; a long line goes on behind its number.
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print",
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	for expression, want := range map[string]string{
		`getComputedStyle(document.body).backgroundColor`:            "rgb(255, 255, 255)",
		`getComputedStyle(document.querySelector("#paper p")).color`: "rgb(0, 0, 0)",
		`[...document.querySelectorAll("button, input, textarea")]
			.filter((e) => e.checkVisibility()).length + ""`: "0",
		`getComputedStyle(document.querySelector("#paper pre span")).display`: "block",
		`document.querySelector("#paper pre").scrollWidth >
			document.querySelector("#paper pre").clientWidth ? "clipped" : ""`: "",
	} {
		if got := eval[string](b, expression); got != want {
			t.Errorf("%s is %q, want %q", expression, got, want)
		}
	}
}

// TestPrintEarly: printing before the lesson has loaded does not print another program.
func TestPrintEarly(t *testing.T) {
	b := open(t, "/#lesson-1",
		setup{script: `window.addEventListener("load",
			() => window.dispatchEvent(new Event("beforeprint")))`})
	b.until(`document.getElementById("paper")`)
	paper := eval[string](b, `document.getElementById("paper").textContent`)
	if !strings.Contains(paper, "is being opened") || strings.Contains(paper, "burble") {
		t.Errorf("the page printed early has another program:\n%s", paper)
	}
}
