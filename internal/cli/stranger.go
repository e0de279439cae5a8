package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"wobbly/il"
	"wobbly/report"
	"wobbly/witness"
)

// maxNamedBytes is how large a program may be that somebody else's file names.
const maxNamedBytes = 64 << 20

// named reads the program that a witness names. A witness may be a stranger's, and name
// any file: one that is no regular file is not opened, a very large one not read, and
// the text of one that the witness is not about is not looked at further, so that
// nothing of it is shown.
func named(w *witness.Witness) (*il.Source, error) {
	text, err := readRegular(w.File, maxNamedBytes)
	switch {
	case err != nil:
		return nil, usage("Name the program: wobbly replay WITNESS.json FILE", "cannot read %s, which the witness names: %s", report.FileName(w.File), err)
	case witness.Digest(string(text)) != w.Program:
		return nil, nil
	}
	return il.NewSource(w.File, string(text)), nil
}

// readRegular reads a regular file of at most so many bytes. Nothing else is opened: a
// pipe would block, and a device never end.
func readRegular(name string, most int64) ([]byte, error) {
	before, err := os.Stat(name)
	if err != nil {
		return nil, plainError(err)
	}
	if !before.Mode().IsRegular() {
		return nil, fmt.Errorf("it is %s", kindOfFile(before.Mode()))
	}
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, plainError(err)
	}
	defer f.Close()
	if after, err := f.Stat(); err != nil || !os.SameFile(before, after) {
		return nil, errors.New("it is another file now")
	}
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, plainError(err)
	case int64(len(text)) > most:
		return nil, fmt.Errorf("it is larger than %d MB", most>>20)
	}
	return text, nil
}

// plainError is an error without the name of the file.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
