package console

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// startRun returns the name and the text of a state file with a run.
func startRun(t *testing.T) (file, text string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "state.json")
	s, err := GoOn[map[string]int](file, "--seed 1")
	if err != nil {
		t.Fatalf("GoOn of a new file: %v", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat before the first save: %v, want that the file does not exist", err)
	}
	s.Run = map[string]int{"cases": 17, "refuted": 2}
	if err := s.Save(); err != nil {
		t.Fatalf("Save: %v", err)
	}
	saved, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("reading the saved file: %v", err)
	}
	return file, string(saved)
}

// TestStateGoesOn: a state that was saved is read again.
func TestStateGoesOn(t *testing.T) {
	file, _ := startRun(t)
	s, err := GoOn[map[string]int](file, "--seed 1")
	if err != nil || s.Run["cases"] != 17 || s.Run["refuted"] != 2 {
		t.Errorf("GoOn = %+v, %v; want 17 cases, 2 refuted", s, err)
	}
	if s, err := GoOn[map[string]int]("", "--seed 1"); s != nil || err != nil {
		t.Errorf("GoOn without a file = %v, %v; want neither", s, err)
	}
}

// TestStateIsRefused: a state file that was edited, cut or damaged, or is from another build or
// other flags, is rejected before anything runs, and is not changed.
func TestStateIsRefused(t *testing.T) {
	file, text := startRun(t)
	const edited = "it was edited or damaged"
	const otherBuild = "it was written by another build of wobbly"
	cases := map[string]string{
		strings.Replace(text, `"cases":17`, `"cases":18`, 1):                  edited,
		strings.Replace(text, `"cases":17`, `"cases":17,"no such rule":1`, 1): edited,
		strings.Replace(text, `"cases":17`, `"cases": 17`, 1):                 edited,
		strings.Replace(text, `"flags":"--seed 1"`, `"flags":"--seed 2"`, 1):  edited,
		strings.ToUpper(text[:80]) + text[80:]:                                edited,
		"{" + text[strings.Index(text, `"build"`):]:                           edited,
		text + "\n": edited,
		strings.Replace(text, `"build":"`, `"build":"another `, 1): otherBuild,
		`{"build":"another","flags":"--seed 1","run":{}}`:          otherBuild,
		text[:len(text)-1]:   edited,
		text[:40]:            "is not a state file, or it is damaged",
		"":                   "is not a state file, or it is damaged",
		"m(a) { a.f := a; }": "is not a state file, or it is damaged",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		damaged := []byte(text)
		damaged[random.IntN(len(damaged))] ^= byte(1 + random.IntN(127))
		if strings.Contains(string(damaged), `"build":"`+Identity()) {
			cases[string(damaged)] = ""
		}
	}
	for state, want := range cases {
		if err := os.WriteFile(file, []byte(state), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := GoOn[map[string]int](file, "--seed 1")
		var f Failure
		if !errors.As(err, &f) || f.Exit != ExitUsage || !strings.Contains(f.Text, want) ||
			!strings.Contains(f.Text, "--state") {
			t.Errorf("GoOn of the state %q: %v, want %q and exit %d", state, err, want, ExitUsage)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != state {
			t.Errorf("after GoOn the state is %q, %v; want it unchanged: %q", after, err, state)
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := GoOn[map[string]int](file, "--seed 2"); err == nil ||
		!strings.Contains(err.Error(), "it was started with --seed 1") {
		t.Errorf("GoOn with other flags: %v, want an error with those of the file", err)
	}
}

// TestStateCannotBeWritten: an unwritable state file is reported before the run. If writing fails
// later, it is reported once during the run, and at the end.
func TestStateCannotBeWritten(t *testing.T) {
	var f Failure
	_, err := GoOn[int](filepath.Join(t.TempDir(), "none", "state.json"), "")
	if !errors.As(err, &f) || f.Exit != ExitUsage || !strings.Contains(f.Text, "cannot write") {
		t.Errorf("GoOn of a file in a folder that does not exist: %v, want exit %d", err, ExitUsage)
	}
	file, text := startRun(t)
	s, err := GoOn[map[string]int](file, "--seed 1")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true, false, false} {
		if i > 0 {
			s.saved = time.Time{}
		}
		if err := s.SaveNowAndThen(); (err != nil) != want {
			t.Errorf("SaveNowAndThen %d: %v, want an error: %t", i, err, want)
		}
	}
	if s.Save() == nil {
		t.Error("Save into a folder that does not exist: no error")
	}
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	s.saved = time.Time{}
	if err := s.SaveNowAndThen(); err != nil {
		t.Errorf("SaveNowAndThen when the folder exists again: %v", err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("the file has %q, %v; want %q", got, err, text)
	}
}
