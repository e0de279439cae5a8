package cli

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/learn"
	"wobbly/report"
	"wobbly/session"
	"wobbly/theorem"
	"wobbly/tui"
	"wobbly/tui/screen"
)

// TestReportsOfStep: the screen lists the reports on all pairs with the numbers of check, and each
// one opens its race.
func TestReportsOfStep(t *testing.T) {
	a := &console.App{Ctx: t.Context()}
	core := burble(t)
	all, err := learn.ReportItems(a, t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := execute(t.Context(), core.Source.Text, "check", "--format", "short", "-")
	races := 0
	for _, x := range all.Items {
		if !x.Race {
			continue
		}
		races++
		want := x.Sides[0].At.String() + ": race: "
		if !strings.Contains(text, want) || !strings.Contains(text, "["+x.ID+" confirmed") {
			t.Errorf("check has no %s at %s:\n%s", x.ID, want, text)
		}
		w, err := x.Witness(t.Context())
		if err != nil || w.Units != [2]string{x.Pair.Left.Name, x.Pair.Right.Name} {
			t.Errorf("Witness of %s = %v, %v; want one of %s and %s", x.ID, w, err,
				x.Pair.Left.Name, x.Pair.Right.Name)
		}
	}
	if races != 2 || all.Races != "" {
		t.Errorf("ReportItems: %d races, and the remark %q on them; want 2 without a remark", races,
			all.Races)
	}
}

// TestStepPlainFarewell: in plain mode, the farewell is printed on standard error, even after an
// interrupt.
func TestStepPlainFarewell(t *testing.T) {
	code, out, errs := execute(t.Context(), "a\nb\n", "step", "--plain", "--example", "burble.il",
		"--pair", "meps,reps")
	if code != 0 || strings.Contains(out, "resume") {
		t.Errorf("step --plain: exit %d, %s; want exit 0 and no farewell", code, out)
	}
	for _, want := range []string{
		"schedule  A B\n", "link      wobbly:1:",
		"resume    wobbly step --plain --example burble.il --schedule ",
	} {
		if !strings.Contains(errs, want) {
			t.Errorf("step --plain: no %q on standard error:\n%s", want, errs)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var stderr strings.Builder
	code = runWobbly(ctx, console.System{
		Args:  []string{"step", "--plain", "--example", "burble.il"},
		Stdin: interrupting{cancel, t.Context()}, Stdout: io.Discard, Stderr: &stderr,
	})
	if code != 0 || !strings.Contains(stderr.String(), "resume    wobbly step") {
		t.Errorf("step --plain, interrupted: exit %d, %s; want exit 0 and the command to resume",
			code, &stderr)
	}
}

// interrupting is an input that interrupts the run when it is read, and then has no line until the
// test ends.
type interrupting struct {
	interrupt context.CancelFunc
	test      context.Context
}

func (i interrupting) Read([]byte) (int, error) {
	i.interrupt()
	<-i.test.Done()
	return 0, io.EOF
}

// TestStepPlainNeedsItsInput: commands and program cannot both be read from standard input.
func TestStepPlainNeedsItsInput(t *testing.T) {
	const text = "m(a) { a.f := a; }"
	code, _, errs := execute(t.Context(), text, "step", "--plain", "-")
	if code != int(console.ExitUsage) || !strings.Contains(errs, "Give a FILE, or a --schedule") {
		t.Errorf("step --plain -: exit %d, %s; want exit %d and what to use instead", code, errs,
			console.ExitUsage)
	}
	code, out, _ := execute(t.Context(), text, "step", "--plain", "-", "--schedule", "A")
	if code != 0 || !strings.Contains(out, "State 1 of 1") {
		t.Errorf("step --plain - --schedule A: exit %d, %s; want exit 0 and state 1 of 1", code,
			out)
	}
}

// TestASCIIKeepsTheMeaning: in ASCII, no statement, help or page of the documentation loses a
// character.
func TestASCIIKeepsTheMeaning(t *testing.T) {
	commands := [][]string{{"theorem", "list"}, {"theorem", "break", "--list"}}
	commands = append(commands,
		append([]string{"theorem", "show"}, ask.StatementNames(theorem.Statements())...))
	for path := range wobblyProgram().readManuals() {
		commands = append(commands, append([]string{"help"}, strings.Fields(path)...))
	}
	for _, words := range commands {
		_, text, _ := execute(t.Context(), "", words...)
		_, ascii, _ := execute(t.Context(), "", append([]string{"--ascii"}, words...)...)
		checkKept(t, strings.Join(words, " "), text, ascii)
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("pages of the documentation: %v, %v; want some", pages, err)
	}
	for _, page := range append(pages, "../../NOTATION.md", "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		checkKept(t, page, string(text), report.InASCII(string(text)))
	}
	for _, s := range ask.Statements(theorem.Statements()) {
		text := s.Title + s.Cite + s.Words
		for _, h := range s.Hypotheses {
			text += h.Name + h.Text
		}
		checkKept(t, s.Name, text, report.InASCII(text))
	}
	for _, keys := range keyTexts(t) {
		checkKept(t, "keys", keys, report.InASCII(keys))
	}
}

// checkKept checks that no character of a text was replaced by a question mark, which stands for a
// character that has no replacement.
func checkKept(t *testing.T, what, text, ascii string) {
	t.Helper()
	if strings.Count(text, "?") == strings.Count(ascii, "?") {
		return
	}
	for _, r := range text {
		if r > '~' && strings.Contains(report.InASCII(string(r)), "?") {
			t.Errorf("%s: %q has no replacement in ASCII", what, r)
			return
		}
	}
	t.Errorf("%s: in ASCII, a character was replaced by a question mark", what)
}

// keyTables returns the keys of all screens.
func keyTables(t *testing.T) []tui.KeyTable {
	t.Helper()
	core := burble(t)
	tables, err := tui.KeyTables(&screen.Program{
		File: "burble.il", Core: core, Pair: core.Pairs()[0],
		Init: session.OneObject(core, core.Pairs()[0]),
	})
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// keyTexts returns the texts of all keys.
func keyTexts(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, table := range keyTables(t) {
		for _, row := range table.Rows {
			all = append(all, row.Help)
		}
	}
	return all
}

// TestReasonsOfStep: the reason for a filtered pair is the statement that makes its path wobbly.
// The explanation of a report is that of wobbly explain, without line breaks.
func TestReasonsOfStep(t *testing.T) {
	core := burble(t)
	all, err := learn.ReportItems(&console.App{Ctx: t.Context()}, t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all.Items {
		const reason = "b is wobbly in beps: 36:3 assigns it (b := new())."
		if !x.Race && x.Reason != reason {
			t.Errorf("the reason of %s is %q, want %q", x.ID, x.Reason, reason)
		}
		lines, err := learn.ExplainReport(t.Context(), core, x.ID)
		_, text, _ := execute(t.Context(), burble(t).Source.Text, "explain", "-", x.ID)
		want := report.Unwrap(strings.Split(strings.TrimRight(text, "\n"), "\n"))
		if err != nil || len(lines) < 12 || !slices.Equal(lines, want) {
			t.Errorf("ExplainReport(%s) = %s, %v; want what explain prints:\n%s", x.ID,
				strings.Join(lines, "\n"), err, text)
		}
	}
	if _, err := learn.ExplainReport(t.Context(), core, "R99"); err == nil {
		t.Error("ExplainReport(R99) has no error")
	}
}

// helpWords has, for verbs with which the manual describes keys, what the help of such a key
// contains.
var helpWords = map[string]string{
	"opens": "editor", "saves": "save", "checks": "check", "fills": "fill in",
	"evaluates": "value", "lists": "all keys", "takes": "undo", "goes": "next",
	"asks": "predict", "chooses": "choose",
}

// namedKeys matches a key and a verb of helpWords after it.
var namedKeys = regexp.MustCompile(`(?:^|[\s,;])(\S) (` +
	strings.Join(slices.Sorted(maps.Keys(helpWords)), "|") + `)\b`)

// TestManualNamesKeys: each key that the manual of the screens names does what the manual says.
func TestManualNamesKeys(t *testing.T) {
	for name, front := range map[string]string{"lesson play": "Lesson", "step": "Step"} {
		help := map[string]string{} // by key
		for _, table := range keyTables(t) {
			for _, row := range table.Rows {
				for _, k := range row.Keys {
					if table.Screen == front || table.Screen == "All screens" && help[k] == "" {
						help[k] = row.Help
					}
				}
			}
		}
		found := namedKeys.FindAllStringSubmatch(wobblyProgram().readManuals()[name].text, -1)
		if len(found) < 4 {
			t.Errorf("help %s names the keys %q, want at least 4", name, found)
		}
		for _, m := range found {
			if want := helpWords[m[2]]; !strings.Contains(help[m[1]], want) {
				t.Errorf("help %s says that %s %s, but the key's help on screen %s is %q, "+
					"without %q", name, m[1], m[2], front, help[m[1]], want)
			}
		}
	}
}

// burble returns the example burble.il.
func burble(t *testing.T) *il.Core {
	t.Helper()
	x, ok := examples.Find("burble.il")
	if !ok {
		t.Fatal("there is no example burble.il")
	}
	core, err := console.Shipped("burble.il", x.Text)
	if err != nil {
		t.Fatal(err)
	}
	return core
}
