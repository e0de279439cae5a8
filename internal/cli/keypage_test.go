package cli_test

import (
	stdcmp "cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/lesson/play"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui"
	"wobbly/tui/screen"
)

// TestKeyPage checks that docs/keys.md lists the keys of all screens as they are bound.
func TestKeyPage(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "keys.md")
	got := keyPage(t)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not current; go test ./internal/cli -run KeyPage -update (-want +got):\n%s",
			file, diff)
	}
}

// keyPage returns the page of the documentation that lists the keys.
func keyPage(t *testing.T) string {
	t.Helper()
	prog, errs := parse.File(il.NewSource("any.il", "m(b) { b.f := b; }"))
	if len(errs) > 0 {
		t.Fatalf("parsing any.il: %v", errs)
	}
	core, errs := check.Program(prog, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("checking any.il: %v", errs)
	}
	pair := core.Pairs()[0]
	tables, err := tui.KeyTables(&screen.Program{
		Core: core, Pair: pair, Init: session.OneObject(core, pair),
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`# Keys

The keys of the screens of ` + "`wobbly step` and `wobbly lesson`" + `, as ` + "`?`" + ` shows them. A key that
cannot be used says why. Threads, rows and keys can be clicked, and the wheel scrolls. In every list
` + "`down` `j` and `up` `k`" + ` move by a row, ` + "`pgdown` and `pgup`" + ` by ten, ` + "`home` and `end`" + `
to the first and last. While a lesson is played, ` + "`6`, `i` and `>`" + ` of the screen Lesson work on the
other screens too. This page is generated from the tables that the program reads.
`)
	stepHelp := map[string]string{} // by key of the screen Step
	for _, table := range tables {
		fmt.Fprintf(&b, "\n## %s\n\n", table.Screen)
		for _, row := range table.Rows {
			for _, k := range row.Keys {
				if table.Screen == "Step" {
					stepHelp[k] = row.Help
				}
			}
			if !movesInList(row.Help) {
				fmt.Fprintf(&b, "- %s: %s\n", quoteAll(row.Keys), row.Help)
			}
		}
	}
	b.WriteString(`
## By lines

The words of ` + "`wobbly step --plain`, and of `wobbly lesson --plain`" + ` when threads are moved. A
schedule such as ` + "`A2 B` is a line too; `A` and `B`" + ` alone run a thread. The keys of Step that are
words too, with the same meaning: `)
	var same []string
	var rest strings.Builder
	for _, c := range command.Table() {
		meaning := stdcmp.Or(c.Lines, c.Help)
		switch {
		case len(c.Words) == 0:
		case stepHelp[c.Words[0]] == meaning && c.Arg.Name == "":
			same = append(same, quoteAll(c.Words))
		default:
			fmt.Fprintf(&rest, "- %s: %s\n", withArgument(c.Words, c.Arg.Name), meaning)
		}
	}
	b.WriteString(strings.Join(same, ", ") + ".\n\n" + rest.String())
	b.WriteString("\n## By lines in a lesson\n\n" +
		"The words of `wobbly lesson --plain`, besides those above, `help` and `quit`.\n\n")
	for _, v := range play.Table() {
		if len(v.Words) > 0 {
			fmt.Fprintf(&b, "- %s: %s\n", withArgument(v.Words, v.Arg.Name),
				stdcmp.Or(v.Lines, v.Help))
		}
	}
	return b.String()
}

// movesInList reports whether the key with a help text moves in a list. The introduction describes
// those keys.
func movesInList(help string) bool {
	return slices.Contains([]string{
		"down", "up", "ten down", "ten up", "to the first", "to the last",
	}, help)
}

// quoteAll quotes keys or words as code.
func quoteAll(words []string) string { return "`" + strings.Join(words, "` `") + "`" }

// withArgument quotes words and adds the name of their argument, if there is one.
func withArgument(words []string, argument string) string {
	return strings.TrimSpace(quoteAll(words) + " " + argument)
}
