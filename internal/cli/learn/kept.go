package learn

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"wobbly/internal/cli/console"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/tui/home"
)

// stateDir returns the directory in which wobbly keeps state from one run to the next, for
// people at a terminal: the one of the XDG Base Directory Specification, or its counterpart
// on macOS and Windows. It is empty if the environment names none, or there is no terminal.
func stateDir(a *console.App) string {
	if !Interactive(a) {
		return ""
	}
	return stateDirOf(a, runtime.GOOS)
}

// stateDirOf is stateDir for an operating system, even without a terminal.
func stateDirOf(a *console.App, system string) string {
	below := func(base string, names ...string) string {
		if !filepath.IsAbs(base) {
			return ""
		}
		return filepath.Join(append(append([]string{base}, names...), "wobbly")...)
	}
	switch system {
	case "windows":
		return below(a.Getenv("LOCALAPPDATA"))
	case "darwin":
		return below(a.Getenv("HOME"), "Library", "Application Support")
	}
	if dir := below(a.Getenv("XDG_STATE_HOME")); dir != "" {
		return dir
	}
	return below(a.Getenv("HOME"), ".local", "state")
}

// writeState writes a file of a state directory, and creates the directory if necessary.
func writeState(dir, name string, text []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return console.PlainError(err)
	}
	return console.ReplaceFile(filepath.Join(dir, name), string(text))
}

// An ownRecord is the record of lessons that wobbly keeps if the user names none. Its errors never
// stop anyone from playing.
type ownRecord struct {
	// dir is the state directory, or empty if nothing is kept.
	dir    string
	played map[string]bool
	// trouble is the error because of which nothing is kept, if any.
	trouble error
}

// ownRecordName is the name of its file in the state directory.
const ownRecordName = "lessons.json"

// file returns the file of the record, or an empty flag if nothing is kept.
func (o *ownRecord) file() recordFlag {
	if o.dir == "" {
		return recordFlag{}
	}
	return recordFlag{filepath.Join(o.dir, ownRecordName)}
}

// read returns the record, which is empty if it cannot be read.
func (o *ownRecord) read() *lesson.Records {
	r, err := o.file().read()
	if err != nil {
		o.dir, o.trouble = "", err
		return emptyRecord()
	}
	return r
}

// write writes the lessons that were played in this process. Lessons that other processes have
// written meanwhile stay.
func (o *ownRecord) write(r *lesson.Records) error {
	if o.dir == "" || len(o.played) == 0 {
		return nil
	}
	stored := o.read()
	for _, x := range r.Lessons {
		if o.played[x.Lesson] {
			stored.Put(x)
		}
	}
	var b bytes.Buffer
	err := errors.Join(o.trouble, stored.Write(&b))
	if err == nil {
		err = writeState(o.dir, ownRecordName, b.Bytes())
	}
	if err != nil {
		o.dir, o.trouble = "", err
	}
	return err
}

// The file with the programs opened last is recentName in the state directory. It has at most
// maxRecent paths, one on each line, the newest first, and at most maxRecentBytes bytes.
const (
	recentName     = "programs"
	maxRecent      = 10
	maxRecentBytes = 64 << 10
)

// recent lists the programs that were opened last and still exist.
func recent(dir string) []string {
	if dir == "" {
		return nil
	}
	text, err := console.ReadRegular(console.Files{}, filepath.Join(dir, recentName),
		maxRecentBytes)
	if err != nil {
		return nil
	}
	all := slices.DeleteFunc(strings.Split(string(text), "\n"), func(name string) bool {
		info, err := os.Stat(name)
		return !filepath.IsAbs(name) || report.FileName(name) != name || err != nil ||
			!info.Mode().IsRegular()
	})
	return all[:min(len(all), maxRecent)]
}

// recordOpened records that a program was opened. It ignores errors, because little is lost.
func recordOpened(dir, name string) {
	path, err := filepath.Abs(name)
	if dir == "" || err != nil || name == report.StdinName || report.FileName(path) != path {
		return
	}
	all := slices.DeleteFunc(recent(dir), func(other string) bool { return other == path })
	all = append([]string{path}, all[:min(len(all), maxRecent-1)]...)
	_ = writeState(dir, recentName, []byte(strings.Join(all, "\n")+"\n"))
}

// recentItems lists the programs of other directories that were opened last, for Home.
func recentItems(a *console.App, dir string) (items []home.Item) {
	here, _ := os.Getwd() // "" if it is unknown, which no directory is
	for _, name := range recent(dir) {
		if dir := filepath.Dir(name); dir != here {
			items = append(items, home.Item{Name: filepath.Base(name), Title: fromHome(a, dir)})
		}
	}
	return items
}

func recentPath(a *console.App, x home.Item) string {
	dir := x.Title
	if rest, ok := strings.CutPrefix(dir, "~"); ok {
		dir = a.Getenv("HOME") + rest
	}
	return filepath.Join(dir, x.Name)
}

// fromHome returns a path with ~ for the home directory.
func fromHome(a *console.App, path string) string {
	base := a.Getenv("HOME")
	if rest, ok := strings.CutPrefix(path, base); ok && base != "" &&
		(rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}
