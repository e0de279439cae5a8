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
// mode. Other than regular files are written to. Nothing else is left in the folder.
func TestReplaceWith(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "out"), filepath.Join(dir, "link")
	holds := func(want string, mode os.FileMode) {
		t.Helper()
		text, err := os.ReadFile(name)
		info, e := os.Stat(name)
		if err != nil || e != nil || string(text) != want || info.Mode().Perm() != mode {
			t.Errorf("%s has %q, %v with mode %v, %v; want %q with mode %v", name, text, err,
				info.Mode(), e, want, mode)
		}
		if all, _ := os.ReadDir(dir); len(all) != 2 {
			t.Errorf("the folder holds %v", all)
		}
	}
	write := func(to, text string, fails error) error {
		return replaceWith(to, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, fails)
		})
	}
	if err := os.WriteFile(name, []byte("before"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("out", link); err != nil {
		t.Fatal(err)
	}
	if err := write(name, "hal", syscall.ENOSPC); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	holds("before", 0o640)
	if err := write(link, "after", nil); err != nil {
		t.Error(err)
	}
	holds("after", 0o640)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if err := write(os.DevNull, "x", nil); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is %v, %v", os.DevNull, info, err)
	}
	if err := write("/dev/full", "x", nil); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk: %v", err)
	}
	if err := write(filepath.Join(dir, "no", "out"), "x", nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	holds("after", 0o640)
}
