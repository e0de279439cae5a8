package screen

import (
	"strconv"
	"strings"

	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/session"
	"wobbly/session/command"
)

// A Farewell is the output after the terminal is closed. Empty fields print nothing.
type Farewell struct {
	File      string   // the file of the open program
	Schedule  string   // the schedule that leads to the last state
	Link      string   // a link to that state
	Resume    string   // the command that continues there
	Also      []string // the commands that continue in the other programs that were open
	Copied    string   // the text that was copied last, for terminals without a clipboard
	Saved     []string // the files that were saved
	Predicted string   // how many predictions were right: "3 of 4"
	Unsaved   string   // a program that no file holds
	Lesson    string   // how far the lesson is done
	Next      string   // the command that plays the next lesson, if this one is done
	Unkept    string   // work in lessons that no file keeps
}

// LessonDone describes the progress of a lesson: "4, The lock: 1 of 3 tasks done".
func LessonDone(l *lesson.Lesson, done, tasks int) string {
	name := l.Title
	if l.Number > 0 {
		name = strconv.Itoa(l.Number) + ", " + name
	}
	return name + ": " + strconv.Itoa(done) + " of " + text.Count(tasks, "task") + " done"
}

// A Resumption says how to return to a state of a session.
type Resumption struct {
	Schedule, Link string
	Command        string // the command that continues there
	Saved          string // the file that was written for it; "" if none was
}

// maxPrinted is the longest text, in bytes, that a farewell prints. If a link is longer, the trace
// is saved as a file instead, if possible.
const maxPrinted = 1000

// Resume returns how to return to the present state of a session. It saves a long trace as a file,
// and any trace if the terminal was cut off.
func (f Files) Resume(p *Program, s *session.Session) Resumption {
	l := command.LinkOf(p.File, s)
	r := Resumption{Schedule: s.Schedule().String(), Link: l.String(), Command: p.Repeat}
	if open := OpenCommand(p); open != "" {
		r.Command = open + " --schedule " + text.ShellWord(r.Link)
	}
	long := len(r.Link) > maxPrinted
	cutOff := f.CutOff != nil && f.CutOff()
	if f.Save == nil || OpenCommand(p) == "" || !long && !(cutOff && s.At() > 0) {
		return r
	}
	where, err := f.Save(Stem(p)+".trace", []byte(s.Trace(f.Tool, "none").String()))
	if err != nil {
		return r
	}
	if long {
		r = Resumption{Command: OpenCommand(p) + " --trace " + text.ShellWord(where)}
	}
	r.Saved = where
	return r
}

// DropLong drops a copied text that is too long to print.
func (f *Farewell) DropLong() {
	if len(f.Copied) > maxPrinted {
		f.Copied = ""
	}
}

// OpenCommand returns the command that opens a program, or "".
func OpenCommand(p *Program) string {
	switch {
	case p.Command != "":
		return p.Command
	case p.NoFile:
		return ""
	}
	return "wobbly step " + text.ShellWord(p.File)
}

// Stem returns the name of a program's file without folders and suffix.
func Stem(p *Program) string {
	name := p.File[strings.LastIndexAny(p.File, `/\`)+1:]
	return strings.TrimSuffix(name, ".il")
}
