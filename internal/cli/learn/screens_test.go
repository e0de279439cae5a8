package learn

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/tui/home"
	theoremscreen "wobbly/tui/theorem"
)

// exampleCore returns a shipped example.
func exampleCore(t *testing.T, name string) *il.Core {
	t.Helper()
	x, ok := examples.Find(name)
	if !ok {
		t.Fatalf("no example %s", name)
	}
	core, err := console.Shipped(name, x.Text)
	if err != nil {
		t.Fatal(err)
	}
	return core
}

// TestReportNumbers: the screens give a race the same number as check.
func TestReportNumbers(t *testing.T) {
	a := &console.App{Ctx: t.Context()}
	core := exampleCore(t, "burble.il")
	all, err := ReportItems(a, t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Items) < 2 {
		t.Fatalf("ReportItems = %+v, want at least 2", all)
	}
	about := ask.Advice().About
	for _, x := range all.Items[:2] {
		var s [2]il.Site
		for i, side := range x.Sides {
			offset, ok := core.Source.Offset(side.At)
			if !ok {
				t.Fatalf("%s: %v is not a position of the program", x.ID, side.At)
			}
			s[i] = il.Site{At: offset, Kind: side.Kind}
		}
		if got, err := about(t.Context(), core, x.Pair, x.Pair.Sites(s[0], s[1])); err != nil ||
			got.ID != x.ID || !got.Race {
			t.Errorf("About = %+v, %v; want the race %s", got, err, x.ID)
		}
	}
}

// TestManyFiltered: a screen shows the first reports and the exact number of all.
func TestManyFiltered(t *testing.T) {
	core, err := console.Shipped("many.il", "m(a) { "+strings.Repeat("a.f := a; ", 45)+"}")
	if err != nil {
		t.Fatal(err)
	}
	all, err := ReportItems(&console.App{Ctx: t.Context()}, t.Context(), core)
	n := len(all.Items)
	if err != nil || n != maxOnScreen || all.Races+all.Filtered != "1035" {
		t.Errorf("ReportItems lists %d items, %q races and %q filtered pairs, %v; want %d of 1035",
			n, all.Races, all.Filtered, err, maxOnScreen)
	}
}

// TestWitnessAgain: a witness that was not kept is built again.
func TestWitnessAgain(t *testing.T) {
	f, err := ask.Plain().Findings(t.Context(), exampleCore(t, "burble.il"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := witnessOf(t.Context(), f, "R2"); err != nil ||
		w.Units != [2]string{"reps", "reps"} {
		t.Errorf("witnessOf(R2) = %v, %v; want one of reps and reps", w, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := witnessOf(ctx, f, "R2"); err == nil {
		t.Error("witnessOf with a context that has ended: no error")
	}
}

// TestCounterexampleRepeats: a counterexample has the command that finds it again.
func TestCounterexampleRepeats(t *testing.T) {
	o := fuzzSlice(t.Context(), theoremscreen.Slice{
		Statement: "theorem2", Without: []string{"same-fields"}, Seed: 1, Cases: 100,
	})
	if o.Err != nil || o.Found == nil || o.Found.Opens == nil {
		t.Fatalf("the fuzzer found %+v, want a program to open", o)
	}
	if p := o.Found.Opens; p.Repeat == "" || p.Repeat != o.Found.Repeat ||
		!strings.Contains(p.Repeat, "theorem2 --without same-fields --seed 1 --first ") {
		t.Errorf("the command is %q, want the statement, its hypothesis and its seed", p.Repeat)
	}
}

// TestHomeFiles: home lists the programs of the working directory, the newest first, and opens
// them.
func TestHomeFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine.il", []byte("m(a) { a.f := a; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("wrong.il", []byte("m(a) { a.f := b; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	yesterday := time.Now().AddDate(0, 0, -1)
	if err := os.Chtimes("mine.il", yesterday, yesterday); err != nil {
		t.Fatal(err)
	}
	items := programItems(&console.App{Ctx: t.Context()})
	if len(items) != 2 || items[1].Name != "mine.il" {
		t.Fatalf("programItems = %+v, want wrong.il and mine.il", items)
	}
	a := &console.App{Ctx: t.Context()}
	if p, err := openItem(a, items[1]); err != nil || p.File != "mine.il" || p.NoFile {
		t.Errorf("openItem(mine.il) = %+v, %v; want the file", p, err)
	}
	if _, err := openItem(a, items[0]); err == nil ||
		!strings.HasPrefix(err.Error(), "wrong.il is not a legal program: 1:15: ") {
		t.Errorf("openItem(wrong.il): %v, want the error and its place", err)
	}
	for i := range 2 * maxFiles {
		if err := os.WriteFile(fmt.Sprintf("n%03d.il", i), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := filesHere()
	if len(files) != maxFiles {
		t.Fatalf("filesHere lists %d files, want %d", len(files), maxFiles)
	}
	if got := files[maxFiles-1].Note(); got != "and 52 more files" {
		t.Errorf("the note of the last file is %q, want %q", got, "and 52 more files")
	}
	if p, err := openItem(a, home.Item{Group: "Examples", Name: "burble.il"}); err != nil ||
		!p.NoFile {
		t.Errorf("openItem(burble.il) = %+v, %v; want no file", p, err)
	}
}

// TestExplainWord: the screens explain the words of the glossary, without the title of the entry.
func TestExplainWord(t *testing.T) {
	title, lines, err := explainWord("race")
	if text := strings.Join(lines, "\n"); err != nil || title != "race" ||
		!strings.HasPrefix(text, "A state in which both threads") ||
		!strings.Contains(text, "wobbly lesson 3") {
		t.Errorf("explainWord(race) = %q, %q, %v; want its text and lesson 3", title, lines, err)
	}
	if _, _, err := explainWord("rcae"); err == nil ||
		!strings.HasSuffix(err.Error(), "did you mean race?") {
		t.Errorf("explainWord(rcae): %v, want a suggestion", err)
	}
}
