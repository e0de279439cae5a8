//go:build full

package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// racing opens burble at the race of its first report, in Step.
func racing(t *testing.T, s setup) *tab {
	t.Helper()
	b := open(t, "/", s)
	b.ready()
	b.region("Races")
	b.click("button", "Step to it: R1")
	b.until(`document.querySelector(".step .memory [data-object=o1]")`)
	return b
}

// TestObject: a click on an object of the picture shows the paths to it, its cells and who accesses
// them next, and leads to the last write. The arrow keys do the same.
func TestObject(t *testing.T) {
	b := racing(t, setup{})
	b.until(`document.querySelector(".why")`) // which moves the objects
	b.point(`document.querySelector(".step [data-object=o1]")`)
	b.until("/Object o1[^]*A\\.b, B\\.b[^]*o1\\.f holds o2, next: A reads, B writes[^]*" +
		`Nothing has written it/.test(document.querySelector(".panel.object")?.innerText)`)
	b.focus(".step .memory")
	b.press(kb.Escape)
	b.until(`!document.querySelector(".panel.object")`)
	b.press(kb.ArrowDown, kb.ArrowDown)
	b.until(`document.querySelector(".panel.object h3").innerText === "Object o2" &&
		document.querySelector(".panel.object").innerText.includes("A.b.f, B.b.f")`)
	b.press(kb.ArrowUp)
	b.press("b")
	b.until(`/o1\.f holds o3[^]*Written last by B in state 3: b.f := fortyTwo/.test(
		document.querySelector(".panel.object").innerText)`)
	b.press("a")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 4")`)
	b.click("button", "Back to its last write, of o1.f")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 3 of 4")`)
	b.click("button", "o3, look at it")
	b.until(`document.querySelector(".panel.object h3").innerText === "Object o3"`)
	if eval[int](b, `document.querySelectorAll(".chosen[data-object=o3]").length`) != 1 {
		t.Error("the object that is looked at is not marked in the picture")
	}
}

// TestExport: x exports the state and the trace as files.
func TestExport(t *testing.T) {
	b := racing(t, setup{script: saving})
	for name, want := range map[string]string{
		"Export the state, a picture": "burble.state.svg <svg fortyTwo",
		"Export the memory, a picture": "burble.memory.svg <svg " +
			"data-object=\"o3\"",
		"Export the trace, a picture":                   "burble.trace.svg <svg data-lock=\"A\"",
		"Export the trace, a page that steps by itself": "burble.trace.html <html data-n=\"2\"",
		"Export the way here, a trace file":             "burble.trace trace makes",
	} {
		b.focus(".step .playhead")
		eval[bool](b,
			`document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
				{ key: "x", bubbles: true, cancelable: true }))`)
		b.until(`document.querySelector("dialog.palette [role=option] .name")
			?.innerText.startsWith("Export the ")`)
		b.act(name)
		for i, word := range strings.Fields(want) {
			file := strings.Fields(want)[0]
			if i == 0 {
				b.until(`window.files[` + quote(file) + `]`)
			} else if !eval[bool](b, `window.files[`+quote(file)+`].includes(`+quote(word)+`)`) {
				t.Errorf("%s has no %s", file, word)
			}
		}
	}
}

// TestToCursor: a thread runs to the line of the cursor.
func TestToCursor(t *testing.T) {
	b := racing(t, setup{})
	b.press(kb.Home)
	b.until(`document.querySelector(".headline").innerText.startsWith("State 0 of 2")`)
	line := `[...wobblyTest.editor().querySelectorAll(".cm-line")].find((e) => e.innerText
		.includes("out := b.f"))`
	b.point(line)
	b.act("Run A to the cursor")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 2 of 2")`)
	b.until(`wobblyTest.all("button", "A: read b.f").length === 1`)
}

// TestDrag: the playhead can be dragged along the trace, and a click on a move leads to its state.
func TestDrag(t *testing.T) {
	b := racing(t, setup{})
	at := eval[[2]float64](b,
		`(() => { const r = document.querySelector(".playhead").getBoundingClientRect();
		return [r.x + 12, r.y + 8]; })()`)
	left := eval[float64](b, `document.querySelector(".track").getBoundingClientRect().x + 26`)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1],
		chromedp.ButtonLeft))
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, left, at[1],
		chromedp.ButtonLeft))
	b.until(`document.querySelector(".headline").innerText.startsWith("State 0 of 2")`)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, left, at[1],
		chromedp.ButtonLeft))
	b.click("button", "/^State 1: B, fortyTwo := new/")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 1 of 2")`)
	b.focus(".playhead")
	b.press(kb.ArrowRight)
	b.until(`document.querySelector(".playhead").getAttribute("aria-valuenow") === "2"`)
}

// TestBeside: two schedules are shown side by side and stepped separately, and the page says where
// they differ.
func TestBeside(t *testing.T) {
	b := racing(t, setup{})
	b.act("Open a second schedule")
	b.until(`document.querySelector(".parting")?.innerText === "Both schedules are the same."`)
	b.until(`document.querySelector(".side:nth-child(2) .headline")`)
	b.until(`document.activeElement.matches(".region.step")`)
	b.drawn()
	b.drawn()
	if top := eval[float64](b, `document.querySelector(".region.step").scrollTop`); top != 0 {
		t.Errorf("the page has scrolled by %g pixels", top)
	}
	b.press("b") // for the second one, which is the active one
	b.until(`document.querySelector(".side:nth-child(2) .headline")
		.innerText.startsWith("State 3")`)
	b.focus(".side:nth-child(1) .playhead")
	b.press("a")
	b.until(`document.querySelector(".side:nth-child(1) .headline")
		.innerText.startsWith("State 3")`)
	b.until(`document.querySelector(".parting").innerText === "They diverge after state 2: " +
		"in the first one A takes a step, in the second one B takes a step."`)
	if got := b.text(".side:nth-child(2) .headline"); !strings.HasPrefix(got, "State 3 of 3") {
		t.Errorf("the second one stands at %s", got)
	}
	b.click("button", "Close this schedule")
	b.until(`document.querySelectorAll(".side").length === 0 &&
		document.querySelector(".headline").innerText.startsWith("State 3")`)
	b.until(`document.activeElement.matches(".region.step")`) // not the button that is gone
}

// TestEditorStays: while another region replaces it, the editor keeps its undo history and its
// cursor.
func TestEditorStays(t *testing.T) {
	b := open(t, "/", setup{width: 390, height: 844})
	b.click("button", "New")
	b.write(strings.Repeat("// a line\n", 200) + small)
	scroller := `document.querySelector(".editor").shadowRoot.querySelector(".cm-scroller")`
	eval[bool](b, `(wobblyTest.editor().focus(), true)`)
	b.do(chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(kb.ModifierCtrl)))
	b.until(scroller + ".scrollTop > 1000")
	was := eval[float64](b, scroller+".scrollTop")
	b.region("Lab")
	b.until(`!document.querySelector(".editor")`)
	b.region("Step")
	b.until(scroller)
	b.until(`Math.abs(` + scroller + `.scrollTop - ` + quote(was) + `) < 40`)
	eval[bool](b, `(wobblyTest.editor().focus(), true)`)
	b.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(kb.ModifierCtrl)))
	b.until(`wobblyTest.editor().innerText.includes("what they do to one of its objects")`)
}

// TestTypedInEditor: typing in the editor does not step a thread.
func TestTypedInEditor(t *testing.T) {
	b := racing(t, setup{})
	b.focusEditor("out := b.f")
	b.typed("ab")
	b.until(`wobblyTest.editor().innerText.includes("ab")`)
	b.drawn()
	if got := b.text(".headline"); !strings.HasPrefix(got, "State 2 of 2") {
		t.Errorf("it stands at %s", got)
	}
}

// TestAround: F6 goes from part to part, and back with Shift. After the last part and before the
// first, the browser gets the key.
func TestAround(t *testing.T) {
	b := racing(t, setup{})
	b.until(`document.activeElement?.closest(".region.step")`)
	eval[bool](b,
		`(window.left = 0, window.addEventListener("keydown", (e) => { if (e.key === "F6" &&
		!e.defaultPrevented) window.left++; }), document.activeElement.blur(), true)`)
	where := func() string {
		return eval[string](b, `document.activeElement.getAttribute("aria-label").split(".")[0]`)
	}
	want := []string{"Step", "Program", "Memory", "State of the trace"}
	for _, name := range want {
		b.press(kb.F6)
		if got := where(); got != name {
			t.Errorf("F6 leads to %s, want %s", got, name)
		}
	}
	b.press(kb.F6)
	if got := eval[int](b, "window.left"); got != 1 {
		t.Errorf("behind the last part the key is taken: %d", got)
	}
	for i := len(want) - 2; i >= 0; i-- {
		b.do(chromedp.KeyEvent(kb.F6, chromedp.KeyModifiers(kb.ModifierShift)))
		if got := where(); got != want[i] {
			t.Errorf("Shift F6 leads to %s, want %s", got, want[i])
		}
	}
	b.do(chromedp.KeyEvent(kb.F6, chromedp.KeyModifiers(kb.ModifierShift)))
	if got := eval[int](b, "window.left"); got != 2 {
		t.Errorf("before the first part the key is taken: %d", got)
	}
	b.click("button", "Help")
	b.until(`document.querySelector("dialog.help[open]")`)
	b.press(kb.F6)
	if got := eval[int](b, "window.left"); got != 3 {
		t.Error("the key leads out of a dialog")
	}
}

// TestClosedProgram: closing a tab closes the program's session and keeps its place. It continues
// there when the program is opened again, even after a reload.
func TestClosedProgram(t *testing.T) {
	b := racing(t, setup{})
	b.press("b", "u")
	stands := `document.querySelector(".said")?.innerText.startsWith("Undone: B")`
	b.until(stands)
	b.press("a", "b", "h")
	stands = `document.querySelector(".headline")?.innerText.startsWith("State 3 of 4")`
	b.until(stands)
	b.click("button", "Close burble.il")
	b.until(`!document.querySelector(".region.step .memory") &&
		document.querySelector(".sentence").innerText === "No program is open."`)
	b.act("Open burble.il again")
	for range 2 { // the second time the page is loaded again
		b.until(stands)
		b.until(`document.querySelectorAll(".lanes .branch").length === 0`)
		b.press("l")
		b.until(`document.querySelector(".headline").innerText.startsWith("State 4 of 4")`)
		b.press("h")
		b.until(stands)
		b.goTo("/")
		b.ready()
	}
	b.write("m(b) {\n  x := b.f;\n}\n")
	b.until(`document.querySelector(".other .note")
		?.innerText === "This steps burble.il as it was when you began."`)
}

// TestOtherText: if the program has changed since the session began, Step says so, and offers to go
// on with either.
func TestOtherText(t *testing.T) {
	b := racing(t, setup{})
	other := func() string { return b.text(".region.step .other .note") }
	if said := other(); said != "" {
		t.Errorf("of the program that is shown it says %q", said)
	}
	b.write("m(b) {\n  b.g := b;\n}\n")
	b.until(`document.querySelector(".other")`)
	if said := other(); said != "This steps burble.il as it was when you began." {
		t.Errorf("of a changed program it says %q", said)
	}
	b.click("button", "Step it as it is now")
	b.until(`document.querySelector(".lanes .names span")?.innerText === "m" &&
		!document.querySelector(".other")`)
	b.click("button", "New") // another program is stepped by itself
	b.until(`document.querySelector(".lanes .names span")?.innerText === "get" &&
		!document.querySelector(".other")`)
	b.click("button", "burble.il")
	b.until(`document.querySelector(".lanes .names span")?.innerText === "m" &&
		!document.querySelector(".other")`)
	b.press("a")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 1 of 1")`)
	b.click("button", "program.il")
	b.click("button", "burble.il") // it goes on where it stood
	b.until(`document.querySelector(".headline")?.innerText.startsWith("State 1 of 1")`)
}
