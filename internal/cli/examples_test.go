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

	"github.com/rogpeppe/go-internal/testscript"

	"wobbly/internal/campaign/hive"
	"wobbly/internal/cli/console"
	"wobbly/internal/quick"
)

// TestHelpExamples runs every example of the help with its exit code, in a directory with the
// examples of the repository.
func TestHelpExamples(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(examples, "examples"); err != nil {
		t.Fatal(err)
	}
	var lines []example
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		for _, m := range p.readManuals() {
			lines = append(lines, m.examples...)
		}
		for _, x := range p.Examples {
			documents.run(t, x[0])
			if x[0] == "" || x[1] == "" {
				t.Errorf("an example of %s is %q, want a command and a purpose", p.Name, x)
			}
		}
	}
	slices.SortFunc(lines, func(x, y example) int { return strings.Compare(x.line, y.line) })
	documents.run(t, "wobbly check --json examples/burble.il > race.json")
	for _, x := range lines {
		if leftToFull(x.line) {
			continue
		}
		if args := strings.Fields(x.line); args[1] == "serve" || args[1] == "server" {
			testServer(t, x, args)
			continue
		}
		if !simple(x.line) {
			runScript(t, fmt.Sprintf("[exec:bash] exec bash example.sh\n"+
				"-- example.sh --\n%s\ntest $? = %d\n", x.line, x.exit))
			continue
		}
		if last := lastOf(documents.run(t, x.line)); last.exit != x.exit {
			t.Errorf("%s: exit %d, want %d: %s", x.line, last.exit, x.exit, last.errors)
		}
	}
}

// testServer runs an example of a server, and interrupts it at once. wobbly serve may still be
// building the page then, and exits with 3.
func testServer(t *testing.T, x example, args []string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	run := runHiveIn
	if args[0] == "wobbly" {
		run = func(ctx context.Context, args ...string) (int, string, string) {
			return execute(ctx, "", args...)
		}
	}
	if code, _, errors := run(ctx, args[1:]...); code != int(x.exit) &&
		code != int(console.ExitInconclusive) {
		t.Errorf("%s: exit %d, want %d: %s", x.line, code, x.exit, errors)
	}
}

// runHiveIn runs a command of wobbly-hive in this process.
func runHiveIn(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = Hive().run(ctx,
		console.System{
			Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
			Env: os.Environ(),
		}, hive.Transport())
	return code, out.String(), errs.String()
}

// leftToFull reports whether a line is a run over random or enumerated programs, which takes
// seconds. These lines of the help and of the documentation are run with the build tag full.
func leftToFull(line string) bool {
	return !quick.All &&
		slices.ContainsFunc([]string{" --random ", " theorem fuzz", " theorem enumerate"},
			func(part string) bool { return strings.Contains(line, part) })
}

// lastOf returns the result of the last of at least one command.
func lastOf(all []result) result { return all[len(all)-1] }

// proposed matches a line of a report that proposes a command.
var proposed = regexp.MustCompile(`(?m)^(?: *Next *|            |.*More: )(wobbly.*)$`)

// TestNextCommands runs every command that a report proposes, for each example of the repository.
func TestNextCommands(t *testing.T) {
	examples, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.il"))
	if err != nil || len(examples) == 0 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	dir := t.TempDir()
	for _, path := range examples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// A name with a space must be quoted.
		name := filepath.Join(dir, "an "+filepath.Base(path))
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var here shell
	commands := 0
	for _, path := range examples {
		check := fmt.Sprintf("wobbly check --condition or --limit 3 'an %s'", filepath.Base(path))
		report := lastOf(here.run(t, check)).out
		for _, m := range proposed.FindAllStringSubmatch(report, -1) {
			commands++
			if x := lastOf(here.run(t, m[1])); x.exit != console.ExitNothing {
				t.Errorf("%s: exit %d, want 0: %s%s", m[1], x.exit, x.out, x.errors)
			}
		}
	}
	if commands < len(examples) {
		t.Errorf("%d commands are proposed, want one for each of %d examples", commands,
			len(examples))
	}
}

// runScript runs the text of a script of package testscript.
func runScript(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.txtar")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Files: []string{file}})
}
