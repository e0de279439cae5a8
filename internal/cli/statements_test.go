package cli

import (
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

// TestShippedExamples: theorem fuzz draws mutants of exactly the examples that name no lock.
func TestShippedExamples(t *testing.T) {
	all, err := ask.Corpus()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.il"))
	if err != nil {
		t.Fatal(err)
	}
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
	if len(all) != want || want < 60 || want == len(files) {
		t.Errorf("Corpus has %d of %d examples, want the %d that name no lock, at least 60 but "+
			"not all", len(all), len(files), want)
	}
}

// TestTheoremStatements: every statement has everything that list and show print, and a name that
// can be used on the command line.
func TestTheoremStatements(t *testing.T) {
	names := ask.StatementNames(theorem.Statements())
	if len(names) == 0 {
		t.Error("there are no statements")
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("the names of the statements are %q, want no name twice", names)
	}
	for _, n := range append(names, ask.HypothesisNames(theorem.Statements())...) {
		if console.ShellWord(n) != n || strings.ContainsAny(n, ", /") {
			t.Errorf("the name %q is not a word of a shell, or has a comma or slash", n)
		}
	}
	show := func(args ...string) string {
		code, text, stderr := execute(t.Context(), "",
			append([]string{"theorem", "show"}, args...)...)
		if code != 0 {
			t.Errorf("theorem show %q exits with %d, want 0: %s", args, code, stderr)
		}
		return text
	}
	for _, s := range theorem.Statements() {
		text := show(s.Name)
		if want := s.Name + ": " + s.Title; !strings.HasPrefix(unwrapped(text), want) {
			t.Errorf("theorem show %s prints %s, want %q first", s.Name, text, want)
		}
		checkWidth(t, "no file", text)
		ascii := show("--ascii", s.Name)
		checkWidth(t, "no file", ascii)
		if strings.ContainsFunc(ascii, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Errorf("theorem show --ascii %s prints other characters:\n%s", s.Name, ascii)
		}
	}
}

// TestTheoremFuzzWorkers: the number of workers changes nothing.
func TestTheoremFuzzWorkers(t *testing.T) {
	fuzz := func(workers string) string {
		code, out, stderr := execute(t.Context(), "",
			"theorem", "fuzz", "--cases", "50", "--json", "--workers", workers)
		if code != 0 {
			t.Errorf("theorem fuzz --workers %s exits with %d, want 0: %s", workers, code, stderr)
		}
		return out
	}
	if got, want := fuzz("3"), fuzz("1"); got != want || got == "" {
		t.Errorf("theorem fuzz with 3 workers prints\n%s\nwith 1\n%s", got, want)
	}
}
