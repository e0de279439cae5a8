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

// A session is the result of testdata/session.lua.
type session struct {
	Failed, Filetype, Makeprg, Hover, Error, Mended, Refused, Formatted, Explained, Syntax string
	Races, Renamed, Quickfix                                                               []string
	Lenses, Definition, Completions                                                        int
}

// TestMain runs wobbly instead of the tests if the test binary is called wobbly.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "wobbly" {
		os.Exit(cli.Main())
	}
	os.Exit(m.Run())
}

// install links the test binary into a directory as wobbly, and returns its path. It also walks the
// files that editors and shells read, so that go test does not use a cached result after one of
// them has changed.
func install(t *testing.T, dir string) (command string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Base(path) == "node_modules" {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command = filepath.Join(dir, "wobbly")
	if err := os.Link(self, command); err != nil {
		t.Fatal(err)
	}
	return command
}

// play runs Neovim with the script of the session in a temporary directory.
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
	if err != nil {
		t.Fatalf("running nvim: %v\n%s", err, out)
	}
	text, err := os.ReadFile(answer)
	if err != nil {
		t.Fatalf("reading the answer of nvim: %v\n%s", err, out)
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("the answer of nvim is not JSON: %v\n%s", err, text)
	}
	if got.Failed != "" {
		t.Fatalf("the script failed: %s\n%s", got.Failed, out)
	}
	return got
}

// TestNeovim checks the language server and the files of vim/ in Neovim.
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
	if got.Lenses != 9 || got.Definition != 6 || got.Completions == 0 {
		t.Errorf("%d lenses, definition on line %d, %d completions; want 9, line 6, at least 1",
			got.Lenses, got.Definition, got.Completions)
	}
	renamed := []string{"reps(pointer) {", "  v := new();", "  pointer.f := v; // 😀"}
	if !slices.Equal(got.Renamed, renamed) {
		t.Errorf("after renaming: %q, want %q", got.Renamed, renamed)
	}
	for _, text := range []struct{ name, got, want string }{
		{"the hover", got.Hover, "reported as the race R1."},
		{"the explanation", got.Explained, "reported as the race R1"},
		{"the error", got.Error, `"=" is not an assignment`},
		{"the line after the quick fix", got.Mended, "  b.f := v; // 😀"},
		{"the refusal to rename", got.Refused, "while is a keyword"},
		{"the formatted line", got.Formatted, "  v := new();"},
		{"filetype", got.Filetype, "il"},
		{"makeprg", got.Makeprg, "wobbly check"},
		{"the syntax group", got.Syntax, "ilLock"},
	} {
		if !strings.Contains(text.got, text.want) {
			t.Errorf("%s = %q, want %q in it", text.name, text.got, text.want)
		}
	}
	if len(got.Quickfix) != 2 || !strings.HasPrefix(got.Quickfix[0], "3:5 race: meps reads") {
		t.Errorf("quickfix = %q, want 2 entries, first the race at 3:5", got.Quickfix)
	}
}
