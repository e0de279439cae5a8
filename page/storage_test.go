//go:build full

package page_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const small = "get(b) {\n  x := b.f;\n}\n"

// forbidden is a browser that lets the page store nothing.
const forbidden = `for (const name of ["localStorage", "sessionStorage"])
	Object.defineProperty(window, name,
		{ get() { throw new DOMException("denied", "SecurityError"); } });`

// TestForbiddenStorage: without storage, edits last only as long as the tab, and the page says so.
func TestForbiddenStorage(t *testing.T) {
	b := open(t, "/", setup{script: forbidden})
	b.click("button", "New")
	b.write(small)
	b.until(`document.querySelector(".notices").innerText
		.includes("does not let this page store anything")`)
	b.until(`document.querySelector(".foot").innerText.includes("kept in this tab only")`)
	b.click("button", "New")
	b.click("button", "program.il")
	b.until(`wobblyTest.editor().innerText.startsWith("get(b)")`)
}

// TestFullStorage: if the storage is full, the page says so, nothing is lost, and the warning ends
// when there is room.
func TestFullStorage(t *testing.T) {
	b := open(t, "/", setup{})
	b.click("button", "New")
	eval[int](b, `(() => { let n = 1 << 20;
		while (n >= 1) { try {
			localStorage.setItem("filler" + localStorage.length, "x".repeat(n));
		} catch { n >>= 1;
		} } return n; })()`)
	b.write(small + strings.Repeat("// more than there is room for\n", 100))
	b.until(`document.querySelector(".notices").innerText.includes("storage is full")`)
	b.until(`wobblyTest.editor().innerText.includes("more than there is room for")`)
	eval[bool](b,
		`(() => { for (const k of Object.keys(localStorage))
			if (k.startsWith("filler")) localStorage.removeItem(k);
			return true; })()`)
	b.write(small)
	b.until(`!document.querySelector(".notices").innerText.includes("storage is full")`)
	b.until(`Object.keys(localStorage).some((k) => localStorage[k].includes("x := b.f;\\n}\\n\""))`)
}

// TestReopened: a tab that is closed and opened again has all programs and shows the same one.
func TestReopened(t *testing.T) {
	b := open(t, "/", setup{})
	b.click("button", "New")
	b.write(small)
	b.click("button", "New")
	b.write("// the other one\n" + small)
	b.until(`Object.keys(localStorage).some((k) => localStorage[k].includes("the other one"))`)
	c := open(t, "/", setup{})
	c.until(`wobblyTest.editor()?.innerText.startsWith("// the other one")`)
	c.click("button", "program.il")
	c.until(`wobblyTest.editor().innerText.startsWith("get(b)")`)
}

// TestTwoTabs: two tabs that edit the same program at once do not overwrite each other. An idle tab
// follows the other.
func TestTwoTabs(t *testing.T) {
	one := open(t, "/", setup{})
	one.click("button", "New")
	one.write(small)
	one.until(`Object.keys(localStorage).some((k) => localStorage[k].includes("x := b.f"))`)
	two := open(t, "/", setup{})
	two.until(`wobblyTest.editor()?.innerText.startsWith("get(b)")`)
	for _, b := range []*tab{one, two} {
		b.until(`document.querySelector(".foot")?.innerText.includes("open in another tab too")`)
	}
	one.write("// from one\n" + small)
	two.until(`wobblyTest.editor().innerText.startsWith("// from one")`)

	// Another tab stores the program, unseen by this one, which changes what it has shown.
	eval[bool](two,
		`(() => { const key = Object.keys(localStorage).find((k) => localStorage[k]
			.includes("from one"));
		const p = JSON.parse(localStorage[key]);
		localStorage[key] = JSON.stringify({
			...p, text: "// meanwhile\n", revision: p.revision + 1 });
		return true; })()`)
	two.write("// from two\n" + small)
	two.until(`document.querySelector(".notices").innerText.includes("Another tab has changed")`)
	two.until(`["// from two", "// meanwhile"].every((text) => Object.keys(localStorage)
		.some((k) => localStorage[k].includes(text)))`)
	two.until(`wobblyTest.editor().innerText.startsWith("// from two")`)
}

// TestNoWebAssembly: without WebAssembly, the page says so and is an editor that keeps programs.
func TestNoWebAssembly(t *testing.T) {
	b := open(t, "/", setup{script: "delete globalThis.WebAssembly;"})
	b.until(`document.querySelector(".notices").innerText.includes("no WebAssembly")`)
	b.click("button", "New")
	b.write(small)
	b.until(`Object.keys(localStorage).some((k) => localStorage[k].includes("x := b.f"))`)
	b.region("Races")
	b.until(`document.querySelector(".region.races").innerText
		.includes("There is no engine: what races is not known.")`)
	b.region("Lab")
	b.until(`document.querySelector(".region.lab").innerText
		.includes("There is no engine, which everything here needs.")`)
	b.click("button", "Dismiss")
	b.region("Step")
	b.write("// more\n" + small)
	b.until(`Object.keys(localStorage).some((k) => localStorage[k].includes("// more"))`)
	if eval[bool](b, `document.querySelector(".working, .failed") !== null ||
		!document.querySelector(".foot").innerText.includes("no engine")`) {
		t.Error("an engine is waited for, or has failed")
	}
}

// TestNoEngine: if the engine cannot be loaded, the page says so and offers to try again.
func TestNoEngine(t *testing.T) {
	h := newHost(t)
	whole := maps.Clone(h.files)
	without := maps.Clone(whole)
	maps.DeleteFunc(without,
		func(name string, _ []byte) bool { return strings.HasSuffix(name, ".wzst") })
	h.replace(without)
	b := open(t, "/", setup{host: h})
	b.quiet = true // a file that is missing
	b.until(`document.querySelector(".notices").innerText
		.includes("the engine could not be loaded: 404")`)
	b.region("Races")
	b.until(`document.querySelector(".region.races").innerText.includes("There is no engine")`)
	h.replace(whole)
	b.click("button", "Reload")
	b.ready()
	b.region("Races")
}

// TestNoProgram: if no program is open, the page shows nothing about the previous one.
func TestNoProgram(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "Close burble.il")
	b.until(`document.querySelector(".region.races").innerText.includes("There is no program.")`)
	if eval[bool](b, `document.querySelector(".region.races .card, .head .badge") !== null`) {
		t.Error("the races of a program that is closed are shown")
	}
}

// TestDamagedLink: a damaged link is reported, and the student's programs stay as they were.
func TestDamagedLink(t *testing.T) {
	b := open(t, "/", setup{})
	b.click("button", "New")
	b.write(small)
	b.until(`Object.keys(localStorage).some((k) => localStorage[k].includes("x := b.f"))`)
	for _, hash := range []string{"#q1bKLMlMzi9KVbJSqgUA.zz", "#" + strings.Repeat("A", 60),
		"#" + strings.Repeat("A", 5000) + ".00"} {
		b.goTo("/" + hash)
		b.until(`document.querySelector(".notices")?.innerText.includes("This link is damaged")`)
		b.until(`wobblyTest.editor()?.innerText.startsWith("get(b)")`)
	}
}

// TestUnknownAddress: an unknown address is reported as such, and not as a damaged link. The
// message goes away at the next action.
func TestUnknownAddress(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	for hash, region := range map[string]string{"#thoerem": "Races", "#nonsense": "Explore"} {
		eval[bool](b, `(location.hash = `+quote(hash)+`, true)`)
		b.until(`document.querySelector(".notices").innerText.includes("This page has no address ` +
			hash + `.")`)
		b.region(region)
		b.until(`location.hash === "#` + strings.ToLower(region) +
			`" && document.querySelector(".notices").innerText === ""`)
	}
}

// TestTabLeavesEditor: Tab indents in the editor after a click or another key. On the way through
// the page, and after Escape, which is announced, it leaves the editor. In the plain text field, it
// always leaves.
func TestTabLeavesEditor(t *testing.T) {
	b := open(t, "/", setup{})
	b.click("button", "New")
	b.write(small)
	b.until(`document.querySelector(".step .memory") &&
		document.querySelector(".lanes .names span").innerText === "get"`)
	b.focus(".programs .name")
	b.tabTo("^textbox Program text")
	b.press("\t")
	b.until(`document.activeElement.closest(".memory")`)
	b.do(chromedp.KeyEvent("\t", chromedp.KeyModifiers(kb.ModifierShift)))
	b.press(kb.Home, "\t")
	b.until(`document.activeElement.shadowRoot !== null &&
		/^ {2}/m.test(wobblyTest.editor().innerText)`)
	b.press("\u001b")
	b.until(`document.getElementById("said").innerText.includes("Tab leaves the editor now")`)
	// Ten seconds later that still holds: who reads slowly is not caught again.
	eval[bool](b, `((now) => ((Date.now = () => now() + 10_000), true))(Date.now)`)
	text := func() string { return eval[string](b, "wobblyTest.editor().innerText") }
	before := text()
	b.press("\t")
	b.until(`document.activeElement.shadowRoot === null`)
	if got := text(); got != before {
		t.Errorf("Tab has changed the text to %q", got)
	}
	b.point(`wobblyTest.editor()`)
	b.press("\t")
	b.until(`document.activeElement.shadowRoot !== null &&
		/^ {4}/m.test(wobblyTest.editor().innerText)`)
	b.act("Plain text field")
	b.until(`document.querySelector("textarea.plain")`)
	eval[bool](b, `(document.querySelector("textarea.plain").focus(), true)`)
	b.press("\t")
	b.until(`document.activeElement !== document.querySelector("textarea.plain")`)
}
