package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/service"
	"wobbly/report"
	"wobbly/session"
	"wobbly/theorem"
	"wobbly/tui"
	"wobbly/tui/home"
	"wobbly/tui/screen"
	theoremscreen "wobbly/tui/theorem"
)

// exampleCore is a shipped example.
func exampleCore(t *testing.T, name string) *il.Core {
	t.Helper()
	x, ok := examples.Find(name)
	if !ok {
		t.Fatalf("no example %s", name)
	}
	core, err := shipped(name, x.Text)
	if err != nil {
		t.Fatal(err)
	}
	return core
}

// TestReportsOfStep: the screen lists the reports on all pairs with the numbers of
// check, and each leads to its race.
func TestReportsOfStep(t *testing.T) {
	a := &app{ctx: t.Context()}
	core := exampleCore(t, "burble.il")
	all, err := a.reportItems(t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := execute(t.Context(), burbleText(t), "check", "--format", "short", "-")
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
			t.Errorf("%s: %v, %v", x.ID, w, err)
		}
	}
	if races != 2 || all.Races != "" {
		t.Errorf("%d races, %q in all", races, all.Races)
	}
	counts, err := a.raceCounts(t.Context(), core)
	if err != nil || len(counts) != 6 || counts[0] != 0 || counts[1] != 1 || counts[3] != 1 {
		t.Errorf("%v, %v", counts, err)
	}
}

func burbleText(t *testing.T) string {
	x, ok := examples.Find("burble.il")
	if !ok {
		t.Fatal("no burble.il")
	}
	return x.Text
}

// TestAboutNumbers: the screens name a race as check does.
func TestAboutNumbers(t *testing.T) {
	a := &app{ctx: t.Context()}
	core := exampleCore(t, "burble.il")
	all, err := a.reportItems(t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	about := service.Analysis().About
	for _, x := range all.Items[:2] {
		var s [2]il.Site
		for i, side := range x.Sides {
			at, _ := core.Source.Offset(side.At)
			s[i] = il.Site{At: at, Kind: side.Kind}
		}
		if got, err := about(t.Context(), core, x.Pair, x.Pair.Sites(s[0], s[1])); err != nil || got.ID != x.ID || !got.Race {
			t.Errorf("%s is called %q (%v)", x.ID, got.ID, err)
		}
	}
}

// TestManyFiltered: of more reports than a screen shows the first ones come, with
// the exact number of all.
func TestManyFiltered(t *testing.T) {
	core, err := shipped("many.il", "m(a) { "+strings.Repeat("a.f := a; ", 45)+"}")
	if err != nil {
		t.Fatal(err)
	}
	all, err := (&app{ctx: t.Context()}).reportItems(t.Context(), core)
	total := len(all.Items)
	if err != nil || total != mostOnScreen || all.Races+all.Filtered != "1035" {
		t.Errorf("%d items, %q and %q in all, %v", total, all.Races, all.Filtered, err)
	}
}

// TestWitnessAgain: a witness that was not kept is made again.
func TestWitnessAgain(t *testing.T) {
	a := &app{ctx: t.Context()}
	f, err := a.reportsOf(exampleCore(t, "burble.il"))
	if err != nil {
		t.Fatal(err)
	}
	if w, err := witnessOf(t.Context(), f, "R2"); err != nil || w.Units != [2]string{"reps", "reps"} {
		t.Errorf("%v, %v", w, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := witnessOf(ended, f, "R2"); err == nil {
		t.Error("no error where it was stopped")
	}
}

// TestStepPlainSaysBye: by lines, what is left to say is said on standard error.
func TestStepPlainSaysBye(t *testing.T) {
	code, out, errs := execute(t.Context(), "a\nb\n", "step", "--plain", "--example", "burble.il", "--pair", "meps,reps")
	if code != 0 || strings.Contains(out, "resume") {
		t.Errorf("exit %d, %s", code, out)
	}
	for _, want := range []string{"schedule  A B\n", "link      wobbly:1:", "resume    wobbly step --plain --example burble.il --schedule "} {
		if !strings.Contains(errs, want) {
			t.Errorf("%q is missing in\n%s", want, errs)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	code, _, errs = execute(ended, "", "step", "--plain", "--example", "burble.il")
	if code != 0 || !strings.Contains(errs, "resume    wobbly step") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// TestStepPlainNeedsItsInput: words and program cannot both come from standard
// input.
func TestStepPlainNeedsItsInput(t *testing.T) {
	const text = "m(a) { a.f := a; }"
	code, _, errs := execute(t.Context(), text, "step", "--plain", "-")
	if code != int(exitUsage) || !strings.Contains(errs, "give a FILE, or a --schedule") {
		t.Errorf("exit %d, %s", code, errs)
	}
	code, out, _ := execute(t.Context(), text, "step", "--plain", "-", "--schedule", "A")
	if code != 0 || !strings.Contains(out, "State 1 of 1") {
		t.Errorf("exit %d, %s", code, out)
	}
}

// TestASCIIKeepsTheMeaning: in ASCII no statement, help or page of the
// documentation has lost a character.
func TestASCIIKeepsTheMeaning(t *testing.T) {
	commands := [][]string{{"theorem", "list"}, {"theorem", "break", "--list"}}
	for _, s := range theorem.Statements() {
		commands = append(commands, []string{"theorem", "show", s.Name})
	}
	for path := range wobblyProgram().readManuals() {
		commands = append(commands, append([]string{"help"}, strings.Fields(path)...))
	}
	for _, words := range commands {
		_, text, _ := execute(t.Context(), "", words...)
		_, ascii, _ := execute(t.Context(), "", append([]string{"--ascii"}, words...)...)
		sameQuestions(t, strings.Join(words, " "), text, ascii)
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range append(pages, "../../NOTATION.md", "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		sameQuestions(t, page, string(text), report.InASCII(string(text)))
	}
	for _, s := range service.Statements(theorem.Statements()) {
		text := s.Title + s.Cite + s.Words
		for _, h := range s.Hypotheses {
			text += h.Name + h.Text
		}
		sameQuestions(t, s.Name, text, report.InASCII(text))
	}
	for _, keys := range keyTexts(t) {
		sameQuestions(t, "keys", keys, report.InASCII(keys))
	}
}

// sameQuestions holds that no question mark has come to stand for a character.
func sameQuestions(t *testing.T, what, text, ascii string) {
	t.Helper()
	if strings.Count(text, "?") == strings.Count(ascii, "?") {
		return
	}
	for _, r := range text {
		if r > '~' && strings.Contains(report.InASCII(string(r)), "?") {
			t.Errorf("%s: nothing stands for %q", what, r)
			return
		}
	}
	t.Errorf("%s has lost a character", what)
}

// keyTables are the keys of all screens.
func keyTables(t *testing.T) []tui.KeyTable {
	core := exampleCore(t, "burble.il")
	tables, err := tui.KeyTables(&screen.Program{File: "burble.il", Core: core, Pair: core.Pairs()[0], Init: session.OneObject(core, core.Pairs()[0])})
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// keyTexts are the texts of all keys.
func keyTexts(t *testing.T) []string {
	var all []string
	for _, table := range keyTables(t) {
		for _, row := range table.Rows {
			all = append(all, row.Does)
		}
	}
	return all
}

// TestCounterexampleRepeats: a counterexample that is opened says how to come to
// it again.
func TestCounterexampleRepeats(t *testing.T) {
	o := fuzzSlice(t.Context(), theoremscreen.Slice{Statement: "theorem2", Without: []string{"same-fields"}, Seed: 1, Cases: 100})
	if o.Err != nil || o.Found == nil || o.Found.Opens == nil {
		t.Fatalf("%+v", o)
	}
	if p := o.Found.Opens; p.Repeat == "" || p.Repeat != o.Found.Repeat || !strings.Contains(p.Repeat, "theorem2 --without same-fields --seed 1 --first ") {
		t.Errorf("%q", p.Repeat)
	}
}

// TestHomeFiles: home lists the programs of the working directory, and opens them.
func TestHomeFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine.il", []byte("m(a) { a.f := a; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("wrong.il", []byte("m(a) { a.f := b; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	items := filesHere()
	if len(items) != 2 || items[0].Name != "mine.il" {
		t.Fatalf("%+v", items)
	}
	a := &app{ctx: t.Context()}
	if p, err := a.openItem(items[0]); err != nil || p.File != "mine.il" || p.NoFile {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := a.openItem(items[1]); err == nil || !strings.HasPrefix(err.Error(), "wrong.il is not a legal program: 1:15: ") {
		t.Errorf("an illegal program opens, or nothing says where it is wrong: %v", err)
	}
	for i := range 2 * mostFiles {
		if err := os.WriteFile(fmt.Sprintf("n%03d.il", i), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if items := filesHere(); len(items) != mostFiles || items[mostFiles-1].Note() != "and 52 more files" {
		t.Errorf("%d items", len(items))
	}
	if p, err := a.openItem(home.Item{Group: "Examples", Name: "burble.il"}); err != nil || !p.NoFile {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestReasonsOfStep: a filtered pair's reason is the statement that makes its path wobbly, and
// what explains a report on the screen is what wobbly explain says, to be broken at another width.
func TestReasonsOfStep(t *testing.T) {
	core := exampleCore(t, "burble.il")
	all, err := (&app{ctx: t.Context()}).reportItems(t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all.Items {
		if !x.Race && x.Reason != "b is wobbly in beps: 36:3 assigns it (b := new())." {
			t.Errorf("%s: %q", x.ID, x.Reason)
		}
		lines, err := explainReport(t.Context(), core, x.ID)
		_, text, _ := execute(t.Context(), burbleText(t), "explain", "-", x.ID)
		want := report.Unwrap(strings.Split(strings.TrimRight(text, "\n"), "\n"))
		if err != nil || len(lines) < 12 || !slices.Equal(lines, want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", x.ID, err, strings.Join(lines, "\n"), text)
		}
	}
	if _, err := explainReport(t.Context(), core, "R99"); err == nil {
		t.Error("R99 is explained")
	}
}

// namedKeys are the keys that a text of the manual names with what they do, and a word of what the
// table of keys says of that.
var namedKeys = regexp.MustCompile(`(?:^|[\s,;])(\S) (opens|saves|checks|fills|evaluates|lists|takes|goes|asks|chooses)\b`)

// TestManualNamesKeys: a key that the manual of the screens names does on the screen what it says.
func TestManualNamesKeys(t *testing.T) {
	words := map[string]string{"opens": "editor", "saves": "save", "checks": "check", "fills": "fill in", "evaluates": "value", "lists": "all keys",
		"takes": "undo", "goes": "next", "asks": "predict", "chooses": "choose"}
	for name, front := range map[string]string{"lesson play": "Lesson", "step": "Step"} {
		does := map[string]string{}
		for _, table := range keyTables(t) {
			for _, row := range table.Rows {
				for _, k := range row.Keys {
					if table.Screen == front || table.Screen == "All screens" && does[k] == "" {
						does[k] = row.Does
					}
				}
			}
		}
		found := namedKeys.FindAllStringSubmatch(wobblyProgram().readManuals()[name].text, -1)
		if len(found) < 4 {
			t.Errorf("%s names %q", name, found)
		}
		for _, m := range found {
			if !strings.Contains(does[m[1]], words[m[2]]) {
				t.Errorf("%s: %s %s, and on %s it does: %q", name, m[1], m[2], front, does[m[1]])
			}
		}
	}
}
