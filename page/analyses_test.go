//go:build full

package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// local is a program with a race through locals, which RacerDX does not follow.
const local = `m(b) {
  c := b;
  c.f := b;
}

n(b) {
  synchronized {
    d := b;
    x := d.f;
  }
}
`

// choose chooses a value of the list that a selector finds.
func (b *tab) choose(selector, value string) {
	b.t.Helper()
	if !eval[bool](b,
		`(() => { const s = document.querySelector(`+quote(selector)+`); s.value = `+quote(value)+`;
		s.dispatchEvent(new Event("change", { bubbles: true }));
		return s.value === `+quote(value)+`; })()`) {
		b.t.Fatalf("%s has no %s", selector, value)
	}
	b.drawn()
}

// titles has the page's names of the analyses.
var titles = map[string]string{
	"racerdx": "RacerDX", "flow": "RacerDX+, flow-sensitive",
	"rely":    "RacerDX+, rely and guarantee",
	"bounded": "Context-bounded",
	"hb":      "Happens-before",
}

// analysis chooses another analysis, and waits for its reports.
func (b *tab) analysis(name string) {
	b.t.Helper()
	b.region("Races")
	eval[bool](b, `(document.querySelector("details.analyses").open = true)`)
	b.click("button", titles[name])
	b.until(`document.querySelector(".region.races .scroll").dataset.analysis === ` + quote(name))
	b.ready()
}

// TestOtherAnalyses: flow, rely and bounded explain what they report and what not: for a report,
// for any two accesses, and at the editor's cursor. Their reports open in Step even if no other
// analysis has them.
func TestOtherAnalyses(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write(local)
	b.until(`wobblyTest.all("button", "Why it is not reported").length === 2`)
	for _, x := range [][2]string{{"flow", "Theorem 2f"}, {"rely", ""}, {"bounded", ""}} {
		b.analysis(x[0])
		b.until(`document.querySelector(".region.races output").innerText === "2 races"`)
		if eval[int](b, `document.querySelectorAll(".explained .checklist").length`) != 0 {
			t.Errorf("%s: the answer of the analysis before is still shown", x[0])
		}
		b.click("button", "Why it is reported")
		b.until(`document.querySelectorAll(".explained .checklist .yes").length >= 3 &&
			!document.querySelector(".checklist .no")`)
		b.click("button", "Step to it: R1")
		b.until(`/o1\.f/.test(document.querySelector(".region.step .raceline")?.innerText)`)
		// it takes the focus in the next frame
		b.until(`document.activeElement?.closest(".region.step")`)
		b.focusEditor("c.f")
		b.press(kb.F1)
		b.until(`/with 9:5 x := d\.f: reported as the race R2/.test(
			wobblyTest.editor().getRootNode().querySelector(".cm-tooltip .hover")?.innerText)`)
		b.until(`/reported as the race R2/.test(document.getElementById("said").innerText)`)
		b.press(kb.ArrowDown)
		b.until(`!wobblyTest.editor().getRootNode().querySelector(".cm-tooltip .hover")`)
	}
	b.region("Races")
	b.click("button", "Any two accesses: why, or why not")
	b.until(`document.querySelectorAll(".anytwo select").length === 2`)
	if got := eval[string](b,
		`[...document.querySelectorAll(".anytwo select")]
			.map((s) => s.selectedOptions[0].text)
			.join(" / ")`); got != "m 3:3 c.f := b / n 9:5 x := d.f" {
		t.Errorf("at first the accesses are %s, want c.f := b and x := d.f", got)
	}
	b.choose(".anytwo label:nth-child(1) select", "9:5")
	b.click("button", "Explain")
	b.until(`/both only read/.test(document.querySelector(".anytwo .checklist .no")?.innerText)`)
	b.choose(".anytwo label:nth-child(2) select", "3:3")
	b.until(`!document.querySelector(".anytwo .checklist")`)
	b.analysis("racerdx")
	b.until(`document.querySelector(".anytwo")`)
	b.click("button", "Explain")
	b.until(`/not in A of m/i.test(document.querySelector(".anytwo .explained")?.innerText)`)
}

// TestMarkLeadsToReport: a mark beside a line opens the report that it names. A race that no
// analysis reports is marked too.
func TestMarkLeadsToReport(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	mark := `wobblyTest.editor().getRootNode().querySelector(".mark`
	b.until(mark + `[data-mark=R2]")`)
	eval[bool](b, `(`+mark+`[data-mark=R2]").click(), true)`)
	b.until(`document.activeElement?.id === "report-R2"`)
	b.click("button", "New")
	b.write(local)
	b.until(mark + `.missed")?.title.startsWith("a race that is not reported: 3:3 and ")`)
}

// TestMarksAfterEdit: the statement that a thread is about to execute stays marked when an edit
// moves it, and loses its mark when it is changed.
func TestMarksAfterEdit(t *testing.T) {
	const locked = "get(b) {\n  lock();\n  x := b.f;\n  unlock();\n}\n"
	b := open(t, "/", setup{})
	b.ready()
	b.click("button", "New")
	b.write(locked)
	b.ready()
	b.click("button", "/^A: /")
	stand := func(a, other string) {
		t.Helper()
		for thread, statement := range map[string]string{"A ▸": a, "◂ B": other} {
			b.until(`(() => {
				const root = wobblyTest.editor().getRootNode();
				const top = (e) => e.getBoundingClientRect().top;
				const marks = [...root.querySelectorAll(".cm-thread .mark")]
					.filter((m) => m.innerText === ` + quote(thread) + `);
				const lines = [...root.querySelectorAll(".cm-line")];
				return marks.map((m) => lines
					.find((l) => Math.abs(top(l) - top(m.closest(".cm-gutterElement"))) < 4)
					?.innerText.trim()).join() === ` + quote(statement) + `;
			})()`)
		}
	}
	edit := func(text string) {
		t.Helper()
		b.write(text)
		b.until(`document.querySelector(".other")`)
		b.drawn()
		b.ready()
	}
	stand("x := b.f;", "lock();")
	edit("// one line more\n\n" + locked)
	stand("x := b.f;", "lock();")
	b.shot("marks")
	edit(strings.Replace(locked, "x := b.f", "x := b", 1))
	stand("", "lock();")
	edit(small)
	stand("", "")
	b.write(locked)
	b.until(`!document.querySelector(".other")`)
	stand("x := b.f;", "lock();")
}

// TestSilentAnalyses: an analysis that cannot explain is not asked to, and the page says so.
func TestSilentAnalyses(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.analysis("hb")
	b.until(`document.querySelector(".region.races").innerText
		.includes("does not say why it reports")`)
	if n := eval[int](b, `wobblyTest.all("button", "/^Why it|^Any two/").length`); n != 0 {
		t.Errorf("%d explanations are offered, want none", n)
	}
}

// focusEditor puts the cursor after the first occurrence of a text.
func (b *tab) focusEditor(text string) {
	b.t.Helper()
	eval[bool](b, `(wobblyTest.editor().focus(), true)`)
	b.do(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(kb.ModifierCtrl)))
	before, _, _ := strings.Cut(eval[string](b, `wobblyTest.editor().innerText`), text)
	for range strings.Count(before, "\n") {
		b.press(kb.ArrowDown)
	}
	for range len(before) - strings.LastIndexByte(before, '\n') {
		b.press(kb.ArrowRight)
	}
}
