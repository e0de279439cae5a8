//go:build full

package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestErrorMended: an error is underlined and explained with its code and fix, and disappears when
// the text is corrected.
func TestErrorMended(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write("set(b) {\n  b.f := 42;\n}\n")
	b.until(`document.querySelector(".card.error")?.innerText.includes("E0015")`)
	b.until(`document.querySelector(".editor").shadowRoot.querySelector(".cm-lintRange-error")`)
	b.until(`document.querySelector(".card.error").innerText.includes("Fix: ")`)
	b.click("button", "What E0015 means")
	b.until(`document.querySelectorAll(".errorpage figure").length === 2`)
	b.write("set(b) {\n  v := new();\n  b.f := v;\n}\n")
	b.until(`document.querySelector(".region.races output").innerText === "1 race" &&
		!document.querySelector(".card.error")`)
	b.until(`!document.querySelector(".editor").shadowRoot.querySelector(".cm-lintRange-error")`)
}

// TestErrorFixed: an error with an automatic fix has a button for it, in its card and in the
// tooltip.
func TestErrorFixed(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	for _, button := range []string{
		".card.error button.action", ".cm-tooltip .cm-diagnosticAction",
	} {
		b.write("set(b, v) {\n  b.f = v;\n}\n")
		b.until(`document.querySelector(".card.error button.action")
			?.innerText.startsWith("Fix: ")`)
		if strings.HasPrefix(button, ".cm") {
			b.focusEditor("= v")
			b.press(kb.F8)
		}
		found := `[document, wobblyTest.editor().getRootNode()].map((d) => d.querySelector(` +
			quote(button) + `)).find(Boolean)`
		b.until(found)
		eval[bool](b, `(`+found+`.click(), true)`)
		b.until(`wobblyTest.editor().innerText.includes("b.f := v;") &&
			!document.querySelector(".card.error")`)
	}
}

// TestLeftOut: a pair that was left out shows the condition that fails, and a button leads to the
// statement that makes it fail.
func TestLeftOut(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write("get(b) {\n  b := b.g;\n  x := b.f;\n}\n\nset(b, v) {\n  b.f := v;\n}\n")
	b.until(`wobblyTest.all("button", "Why it is left out").length === 1 &&
		!document.querySelector(".region.races .stale")`)
	b.click("button", "Why it is left out")
	b.until(`document.querySelectorAll(".checklist .yes").length === 3 &&
		document.querySelectorAll(".checklist .no").length === 1`)
	b.until(`/path is stable/.test(document.querySelector(".checklist .no").innerText)`)
	b.shot("leftout")
	b.click("button", "Change it and see")
	b.until(`wobblyTest.editor().getRootNode().getSelection?.()?.toString() === "b := b.g" ||
		window.getSelection().toString() === "b := b.g"`)
}

// TestCannotRace: a pair that the analysis does not consider shows why it cannot race, in the list
// and in its explanation. A sentence counts all pairs.
func TestCannotRace(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write("put(b) {\n  n := new();\n  n.g := n;\n  b.f := n;\n}\n")
	const why = "accesses an object that it made at 2:3 (n := new()) and that no other thread " +
		"can reach then."
	b.until(`[...document.querySelectorAll(".card")].some((c) => c.innerText
		.includes("cannot race") && c.innerText.includes(` + quote(why) + `))`)
	b.until(`document.querySelector(".region.races").innerText
		.includes("Of 2 pairs of accesses, one races, and the other never does (certified).")`)
	b.shot("certified")
	b.click("button", "Why it is not reported")
	b.until(`[...document.querySelectorAll(".explained")].some((e) => e.innerText
		.includes("Cannot race: At 3:3"))`)
}

// TestNoRace: the absence of races is stated in words.
func TestNoRace(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write("put(b) {\n  synchronized {\n    v := new();\n    b.f := v;\n  }\n}\n")
	b.until(`document.querySelector(".card.good")?.innerText.includes("No race is reported")`)
	b.until(`document.querySelector(".card.good").innerText
		.includes("none races. That is a proof")`)
	b.until(`document.querySelector(".region.races output").innerText === "0 races"`)
	b.shot("proved")
}

// TestStudent plays a student, who finds the race of burble by hand, undoes three moves, begins
// another branch and shares the link. In a new profile, the link shows the same state.
func TestStudent(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.act("Step the pair meps ‖ reps")
	b.until(`document.querySelector(".headline")?.innerText.startsWith("State 0 of 0")`)
	b.drawn() // the region takes the focus in the next frame
	b.press("a")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 1 of 1")`)
	b.press("b")
	b.until(`document.querySelector(".raceline")?.textContent.includes("o1.f")`)
	b.until(`/B makes the object o2.*State 2 of 2.*Race on o1.f/.test(
		document.getElementById("said").innerText)`)
	b.press("b")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 3 of 3")`)
	for _, left := range []string{"2 of 2", "1 of 1", "0 of 0"} {
		b.press("u")
		b.until(`document.querySelector(".headline").innerText.startsWith("State ` + left + `")`)
	}
	b.press("b")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 1 of 1")`)
	b.press("a")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 2 of 2")`)
	b.press("h")
	b.until(`document.querySelector(".headline").innerText.startsWith("State 1 of 2")`)
	b.press("b")
	b.until(`document.querySelector(".headline").innerText.includes("2 of 2")`)
	b.until(`document.querySelectorAll(".lanes .branch").length === 1`)
	want := b.state()
	link := b.share()
	if n := len(b.host.URL + "/" + link); n > 2000 {
		t.Errorf("the link has %d characters", n)
	}
	c := open(t, "/"+link, setup{stranger: true})
	c.until(`document.querySelector(".step .headline")`)
	if got := c.state(); got != want {
		t.Errorf("the link shows\n%s\nwant\n%s", got, want)
	}
}

// state returns the state of the session as the page shows it.
func (b *tab) state() string {
	b.t.Helper()
	return b.text(".region.step .headline") + b.text(".region.step .threads") +
		b.text(".region.step .memory")
}

// TestCancel: a search shows its speed, and ends within 100 ms after it is cancelled.
func TestCancel(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.click("button", "New")
	b.write(endless())
	b.region("Lab")
	b.click("tab", "Explore")
	b.click("button", "Bounds")
	b.set("States at most", "500000000")
	b.click("button", "Search")
	b.until(`/[0-9]+ states, [0-9]+\/s/.test(document.querySelector(".region.lab .working")
		?.innerText ?? "")`)
	took := eval[float64](b, `(async () => {
		const start = performance.now();
		wobblyTest.all("button", "Cancel").find((e) => e.closest(".lab")).click();
		await wobblyTest.until(() => !document.querySelector(".region.lab .working"));
		return performance.now() - start;
	})()`)
	t.Logf("cancelled in %.0f ms", took)
	b.until(`document.querySelector(".region.lab").innerText.includes("Cancelled after")`)
	b.click("button", "Search")
	b.until(`document.querySelector(".region.lab .working")`)
}

// endless returns a program that the search does not finish.
func endless() string { return "left(a) {\n  a.g := new();\n" + hidden() + "}\n" }

// hidden returns statements whose last access, which no certificate is about, comes after more
// states than a search visits.
func hidden() string {
	return "  p := new();\n  x := a.f;\n  while * {\n    q := new();\n    q.next := p;\n" +
		"    if * {\n      q.data := p;\n    }\n    p := q;\n  }\n" +
		strings.Repeat("  x := x.f;\n", 24) +
		"  x.head := p;\n"
}

// growing is a program in which each thread extends a list forever and walks along it.
const growing = `left(b) {
  while * {
    x := new();
    y := b.f;
    x.f := y;
    b.f := x;
    z := y.f;
    z.f := x;
  }
}

right(b) {
  while * {
    x := new();
    y := b.f;
    x.f := y;
    b.f := x;
    z := y.f;
    z.f := x;
  }
}
`

// claimed opens the counterexample to the theorem without a hypothesis in Step.
func claimed(t *testing.T, hypothesis string) *tab {
	t.Helper()
	b := open(t, "/", setup{})
	b.ready()
	b.region("Lab")
	b.click("tab", "Theorem")
	b.click("checkbox", "/^"+hypothesis+"/")
	b.set("Programs", "200")
	b.click("button", "Check on random programs")
	b.until(`document.querySelector(".counterexample")`)
	b.shot("counterexample-" + hypothesis)
	b.click("button", "Open in Step")
	b.until(`document.querySelector(".step .claim")?.innerText
		.includes("Refuted: theorem1 without ` + hypothesis + `")`)
	return b
}

// TestTheorem: the theorem without one of its hypotheses is refuted. Its counterexample opens in
// Step with the claim, in the state in which both accesses are next. They are marked, even in the
// editor, and Races begins with the claim.
func TestTheorem(t *testing.T) {
	b := claimed(t, "last-field")
	b.until(`document.querySelector(".step .claim").innerText
		.includes("No execution from any state races at these sites")`)
	b.until(`document.querySelector(".step .said")
		.innerText === "Both accesses are next here, and they do not race."`)
	b.until(`["A?", "B?"].every((x) =>
		[...wobblyTest.editor().getRootNode().querySelectorAll(".mark.claim")]
			.some((m) => m.innerText === x))`)
	b.region("Races")
	b.until(`document.querySelector(".region.races .scroll").innerText.includes("That is a proof")`)
	first := b.text(".region.races .card")
	if !strings.HasPrefix(first, "Refuted: theorem1 without last-field") {
		t.Errorf("Races begins with %q", first)
	}
	b.until(`document.querySelector(".region.races .card.good")
		.innerText.startsWith("With nothing switched off, no race is reported.")`)
	eval[bool](b, unpacked(t, "axe.min.js.gz")+";true")
	for _, size := range sizes {
		b.axe("claim", size)
	}
	b.do(chromedp.EmulateViewport(sizes[0][0], sizes[0][1]))
	b.colours("light")
	b.region("Step")
	b.click("button", "/^A: /")
	b.until(`!document.querySelector(".step .said").innerText.startsWith("Both accesses")`)
	b.do(chromedp.Reload())
	b.ready()
	b.until(`document.querySelector(".step .claim")?.innerText
		.includes("Refuted: theorem1 without last-field")`)
	b.region("Races")
	b.write("// mine\n" + small)
	b.until(`document.querySelector(".region.races .card") &&
		!document.querySelector(".region.races .claim")`)
	b.until(`wobblyTest.editor().getRootNode().querySelectorAll(".mark.claim").length === 0`)
}

// TestTheoremApart: if no execution reaches a state in which both accesses are next, Step says so,
// and opens where one of them is next and the other thread waits.
func TestTheoremApart(t *testing.T) {
	b := claimed(t, "unlocked")
	b.until(`document.querySelector(".step .said").innerText ===
		"No execution reaches a state in which both accesses are next. Here A's is."`)
	b.until(`wobblyTest.all("button", "B: waits for the lock").length === 1`)
	b.shot("claim-apart")
}

// TestTheoremIllegal: an illegal program cannot be stepped, and Step says so.
func TestTheoremIllegal(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Lab")
	b.click("tab", "Theorem")
	b.click("button", "/^What the theorem needs/")
	b.click("button", "Without A2")
	b.until(`document.querySelector(".breaks .counterexample")`)
	b.click("button", "Open in Step")
	b.until(`document.querySelector(".region.step .failed")?.innerText
		.includes("With A2 off programs need not be legal, and this one is not")`)
	b.shot("claim-illegal")
}

// TestMegabyte: a program of a megabyte is refused with a sentence, and the editor still works.
func TestMegabyte(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write("m(b) {\n" +
		strings.Repeat("  x := b.f; // a comment that makes the program long\n", 20_000) + "}\n")
	b.until(`document.querySelector(".region.races .failed")?.innerText.includes("1 MB")`)
	b.write("m(b) {\n  v := new();\n  b.f := v;\n}\n")
	b.until(`document.querySelector(".region.races output").innerText === "1 race"`)
}

// TestWords: names are completed, and a unit under the pointer shows its summary.
func TestWords(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.click("button", "New")
	b.write("rename(box) {\n  box.label := b")
	eval[bool](b, `(wobblyTest.editor().focus(), true)`)
	b.typed("o")
	b.until(`/box/.test(document.querySelector(".editor").shadowRoot
		.querySelector(".cm-tooltip-autocomplete")?.innerText ?? "")`)
	b.press("\u001b")
	b.write("set(b) {\n  v := new();\n  b.f := v;\n}\n")
	b.ready()
	b.until(`document.querySelector(".lanes .names span")?.innerText === "set"`)
	at := eval[[2]float64](b, `(() => {
		const line = document.querySelector(".editor").shadowRoot.querySelector(".cm-line");
		const r = line.getBoundingClientRect();
		return [r.x + 14, r.y + r.height / 2];
	})()`)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+2, at[1]))
	b.until(`/W\b/.test(document.querySelector(".editor").shadowRoot
		.querySelector(".cm-tooltip .hover")?.innerText ?? "")`)
}

// TestAskedOnce: an answer about a text is not requested again until the text changes.
func TestAskedOnce(t *testing.T) {
	b := open(t, "/", setup{script: `const send = Worker.prototype.postMessage;
		window.asked = [];
		Worker.prototype.postMessage = function (m) {
			if (typeof m === "string") {
				const { do: verb, program } = JSON.parse(m);
				window.asked.push(verb + " " + program);
			}
			return send.call(this, m);
		};`})
	b.ready()
	b.region("Races")
	b.until(`document.querySelector(".search")`)
	b.click("button", "New")
	b.write("set(b) {\n  v := new();\n  b.f := v;\n}\n")
	b.until(`document.querySelector(".region.races output").innerText === "1 race" &&
		document.querySelector(".search")`)
	twice := eval[[]string](b,
		`window.asked.filter((a, i) => /^(diagnose|check|explore) /.test(a) &&
		window.asked.indexOf(a) < i)`)
	for _, a := range twice {
		t.Errorf("asked again: %.200s", a)
	}
}
