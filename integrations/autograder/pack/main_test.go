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

// packed packs the shipped lessons 1 and 2 from the root of the repository, and unpacks them below
// dir as Gradescope does.
func packed(t *testing.T, dir string) {
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

// TestPack: the zip has all that Gradescope needs, and a lesson that does not exist leaves none.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	packed(t, dir)
	err := pack(t.Context(), "lesson/course", "1,99", "", filepath.Join(dir, "none.zip"))
	if err == nil {
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
