package cli

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/theorem"
)

var update = flag.Bool("update-docs", false, "rewrite the console blocks of the documentation")

// TestConsole runs every command of the documentation's console blocks, from
// the root of the repository, and compares what it prints.
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
		case *update:
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s: its console blocks do not show what is printed; go test -tags full ./internal/cli -run Console -update-docs\n%s", file, text)
		}
	}
	if commands == 0 {
		t.Error("no command in any document")
	}
}

// rerun replaces the output in the console blocks of a document by what the
// commands print now.
func rerun(t *testing.T, text string) (now string, commands int) {
	t.Helper()
	var out strings.Builder
	inside := false
	keep := true // the line as it is
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
			if keep = leftToFull(command); keep {
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

// shellLine runs commands joined by | and gives what the last one prints.
func shellLine(t *testing.T, line string) (out string) {
	t.Helper()
	for i, x := range documents.run(t, line) {
		switch x.exit {
		case console.ExitNothing, console.ExitFound, console.ExitViolated, console.ExitInconclusive:
		default:
			t.Errorf("%q, command %d: exit %d", line, i+1, x.exit)
		}
		if x.errors != "" {
			t.Errorf("%q, command %d: %s", line, i+1, x.errors)
		}
		out = x.out
	}
	return out
}

// row is a line of the table of a run over random programs: a statement, the share of
// programs that it is tested on, and its floor.
var row = regexp.MustCompile(`(?m)^(\S+) +([0-9.]+)% +([0-9]+)% +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+$`)

// TestFloors: in the run over random programs that the document shows, which is too short to
// be judged by its floors, each statement is above its own.
func TestFloors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "theorem.md"))
	if err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, r := range row.FindAllStringSubmatch(string(text), -1) {
		share, _ := strconv.ParseFloat(r[2], 64)
		floor, _ := strconv.ParseFloat(r[3], 64)
		if tested[r[1]] = true; share < floor {
			t.Errorf("%s is tested on %g%% of the programs, and its floor is %g%%", r[1], share, floor)
		}
	}
	for _, s := range theorem.Statements() {
		if !tested[s.Name] {
			t.Errorf("%s is not in the table", s.Name)
		}
	}
}
