//go:build full

package page_test

import (
	"strings"
	"testing"
)

// TestSessionCancel: whatever takes long in Step shows its progress and can be cancelled. Then the
// session is where it was before.
func TestSessionCancel(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write(growing)
	b.click("button", "Step to it: R1")
	b.until(`document.querySelector(".region.step .raceline")`)
	was := b.state()
	b.press("f")
	b.until(`/[0-9]+ states, [0-9]+\/s/.test(document.querySelector(".region.step .working")
		?.innerText ?? "")`)
	eval[bool](b,
		`(wobblyTest.all("button", "Cancel").find((e) => e.closest(".step")).click(), true)`)
	b.until(`/Cancelled after: [^]*opened again where it stood/.test(
		document.querySelector(".region.step .said").innerText)`)
	if got := b.state(); got != was {
		t.Errorf("after cancelling, the state is\n%s\nwant\n%s", got, was)
	}
	if eval[bool](b,
		`document.querySelector(".region.step .working, .region.step .failed") !== null`) {
		t.Error("after cancelling, Step still works or shows a failure")
	}
	b.click("button", "/^A: /")
	b.until(`document.querySelector(".region.step .headline").innerText !== ` +
		quote(strings.SplitN(was, "\n", 2)[0]))
}

// TestMissedRace: races that no report names are counted, come first, are red, and can be stepped
// to. Nothing is green, not even before the search has ended, because green means proved.
func TestMissedRace(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write("a(b) {\n  b := b.g;\n  b.f := b;\n}\n\nc(b) {\n  b := b.g;\n  x := b.f;\n}\n")
	b.until(`document.querySelector(".region.races output").innerText === "2 races"`)
	b.until(`document.querySelector(".region.races output").classList.contains("race")`)
	b.until(`document.querySelector(".head .badge.race")?.innerText === "2"`)
	red := eval[string](b,
		`(() => { const e = document.createElement("p"); e.style.color = "var(--race)";
		document.body.append(e); const c = getComputedStyle(e).color; e.remove(); return c; })()`)
	cards := eval[[][2]string](b,
		`[...document.querySelectorAll(".region.races .card")]
			.map((e) => [e.innerText, getComputedStyle(e).borderInlineStartColor])`)
	for i, word := range []string{"missed", "missed", "2 real races are missed"} {
		if i >= len(cards) || !strings.Contains(cards[i][0], word) || i < 2 && cards[i][1] != red {
			t.Errorf("card %d of %q is not of a %s race, in %s", i, cards, word, red)
		}
	}
	if n := eval[int](b, `document.querySelectorAll(".region.races .card.good").length`); n != 0 {
		t.Errorf("%d cards are green although nothing is proved", n)
	}
	b.shot("missed")
	b.click("button", "Step to it")
	b.until(`/o1\.f/.test(document.querySelector(".region.step .raceline")?.innerText)`)
}

// TestNothingProved: after a search that was cut, a program without reports is neither green nor
// has a count of races.
func TestNothingProved(t *testing.T) {
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write("left(a) {\n" + hidden() + "}\n")
	b.until(`document.querySelector(".region.races").innerText
		.includes("The exact search was cut, so a race may be left.")`)
	if got := b.text(".region.races output"); got != "0 reports" {
		t.Errorf("the badge says %q", got)
	}
	if n := eval[int](b,
		`document.querySelectorAll(".region.races .card.good, .head .badge").length`); n != 0 {
		t.Error("without a proof, the page shows green or a count of races")
	}
	b.shot("cut")
}

// TestLongSchedule: a link can have a schedule of 10,000 moves, regular or not, and shows the same
// state in a new profile. A long link says so, and is offered as a file.
func TestLongSchedule(t *testing.T) {
	b := open(t, "/", setup{script: saving})
	b.ready()
	b.click("button", "New")
	b.write(`m(b) {
  while * {
    x := b.f;
    b.f := x;
  }
}
n(b) {
  while * {
    y := b.f;
    b.f := y;
  }
}
`)
	b.ready()
	b.until(`document.querySelector(".step .headline")`)
	b.act("Paste")
	b.until(`document.querySelector("dialog .ask input")`)
	irregular := irregularSchedule(10_000)
	eval[bool](b,
		`(() => { const i = document.querySelector("dialog .ask input"); i.value = `+
			quote(irregular)+`;
		i.form.requestSubmit(); return true; })()`)
	b.until(`/of 1[0-9]{4}/.test(document.querySelector(".step .headline").innerText)`)
	link := b.share()
	if !strings.Contains(b.text("dialog.share"), "It is long") {
		t.Errorf("the page does not say that a link of %d characters is long", len(link))
	}
	b.click("button", "Save the link as a file")
	b.until(`Object.values(window.files).some((f) => f.includes(` + quote(link) + `))`)
	want := b.state()
	c := open(t, "/"+link, setup{stranger: true})
	c.until(`document.querySelector(".step .headline")`)
	if got := c.state(); got != want {
		t.Errorf("the link shows\n%s\nwant\n%s", got, want)
	}
	t.Logf("the link has %d characters", len(link))
}

// irregularSchedule returns a schedule of n steps of two threads in a loop of two statements, in
// an order without a pattern.
func irregularSchedule(n int) string {
	var s strings.Builder
	at, x := [2]int{}, uint32(1)
	for range n {
		x = x*1664525 + 1013904223
		i := x >> 31
		s.WriteByte("AB"[i])
		if at[i]%2 == 0 {
			s.WriteByte('+')
		}
		s.WriteByte(' ')
		at[i]++
	}
	return s.String()
}

// TestPredict: a prediction is requested, judged and counted.
func TestPredict(t *testing.T) {
	b := racing(t, setup{})
	b.press("I")
	b.until(`document.querySelectorAll(".question button").length > 2`)
	eval[bool](b, `(document.querySelector(".question button").click(), true)`)
	b.until(`document.querySelector(".question")?.closest(".answer")
		.innerText.startsWith("Prediction")`)
	b.shot("prediction")
	eval[bool](b, `(document.querySelector(".question button").click(), true)`)
	b.until(`/^(Right|Wrong\. The answer: [^]*) \([01] of 1 right\)/.test(
		document.querySelector(".region.step .said").innerText)`)
	b.until(`/Predictions: [01] of 1 right\.$/.test(document.querySelector(".region.step .headline")
		.innerText)`)
	if eval[bool](b, `document.querySelector(".question") !== null`) {
		t.Error("the question stays open after the prediction")
	}
}
