//go:build full

package page_test

import (
	"strings"
	"testing"

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

// TestObject: a click on an object of the picture says which paths lead to it, what its
// cells hold and who accesses them next, and leads to the last write; the arrows do too.
func TestObject(t *testing.T) {
	b := racing(t, setup{})
	b.point(`document.querySelector(".step [data-object=o1]")`)
	b.until(`/Object o1[^]*A\.b, B\.b[^]*o1\.f holds o2, next: A reads, B writes[^]*Nothing has written it/.test(document.querySelector(".object")?.innerText)`)
	b.focus(".step .memory")
	b.press(kb.Escape)
	b.until(`!document.querySelector(".object")`)
	b.press(kb.ArrowDown, kb.ArrowDown)
	b.until(`document.querySelector(".object h3").innerText === "Object o2" && document.querySelector(".object").innerText.includes("A.b.f, B.b.f")`)
	b.press(kb.ArrowUp)
	b.press("b")
	b.until(`/o1\.f holds o3[^]*Written last by B in state 3: b.f := fortyTwo/.test(document.querySelector(".object").innerText)`)
	b.press("a")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 4")`)
	b.click("button", "Back to its last write, of o1.f")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 3 of 4")`)
	b.click("button", "o3, look at it")
	b.until(`document.querySelector(".object h3").innerText === "Object o3"`)
	if eval[int](b, `document.querySelector(".step .picture").shadowRoot.querySelectorAll(".chosen[data-object=o3]").length`) != 1 {
		t.Error("the object that is looked at is not marked in the picture")
	}
}

// TestShownOfTheHeap: v shows all objects, those that changed, and those that both
// threads can reach.
func TestShownOfTheHeap(t *testing.T) {
	b := racing(t, setup{})
	b.click("button", "As a table")
	rows := func() string {
		return eval[string](b, `[...document.querySelectorAll(".memory tbody th")].map((e) => e.innerText).join(" ")`)
	}
	b.press("b")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 3")`)
	for _, want := range []string{"o1.f o2.f o3.f", "o1.f", "o1.f o3.f", "o1.f o2.f o3.f"} {
		if got := rows(); got != want {
			t.Errorf("the heap shows %s, want %s", got, want)
		}
		was := eval[string](b, `document.querySelector(".memory select").value`)
		b.focus(".memory [aria-pressed=true]")
		b.press("v")
		b.until(`document.querySelector(".memory select").value !== ` + quote(was))
	}
}

// TestExport: x offers the state and the trace as files.
func TestExport(t *testing.T) {
	b := racing(t, setup{script: saving})
	for name, want := range map[string]string{
		"The state, a picture":                   "burble.state.svg <svg fortyTwo",
		"The memory, a picture":                  "burble.memory.svg <svg data-object=\"o3\"",
		"The trace, a picture":                   "burble.trace.svg <svg data-lock=\"A\"",
		"The trace, a page that steps by itself": "burble.trace.html <html data-n=\"2\"",
		"The way here, a trace file":             "burble.trace trace makes",
	} {
		b.focus(".step .playhead")
		b.press("x")
		b.until(`document.activeElement.closest("[aria-label=Files]")`)
		b.click("button", name)
		for i, word := range strings.Fields(want) {
			file := strings.Fields(want)[0]
			if i == 0 {
				b.until(`window.files[` + quote(file) + `]`)
			} else if !eval[bool](b, `window.files[`+quote(file)+`].includes(`+quote(word)+`)`) {
				t.Errorf("%s has no %s", file, word)
			}
		}
	}
	b.press("x")
	b.press(kb.Escape)
	b.until(`!document.querySelector("[aria-label=Files]")`)
}

// TestCodeKeys: in the code of a thread the arrows choose a line, and Enter runs to it.
func TestCodeKeys(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.until(`document.querySelector(".thread.a .code")`)
	b.focus(".thread.a .code")
	b.press(kb.ArrowDown, kb.ArrowDown)
	if got := eval[string](b, `document.activeElement.querySelector("code").innerText`); got != "out := b.f;" {
		t.Fatalf("the line is %q", got)
	}
	b.press(kb.Enter)
	b.until(`document.querySelector(".thread.a li.now code").innerText === "out := b.f;"`)
	b.until(`document.querySelector(".headline").innerText.startsWith("State 1 of 1")`)
}

// TestBeside: two schedules stand side by side, each is stepped by itself, and where they
// part is said.
func TestBeside(t *testing.T) {
	b := racing(t, setup{})
	b.act("Put beside")
	b.until(`document.querySelector(".parting")?.innerText === "Both have come the same way."`)
	b.until(`document.querySelector(".side:nth-child(2) .headline")`)
	b.focus(".side:nth-child(2) .playhead")
	b.press("b")
	b.until(`document.querySelector(".side:nth-child(2) .headline").innerText.startsWith("State 3")`)
	b.focus(".side:nth-child(1) .playhead")
	b.press("a")
	b.until(`document.querySelector(".side:nth-child(1) .headline").innerText.startsWith("State 3")`)
	b.until(`document.querySelector(".parting").innerText === "They part behind state 2: the first one steps A, the second one steps B."`)
	if got := b.text(".side:nth-child(2) .headline"); !strings.HasPrefix(got, "State 3 of 3") {
		t.Errorf("the second one stands at %s", got)
	}
	b.click("button", "Take away")
	b.until(`document.querySelectorAll(".side").length === 0 && document.querySelector(".headline").innerText.startsWith("State 3")`)
}

// TestEditorStays: while another region is shown in its place the editor keeps what can
// be undone, and where it stands.
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
	b.region("Program")
	b.until(scroller)
	b.until(`Math.abs(` + scroller + `.scrollTop - ` + quote(was) + `) < 40`)
	eval[bool](b, `(wobblyTest.editor().focus(), true)`)
	b.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(kb.ModifierCtrl)))
	b.until(`wobblyTest.editor().innerText.includes("what they do to one of its objects")`)
}

// TestAround: F6 goes from part to part and, with Shift, back; behind the last part and
// before the first one the key is the browser's.
func TestAround(t *testing.T) {
	b := racing(t, setup{})
	b.until(`document.activeElement?.closest(".region.step")`)
	eval[bool](b, `(window.left = 0, window.addEventListener("keydown", (e) => { if (e.key === "F6" && !e.defaultPrevented) window.left++; }), document.activeElement.blur(), true)`)
	where := func() string {
		return eval[string](b, `document.activeElement.getAttribute("aria-label").split(".")[0]`)
	}
	want := []string{"Program", "Races", "Step", "Code of thread A", "Code of thread B", "Memory, drawn", "Trace"}
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

// TestClosedProgram: with its tab a program's session is closed, and where it stood is kept:
// one goes on there when the program is open again, and when the page was loaded again.
func TestClosedProgram(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.until(`document.querySelector(".headline")`)
	b.focus(".step .playhead")
	b.press("a", "b", "b", "u")
	b.until(`document.querySelector(".said")?.innerText.startsWith("Undone: B")`)
	stands := `document.querySelector(".headline")?.innerText.startsWith("State 2 of 2")`
	b.until(stands)
	b.click("button", "Close burble.il")
	b.until(`!document.querySelector(".region.step .step") && document.querySelector(".region.step").innerText.includes("You are the scheduler")`)
	if n := len(eval[[]string](b, `wobblyTest.all("button", "Go on where you stood").map((e) => e.innerText)`)); n != 0 {
		t.Error("where no program is open there is a session to go on with")
	}
	b.click("button", "/^Closed/")
	b.click("button", "burble.il")
	for range 2 { // the second time the page is loaded again
		b.click("button", "Go on where you stood")
		b.until(stands)
		b.goTo("/")
		b.ready()
		b.region("Step")
	}
	b.write("m(b) {\n  x := b.f;\n}\n")
	b.until(`wobblyTest.all("button", "Go on where you stood").length === 0`)
}

// TestOtherText: where the program is another one than the one that is stepped, Step says so,
// and leads to one or the other.
func TestOtherText(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.until(`document.querySelector(".headline")`)
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
	b.until(`document.querySelector(".thread.a .unit")?.innerText === "m" && !document.querySelector(".other")`)
	b.click("button", "New")
	b.until(`document.querySelector(".other")`)
	if said := other(); said != "This steps burble.il; the program is program.il now." {
		t.Errorf("of another program it says %q", said)
	}
	b.click("button", "Show burble.il")
	b.until(`!document.querySelector(".other") && document.querySelector(".programs .current .name").innerText === "burble.il"`)
	b.click("button", "program.il")
	b.click("button", "Step program.il")
	b.until(`document.querySelector(".thread.a .unit")?.innerText === "get" && !document.querySelector(".other")`)
}
