// Package learn implements the commands for students and their teachers: lesson, step, show, serve
// and grade.
package learn

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/report"
)

// Commands are the commands of this package.
var Commands = []console.Command{
	{Name: "lesson", Help: "Play a lesson in which you are the scheduler.",
		Grammar: console.Of[lessonCmd]},
	{Name: "step", Help: "Step both threads by hand, forward and back, to the race.",
		Grammar: console.Of[stepCmd]},
	{Name: "show", Help: "Print an execution as text, as a picture, or as a web page.",
		Grammar: console.Of[showCmd]},
	{Name: "serve", Help: "Open wobbly in a browser.", Grammar: console.Of[serveCmd]},
	{Name: "grade", Help: "Grade the solutions of students.", Grammar: console.Of[gradeCmd]},
}

// fileError returns an error that says in plain words why a file or directory cannot be used, and
// what may help. action is what was tried, such as "read the roster".
func fileError(action, name string, err error) error {
	dir := filepath.Dir(name)
	switch _, missing := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist) && missing != nil:
		return console.Usage("Check the spelling, and the directory in which you are.",
			"cannot %s: there is no directory %s", action, report.FileName(dir))
	case errors.Is(err, fs.ErrNotExist):
		hint := "Check the spelling, and the directory in which you are."
		entries, _ := os.ReadDir(dir) // without them there is no better hint
		names := slice.Map(entries, fs.DirEntry.Name)
		if near := spell.Near(filepath.Base(name), names); near != "" {
			hint = "Did you mean " + console.ShellWord(filepath.Join(dir, near)) + "?"
		}
		return console.Usage(hint, "cannot %s: there is no %s", action, report.FileName(name))
	case errors.Is(err, fs.ErrPermission):
		return console.Usage("See who may use it: ls -ld "+console.ShellWord(name),
			"cannot %s: you have no permission for %s", action, report.FileName(name))
	case errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR):
		return console.Usage("Name a directory.", "cannot %s: %s is not a directory", action,
			report.FileName(name))
	case errors.Is(err, syscall.EISDIR):
		return console.Usage("Name a file.", "cannot %s: %s is a directory", action,
			report.FileName(name))
	}
	return fmt.Errorf("cannot %s %s: %w", action, report.FileName(name), console.PlainError(err))
}
