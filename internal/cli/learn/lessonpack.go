package learn

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/lesson/course"
	"wobbly/report"
)

// PackFlag chooses the lessons: a pack (a directory or packed file), a master (a pack with the
// solutions and right answers, which is the key), or the shipped ones.
type PackFlag struct {
	Pack   string `help:"Use the lessons in this directory or packed file." placeholder:"DIR"`
	Master string `help:"Use the lessons in this master, which has the solutions and right answers." placeholder:"FILE"`
}

// from returns the directory or file that the flags name, or "" for the shipped lessons.
func (f PackFlag) from() (string, error) {
	if f.Pack != "" && f.Master != "" {
		return "", console.Usage("A master is also a pack.",
			"--pack and --master cannot be used together")
	}
	return cmp.Or(f.Pack, f.Master), nil
}

// Limits of a lesson file in bytes, and of a packed file in lessons and bytes.
const (
	maxLessonBytes = 1 << 20
	maxPackFiles   = 1000
	maxPackBytes   = 64 << 20
)

const packHint = "Name a directory of lessons, or a file that wobbly lesson pack has made."

// packFiles opens the lessons of a pack: the shipped ones, a directory, or a packed file. Messages
// show the prefix before the name of a lesson.
func packFiles(from string) (files fs.FS, prefix string, err error) {
	if from == "" {
		return course.Files, "", nil
	}
	info, err := os.Stat(from)
	switch {
	case err != nil:
		return nil, "", fileError("read the lessons", from, err)
	case info.IsDir():
		return os.DirFS(from), strings.TrimRight(from, "/") + "/", nil
	case !info.Mode().IsRegular() || info.Size() > maxPackBytes:
		return nil, "", console.Usage(packHint,
			"%s is not a pack of lessons: it is not a regular file, or larger than 64 MB",
			report.FileName(from))
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return nil, "", fileError("read the lessons", from, err)
	}
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, "",
			console.Usage(packHint, "%s is not a pack of lessons", report.FileName(from))
	}
	return z, from + "/", nil
}

// A packFile is the text of a lesson, with its name in the pack and its name in messages.
type packFile struct{ name, shown, text string }

func (f PackFlag) texts() ([]packFile, error) {
	from, err := f.from()
	if err != nil {
		return nil, err
	}
	files, prefix, err := packFiles(from)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "*"+lesson.Extension)
	switch {
	case err != nil:
		return nil, fileError("read the lessons", from, err)
	case len(names) == 0:
		return nil, console.Usage("Lessons are files named as in 02-lost-update"+lesson.Extension+
			".", "%s contains no lessons", report.FileName(from))
	case len(names) > maxPackFiles:
		return nil, console.Usage("", "%s contains more than %d lessons", report.FileName(from),
			maxPackFiles)
	}
	var all []packFile
	for _, n := range names {
		text, err := readBounded(files, n)
		if err != nil {
			return nil, fmt.Errorf("cannot read the lesson %s: %w", report.FileName(prefix+n), err)
		}
		all = append(all, packFile{name: n, shown: prefix + n, text: text})
	}
	return all, nil
}

// readBounded reads the file of a lesson, which must be a regular one of bounded size, in UTF-8 or
// UTF-16.
func readBounded(files fs.FS, name string) (string, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("it is not a regular file")
	}
	in, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	raw, err := io.ReadAll(io.LimitReader(in, maxLessonBytes+1))
	if err == nil && len(raw) > maxLessonBytes {
		err = errors.New("it is larger than 1 MB")
	}
	plain, wide := text.Decode(raw)
	if err == nil && wide && len(raw)%2 != 0 {
		err = errors.New("it is in UTF-16, and its last character is cut")
	}
	return string(plain), err
}

// read reads the lessons of a pack. faults are the errors in their texts; a lesson with an error
// that hides its structure is left out.
func (f PackFlag) read() (all []*lesson.Lesson, faults lesson.Errors, err error) {
	files, err := f.texts()
	if err != nil {
		return nil, nil, err
	}
	for _, x := range files {
		l, errs := lesson.Parse(x.shown, x.text)
		faults = append(faults, errs...)
		if l != nil {
			all = append(all, l)
		}
	}
	return all, faults, nil
}

// Load reads the lessons of a pack. It returns an error if any lesson has one, or if a lesson of a
// master has no key.
func (f PackFlag) Load() ([]*lesson.Lesson, error) {
	all, faults, err := f.read()
	if err != nil {
		return nil, err
	}
	if len(faults) > 0 {
		pack := cmp.Or(f.Pack, f.Master)
		return nil, console.Usage("See: wobbly lesson lint "+console.ShellWord(pack),
			"%s", faults[0])
	}
	for _, l := range all {
		if f.Master != "" && !l.HasKey() {
			return nil, console.Usage("",
				"%s is not a master: lesson %s is an exam edition, which has no key",
				report.FileName(f.Master), wordFor(l))
		}
	}
	return all, nil
}

func (f PackFlag) find(word string) (*lesson.Lesson, error) {
	all, err := f.Load()
	if err != nil {
		return nil, err
	}
	l, err := ask.FindLesson(all, word)
	return l, console.Failed(err)
}

// fileOf returns the file of a lesson, or "" for a shipped one.
func (f PackFlag) fileOf(l *lesson.Lesson) string {
	from, err := f.from()
	if err != nil {
		return ""
	}
	info, err := os.Stat(from)
	if err == nil && info.IsDir() {
		return filepath.Join(from, l.Name+lesson.Extension)
	}
	return from
}

// Again returns the flags that name the same lessons.
func (f PackFlag) Again() string { return console.Again(f, "Pack", "Master") }

type lessonPackCmd struct {
	From string `arg:"" name:"DIR" help:"The lessons: a directory, or a packed file."`
	To   string `arg:"" name:"OUT" help:"A directory, or a file whose name ends in .zip."`
	Exam bool   `help:"Make an exam edition: leave out the lines between \"# key\" and \"# end\"."`
}

func (c *lessonPackCmd) Run(a *console.App) error {
	files, err := PackFlag{Pack: c.From}.texts()
	switch {
	case err != nil:
		return err
	case c.overwrites(files):
		return console.Usage("Name another place for the packed lessons. Nothing was written.",
			"cannot pack %s into itself: %s", report.FileName(c.From), report.FileName(c.To))
	}
	faults, ok := console.Await(a, func() lesson.Errors { return c.edit(a, files) })
	switch {
	case !ok:
		return console.ErrInterrupted
	case len(faults) > 0:
		hint := "Nothing was written."
		if _, err := os.Stat(c.To); err == nil {
			hint = fmt.Sprintf("Nothing was written: %s has not changed.", report.FileName(c.To))
		}
		return console.Usage(hint+" See: wobbly lesson lint "+console.ShellWord(c.From),
			"%s", faults[0])
	}
	if filepath.Ext(c.To) == ".zip" {
		err = writePackFile(c.To, files)
	} else {
		err = writePackDir(c.To, files)
	}
	if err != nil {
		return fileError("write the lessons", c.To, err)
	}
	what := text.Count(len(files), "lesson")
	if c.Exam {
		what += ", exam edition"
	}
	return report.Line(a.Text(), what+": "+report.FileName(c.To))
}

// overwrites reports whether the output would replace the input, whose answers an exam edition would
// lose: it is the input or in its directory, or one of its files is one of the lessons.
func (c *lessonPackCmd) overwrites(files []packFile) bool {
	same := func(a, b string) bool {
		x, err := os.Stat(a)
		y, err2 := os.Stat(b)
		return err == nil && err2 == nil && os.SameFile(x, y)
	}
	for _, f := range files {
		if same(filepath.Join(c.From, f.name), filepath.Join(c.To, f.name)) {
			return true
		}
	}
	to, err := filepath.Abs(c.To)
	if filepath.Ext(c.To) == ".zip" || err != nil {
		return same(c.From, c.To)
	}
	for ; ; to = filepath.Dir(to) { // to the root, following links
		if resolved, err := filepath.EvalSymlinks(to); err == nil {
			to = resolved
		}
		if same(c.From, to) {
			return true
		}
		if to == filepath.Dir(to) {
			return false
		}
	}
}

// edit checks the lessons by playing them, and removes the answers for an exam edition.
func (c *lessonPackCmd) edit(a *console.App, files []packFile) (faults lesson.Errors) {
	for i := range files {
		f := &files[i]
		l, errs := lesson.Parse(f.shown, f.text)
		if l != nil {
			errs = lesson.Lint(a.Ctx, l)
		}
		if c.Exam && len(errs) == 0 {
			f.text, errs = lesson.Exam(f.shown, f.text)
		}
		faults = append(faults, errs...)
	}
	return faults
}

// writePackDir writes lessons into a directory, which may exist.
func writePackDir(dir string, files []packFile) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		if err := console.ReplaceFile(filepath.Join(dir, f.name), f.text); err != nil {
			return err
		}
	}
	return nil
}

// writePackFile writes lessons into one file. The same lessons give the same bytes.
func writePackFile(name string, files []packFile) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate})
		if err == nil {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return console.ReplaceFile(name, b.String())
}
