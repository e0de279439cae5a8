package learn

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"wobbly/internal/cli/console"
	"wobbly/internal/grading"
	"wobbly/internal/slice"
	words "wobbly/internal/text"
)

// What a student hands in is of at most so many files, in directories that are
// nested at most so deep, and none is larger.
const (
	MaxHandInFiles = 1000
	maxHandInDepth = 8
	MaxHandInBytes = 1 << 20
)

// handIns is a directory with what students have handed in. None of it is trusted: a
// file is read if it is a regular one of at most maxHandInBytes; links are not
// followed, nor is anything else opened. A fault of one student's is a line for this
// student, and never ends the others.
type handIns struct{ root *os.Root }

// openHandIns opens a directory of hand-ins.
func openHandIns(dir string) (handIns, error) {
	var root *os.Root
	info, err := os.Stat(dir) // since to open a pipe waits for a writer
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	if err == nil {
		root, err = os.OpenRoot(dir)
	}
	if err != nil {
		return handIns{}, fmt.Errorf("cannot read what was handed in: %w", err)
	}
	return handIns{root}, nil
}

func (h handIns) close() { _ = h.root.Close() }

// student is who has handed in which files, by their paths below the directory, and
// what is wrong with others.
type student struct {
	name   string
	files  []string
	faults []handInFault
}

// handInFault says what is wrong with a file.
type handInFault struct{ path, text string }

// students lists the students: each directory is one, with all files below, and so
// is each record beside these. Other files are of nobody, and said to be. What begins
// with a dot is passed over.
func (h handIns) students() (all []student, leftOut []string, err error) {
	entries, err := fs.ReadDir(h.root.FS(), ".")
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read what was handed in: %w", err)
	}
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			s := student{name: e.Name()}
			h.walk(&s, e.Name(), 1)
			all = append(all, s)
		default:
			text, err := h.read(e.Name())
			switch {
			case err != nil:
				leftOut = append(leftOut, words.Name(e.Name())+": "+err.Error())
			case !grading.IsRecord(text):
				leftOut = append(leftOut, words.Name(e.Name())+": is neither a directory nor a record of lessons, and of no student")
			default:
				all = append(all, student{name: strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())), files: []string{e.Name()}})
			}
		}
	}
	return all, leftOut, nil
}

// handIn reads what a student has handed in.
func (h handIns) handIn(s student) grading.HandIn {
	in := grading.HandIn{Name: s.name}
	for _, f := range s.faults {
		in.Files = append(in.Files, grading.File{Path: f.path, Fault: f.text})
	}
	for _, name := range s.files {
		f := grading.File{Path: name}
		text, err := h.read(name)
		if f.Text = text; err != nil {
			f.Fault = err.Error()
		}
		in.Files = append(in.Files, f)
	}
	return in
}

// walk adds the files of a directory and of those in it, in the order of their names.
func (h handIns) walk(s *student, dir string, depth int) {
	entries, err := h.list(dir)
	if err != nil {
		s.faults = append(s.faults, handInFault{dir, err.Error()})
		return
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir() && depth == maxHandInDepth:
			s.faults = append(s.faults, handInFault{name, "directories are nested too deep; what is in it is left out"})
		case e.IsDir():
			h.walk(s, name, depth+1)
		case len(s.files) == MaxHandInFiles:
			s.faults = append(s.faults, handInFault{name, fmt.Sprintf("it and what comes after it are left out, as there are more than %d files", MaxHandInFiles)})
			return
		default:
			s.files = append(s.files, name)
		}
		if len(s.faults) > MaxHandInFiles {
			return
		}
	}
}

// list is what a directory holds, in the order of the names.
func (h handIns) list(dir string) ([]fs.DirEntry, error) {
	f, err := h.root.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, errors.New("cannot be read")
	}
	defer f.Close()
	entries, err := f.ReadDir(MaxHandInFiles + 1)
	if err != nil && err != io.EOF {
		return nil, errors.New("cannot be read")
	}
	if len(entries) > MaxHandInFiles {
		return nil, fmt.Errorf("is left out, as it holds more than %d files", MaxHandInFiles)
	}
	slice.Sort(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// read reads a file that was handed in.
func (h handIns) read(name string) ([]byte, error) {
	text, err := console.ReadRegular(unlinked{h.root}, name, MaxHandInBytes)
	var other console.NotRegular
	var large console.TooLarge
	switch {
	case errors.As(err, &other):
		return nil, fmt.Errorf("is %s and is left out; hand in the file itself", console.KindOfFile(fs.FileMode(other)))
	case errors.As(err, &large):
		return nil, errors.New("is larger than 1 MB and is left out")
	case err != nil:
		return nil, errors.New("cannot be read")
	}
	return text, nil
}

// unlinked is a folder in which a link is none of what it leads to.
type unlinked struct{ *os.Root }

// Stat implements opener.
func (u unlinked) Stat(name string) (os.FileInfo, error) { return u.Lstat(name) }
