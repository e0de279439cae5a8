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

// indented is a program as Vim and Emacs must indent it. It has statements without a ';', and
// comments with braces.
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

// runEditor runs an editor with a script that writes JSON to the file $OUT, and decodes that into
// got. The script finds its input in environment variables.
func runEditor(t *testing.T, got any, editor string, args ...string) {
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
	if err != nil {
		t.Fatalf("running %s: %v\n%s", editor, err, out)
	}
	text, err := os.ReadFile(answer)
	if err != nil {
		t.Fatalf("reading the answer of %s: %v\n%s", editor, err, out)
	}
	if err := json.Unmarshal(text, got); err != nil {
		t.Fatalf("the answer of %s is not JSON: %v\n%s", editor, err, text)
	}
}

// TestVim checks the files of vim/ in Vim: the file type, :make, colours, and the indentation.
func TestVim(t *testing.T) {
	var got struct {
		Filetype, Makeprg, Comment, Indented string
		Groups                               map[string]string
		Quickfix, Moved                      []string
	}
	runEditor(t, &got, "vim", "-Nu", "NONE", "-i", "NONE", "-n", "-es", "-S",
		"testdata/session.vim")
	if got.Filetype != "il" || got.Comment != "// %s" {
		t.Errorf("filetype %q, commentstring %q; want il, // %%s", got.Filetype, got.Comment)
	}
	if !strings.HasPrefix(got.Makeprg, "wobbly check") {
		t.Errorf("makeprg = %q, want wobbly check", got.Makeprg)
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
	if diff := cmp.Diff(strings.TrimSuffix(indented, "\n"), got.Indented); diff != "" {
		t.Errorf("indentation (-want +got):\n%s", diff)
	}
	if len(got.Moved) > 0 {
		t.Errorf("indenting the examples moves %q, want nothing moved", got.Moved)
	}
}

// TestEmacs checks il-mode in Emacs: colours, the command of M-x compile, and the indentation.
func TestEmacs(t *testing.T) {
	var got struct {
		Mode, Command, Indented string
		Faces                   map[string]string
		Moved                   []string
	}
	runEditor(t, &got, "emacs", "-Q", "--batch", "-l", "testdata/session.el")
	const command = "wobbly check --color never --format short burble.il"
	if got.Mode != "il-mode" || got.Command != command {
		t.Errorf("mode %q, command %q; want il-mode, %q", got.Mode, got.Command, command)
	}
	if diff := cmp.Diff(map[string]string{
		"1:1": "font-lock-function-name-face", "2:3": "font-lock-keyword-face",
		"3:7": "nil", "3:10": "nil",
		"3:12": "font-lock-variable-name-face", "8:8": "font-lock-keyword-face",
	}, got.Faces); diff != "" {
		t.Errorf("faces (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(indented, got.Indented); diff != "" {
		t.Errorf("indentation (-want +got):\n%s", diff)
	}
	if len(got.Moved) > 0 {
		t.Errorf("indenting the examples moves %q, want nothing moved", got.Moved)
	}
}
