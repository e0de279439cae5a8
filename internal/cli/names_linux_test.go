package cli

import (
	"context"
	"os"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/internal/text"
)

// TestNamesAreBytes: a file whose name is not UTF-8 can be opened, read and written, and is named
// in a form that a shell can use.
func TestNamesAreBytes(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "a\xff.il"
	if err := os.WriteFile(name, []byte("m(a) { a.f := new(); }"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, doc, _ := execute(context.Background(), "", "check", "--json", name)
	for _, c := range []struct {
		args string
		exit console.Exit
		says string
	}{
		{"replay -", console.ExitNothing, "accepted"},
		{"check", console.ExitFound, `wobbly explain $'a\xff.il' R1`},
		{"fmt -w", console.ExitNothing, ""}, {"explain", console.ExitUsage, ""},
		{"explore", console.ExitFound, `a\xff.il`}, {"fmt --check", console.ExitNothing, ""},
		{"show --svg -o b\xff.svg", console.ExitNothing, ""},
		{"step --plain", console.ExitNothing, `wobbly step --plain $'a\xff.il'`},
	} {
		code, stdout, stderr := execute(context.Background(),
			map[bool]string{true: doc}[c.args == "replay -"],
			append(strings.Fields(c.args), name)...)
		if code != int(c.exit) || !strings.Contains(stdout+stderr, c.says) ||
			text.FirstObeyed(stdout+stderr) >= 0 {
			t.Errorf("%s: exit %d, %s%s", c.args, code, stdout, stderr)
		}
		if c.args == "show --svg -o b\xff.svg" {
			if _, err := os.Stat("b\xff.svg"); err != nil {
				t.Error(err)
			}
		}
	}
	if formatted, err := os.ReadFile(name); err != nil ||
		string(formatted) != "m(a) {\n  a.f := new();\n}\n" {
		t.Errorf("the formatted file has %q, %v", formatted, err)
	}
}
