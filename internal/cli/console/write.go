package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"wobbly/report"
)

// OutputFlag is the file for an output.
type OutputFlag struct {
	Output string `help:"Write to FILE instead of standard output." short:"o" placeholder:"FILE"`
}

// Write calls print with standard output or, if a file is named, with a buffer that then replaces
// the file.
func (f OutputFlag) Write(a *App, print func(io.Writer) error) error {
	if f.Output == "" {
		return print(a.Out)
	}
	var b bytes.Buffer
	if err := print(&b); err != nil {
		return err
	}
	return ReplaceFile(f.Output, b.String())
}

// ReplaceFile replaces a file by a text, completely or not at all; the file need not exist. It
// writes a new file in the same folder and renames it, follows links, and keeps the mode. A file
// that is not regular, such as /dev/stdout, is written in place.
func ReplaceFile(name, text string) error {
	return replaceWith(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// TryReplacing returns the error that ReplaceFile would return, and leaves the file as it is. Call
// it before long work whose result goes into the file.
func TryReplacing(name string) error {
	text, err := os.ReadFile(name)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return err
	}
	if err := ReplaceFile(name, string(text)); err != nil || !isNew {
		return err
	}
	return os.Remove(name)
}

// replaceWith is ReplaceFile with the text that write writes.
func replaceWith(name string, write func(io.Writer) error) error {
	if err := replaceOrOverwrite(name, write); err != nil {
		return fmt.Errorf("cannot write %s: %w", report.FileName(name), PlainError(err))
	}
	return nil
}

// replaceOrOverwrite is replaceWith without the name of the file in its errors.
func replaceOrOverwrite(name string, write func(io.Writer) error) error {
	resolved, err := filepath.EvalSymlinks(name)
	switch {
	case os.IsNotExist(err):
		return writeBeside(name, nil, write)
	case err != nil:
		return err
	}
	info, err := os.Stat(resolved)
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		if err := writeBeside(resolved, info, write); !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	// Write in place: the file is not regular, or its directory accepts no new file.
	f, err := os.OpenFile(resolved, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// writeBeside writes a new file in the same folder and renames it to name. If that fails, it leaves
// nothing. old is the file to replace, or nil if there is none.
func writeBeside(name string, old fs.FileInfo, write func(io.Writer) error) error {
	f, err := createBeside(name)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil && old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// createBeside creates a hidden file with a new name in the folder of name, with the default mode.
func createBeside(name string) (*os.File, error) {
	const maxTries = 100
	for i := 0; ; i++ {
		beside := filepath.Join(filepath.Dir(name),
			fmt.Sprintf(".%s.%d.%d", strings.TrimPrefix(filepath.Base(name), "."), os.Getpid(), i))
		f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == maxTries {
			return f, err
		}
	}
}
