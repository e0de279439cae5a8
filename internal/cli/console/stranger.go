package console

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/witness"
)

// maxNamedBytes limits the size of a program that another file names.
const maxNamedBytes = 64 << 20

// Named reads the program that a witness or certificate names; by is the file with the witness, or
// standard input. A file from a stranger can name anything. Named therefore opens only regular
// files of limited size in the folders that readAllowed allows, and returns nil for a text with
// another digest, of which it shows nothing.
func Named(name, digest, by string) (*il.Source, error) {
	text, err := readNamed(name, by)
	switch {
	case err != nil:
		return nil, Usage("Name the program: wobbly replay "+FileWord(by)+" FILE",
			"cannot read %s, which the witness names: %s", report.FileName(name), err)
	case witness.Digest(string(text)) != digest:
		return nil, nil
	}
	return il.NewSource(name, string(text)), nil
}

// readNamed reads a text, like Read, from a file named by another file.
func readNamed(name, by string) ([]byte, error) {
	raw, err := readAllowed(name, by)
	decoded, _ := text.Decode(raw)
	return decoded, err
}

// readAllowed reads a file named by another file. The name is relative to the folder of that file
// or else to the working directory, and must stay below one of them. For standard input, which has
// no folder, the name is used as it is.
func readAllowed(name, by string) ([]byte, error) {
	if by == report.StdinName {
		return ReadRegular(Files{}, name, maxNamedBytes)
	}
	if filepath.IsLocal(name) {
		if text, err := readBelow(filepath.Dir(by), name); !errors.Is(err, fs.ErrNotExist) {
			return text, err
		}
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{filepath.Dir(by), "."} {
		top, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		if below, err := filepath.Rel(top, absolute); err == nil && filepath.IsLocal(below) {
			return readBelow(folder, below)
		}
	}
	return nil, errElsewhere
}

// errElsewhere is the error of a name that leads outside the allowed folders.
var errElsewhere = errors.New("it is not in the folder of the file that names it or below the " +
	"working directory")

// readBelow reads a regular file of at most maxNamedBytes in a folder. Links cannot lead out of the
// folder.
func readBelow(folder, name string) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, PlainError(err)
	}
	defer root.Close()
	return ReadRegular(root, name, maxNamedBytes)
}

// An opener opens files below a folder, or anywhere.
type opener interface {
	Stat(name string) (os.FileInfo, error)
	OpenFile(name string, flag int, mode os.FileMode) (*os.File, error)
}

// Files opens files anywhere.
type Files struct{}

func (Files) Stat(name string) (os.FileInfo, error) { return os.Stat(name) }

func (Files) OpenFile(name string, flag int, mode os.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, mode)
}

// ReadRegular reads a regular file of at most the given number of bytes. It does not open anything
// else, since opening can have effects: a pipe blocks, and a device may be endless. It checks again
// after opening. The error may be NotRegular or TooLarge.
func ReadRegular(in opener, name string, limit int64) ([]byte, error) {
	before, err := in.Stat(name)
	if err != nil {
		return nil, PlainError(err)
	}
	if !before.Mode().IsRegular() {
		return nil, NotRegular(before.Mode())
	}
	f, err := in.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, PlainError(err)
	}
	defer f.Close()
	if after, err := f.Stat(); err != nil || !os.SameFile(before, after) {
		return nil, errors.New("it is another file now")
	}
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, PlainError(err)
	case int64(len(text)) > limit:
		return nil, TooLarge(limit)
	}
	return text, nil
}

// A NotRegular is the error of a file that is not regular, with its mode.
type NotRegular fs.FileMode

func (m NotRegular) Error() string { return "it is " + KindOfFile(fs.FileMode(m)) }

// A TooLarge is the error of a file that is larger than this limit, in bytes.
type TooLarge int64

func (t TooLarge) Error() string { return fmt.Sprintf("it is larger than %d MB", t>>20) }

// PlainError returns an error without the name of the file.
func PlainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// KindOfFile describes a file that is not regular, such as "a directory".
func KindOfFile(m fs.FileMode) string {
	switch {
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m.IsDir():
		return "a directory"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	default:
		return "not a regular file"
	}
}
