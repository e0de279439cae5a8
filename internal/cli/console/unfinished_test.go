package console

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// begunState returns a state file with a run.
func begunState(t *testing.T) (file, text string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "state.json")
	s, err := GoOn[map[string]int](file, "--seed 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("there is a file before there is anything to keep")
	}
	s.Run = map[string]int{"cases": 17, "refuted": 2}
	if err := s.Save(); err != nil {
		t.Fatal(err)
	}
	held, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, string(held)
}

// TestStateGoesOn: a state that was saved is read again.
func TestStateGoesOn(t *testing.T) {
	file, _ := begunState(t)
	s, err := GoOn[map[string]int](file, "--seed 1")
	if err != nil || s.Run["cases"] != 17 || s.Run["refuted"] != 2 {
		t.Errorf("GoOn = %+v, %v; want 17 cases, 2 refuted", s, err)
	}
	if s, err := GoOn[map[string]int]("", "--seed 1"); s != nil || err != nil {
		t.Errorf("no file: %v, %v", s, err)
	}
}

// TestStateIsRefused: a state file that was edited, cut or damaged, or is from another build or
// other flags, is rejected before anything runs, and is not changed.
func TestStateIsRefused(t *testing.T) {
	file, text := begunState(t)
	const edited = "it was edited or damaged"
	cases := map[string]string{
		strings.Replace(text, `"cases":17`, `"cases":18`, 1):                  edited,
		strings.Replace(text, `"cases":17`, `"cases":17,"no such rule":1`, 1): edited,
		strings.Replace(text, `"cases":17`, `"cases": 17`, 1):                 edited,
		strings.Replace(text, `"flags":"--seed 1"`, `"flags":"--seed 2"`, 1):  edited,
		strings.ToUpper(text[:80]) + text[80:]:                                edited,
		"{" + text[strings.Index(text, `"build"`):]:                           edited,
		text + "\n": edited,
		strings.Replace(text, `"build":"`, `"build":"another `,
			1): "it was written by another build of wobbly",
		`{"build":"another","flags":"--seed 1","run":{}}`: "it was written by another build of wobbly",
		text[:len(text)-1]:   edited,
		text[:40]:            "is not a state file, or it is damaged",
		"":                   "is not a state file, or it is damaged",
		"m(a) { a.f := a; }": "is not a state file, or it is damaged",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		bytes := []byte(text)
		at := random.IntN(len(bytes))
		if bytes[at] ^= byte(1 + random.IntN(127)); !strings.Contains(string(bytes),
			`"build":"`+Identity()) {
			continue // another build is said to be one
		}
		cases[string(bytes)] = ""
	}
	for held, want := range cases {
		if err := os.WriteFile(file, []byte(held), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := GoOn[map[string]int](file, "--seed 1")
		var f Failure
		if !errors.As(err, &f) || f.Exit != ExitUsage || !strings.Contains(f.Text, want) ||
			!strings.Contains(f.Text, "--state") {
			t.Errorf("%q: %v, want %s", held, err, want)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != held {
			t.Errorf("%q is now %q, %v", held, after, err)
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := GoOn[map[string]int](file, "--seed 2"); err == nil ||
		!strings.Contains(err.Error(), "it was started with --seed 1") {
		t.Errorf("other flags: %v", err)
	}
}

// TestStateCannotBeWritten: an unwritable state file is reported before the run. If writing fails
// later, it is reported once during the run, and at the end.
func TestStateCannotBeWritten(t *testing.T) {
	var f Failure
	_, err := GoOn[int](filepath.Join(t.TempDir(), "none", "state.json"), "")
	if !errors.As(err, &f) || f.Exit != ExitUsage || !strings.Contains(f.Text, "cannot write") {
		t.Errorf("%v", err)
	}
	file, text := begunState(t)
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
			t.Errorf("time %d: %v", i, err)
		}
	}
	if s.Save() == nil {
		t.Error("the run ends as if it was kept")
	}
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	s.saved = time.Time{}
	if err := s.SaveNowAndThen(); err != nil {
		t.Error(err)
	}
	if held, err := os.ReadFile(file); err != nil || string(held) != text {
		t.Errorf("the file has %q, %v; want the old %q", held, err, text)
	}
}
