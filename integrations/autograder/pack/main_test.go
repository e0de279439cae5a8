//go:build full

package main

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// packAndUnpack packs the shipped lessons 1 and 2 in the root of the repository, and unpacks the
// zip below dir as Gradescope does. It changes the working directory.
func packAndUnpack(t *testing.T, dir string) {
	t.Helper()
	t.Chdir("../../..")
	out := filepath.Join(dir, "autograder.zip")
	if err := pack(t.Context(), "lesson/course", "1,2", "https://example.org/", out); err != nil {
		t.Fatal(err)
	}
	names := unpack(t, out, filepath.Join(dir, "source"))
	want := []string{
		"masters.zip", "prairielearn.sh", "run_autograder", "settings.sh", "setup.sh", "wobbly",
	}
	if !slices.Equal(names, want) {
		t.Errorf("the zip has %v, want %v", names, want)
	}
}

// TestPack checks that the zip has the files that Gradescope needs, and that no zip is written for
// a lesson that does not exist.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	packAndUnpack(t, dir)
	out := filepath.Join(dir, "none.zip")
	if err := pack(t.Context(), "lesson/course", "1,99", "", out); err == nil {
		t.Error("pack of the lessons 1,99 succeeds, want an error: there is no lesson 99")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("pack failed, but wrote a zip")
	}
}

// write writes a file, and creates its directory if needed.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// unpack unpacks a zip without directories into a new directory, and returns the sorted names of
// its files.
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
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		err = os.WriteFile(filepath.Join(dir, f.Name), data, f.Mode().Perm())
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	return names
}
