package site

import (
	"os"
	"path/filepath"
	"testing"

	"wobbly/page"
)

// TestWrite: the files are in the folder and replace those of an older version. A link in it is
// replaced, not followed.
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
		os.Remove(name)
		if err := os.Symlink(outside, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := Write(folder, files); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(outside); err != nil || string(text) != "mine" {
		t.Errorf("a link was followed: %s, %v", text, err)
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
	if err := Write(folder, map[string][]byte{"../x.js": []byte("x"), page.Index: nil, page.Worker: nil}); err == nil {
		t.Error("it is written")
	}
	if _, err := os.Stat(filepath.Join(folder, "..", "x.js")); err == nil {
		t.Error("it is there")
	}
}
