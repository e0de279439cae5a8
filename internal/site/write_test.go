package site

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"wobbly/page"
)

// TestWrite: the files are in the folder and replace those of an older version. A link in the
// folder is replaced, not followed.
func TestWrite(t *testing.T) {
	outside, folder := filepath.Join(t.TempDir(), "mine"), filepath.Join(t.TempDir(), "a", "site")
	if err := os.WriteFile(outside, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{
		page.Index: []byte("index"), page.Worker: []byte("worker"), "app-1.js": []byte("app"),
		"app-2.js": nil,
	}
	if err := Write(folder, files); err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{page.Index, "app-1.js", "app-2.js.part"} {
		name := filepath.Join(folder, link)
		os.Remove(name) // app-2.js.part does not exist
		if err := os.Symlink(outside, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := Write(folder, files); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(outside); err != nil || string(text) != "mine" {
		t.Errorf("the file to which the links led has %q, %v; want %q", text, err, "mine")
	}
	list, err := os.ReadDir(folder)
	if err != nil || len(list) != len(files) {
		t.Errorf("the folder has %v, %v; want %d files", list, err, len(files))
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil ||
			string(got) != string(want) {
			t.Errorf("%s has %q, %v; want %q", name, got, err, want)
		}
	}
}

// TestWriteStays: a name that leads out of the folder is refused.
func TestWriteStays(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "site")
	files := map[string][]byte{"../x.js": []byte("x"), page.Index: nil, page.Worker: nil}
	if err := Write(folder, files); err == nil {
		t.Error("Write of ../x.js has no error")
	}
	if _, err := os.Stat(filepath.Join(folder, "..", "x.js")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat(../x.js): %v, want that it does not exist", err)
	}
}
