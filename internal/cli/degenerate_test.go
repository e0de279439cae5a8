package cli

import (
	"os"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// TestDegenerate runs every command that takes a program on programs that lack a public method, a
// field, a parameter or statements. None is an internal error. A command that needs two units to
// run in parallel names the private method and exits with 2.
func TestDegenerate(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	commands := []string{
		"check", "check --json", "check --format sarif", "check --format short",
		"check --condition sum", "check --analysis plus", "check --analysis meet",
		"check --analysis flow", "check --analysis rely", "check --analysis bounded",
		"check --analysis racerd", "check --analysis chord",
		"analyze", "analyze --json",
		"explore", "explore --json", "explore --init given", "explore --unroll 1",
		"explore --init given --stateless", "explore --init given --dot",
		"explore --strategy random",
		"crosscheck", "crosscheck --json",
		"compare", "compare --json",
		"fix", "fix --json", "fix --shrink",
		"predict --runs 3", "predict --json --runs 3",
		"rdit --runs 3", "rdit --json --runs 3",
		"racemob", "racemob --json",
		"theorem check --draws 2", "theorem check --json --draws 2",
		"export --promela", "export --c",
		"fmt", "fmt --core",
		"replay",
		"show", "show --svg", "show --lanes", "show --html", "show --race R1",
		"step --plain", "step",
	}
	needPair := []string{
		"explore --init given", "explore --init given --stateless", "explore --init given --dot",
		"show", "show --svg", "show --lanes", "show --html", "step --plain", "step",
		"export --promela",
	}
	run := func(x iltest.Text, command string) (code console.Exit, stderr string) {
		t.Helper()
		name := strings.ReplaceAll(x.Name, " ", "-") + ".il"
		if err := os.WriteFile(name, []byte(x.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		n, _, stderr := execute(t.Context(), "", append(strings.Fields(command), name)...)
		code = console.Exit(n)
		if code == console.ExitInternal || strings.Contains(stderr, "goroutine ") {
			t.Errorf("%s of %s: exit %d, want no internal error:\n%s", command, x.Name, n, stderr)
		}
		return code, stderr
	}
	private := len(iltest.Private())
	for i, x := range iltest.Degenerate() {
		for j, c := range commands {
			if !quick.All && (i+j)%4 > 0 {
				continue // a quarter of the programs for each command
			}
			code, stderr := run(x, c)
			if code == console.ExitIllegal {
				t.Errorf("%s of %s: exit %d, want a legal program:\n%s", c, x.Name, code, stderr)
			}
			if i >= private || !slices.Contains(needPair, c) {
				continue
			}
			if code != console.ExitUsage || !strings.Contains(stderr, "private, so") {
				t.Errorf("%s of %s: exit %d, want %d and that the method is private:\n%s", c,
					x.Name, code, console.ExitUsage, stderr)
			}
		}
	}
	for i, x := range iltest.Empty() {
		for j, c := range commands {
			if !quick.All && (i+j)%4 > 0 {
				continue
			}
			code, stderr := run(x, c)
			acceptsIllegal := slices.Contains([]string{"fmt", "fmt --core", "replay", "step",
				"step --plain"}, c)
			if code != console.ExitIllegal && !acceptsIllegal {
				t.Errorf("%s of %s: exit %d, want %d:\n%s", c, x.Name, code, console.ExitIllegal,
					stderr)
			}
		}
	}
}
