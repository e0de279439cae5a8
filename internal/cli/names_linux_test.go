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
	_, document, _ := execute(context.Background(), "", "check", "--json", name)
	for _, c := range []struct {
		args  string
		stdin string
		exit  console.Exit
		want  string // in the output
	}{
		{"replay -", document, console.ExitNothing, "accepted"},
		{"check", "", console.ExitFound, `wobbly explain $'a\xff.il' R1`},
		{"fmt -w", "", console.ExitNothing, ""}, {"explain", "", console.ExitUsage, ""},
		{"explore", "", console.ExitFound, `a\xff.il`},
		{"fmt --check", "", console.ExitNothing, ""},
		{"show --svg -o b\xff.svg", "", console.ExitNothing, ""},
		{"step --plain", "", console.ExitNothing, `wobbly step --plain $'a\xff.il'`},
	} {
		code, stdout, stderr := execute(context.Background(), c.stdin,
			append(strings.Fields(c.args), name)...)
		if code != int(c.exit) || !strings.Contains(stdout+stderr, c.want) ||
			text.FirstObeyed(stdout+stderr) >= 0 {
			t.Errorf("wobbly %s %q: exit %d, %q %q; want exit %d, %q and no character that a "+
				"terminal obeys", c.args, name, code, stdout, stderr, c.exit, c.want)
		}
	}
	if _, err := os.Stat("b\xff.svg"); err != nil {
		t.Errorf("wobbly show -o has not written its file: %v", err)
	}
	if formatted, err := os.ReadFile(name); err != nil ||
		string(formatted) != "m(a) {\n  a.f := new();\n}\n" {
		t.Errorf("the file after wobbly fmt -w has %q, %v; want it formatted", formatted, err)
	}
}
