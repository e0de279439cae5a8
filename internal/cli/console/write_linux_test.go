package console

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReplaceWith: a file is replaced completely or not at all, even through a link, and keeps its
// mode. A file that is not regular is written in place. Nothing else is left in the folder.
func TestReplaceWith(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "out"), filepath.Join(dir, "link")
	checkFile := func(want string, mode os.FileMode) {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != want || info.Mode().Perm() != mode {
			t.Errorf("%s has %q with mode %v, want %q with mode %v", name, text, info.Mode(), want,
				mode)
		}
		if all, err := os.ReadDir(dir); err != nil || len(all) != 2 {
			t.Errorf("the folder has %v, %v; want the file and the link", all, err)
		}
	}
	// write replaces a file by a text, and ends with an error, which may be nil.
	write := func(file, text string, end error) error {
		return replaceWith(file, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, end)
		})
	}
	if err := os.WriteFile(name, []byte("before"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("out", link); err != nil {
		t.Fatal(err)
	}
	if err := write(name, "hal", syscall.ENOSPC); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("writing half of a text: %v, want %v", err, syscall.ENOSPC)
	}
	checkFile("before", 0o640)
	if err := write(link, "after", nil); err != nil {
		t.Errorf("writing through the link: %v", err)
	}
	checkFile("after", 0o640)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v; want a link", info, err)
	}
	if err := write(os.DevNull, "x", nil); err != nil {
		t.Errorf("writing %s: %v", os.DevNull, err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is %v, %v; want a device", os.DevNull, info, err)
	}
	if err := write("/dev/full", "x", nil); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("writing /dev/full: %v, want %v", err, syscall.ENOSPC)
	}
	if err := write(filepath.Join(dir, "no", "out"), "x", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("writing in a folder that does not exist: %v, want %v", err, os.ErrNotExist)
	}
	checkFile("after", 0o640)
}
