package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"wobbly/lesson"
	"wobbly/report"
	"wobbly/tui/home"
)

// stateDir is where wobbly keeps what who sits at a terminal has done, from one run to the
// next: that of the XDG Base Directory Specification, or what there is for this on macOS and
// Windows. It is empty if the environment names no place, and where nobody sits.
func (a *app) stateDir() string {
	if !a.interactive() {
		return ""
	}
	return a.stateDirOf(runtime.GOOS)
}

func (a *app) stateDirOf(system string) string {
	below := func(base string, names ...string) string {
		if !filepath.IsAbs(base) {
			return ""
		}
		return filepath.Join(append(append([]string{base}, names...), "wobbly")...)
	}
	switch system {
	case "windows":
		return below(a.getenv("LOCALAPPDATA"))
	case "darwin":
		return below(a.getenv("HOME"), "Library", "Application Support")
	}
	if dir := below(a.getenv("XDG_STATE_HOME")); dir != "" {
		return dir
	}
	return below(a.getenv("HOME"), ".local", "state")
}

// keepIn writes a file of the directory of the state, which is made if there is none.
func keepIn(dir, name string, text []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return plainError(err)
	}
	return replaceFile(filepath.Join(dir, name), string(text))
}

// ownRecord is the record of lessons that wobbly keeps where nobody names one. What fails
// there keeps nobody from playing.
type ownRecord struct {
	dir     string          // empty if there is none, or none any more
	played  map[string]bool // the lessons that were played here, by name
	trouble error           // why nothing is kept
}

// ownRecordName is the name of its file.
const ownRecordName = "lessons.json"

// file is its file, empty if there is none.
func (o *ownRecord) file() recordFlag {
	if o.dir == "" {
		return recordFlag{}
	}
	return recordFlag{filepath.Join(o.dir, ownRecordName)}
}

// read is what it holds.
func (o *ownRecord) read() *lesson.Records {
	r, err := o.file().read()
	if err != nil {
		o.dir, o.trouble = "", err
		r, _ = recordFlag{}.read()
	}
	return r
}

// write writes what was played here; of other lessons the file may know more by now.
func (o *ownRecord) write(r *lesson.Records) error {
	if o.dir == "" || len(o.played) == 0 {
		return nil
	}
	now := o.read()
	for _, x := range r.Lessons {
		if o.played[x.Lesson] {
			now.Put(x)
		}
	}
	var b bytes.Buffer
	err := errors.Join(o.trouble, now.Write(&b))
	if err == nil {
		err = keepIn(o.dir, ownRecordName, b.Bytes())
	}
	if err != nil {
		o.dir, o.trouble = "", err
	}
	return err
}

// The programs that were opened last are kept in a file, one path on a line, newest first.
const (
	recentName  = "programs"
	recentGroup = "Recent programs"
	mostRecent  = 10
	maxRecent   = 1 << 16 // bytes of the file
)

// recent lists the programs that were opened last and are there still.
func recent(dir string) []string {
	if dir == "" {
		return nil
	}
	text, err := readRegular(files{}, filepath.Join(dir, recentName), maxRecent)
	if err != nil {
		return nil
	}
	all := slices.DeleteFunc(strings.Split(string(text), "\n"), func(name string) bool {
		info, err := os.Stat(name)
		return !filepath.IsAbs(name) || report.FileName(name) != name || err != nil || !info.Mode().IsRegular()
	})
	return all[:min(len(all), mostRecent)]
}

// opened takes notice that a program was opened. It is no harm if that cannot be kept.
func opened(dir, name string) {
	path, err := filepath.Abs(name)
	if dir == "" || err != nil || name == report.StdinName || report.FileName(path) != path {
		return
	}
	all := slices.DeleteFunc(recent(dir), func(other string) bool { return other == path })
	all = append([]string{path}, all[:min(len(all), mostRecent-1)]...)
	_ = keepIn(dir, recentName, []byte(strings.Join(all, "\n")+"\n"))
}

// recentItems lists for home the programs of other directories that were opened last.
func (a *app) recentItems(dir string) (items []home.Item) {
	here, _ := os.Getwd()
	for _, name := range recent(dir) {
		if dir := filepath.Dir(name); dir != here {
			items = append(items, home.Item{Group: recentGroup, Name: filepath.Base(name), Title: a.fromHome(dir)})
		}
	}
	return items
}

// recentPath is the file of such an item.
func (a *app) recentPath(x home.Item) string {
	dir := x.Title
	if rest, ok := strings.CutPrefix(dir, "~"); ok {
		dir = a.getenv("HOME") + rest
	}
	return filepath.Join(dir, x.Name)
}

// fromHome is a path as people write it, with ~ for their home directory.
func (a *app) fromHome(path string) string {
	base := a.getenv("HOME")
	if rest, ok := strings.CutPrefix(path, base); ok && base != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}
