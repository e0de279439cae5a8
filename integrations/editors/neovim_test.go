//go:build full

package editors_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/cli"
)

const burble = `meps(b) {
  synchronized {
    x := b.f;
  }
}

reps(b) {
  v := new();
  b.f := v;
}
`

// session is what testdata/session.lua writes.
type session struct {
	Failed, Filetype, Makeprg, Hover, Error, Mended, Refused, Formatted, Explained, Syntax string
	Races, Renamed, Quickfix                                                               []string
	Lenses, Definition, Completions                                                        int
}

// TestMain makes this program wobbly where that is its name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "wobbly" {
		os.Exit(cli.Main())
	}
	os.Exit(m.Run())
}

// install puts wobbly into a directory. It also walks the files that editors and shells read, so
// that go test runs again when one of them changes.
func install(t *testing.T, dir string) (command string) {
	t.Helper()
	if err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Base(path) == "node_modules" {
			return fs.SkipDir
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	command = filepath.Join(dir, "wobbly")
	self, err := os.Executable()
	if err == nil {
		err = os.Link(self, command)
	}
	if err != nil {
		t.Fatal(err)
	}
	return command
}

// play has Neovim play the session, in a directory of its own.
func play(t *testing.T, nvim string) (got session) {
	t.Helper()
	dir := t.TempDir()
	install(t, dir)
	program, answer := filepath.Join(dir, "burble.il"), filepath.Join(dir, "out.json")
	if err := os.WriteFile(program, []byte(burble), 0o666); err != nil {
		t.Fatal(err)
	}
	vim, err := filepath.Abs("vim")
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/session.lua")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "--cmd",
		"set runtimepath^="+vim, "--cmd", "filetype plugin on", "--cmd", "syntax on", "-c",
		"luafile "+script)
	c.Env = append(os.Environ(), "PROGRAM="+program, "OUT="+answer,
		"PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir, "XDG_STATE_HOME="+dir,
		"XDG_CACHE_HOME="+dir)
	out, err := c.CombinedOutput()
	text, read := os.ReadFile(answer)
	if err != nil || read != nil {
		t.Fatalf("running nvim: %v; reading its answer: %v\n%s", err, read, out)
	}
	if err := json.Unmarshal(text, &got); err != nil || got.Failed != "" {
		t.Fatalf("the answer: %v\n%s\n%s", err, text, out)
	}
	return got
}

// TestNeovim: Debian's Neovim, without a screen, with the files of vim/.
func TestNeovim(t *testing.T) {
	got := play(t, "nvim")
	races := []string{
		"2:9 R1: meps reads, reps writes b.f (with 9:3)",
		"8:2 R1: reps writes, meps reads b.f (with 3:5)",
		"8:2 R2: reps writes, reps writes b.f (with 9:3)",
	}
	if !slices.Equal(got.Races, races) {
		t.Errorf("races = %q, want %q", got.Races, races)
	}
	if !strings.Contains(got.Hover, "reported as the race R1.") || got.Lenses != 9 ||
		!strings.Contains(got.Explained, "reported as the race R1") {
		t.Errorf("%d lenses, hover: %s\nexplained: %s", got.Lenses, got.Hover, got.Explained)
	}
	if !strings.HasPrefix(got.Error, `"=" is not an assignment`) ||
		got.Mended != "  b.f := v; // 😀" {
		t.Errorf("%q becomes %q", got.Error, got.Mended)
	}
	renamed := []string{"reps(pointer) {", "  v := new();", "  pointer.f := v; // 😀"}
	if !slices.Equal(got.Renamed, renamed) || got.Definition != 6 ||
		!strings.Contains(got.Refused, "while is a keyword") {
		t.Errorf("%q, defined on line %d, refused: %s", got.Renamed, got.Definition, got.Refused)
	}
	if got.Completions == 0 || got.Formatted != "  v := new();" {
		t.Errorf("%d completions, formatted: %q", got.Completions, got.Formatted)
	}
	if got.Filetype != "il" || !strings.HasPrefix(got.Makeprg, "wobbly check") ||
		got.Syntax != "ilLock" {
		t.Errorf("filetype %s, makeprg %s, syntax %s", got.Filetype, got.Makeprg, got.Syntax)
	}
	if len(got.Quickfix) != 2 || !strings.HasPrefix(got.Quickfix[0], "3:5 race: meps reads") {
		t.Errorf("quickfix: %q", got.Quickfix)
	}
}
