package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/iltest"
	"wobbly/theorem"
)

// TestShippedExamples: theorem fuzz draws mutants of all examples that name no lock.
func TestShippedExamples(t *testing.T) {
	all, err := ask.Corpus()
	files, _ := filepath.Glob(filepath.Join("..", "..", "examples", "*.il"))
	want := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(iltest.Core(t, string(text)).Locks) == 0 {
			want++
		}
	}
	if err != nil || len(all) != want || want < 60 || want == len(files) {
		t.Errorf("%d of %d examples, of which %d name no lock, %v", len(all), len(files), want, err)
	}
}

// TestTheoremStatements: every statement has everything that list and show print, and a name that
// can be used on the command line.
func TestTheoremStatements(t *testing.T) {
	names := ask.StatementNames(theorem.Statements())
	if len(names) == 0 || len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("the names are %q", names)
	}
	for _, n := range append(names, ask.HypothesisNames(theorem.Statements())...) {
		if console.ShellWord(n) != n || strings.ContainsAny(n, ", /") {
			t.Errorf("%q is no word", n)
		}
	}
	for _, s := range theorem.Statements() {
		_, text, _ := execute(context.Background(), "", "theorem", "show", s.Name)
		if !strings.HasPrefix(strings.Join(strings.Fields(text), " "), s.Name+": "+s.Title) {
			t.Errorf("show %s: %s", s.Name, text)
		}
		checkWidth(t, "no file", text)
		_, ascii, _ := execute(context.Background(), "", "theorem", "show", "--ascii", s.Name)
		checkWidth(t, "no file", ascii)
		if strings.ContainsFunc(ascii, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Errorf("%s with --ascii has other characters:\n%s", s.Name, ascii)
		}
	}
}

// TestTheoremFuzzWorkers: the number of workers changes nothing.
func TestTheoremFuzzWorkers(t *testing.T) {
	_, want, _ := execute(context.Background(), "", "theorem", "fuzz", "--cases", "50", "--workers",
		"1", "--json")
	if _, got, _ := execute(context.Background(), "", "theorem", "fuzz", "--cases", "50", "--workers", "3", "--json"); got != want || got == "" {
		t.Errorf("with 1 worker\n%s\nwith 3\n%s", want, got)
	}
}
