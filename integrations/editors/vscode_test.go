//go:build full

package editors_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestVSCode plays a session with the extension. testdata/vscode.js stands in for VS Code; the
// language client and the server are the real ones.
func TestVSCode(t *testing.T) {
	dir := t.TempDir()
	program, wobbly := filepath.Join(dir, "burble.il"), install(t, dir)
	if err := os.WriteFile(program, []byte(burble), 0o666); err != nil {
		t.Fatal(err)
	}
	extension, err := filepath.Abs("vscode/dist/extension.js")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", "testdata/vscode.js", extension, wobbly, program).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		t.Fatalf("running the extension: %v", err)
	}
	var got struct {
		Races, Shown, Hints                              []string
		Hover, Completion, Symbols, Hierarchy, Signature string
		Error, Refused, Placeholder, Text, Missing       string
		Definition, References, Highlights               int
		Folds, Tokens, Lenses, Formatted                 int
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if got.Missing != "The command "+wobbly+
		"-missing cannot be started. Install wobbly, or set wobbly.path." {
		t.Errorf("without wobbly it shows %q, want that the command cannot be started", got.Missing)
	}
	want := []string{
		"2:9 1 R1: meps reads, reps writes b.f (with 9:3) 1",
		"8:2 1 R1: reps writes, meps reads b.f (with 3:5) 1",
		"8:2 1 R2: reps writes, reps writes b.f (with 9:3) 1",
	}
	if !slices.Equal(got.Races, want) {
		t.Errorf("races = %q, want %q", got.Races, want)
	}
	if !strings.Contains(got.Hover, "reported as the race R1.") || got.Definition != 1 ||
		got.References != 2 || got.Highlights != 2 || got.Lenses != 9 {
		t.Errorf("the answers are %+v, want the race R1, one definition, two references, two "+
			"highlights and nine lenses", got)
	}
	if got.Symbols != "meps(b) reps(b)" || !strings.Contains(got.Completion, "synchronized") ||
		got.Error != "E0010 0 vscode://wobbly.wobbly-il/E0010" || got.Placeholder != "p" ||
		got.Formatted != 0 || !strings.Contains(got.Refused, "while is a keyword") {
		t.Errorf("symbols, completion, errors and renaming are %+v", got)
	}
	if !slices.Equal(got.Hints, []string{"2:12 lock 1", "8:5 lock 0"}) || got.Folds != 3 ||
		got.Hierarchy != "meps(b) 0" || got.Tokens != 55 || got.Signature != "reps(p)" {
		t.Errorf("the answers are %+v, want two hints, three folds, the hierarchy of meps, 55 "+
			"tokens and the signature of reps", got)
	}
	if len(got.Shown) != 5 || got.Shown[0] != "step "+program+" --race R1" ||
		!strings.Contains(got.Shown[1], "reported as the race R1") ||
		!strings.HasPrefix(got.Shown[2], "R1: ") || !strings.HasPrefix(got.Shown[3], "E0010") ||
		!strings.HasPrefix(got.Shown[4], "W0001") {
		t.Errorf("commands show %q, want step, the explanation, R1, E0010 and W0001", got.Shown)
	}
	if !strings.Contains(got.Text, "reps(p) {") || strings.Count(got.Text, "synchronized") != 2 {
		t.Errorf("the program after the edits is\n%s\nwant reps(p) and synchronized twice",
			got.Text)
	}
}
