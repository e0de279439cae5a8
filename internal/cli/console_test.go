package cli

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

var update = flag.Bool("update-docs", false, "rewrite the console blocks of the documentation")

// TestConsole runs every command in the console blocks of the documents, from the root of the
// repository, and compares the output.
func TestConsole(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, file := range append(files, "README.md", "examples/README.md") {
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, n := rerun(t, string(old))
		commands += n
		switch {
		case text == string(old):
			// up to date
		case *update:
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("the console blocks of %s are out of date; run go test -tags full "+
				"./internal/cli -run Console -update-docs\n%s", file, text)
		}
	}
	if commands == 0 {
		t.Error("the documents have no commands")
	}
}

// rerun replaces the output in the console blocks of a document with what the commands print now.
func rerun(t *testing.T, text string) (now string, commands int) {
	t.Helper()
	var out strings.Builder
	inside := false
	keep := true // whether lines are copied, and not output that is replaced
	for _, line := range strings.SplitAfter(text, "\n") {
		switch command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ "); {
		case line == "```console\n":
			inside, keep = true, false
			out.WriteString(line)
		case inside && line == "```\n":
			inside, keep = false, true
			out.WriteString(line)
		case inside && ok:
			out.WriteString(line)
			keep = leftToFull(command)
			if keep {
				continue
			}
			if shown := shellLine(t, command); shown != "" {
				out.WriteString(strings.TrimSuffix(shown, "\n") + "\n")
			}
			commands++
		case keep:
			out.WriteString(line)
		}
	}
	return out.String(), commands
}

// shellLine runs commands joined by | and returns the output of the last one. A command with an
// unusual exit code or with messages is an error.
func shellLine(t *testing.T, line string) (out string) {
	t.Helper()
	for i, x := range documents.run(t, line) {
		switch x.exit {
		case console.ExitNothing, console.ExitFound, console.ExitViolated, console.ExitInconclusive:
			// an answer
		default:
			t.Errorf("%q, command %d: exit %d, want 0, 1, 3 or 4", line, i+1, x.exit)
		}
		if x.errors != "" {
			t.Errorf("%q, command %d: errors %q, want none", line, i+1, x.errors)
		}
		out = x.out
	}
	return out
}
