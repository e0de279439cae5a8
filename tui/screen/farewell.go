package screen

import (
	"strings"

	"wobbly/internal/text"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/session/schedule"
)

// Farewell is what is left to say when the terminal is the shell's again.
type Farewell struct {
	File      string   // of the program; empty if none was open
	Schedule  string   // to where the user was, in its short form
	Link      string   // the line that leads there
	Resume    string   // the command that goes on there
	Also      []string // the commands that go on in the other programs that were open
	Copied    string   // the text that was copied last, for terminals without a clipboard
	Saved     []string
	Predicted string // how many predictions were right; empty if there were none
	Unsaved   string // a program that was made here and that no file holds; empty if there is none
	Lesson    string // how far it is done; empty if none was played
	Next      string // the command that plays the next lesson, where this one is done
	Unkept    string // what was done in lessons and no file keeps; empty if there is nothing
}

// Resumption is how to come to a state of a session again.
type Resumption struct {
	Schedule, Link string
	Command        string // that goes on there
	Saved          string // the file that was written for it, empty if none was
}

// maxPrinted is how long a link may be that is printed. Beyond it the trace is
// saved as a file, where that can be done.
const maxPrinted = 1000

// Resume is how to come again to where a session stands. A long trace is saved as
// a file, and so is any where the user was cut off.
func (f Files) Resume(p *Program, s *session.Session) Resumption {
	l := command.LinkOf(p.File, s)
	r := Resumption{Schedule: s.Schedule().String(), Link: l.String(), Command: resumeCommand(p, l)}
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

// DropLong forgets a copied text that is too long to be printed.
func (f *Farewell) DropLong() {
	if len(f.Copied) > maxPrinted {
		f.Copied = ""
	}
}

// resumeCommand is the command that goes on at a link; of a program that no file holds
// the one that makes it again, empty where there is none.
func resumeCommand(p *Program, l schedule.Link) string {
	if open := OpenCommand(p); open != "" {
		return open + " --schedule " + text.ShellWord(l.String())
	}
	return p.Repeat
}

// OpenCommand is the command that opens a program, empty where there is none.
func OpenCommand(p *Program) string {
	switch {
	case p.Command != "":
		return p.Command
	case p.NoFile:
		return ""
	}
	return "wobbly step " + text.ShellWord(p.File)
}

// Stem is the name of a program's file without folders and suffix.
func Stem(p *Program) string {
	name := p.File[strings.LastIndexAny(p.File, `/\`)+1:]
	return strings.TrimSuffix(name, ".il")
}
