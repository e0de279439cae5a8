//go:build full

package editors_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// indented is a program as Vim and Emacs indent it. A ';' may be left out, and what stands in
// a comment is no brace.
const indented = `m(b) {
  x := b.f
  if * {
    b.f := x; // {
    /* {
   as it is
*/
    skip }
  else {
    skip
  }}
private n(größe) {
  // }
  while * do {
    synchronized { m(größe)
    }
  }
}
`

// flat returns a program without indentation, except inside comments.
func flat(program string) string {
	var lines []string
	for line := range strings.SplitSeq(program, "\n") {
		if line != "   as it is" {
			line = strings.TrimLeft(line, " ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// batch has an editor play a script that writes JSON.
func batch(t *testing.T, got any, editor string, args ...string) {
	t.Helper()
	dir := t.TempDir()
	install(t, dir)
	program, answer := filepath.Join(dir, "burble.il"), filepath.Join(dir, "out.json")
	if err := os.WriteFile(program, []byte(burble), 0o666); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(editor, args...)
	c.Env = append(os.Environ(), "PROGRAM="+program, "OUT="+answer,
		"PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir, "INDENTED="+flat(indented),
		"EXAMPLES="+filepath.Join(here, "..", "..", "examples"),
		"VIMFILES="+filepath.Join(here, "vim"), "MODE="+filepath.Join(here, "emacs", "il-mode.el"),
		"LC_ALL=C.UTF-8")
	out, err := c.CombinedOutput()
	text, read := os.ReadFile(answer)
	if err != nil || read != nil {
		t.Fatalf("running the editor: %v; reading its answer: %v\n%s", err, read, out)
	}
	if err := json.Unmarshal(text, got); err != nil {
		t.Fatalf("the answer is not JSON: %v\n%s", err, text)
	}
}

// TestVim: with the files of vim/, Vim has colours, :make, and the indentation of wobbly fmt.
func TestVim(t *testing.T) {
	var got struct {
		Filetype, Makeprg, Comment, Indented string
		Groups                               map[string]string
		Quickfix, Moved                      []string
	}
	batch(t, &got, "vim", "-Nu", "NONE", "-i", "NONE", "-n", "-es", "-S", "testdata/session.vim")
	if got.Filetype != "il" || !strings.HasPrefix(got.Makeprg, "wobbly check") ||
		got.Comment != "// %s" {
		t.Errorf("vim has %+v, want the file type, the command and the comment of IL", got)
	}
	if diff := cmp.Diff(map[string]string{
		"1:1": "ilFunction", "2:3": "ilLock", "3:10": "", "3:12": "ilField", "7:1": "ilFunction",
		"8:8": "ilStatement",
	}, got.Groups); diff != "" {
		t.Errorf("highlighting (-want +got):\n%s", diff)
	}
	want := []string{
		"3:5 race: meps reads, reps writes b.f (with 9:3) [R1 confirmed]",
		"9:3 race: reps writes, reps writes b.f (with 9:3) [R2 confirmed]",
	}
	if !slices.Equal(got.Quickfix, want) {
		t.Errorf("quickfix = %q, want %q", got.Quickfix, want)
	}
	if diff := cmp.Diff(strings.TrimSuffix(indented, "\n"), got.Indented); diff != "" ||
		len(got.Moved) > 0 {
		t.Errorf("indentation (-want +got):\n%s\nmoved: %q", diff, got.Moved)
	}
}

// TestEmacs: il-mode has colours, the command of M-x compile, and the indentation.
func TestEmacs(t *testing.T) {
	var got struct {
		Mode, Command, Indented string
		Faces                   map[string]string
		Moved                   []string
	}
	batch(t, &got, "emacs", "-Q", "--batch", "-l", "testdata/session.el")
	if got.Mode != "il-mode" ||
		got.Command != "wobbly check --color never --format short burble.il" {
		t.Errorf("emacs has %+v, want il-mode and its command", got)
	}
	if diff := cmp.Diff(map[string]string{
		"1:1": "font-lock-function-name-face", "2:3": "font-lock-keyword-face", "3:7": "nil",
		"3:10": "nil",
		"3:12": "font-lock-variable-name-face", "8:8": "font-lock-keyword-face",
	}, got.Faces); diff != "" {
		t.Errorf("faces (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(indented, got.Indented); diff != "" || len(got.Moved) > 0 {
		t.Errorf("indentation (-want +got):\n%s\nmoved: %q", diff, got.Moved)
	}
}
