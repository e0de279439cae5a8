package learn

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"wobbly/internal/cli/console"
)

// TestFileError: an error of the operating system is explained in plain words instead of its own.
func TestFileError(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		err  error
		want string
		hint string // a part of the hint, or empty for none
	}{
		{fs.ErrNotExist, "cannot read the roster: there is no " + dir + "/x", "Check the spelling"},
		{fs.ErrPermission, "cannot read the roster: you have no permission for " + dir + "/x",
			"ls -ld " + dir + "/x"},
		{syscall.ENOTDIR, "cannot read the roster: " + dir + "/x is not a directory", "directory"},
		{syscall.EISDIR, "cannot read the roster: " + dir + "/x is a directory", "Name a file."},
		{syscall.EIO, "cannot read the roster " + dir + "/x: input/output error", ""},
	} {
		err := fileError("read the roster", filepath.Join(dir, "x"),
			&fs.PathError{Op: "open", Path: "x", Err: c.err})
		var failure console.Failure
		errors.As(err, &failure)
		if err.Error() != c.want || !strings.Contains(failure.Hint, c.hint) ||
			c.hint == "" && failure.Hint != "" {
			t.Errorf("fileError of %v = %q with the hint %q, want %q with %q", c.err, err,
				failure.Hint, c.want, c.hint)
		}
	}
}

// TestReadSolution reads files in the encodings of editors, and says why others are not read.
func TestReadSolution(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"A B": "A B", "\ufeffA B\r\n": "A B\n", "\xff\xfeA\x00 \x00B\x00": "A B",
		"%PDF-1.7": dir + "/x is a PDF; hand in plain text",
	} {
		name := filepath.Join(dir, "x")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := readSolution(name)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("readSolution of %q = %q, want %q", text, got, want)
		}
	}
}

// TestSaveFile: an error while saving is explained in plain words.
func TestSaveFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none", "x.trace")
	want := "cannot save the file: there is no directory " + filepath.Dir(name)
	if _, err := saveFile(name, nil); err == nil || err.Error() != want {
		t.Errorf("saveFile = %v, want %s", err, want)
	}
}
