//go:build full

package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// boxed is a program that is not an example.
const boxed = "get(b) {\n  x := b.f;\n}\n\nset(b) {\n  v := new();\n  b.f := v;\n}\n"

// linked returns a link to a race of boxed, as Share makes it, and the state that it shows.
func linked(t *testing.T) (hash, headline string) {
	t.Helper()
	b := open(t, "/", setup{})
	b.ready()
	b.region("Races")
	b.click("button", "New")
	b.write(boxed)
	b.click("button", "Step to it: R1")
	b.until(`document.querySelector(".step .raceline")`)
	hash, headline = b.share(), b.text(".headline")
	b.forget()
	return hash, headline
}

// programs lists the programs that are open, the one that is shown in brackets.
func (b *tab) programs() string {
	b.t.Helper()
	return eval[string](b, `[...document.querySelectorAll(".programs > ul > li")].map((e) => {
		const name = e.querySelector(".name").innerText;
		return e.className === "current" ? "[" + name + "]" : name;
	}).join(" ")`)
}

// lists checks which programs are open, at once and after the page has settled.
func (b *tab) lists(want string) {
	b.t.Helper()
	b.t.Helper()
	b.ready()
	b.drawn()
	if got := b.programs(); got != want {
		b.t.Errorf("the programs are %s, want %s", got, want)
	}
}

// edited is the program after the student's edit.
const edited = "// mine\n" + small

// TestLinkFollowedOnce: a link opens its program only once. After a reload, nothing is duplicated,
// the student continues where he was, and edits stay in front.
func TestLinkFollowedOnce(t *testing.T) {
	hash, headline := linked(t)
	b := open(t, blank, setup{})
	b.goTo("/" + hash)
	shows := func(headline string) {
		b.until(`document.querySelector(".step .headline")?.innerText === ` + quote(headline))
	}
	shows(headline)
	b.lists("[program.il]")
	for range 2 {
		b.do(chromedp.Reload())
		shows(headline)
		b.lists("[program.il]")
	}
	b.click("button", "/^A: /")
	b.until(`document.querySelector(".step .headline")?.innerText.startsWith("State 2 of 2")`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector(".step .headline")?.innerText.startsWith("State 2 of 2")`)

	b.write(edited)
	for range 2 {
		b.do(chromedp.Reload())
		b.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
		b.lists("[program.il]")
	}
	b.shot("link-edited")
	b.click("button", "New")
	b.do(chromedp.Reload())
	b.lists("program.il [program-2.il]")

	b.goTo("/" + hash) // somebody sends it again
	shows(headline)
	b.lists("program.il program-2.il [program-3.il]")
	b.goTo("/" + hash)
	shows(headline)
	b.lists("program.il program-2.il [program-3.il]")
	b.click("button", "program.il")
	b.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
}

// TestLinkEditedEarly: editing the program of a link before the engine has started leaves one
// program, with the edit.
func TestLinkEditedEarly(t *testing.T) {
	hash, headline := linked(t)
	b := open(t, blank, setup{})
	b.before(`const send = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (...m) {
			setTimeout(() => send.apply(this, m), 2500);
		};`)
	b.goTo("/" + hash)
	b.until(`wobblyTest.editor()?.innerText.startsWith("get(b)")`)
	b.write(edited)
	b.until(`document.querySelector(".step .headline")?.innerText === ` + quote(headline))
	b.until(`document.querySelector(".other .note")?.innerText
		.includes("as it was when you began")`)
	b.lists("[program.il]")
	b.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
}

// TestLinkDrawn: the state of a link is shown before the engine has started, and moves made then
// are kept.
func TestLinkDrawn(t *testing.T) {
	hash, headline := linked(t)
	b := open(t, blank, setup{})
	b.before(`const send = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (...m) {
			setTimeout(() => send.apply(this, m), 2500);
		};`)
	for _, goesOn := range []bool{false, true} {
		b.goTo("/" + hash)
		b.until(`document.querySelector(".step .headline")?.innerText === ` + quote(headline))
		if eval[bool](b, `document.querySelector(".head[data-known]") !== null`) {
			t.Error("the engine had started before the state was shown")
		}
		if goesOn {
			b.click("button", "/^B: /")
			headline = "State 2 of 2"
		}
		b.ready()
		b.until(`document.querySelector(".step .headline").innerText.startsWith(` +
			quote(headline) + `)`)
		b.lists("[program.il]")
		b.forget()
	}
}

// TestLinkBack: Back leads to the program of an earlier link, with later edits, at the state where
// it was left.
func TestLinkBack(t *testing.T) {
	hash, _ := linked(t)
	b := open(t, blank, setup{})
	b.goTo("/" + hash)
	b.until(`document.querySelector(".step .headline")`)
	b.click("button", "/^A: /")
	b.until(`document.querySelector(".step .headline")?.innerText.startsWith("State 2 of 2")`)
	eval[bool](b, `(location.hash = "#example-branch", true)`)
	b.until(`document.querySelector(".programs .current")?.innerText.includes("branch.il")`)
	b.lists("program.il [branch.il]")
	b.do(chromedp.NavigateBack())
	b.until(`document.querySelector(".programs .current")?.innerText.includes("program.il")`)
	b.lists("[program.il] branch.il")
	b.until(`document.querySelector(".step .headline")?.innerText.startsWith("State 2 of 2")`)
	b.write(edited)
	b.do(chromedp.NavigateForward())
	b.until(`document.querySelector(".programs .current")?.innerText.includes("branch.il")`)
	b.do(chromedp.NavigateBack())
	b.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
	b.lists("[program.il] branch.il")
	b.do(chromedp.Navigate(b.host.URL+blank), chromedp.NavigateBack()) // from another page
	b.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
	b.lists("[program.il] branch.il")
}

// TestLinkInTwoTabs: two tabs with the same link share one program, and an edit in one appears in
// the other.
func TestLinkInTwoTabs(t *testing.T) {
	hash, _ := linked(t)
	one := open(t, "/"+hash, setup{})
	two := open(t, "/"+hash, setup{})
	for _, b := range []*tab{one, two} {
		b.until(`document.querySelector(".step .headline")`)
		b.lists("[program.il]")
	}
	one.write(edited)
	two.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
	for _, b := range []*tab{one, two} {
		b.do(chromedp.Reload())
		b.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
		b.lists("[program.il]")
	}
}

// TestExampleFollowedOnce: an address that names an example also opens it only once, whether it was
// typed or made by Share.
func TestExampleFollowedOnce(t *testing.T) {
	b := racing(t, setup{})
	for _, hash := range []string{"#example-burble", b.share()} {
		b.forget()
		b.goTo("/" + hash)
		b.lists("[burble.il]")
		b.until(`window.history.state?.followed`)
		b.write(edited)
		b.do(chromedp.Reload())
		b.until(`wobblyTest.editor()?.innerText.startsWith("// mine")`)
		b.lists("[burble.il]")
	}
}

// TestAddressFollows: regions, lessons and their tasks are entries of the history, and each step
// updates the address of its entry. Back goes through the entries, and the address opens the same
// state in a new profile.
func TestAddressFollows(t *testing.T) {
	b := racing(t, setup{})
	at := func(hash string) {
		b.t.Helper()
		b.until(`location.hash === ` + quote(hash))
	}
	b.until(`location.hash.length > 40`)
	before := eval[string](b, `location.hash`)
	entries := eval[int](b, `history.length`)
	b.click("button", "/^A: /")
	b.until(`location.hash.length > 40 && location.hash !== ` + quote(before))
	state, headline := eval[string](b, `location.hash`), b.text(".headline")
	if n := eval[int](b, `history.length`); n != entries {
		t.Errorf("a step has made %d entries of the history, want none", n-entries)
	}
	b.region("Theorem")
	at("#theorem")
	b.region("Lessons")
	at("#lessons")
	b.click("button", "/^1\\s*You are the scheduler/")
	at("#lesson-1")
	b.click("button", "/^2\\s*Everything that can happen/")
	at("#lesson-1-2")
	for _, hash := range []string{"#lesson-1", "#lessons", "#theorem", state} {
		b.until(`!document.querySelector(".working")`)
		eval[bool](b, `(history.back(), true)`)
		at(hash)
	}
	b.until(`document.querySelector(".step .headline")?.innerText === ` + quote(headline))
	eval[bool](b, `(history.forward(), true)`)
	at("#theorem")
	other := open(t, "/"+state, setup{stranger: true})
	other.until(`document.querySelector(".step .headline")?.innerText === ` + quote(headline))
}

// slowAnswers delays the engine's answers while late is set, and counts those that are delayed.
const slowAnswers = `window.coming = 0;
	const listen = Worker.prototype.addEventListener;
	Worker.prototype.addEventListener = function (type, hear, ...more) {
		const slowly = (e) => {
			if (!window.late) return hear(e);
			window.coming++;
			setTimeout(() => (hear(e), window.came++, window.coming--), 300);
		};
		return listen.call(this, type, type === "message" ? slowly : hear, ...more);
	};`

// TestBackOvertakes: after Back or Forward, a late answer of the engine for a task or step no
// longer changes what is shown.
func TestBackOvertakes(t *testing.T) {
	b := open(t, "/", setup{script: slowAnswers})
	b.ready()
	b.region("Theorem")
	b.region("Lessons")
	b.click("button", "/^1\\s*You are the scheduler/")
	b.until(`location.hash === "#lesson-1"`)
	b.click("button", "/^2\\s*Everything that can happen/")
	b.until(`location.hash === "#lesson-1-2"`)
	move := func(by int, hash string) {
		b.t.Helper()
		eval[bool](b, fmt.Sprintf(`(history.go(%d), true)`, by))
		b.until(`location.hash === ` + quote(hash))
	}
	stays := func(hash, shown string) {
		b.t.Helper()
		b.until(`window.came > 0 && window.coming === 0`)
		eval[bool](b, `(window.late = false, true)`)
		b.until(shown)
		b.drawn()
		if at := eval[string](b, `location.hash`); at != hash {
			t.Errorf("a late answer leads from %s to %s", hash, at)
		}
		if !eval[bool](b, shown) {
			t.Errorf("a late answer changes what is shown at %s: %s", hash, b.text("main"))
		}
	}
	const (
		list = `document.querySelectorAll(".lessons li").length === 18`
		two  = `document.querySelector(".tasks [aria-current]")?.innerText.includes("Everything")`
	)
	late := func() { eval[bool](b, `(window.came = 0, window.late = true)`) }

	late()
	move(-1, "#lesson-1")
	move(1, "#lesson-1-2")
	stays("#lesson-1-2", two)

	late()
	move(-1, "#lesson-1")
	move(-1, "#lessons")
	stays("#lessons", list)
	move(1, "#lesson-1")
	move(1, "#lesson-1-2")
	b.until(two)
	b.answer('c')
	b.answer('b')
	b.until(stepping)

	late()
	b.press("a")
	move(-2, "#lessons")
	stays("#lessons", list)
	move(2, "#lesson-1-2")
	b.until(two)

	move(-2, "#lessons")
	late()
	b.click("button", "/^2\\s*/")
	move(-1, "#theorem")
	stays("#theorem", `document.querySelector(".hypotheses") !== null`)
	b.region("Lessons")
	b.until(list)
}

// TestAddressOfTheorem: the address contains the statement and the hypotheses that are switched
// off. Back switches them on again, and the address opens the same in a new profile.
func TestAddressOfTheorem(t *testing.T) {
	b := racing(t, setup{})
	at := func(b *tab, hash string, off int) {
		b.t.Helper()
		b.until(`location.hash === ` + quote(hash) + ` &&
			document.querySelectorAll(".hypotheses .off").length === ` + fmt.Sprint(off))
	}
	flip := func(i int) {
		b.t.Helper()
		eval[bool](b,
			fmt.Sprintf(`(document.querySelectorAll(".hypotheses input")[%d].click(), true)`, i))
	}
	b.region("Theorem")
	b.until(`document.querySelectorAll(".hypotheses input").length > 1`)
	at(b, "#theorem", 0)
	names := eval[[]string](b,
		`[...document.querySelectorAll(".hypotheses strong")].map((e) => e.innerText)`)
	flip(0)
	at(b, "#theorem:theorem1:"+names[0], 1)
	flip(1)
	both := slices.Sorted(slices.Values(names[:2]))
	address := "#theorem:theorem1:" + strings.Join(both, ",")
	at(b, address, 2)
	eval[bool](b, `(history.back(), true)`)
	at(b, "#theorem:theorem1:"+names[0], 1)
	eval[bool](b, `(history.back(), true)`)
	at(b, "#theorem", 0)
	eval[bool](b, `(history.go(2), true)`)
	at(b, address, 2)
	other := open(t, "/"+address, setup{stranger: true})
	at(other, address, 2)
}

// TestAddressOfGraph: the address contains the focused state of the graph. Back from Step leads to
// it, and loading the address draws the graph.
func TestAddressOfGraph(t *testing.T) {
	b := racing(t, setup{})
	b.region("Explore")
	b.click("button", "Draw the graph")
	b.until(`document.querySelector(".graph #state-3")`)
	b.focus("#state-0")
	b.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	has := `document.activeElement.id === "state-3" && location.hash === "#explore:meps,reps:3"`
	b.until(has)
	b.press(kb.Enter)
	b.until(`document.querySelector(".region.step .headline")`)
	b.until(`location.hash !== "#explore:meps,reps:3"`)
	eval[bool](b, `(history.back(), true)`)
	b.until(has)
	b.goTo("/#explore:meps,reps:3")
	b.until(has)
}
