package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestHelpExamples runs every example of the help, as it is printed, with its
// exit code.
func TestHelpExamples(t *testing.T) {
	var script strings.Builder
	script.WriteString("exec sh prepare.sh\n")
	var names []string
	for name := range manuals {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for i, x := range manuals[name].examples {
			shell := "exec sh"
			if strings.Contains(x.line, "completion bash") {
				shell = "[exec:bash] exec bash"
			}
			fmt.Fprintf(&script, "%s %s\n", shell, scriptName(name, i))
		}
	}
	script.WriteString("-- prepare.sh --\nwobbly check --json examples/burble.il > race.json; test $? = 1\n")
	for _, name := range names {
		for i, x := range manuals[name].examples {
			fmt.Fprintf(&script, "-- %s --\n%s\ntest $? = %d\n", scriptName(name, i), x.line, x.exit)
		}
	}
	for _, name := range []string{"alias-local.il", "burble.il", "init.il", "literal-order.il", "lock-both.il", "loop.il", "meeting-paths.il", "one-way.il", "prefix-read.il", "publication.il", "rdit-recorded.il", "sugar.il"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&script, "-- examples/%s --\n%s", name, text)
	}
	runScript(t, script.String())
}

// scriptName is the file for an example of a command.
func scriptName(path string, i int) string {
	return fmt.Sprintf("%s%d.sh", strings.ReplaceAll(path, " ", "-"), i)
}

// TestNextCommands runs every command that a report proposes, for each example
// of the repository, and expects it to succeed.
func TestNextCommands(t *testing.T) {
	examples, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.il"))
	if err != nil || len(examples) == 0 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	var script strings.Builder
	var archive strings.Builder
	for _, path := range examples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// A name that the shell must not take apart.
		name := "an " + filepath.Base(path)
		fmt.Fprintf(&script, "exec sh next.sh '%s'\n", name)
		fmt.Fprintf(&archive, "-- %s --\n%s", name, text)
	}
	script.WriteString(`-- next.sh --
wobbly check --condition or --limit 3 "$1" > report.txt
sed -n -e 's/^ *Next *wobbly/wobbly/p' -e 's/^            wobbly/wobbly/p' -e 's/^.*More: wobbly/wobbly/p' report.txt | sort -u > next.txt
while read -r line; do
  sh -c "$line" > out.txt || { echo "failed: $line"; cat out.txt; exit 1; }
done < next.txt
`)
	runScript(t, script.String()+archive.String())
}

// runScript runs one script from memory.
func runScript(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.txtar")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Files: []string{file}})
}
