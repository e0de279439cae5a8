package cli_test

import (
	stdcmp "cmp"
	"fmt"
	"os"
	"path/filepath"
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

// TestKeyPage: docs/keys.md has the keys of all screens, as they are bound.
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
		t.Errorf("%s is not current; go test ./internal/cli -run KeyPage -update (-want +got):\n%s", file, diff)
	}
}

// keyPage writes the tables of keys as a page of the documentation.
func keyPage(t *testing.T) string {
	t.Helper()
	prog, _ := parse.File(il.NewSource("any.il", "m(b) { b.f := b; }"))
	core, errs := check.Program(prog, check.Options{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	pair := core.Pairs()[0]
	tables, err := tui.KeyTables(&screen.Program{File: "any.il", Core: core, Pair: pair, Init: session.OneObject(core, pair)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`# Keys

The keys of the screens of ` + "`wobbly step` and `wobbly lesson`" + `, as ` + "`?`" + ` shows them there. What cannot be done at the moment says why,
in the help and in the status line. Threads, rows and keys can be clicked, and the wheel
scrolls. While a lesson is played, ` + "`6`, `i` and `>`" + ` of the screen Lesson hold on the other screens too.

This page is made from the tables that the program reads.
`)
	cell := strings.NewReplacer("|", `\|`)
	for _, table := range tables {
		fmt.Fprintf(&b, "\n## %s\n\n| key | |\n|---|---|\n", table.Screen)
		for _, row := range table.Rows {
			var keys []string
			for _, k := range row.Keys {
				keys = append(keys, "`"+cell.Replace(k)+"`")
			}
			fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(keys, " "), cell.Replace(row.Does))
		}
	}
	b.WriteString("\n## By lines\n\nWhat `wobbly step --plain` reads, and `wobbly lesson --plain` where threads are moved. A schedule such as `A2 B` is a line\n" +
		"too; `A` and `B` alone run a thread.\n\n| words | behind them | |\n|---|---|---|\n")
	for _, c := range command.Table() {
		if len(c.Words) == 0 {
			continue
		}
		does := c.Help
		if c.Lines != "" {
			does = c.Lines
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", cell.Replace(strings.Join(c.Words, "` `")), c.Arg.Name, cell.Replace(does))
	}
	b.WriteString("\n## By lines in a lesson\n\nThe words of `wobbly lesson --plain`, besides those above, `help` and `quit`.\n\n| words | behind them | |\n|---|---|---|\n")
	for _, v := range play.Table() {
		if len(v.Words) > 0 {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.Join(v.Words, "` `"), v.Arg.Name, stdcmp.Or(v.Lines, v.Help))
		}
	}
	return b.String()
}
