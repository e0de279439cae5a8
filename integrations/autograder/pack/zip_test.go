//go:build full && linux && amd64

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestZip runs the scripts of the zip, whose program is for Linux, in directories like those of
// Gradescope, and checks the results.
func TestZip(t *testing.T) {
	dir := t.TempDir()
	packAndUnpack(t, dir)
	run := func(script string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), script)
		c.Dir, c.Env = dir, append(os.Environ(), "AUTOGRADER="+dir)
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("running %s: %v\n%s", filepath.Base(script), err, text)
		}
	}
	run(filepath.Join(dir, "source", "setup.sh"))
	grade := filepath.Join(dir, "run_autograder")
	if err := os.Rename(filepath.Join(dir, "source", "run_autograder"), grade); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "submission_metadata.json"),
		`{"id":1,"users":[{"name":"Ada"}],"assignment":{"total_points":"4.0"}}`)
	type test struct {
		Number     string
		Score      int
		MaxScore   int `json:"max_score"`
		Output     string
		Visibility string
	}
	for _, c := range []struct {
		files map[string]string
		score int
		tests []test // without output
	}{
		{
			map[string]string{"1.1 (1).txt": "\ufeffA B A B", "essay.txt": "Hello."}, 1,
			[]test{
				{Number: "1.1", Score: 1, MaxScore: 1, Visibility: "visible"},
				{Number: "1.2", Score: 0, MaxScore: 1, Visibility: "visible"},
			},
		},
		{
			map[string]string{"work/2.1.txt": "A4 B4"}, 0,
			[]test{
				{Number: "2.1", Score: 0, MaxScore: 1, Visibility: "visible"},
				{Number: "2.2", Score: 0, MaxScore: 1, Visibility: "visible"},
			},
		},
		{nil, 0, nil},
	} {
		if err := os.RemoveAll(filepath.Join(dir, "submission")); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, "submission"), 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range c.files {
			write(t, filepath.Join(dir, "submission", name), text)
		}
		run(grade)
		text, err := os.ReadFile(filepath.Join(dir, "results", "results.json"))
		if err != nil {
			t.Fatal(err)
		}
		var results struct {
			Score  int
			Output string
			Tests  []test
		}
		if err := json.Unmarshal(text, &results); err != nil {
			t.Fatal(err)
		}
		for i := range results.Tests {
			if results.Tests[i].Output == "" {
				t.Errorf("grading %v: test %s has no output", c.files, results.Tests[i].Number)
			}
			results.Tests[i].Output = ""
		}
		if results.Score != c.score || !slices.Equal(results.Tests, c.tests) {
			t.Errorf("grading %v: %s\nwant the score %v and %+v", c.files, text, c.score, c.tests)
		}
		if results.Output == "" {
			t.Errorf("grading %v: the output is empty", c.files)
		}
	}
}
