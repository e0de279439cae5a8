package learn

import (
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"wobbly/internal/cli/console"
)

// TestFileError: an error of the operating system is said in plain words, without its own.
func TestFileError(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		err  error
		want string
		hint string // a part
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
		failure, _ := err.(console.Failure)
		if err.Error() != c.want || !strings.Contains(failure.Hint, c.hint) ||
			c.hint == "" && failure.Hint != "" {
			t.Errorf("%v: %q, %q; want %q, %q", c.err, err, failure.Hint, c.want, c.hint)
		}
	}
}
