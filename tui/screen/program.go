package screen

import (
	"context"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
)

// Program is what a session can be had with.
type Program struct {
	File     string // as the user named it
	Core     *il.Core
	Pair     il.Pair
	Init     semantics.Init
	Schedule schedule.Schedule // to begin with
	Note     string            // for the status line: where this comes from

	// Session is to be gone on with; nil begins one with what is above.
	Session *session.Session
	// NoFile tells that no file holds the program. Command opens it then, if there
	// is such a command: "wobbly step --example burble.il".
	NoFile  bool
	Command string
	// Repeat is the command that makes a program again that no file holds.
	Repeat string

	Old       bool // the file has another text by now, which is open as a program of its own
	forgotten bool // the user does not want it saved
}

// Unsaved tells whether the program is lost when the user leaves.
func (p *Program) Unsaved() bool {
	return p.NoFile && p.Command == "" && p.Repeat == "" && !p.forgotten
}

// IsOf tells whether a session is of the program, from its initial state.
func (p *Program) IsOf(s *session.Session) bool {
	return s.Core() == p.Core && s.Pair() == p.Pair &&
		session.InitText(p.Core, p.Pair, p.Init) == session.InitText(p.Core, p.Pair, s.Init())
}

// Base is the program's name without its folders.
func (p *Program) Base() string { return p.File[strings.LastIndexAny(p.File, `/\`)+1:] }

// NewSession is the one to begin with.
func (p *Program) NewSession() (*session.Session, error) {
	if p.Session != nil {
		return p.Session, nil
	}
	return session.New(p.Core, p.Pair, p.Init)
}

// At is the program as a session has it: its pair, its initial state, and the
// moves to where it stands.
func (p *Program) At(s *session.Session) *Program {
	return &Program{File: p.File, Core: p.Core, Pair: s.Pair(), Init: s.Init(), Schedule: s.Schedule(), NoFile: p.NoFile,
		Command: p.Command, Repeat: p.Repeat}
}

// Forget makes the program one that the user does not want saved.
func (p *Program) Forget() { p.forgotten = true }

// Files is where texts go.
type Files struct {
	// Save writes a file and says where it is. nil: nothing can be saved.
	Save func(name string, data []byte) (string, error)
	// Copy puts a text on the clipboard, beside what the terminal is told to. It
	// may be nil.
	Copy func(text string) error
	// Changed reads a file and gives what it holds. If it is told to wait, it waits until
	// that is another text than the one that is known, or the context ends. nil: no file
	// can be read.
	Changed func(ctx context.Context, file, known string, wait bool) Changed
	// Edit is the user's editor with a file in it. nil: there is none.
	Edit func(file string) Editor
	// CutOff tells, at the end, that the terminal went away: what was printed there
	// may be read by nobody. It may be nil.
	CutOff  func() bool
	Exports []Export
	Tool    string // "wobbly 1.0.0", for trace files
	// Address is where the page shows the state of a session of the program in a file.
	// nil: nobody said where the page is.
	Address func(file string, s *session.Session) string
}

// Changed is a file as it is now.
type Changed struct {
	Text string
	Core *il.Core // nil where the text is no legal program
	Err  error    // why it is none, or why it cannot be read
}

// Editor is a program that takes the terminal until it ends.
type Editor interface {
	Run() error
	SetStdin(io.Reader)
	SetStdout(io.Writer)
	SetStderr(io.Writer)
}

// Export is a form in which a trace can be saved.
type Export struct {
	Name   string // "svg"
	Suffix string // ".svg"
	Title  string // "a picture of this state"
	Write  func(State) ([]byte, error)
}

// State is what an export writes: a program, and a session that stands at a
// state. Neither may be changed.
type State struct {
	Program *Program
	Session *session.Session
}
