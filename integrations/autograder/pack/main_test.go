package main

import (
	"archive/zip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// TestZip unpacks the zip as Gradescope does, runs its scripts in directories that are laid out
// like Gradescope's, and reads the results.
func TestZip(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the zip is for Linux on amd64")
	}
	t.Chdir("../../..")
	dir := t.TempDir()
	out := filepath.Join(dir, "autograder.zip")
	if err := pack(t.Context(), "lesson/course", "1,2", "https://example.org/", out); err != nil {
		t.Fatal(err)
	}
	names := unpack(t, out, filepath.Join(dir, "source"))
	if want := []string{"masters.zip", "prairielearn.sh", "run_autograder", "settings.sh", "setup.sh", "wobbly"}; !slices.Equal(names, want) {
		t.Errorf("the zip has %v, want %v", names, want)
	}
	run := func(script string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), script)
		c.Dir, c.Env = dir, append(os.Environ(), "AUTOGRADER="+dir)
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", filepath.Base(script), err, text)
		}
	}
	run(filepath.Join(dir, "source", "setup.sh"))
	if err := os.Rename(filepath.Join(dir, "source", "run_autograder"), filepath.Join(dir, "run_autograder")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "submission_metadata.json"), `{"id":1,"users":[{"name":"Ada"}],"assignment":{"total_points":"4.0"}}`)
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
		{map[string]string{"1.1 (1).txt": "\ufeffA B A B", "essay.txt": "Hello."}, 1, []test{{"1.1", 1, 1, "", "visible"}, {"1.2", 0, 1, "", "visible"}}},
		{map[string]string{"work/2.1.txt": "A4 B4"}, 0, []test{{"2.1", 0, 1, "", "visible"}, {"2.2", 0, 1, "", "visible"}}},
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
		run(filepath.Join(dir, "run_autograder"))
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
				t.Errorf("test %s says nothing", results.Tests[i].Number)
			}
			results.Tests[i].Output = ""
		}
		if results.Score != c.score || !slices.Equal(results.Tests, c.tests) || results.Output == "" {
			t.Errorf("%v: %s", c.files, text)
		}
	}
	if err := pack(t.Context(), "lesson/course", "1,99", "", filepath.Join(dir, "none.zip")); err == nil {
		t.Error("a lesson that does not exist is packed")
	}
	if _, err := os.Stat(filepath.Join(dir, "none.zip")); err == nil {
		t.Error("a zip is there though packing has failed")
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// unpack unpacks a zip without directories, and lists its files.
func unpack(t *testing.T, file, dir string) []string {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, f.Name), text, f.Mode().Perm())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	return names
}
