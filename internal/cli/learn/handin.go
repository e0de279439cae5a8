package learn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"wobbly/internal/cli/console"
	"wobbly/internal/grading"
	"wobbly/internal/slice"
	"wobbly/report"
)

// A handIns is a directory or zip of hand-ins. Nothing in it is trusted: only regular files of at
// most grading.MaxBytes are read, and links are not followed. A fault in one student's files never
// ends the grading of the others.
type handIns struct {
	// from is the name of the directory or zip.
	from string
	// root is the directory, or nil for a zip. zip is the zip, or nil for a directory.
	root *os.Root
	zip  *os.File
	// names is the pattern of --names, or nil.
	names *grading.Pattern
}

const tooManyFiles = "is left out with all files after it: there are more than %d files"

// openHandIns opens a directory or zip. The caller closes it.
func openHandIns(name string, names *grading.Pattern) (h handIns, err error) {
	info, err := os.Stat(name) // opening a pipe would wait for a writer
	switch {
	case err != nil:
		// see below
	case info.IsDir():
		h.root, err = os.OpenRoot(name)
	case info.Mode().IsRegular() && grading.IsZip(name):
		h.zip, err = os.Open(name)
	default:
		return h, console.Usage("Name the directory or zip of all hand-ins.",
			"%s is neither a directory nor a zip", report.FileName(name))
	}
	if err != nil {
		return h, fileError("read what was handed in", name, err)
	}
	h.from = name
	h.names = names
	return h, nil
}

func (h handIns) close() {
	if h.root != nil {
		_ = h.root.Close()
	} else {
		_ = h.zip.Close()
	}
}

type handInFile struct {
	// path is the path below the directory or in the zip, and name the student's own name for the
	// file.
	path, name string
	// place is the task that --names has found, or zero.
	place grading.Place
	// member is nil for a file of a directory.
	member *grading.Member
	// fault says why the file is not read, or is nil.
	fault error
}

type student struct {
	who   grading.Who
	files []handInFile
}

// A top is an entry at the top of the directory or zip: a file, or a directory with its files.
type top struct {
	name  string
	isDir bool
	files []handInFile
}

type findings struct {
	students []student
	// leftOut are the files that belong to no student.
	leftOut []grading.File
	// merged are the students whose files --names has found in several directories.
	merged []string
}

// find lists the students and their files. A directory is one student with all files below it, and
// so is a zip or a record at the top. File names made by a learning platform, or described by
// --names, name their student; the files of one student may then be anywhere.
func (h handIns) find() (findings, error) {
	var x findings
	tops, err := h.tops()
	if err != nil {
		return x, err
	}
	dirs := map[string]string{} // the first directory of each student that --names has found
	index := map[string]int{}   // the students' places in x
	add := func(who grading.Who, files ...handInFile) {
		i, known := index[who.String()]
		if !known {
			i = len(x.students)
			index[who.String()] = i
			x.students = append(x.students, student{who: who})
		}
		x.students[i].files = append(x.students[i].files, files...)
	}
	for _, t := range tops {
		who, _, isPlatform := grading.OfPlatform(t.name)
		if !isPlatform {
			who = grading.Who{Name: t.name}
		}
		named := false // whether --names assigns a file of t to a student
		for _, f := range t.files {
			name, place, _ := h.names.Match(f.path)
			f.place = place
			if name != "" {
				named = true
				add(grading.Who{Name: name}, f)
				dir := path.Dir(f.path)
				if first, known := dirs[name]; !known {
					dirs[name] = dir
				} else if first != dir && !h.names.IsOfPath() &&
					!slices.Contains(x.merged, name) {
					x.merged = append(x.merged, name)
				}
				continue
			}
			owner, err := h.owner(t, &f)
			if err != nil {
				x.leftOut = append(x.leftOut, grading.File{Path: f.path, Fault: err})
			} else {
				add(owner, f)
			}
		}
		if t.isDir && !named {
			add(who) // even without files
		}
	}
	slice.SortStable(x.students,
		func(a, b student) int { return strings.Compare(a.who.String(), b.who.String()) })
	return x, nil
}

// owner returns the student who has handed in a file of t, and sets f.name.
func (h handIns) owner(t top, f *handInFile) (grading.Who, error) {
	who, rest, isPlatform := grading.OfPlatform(t.name)
	switch {
	case !isPlatform && !t.isDir:
		return grading.Who{Name: strings.TrimSuffix(t.name, filepath.Ext(t.name))}, h.checkLoose(*f)
	case !isPlatform:
		who = grading.Who{Name: t.name}
	}
	f.name = rest
	if t.isDir {
		f.name = strings.TrimPrefix(f.path, t.name+"/")
	}
	return who, nil
}

// checkLoose returns an error unless a file at the top is a zip or a record, and so the hand-in of
// the student after whom it is named.
func (h handIns) checkLoose(f handInFile) error {
	raw, err := h.read(f, grading.NewAllowance())
	if err != nil {
		return err
	}
	if grading.IsZip(f.path) {
		members, err := grading.OpenZip(bytes.NewReader(raw), int64(len(raw)))
		for _, m := range members {
			for part := range strings.SplitSeq(m.Name, "/") {
				if _, _, ok := grading.OfPlatform(part); ok {
					return grading.Faultf(grading.NoStudent,
						"is a zip of many students; grade it by itself: wobbly grade %s",
						console.ShellWord(filepath.Join(h.from, f.path)))
				}
			}
		}
		return err
	}
	if text, err := grading.Decode(raw); err == nil && grading.IsRecord([]byte(text)) {
		return nil
	}
	return grading.Faultf(grading.NoStudent,
		"belongs to no student: it is not a directory, a zip or a record of lessons (see --names)")
}

// findSingle returns all files as those of one student.
func (h handIns) findSingle(name string) (findings, error) {
	tops, err := h.tops()
	s := student{who: grading.Who{Name: name}}
	for _, t := range tops {
		for _, f := range t.files {
			f.name = f.path
			_, f.place, _ = h.names.Match(f.path)
			s.files = append(s.files, f)
		}
	}
	return findings{students: []student{s}}, err
}

// tops lists the entries of the directory or zip, except those that systems add to directories.
func (h handIns) tops() ([]top, error) {
	if h.zip != nil {
		return h.zipTops()
	}
	entries, err := fs.ReadDir(h.root.FS(), ".")
	if err != nil {
		return nil, fileError("read what was handed in", h.from, err)
	}
	var all []top
	for _, e := range entries {
		t := top{name: e.Name(), isDir: e.IsDir()}
		switch {
		case grading.Ignored(t.name):
			continue
		case t.isDir:
			h.walk(&t, t.name, 1)
		default:
			t.files = []handInFile{{path: t.name, name: t.name}}
		}
		all = append(all, t)
	}
	return all, nil
}

// zipTops lists the entries of a zip. If everything is in one directory that is not a student's, it
// lists those of that directory.
func (h handIns) zipTops() ([]top, error) {
	info, err := h.zip.Stat()
	var members []grading.Member
	if err == nil {
		members, err = grading.OpenZip(h.zip, info.Size())
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read what was handed in: it %w", err)
	}
	for skipped := ""; ; {
		var all []top
		deeper := false // whether a file is in a directory of this directory, or is a hand-in
		for i := range members {
			below := strings.TrimPrefix(members[i].Name, skipped)
			name, rest, isDir := strings.Cut(below, "/")
			if n := len(all); n == 0 || all[n-1].name != name || !isDir {
				all = append(all, top{name: name, isDir: isDir})
			}
			t := &all[len(all)-1]
			t.files = append(t.files, handInFile{path: below, name: below, member: &members[i]})
			_, _, isNamed := grading.OfPlatform(path.Base(below))
			deeper = deeper || strings.Contains(rest, "/") || grading.IsZip(rest) || isNamed
		}
		if len(all) != 1 || !all[0].isDir || !deeper {
			return all, nil
		}
		if _, _, ok := grading.OfPlatform(all[0].name); ok {
			return all, nil
		}
		skipped += all[0].name + "/"
	}
}

func (h handIns) handIn(s student) grading.HandIn {
	in := grading.HandIn{Who: s.who}
	allowance := grading.NewAllowance()
	for _, f := range s.files {
		if allowance.Files == 0 {
			in.Files = append(in.Files, grading.File{
				Path:  f.path,
				Fault: grading.Faultf(grading.TooLarge, tooManyFiles, grading.MaxFiles),
			})
			break
		}
		file := grading.File{Path: f.path, Name: f.name, Place: f.place, Fault: f.fault}
		raw, err := h.read(f, allowance)
		if f.name == "" && err == nil { // the platform's receipt
			raw = grading.Receipt(raw)
			if len(raw) == 0 {
				continue
			}
			file.Name = path.Ext(f.path)
		}
		if err != nil {
			file.Fault = err
			in.Files = append(in.Files, file)
			continue
		}
		in.Files = append(in.Files, grading.Unpack(file, raw, allowance)...)
	}
	return in
}

func (h handIns) read(f handInFile, allowance *grading.Allowance) ([]byte, error) {
	limit := grading.MaxBytes
	if grading.IsZip(f.path) {
		limit = grading.MaxZipBytes
	}
	switch {
	case f.fault != nil:
		return nil, f.fault
	case f.member != nil:
		return f.member.Read(allowance)
	case allowance.Bytes == 0:
		return nil, grading.Faultf(grading.TooLarge, "is left out: there are more than %d MB",
			grading.MaxAllBytes>>20)
	}
	raw, err := console.ReadRegular(unlinked{h.root}, f.path, int64(limit))
	allowance.Bytes = max(0, allowance.Bytes-len(raw))
	var other console.NotRegular
	var large console.TooLarge
	switch {
	case errors.As(err, &other):
		return nil, grading.Faultf(grading.Unreadable,
			"is %s and is left out; hand in the file itself",
			console.KindOfFile(fs.FileMode(other)))
	case errors.As(err, &large):
		return nil, grading.Faultf(grading.TooLarge,
			"is larger than %d MB and is left out", limit>>20)
	case err != nil:
		return nil, grading.Faultf(grading.Unreadable, "cannot be read")
	}
	return raw, nil
}

// walk adds to t the files of a directory and of those in it, in the order of their names.
func (h handIns) walk(t *top, dir string, depth int) {
	fail := func(path string, why grading.Reason, text string) {
		t.files = append(t.files,
			handInFile{path: path, name: path, fault: &grading.Fault{Why: why, Text: text}})
	}
	entries, err := h.list(dir)
	if err != nil {
		fail(dir, grading.Unreadable, "cannot be read")
		return
	}
	if len(entries) > grading.MaxFiles {
		fail(dir, grading.TooLarge,
			fmt.Sprintf("is left out: it holds more than %d files", grading.MaxFiles))
		return
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case grading.Ignored(e.Name()):
			// not the student's
		case len(t.files) >= grading.MaxFiles:
			fail(name, grading.TooLarge, fmt.Sprintf(tooManyFiles, grading.MaxFiles))
			return
		case e.IsDir() && depth == grading.MaxDepth:
			fail(name, grading.TooLarge, "is left out: directories are nested too deep")
		case e.IsDir():
			h.walk(t, name, depth+1)
		default:
			t.files = append(t.files, handInFile{path: name, name: name})
		}
		if len(t.files) > grading.MaxFiles {
			return
		}
	}
}

// list returns the entries of a directory in the order of their names, or the first ones if there
// are too many.
func (h handIns) list(dir string) ([]fs.DirEntry, error) {
	f, err := h.root.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(grading.MaxFiles + 1)
	if err != nil && err != io.EOF {
		return nil, err
	}
	slice.Sort(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// An unlinked is a directory that reports links as links.
type unlinked struct{ *os.Root }

func (u unlinked) Stat(name string) (os.FileInfo, error) { return u.Lstat(name) }
