//go:build full

package page_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
)

// playground returns the document for those who use the page.
func playground(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "playground.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestHelp: the help has the keys of the documentation, and its examples of IL are legal.
func TestHelp(t *testing.T) {
	b := open(t, "/", setup{})
	b.click("button", "Help")
	b.until(`document.querySelector("dialog.help[open]")`)
	rows := eval[[][2]string](b,
		`[...document.querySelectorAll("dialog.help .rows > div")]
			.map((e) => [e.querySelector("dt").textContent, e.querySelector("dd").textContent])`)
	document := strings.ReplaceAll(playground(t), "`", "")
	var program strings.Builder
	program.WriteString("m(b) {\n  y := b;\n  x := y;\n")
	statements := 0
	for _, r := range rows {
		if strings.Contains(r[0], ";") || strings.Contains(r[0], "…") {
			program.WriteString("  " + strings.ReplaceAll(r[0], "…", "skip;") + "\n")
			statements++
		} else if row := "| " + r[0] + " | " + r[1] + " |"; !strings.Contains(document, row) {
			t.Errorf("docs/playground.md has no row %q", row)
		}
	}
	if statements < 8 || len(rows)-statements < 8 {
		t.Errorf("the help has %d statements and %d keys", statements, len(rows)-statements)
	}
	text := strings.Replace(program.String(), "m(x);", "n(x);", 1) + "}\n\nn(x) {\n  skip;\n}\n"
	p, diagnostics := parse.File(il.NewSource("help.il", text))
	if len(diagnostics) == 0 {
		_, diagnostics = check.Program(p, check.Options{})
	}
	for _, d := range diagnostics {
		t.Errorf("the help's statements are no program: %v\n%s", d, text)
	}
}

// TestAddresses: each address in the documentation opens what it says.
func TestAddresses(t *testing.T) {
	shows := map[string]string{
		"#races": `document.activeElement !== null &&
			document.querySelector(".region.races")`,
		"#theorem": `document.querySelector(".head nav [aria-current]")
			?.innerText === "Theorem" && document.querySelector(".hypotheses")`,
		"#theorem:theorem1:last-field": `document.querySelectorAll(".hypotheses .off")
			.length === 1`,
		"#compare:burble.il": `document.querySelector(".tablebox caption")
			?.innerText === "Judged by the exact search"`,
		"#explore:meps,reps:3": `document.activeElement?.id === "state-3"`,
		"#lesson-4": `document.querySelector(".played h3")
			?.innerText === "4. The lock"`,
		"#lesson-4-2": `document.querySelector(".tasks [aria-current]")?.innerText
			.includes("Waiting")`,
		"#example-burble": `document.querySelector(".programs .current")?.innerText
			.includes("burble.il")`,
		"?embed": `wobblyTest.all("button", "Start wobbly").length === 1`,
		"?projector": `document.querySelectorAll(".region").length === 1 &&
			document.querySelector(".head")`,
		"?reset": `document.querySelector(".notices")?.innerText
			.includes("offline copy was removed")`,
	}
	written := regexp.MustCompile("(?m)^\\| `([#?][^`]+)` \\|").FindAllStringSubmatch(playground(t),
		-1)
	if len(written) != len(shows) {
		t.Errorf("the document has %d addresses, the test %d", len(written), len(shows))
	}
	b := open(t, blank, setup{})
	for _, w := range written {
		condition, ok := shows[w[1]]
		if !ok {
			t.Errorf("nothing is known of %s", w[1])
			continue
		}
		b.goTo("/" + w[1])
		b.until(condition)
	}
}

// TestOtherAddresses: an address may ask for several things, and for something that does not exist.
func TestOtherAddresses(t *testing.T) {
	b := open(t, "/#example-unheard", setup{})
	b.until(`document.querySelector(".notices")?.innerText
		.includes("There is no example unheard.")`)
	b.goTo("/#lesson-99")
	b.until(`document.querySelector(".region.lab .failed")`)
	b.goTo("/?embed#lesson-1")
	b.click("button", "Start wobbly")
	b.until(`document.querySelector(".played h3")?.innerText === "1. You are the scheduler"`)
}

// TestLessonLink: a link that Share makes of a lesson, a theorem or a graph opens it.
func TestLessonLink(t *testing.T) {
	b := open(t, "/#lesson-2", setup{})
	b.until(`document.querySelector(".played h3")?.innerText.startsWith("2. ")`)
	b.goTo("/" + b.share())
	b.until(`document.querySelector(".played h3")?.innerText.startsWith("2. ")`)
	for address, shows := range map[string]string{
		"/#theorem:theorem1:last-field": `document.querySelector(".hypotheses .off")
			?.innerText.startsWith("last-field")`,
		"/#explore:meps,reps:3": `document.activeElement?.id === "state-3"`,
	} {
		b.goTo("/#example-burble")
		b.ready()
		b.goTo(address)
		b.until(shows)
		b.goTo("/" + b.share())
		b.until(shows)
	}
}

// TestFrameOfTheDocument: the frame in the documentation is the one that Share makes.
func TestFrameOfTheDocument(t *testing.T) {
	b := racing(t, setup{script: counting})
	b.click("button", "Share")
	b.click("button", "Copy as a frame")
	b.until("window.copied")
	snippet := regexp.MustCompile(`src="[^"]*"`).ReplaceAllString(eval[string](b, "window.copied"),
		`src="https://example.org/wobbly/?embed#LINK"`)
	if !strings.Contains(playground(t), "\n"+snippet+"\n") {
		t.Errorf("the document has no %s", snippet)
	}
}

// TestCommandsOfTheDocument: the commands in the documentation exist, with their flags.
func TestCommandsOfTheDocument(t *testing.T) {
	command, err := wobbly()
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile("(?m)^```sh\nwobbly (\\w+)(.*)\n```$").
		FindAllStringSubmatch(playground(t), -1)
	if len(lines) < 3 {
		t.Errorf("the document has %d commands", len(lines))
	}
	for _, l := range lines {
		help, err := exec.Command(command, l[1], "--help").Output()
		if err != nil {
			t.Errorf("wobbly %s: %v", l[1], err)
		}
		for _, flag := range regexp.MustCompile(`(^| )-+\w+`).FindAllString(l[2], -1) {
			if !regexp.MustCompile(`(?m)^ .*` + strings.TrimSpace(flag) + `\b`).Match(help) {
				t.Errorf("wobbly %s has no flag %s", l[1], flag)
			}
		}
	}
}
