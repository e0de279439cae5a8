package screen

import (
	"context"
	"fmt"
	"io"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
)

// A Program is the input of a session.
type Program struct {
	File     string // as the user named it
	Core     *il.Core
	Pair     il.Pair
	Init     semantics.Init
	Schedule schedule.Schedule // played at the beginning
	Note     string            // the first text of the status line; may be empty

	// Session is a session to continue. If it is nil, one is begun.
	Session *session.Session
	// NoFile is set if the program is not in a file. Command may then be a command that opens it
	// ("wobbly step --example burble.il"), and Repeat one that generates it again.
	NoFile  bool
	Command string
	Repeat  string

	// Old is set if the file has changed, and its new text is open as another program.
	Old       bool
	forgotten bool // whether the user does not want to save it
}

// Unsaved reports whether the program is lost when the user leaves.
func (p *Program) Unsaved() bool {
	return p.NoFile && p.Command == "" && p.Repeat == "" && !p.forgotten
}

// IsOf reports whether a session runs the program with its pair and initial state.
func (p *Program) IsOf(s *session.Session) bool {
	return s.Core() == p.Core && s.Pair() == p.Pair &&
		session.InitText(p.Core, p.Pair, p.Init) == session.InitText(p.Core, p.Pair, s.Init())
}

// Base returns the name of the file without folders.
func (p *Program) Base() string { return p.File[strings.LastIndexAny(p.File, `/\`)+1:] }

// NewSession returns the session to continue, or begins one.
func (p *Program) NewSession() (*session.Session, error) {
	if p.Session != nil {
		return p.Session, nil
	}
	return session.New(p.Core, p.Pair, p.Init)
}

// At returns the program with the pair, the initial state and the moves of a session.
func (p *Program) At(s *session.Session) *Program {
	return &Program{
		File: p.File, Core: p.Core, Pair: s.Pair(), Init: s.Init(), Schedule: s.Schedule(),
		NoFile: p.NoFile, Command: p.Command, Repeat: p.Repeat,
	}
}

// Forget records that the user does not want to save the program.
func (p *Program) Forget() { p.forgotten = true }

// Files gives screens access to files, clipboard and editor. A nil function is not available.
type Files struct {
	// Save writes a file and returns its name, which may differ from the given one.
	Save func(name string, data []byte) (string, error)
	// Changed reads a file. With wait, it waits until the text differs from known or ctx ends.
	Changed func(ctx context.Context, file, known string, wait bool) Changed
	// Edit returns the user's editor for a file.
	Edit func(file string) Editor
	// CutOff reports whether the terminal was cut off, so that the output may be unread.
	CutOff  func() bool
	Exports []Export
	Tool    string // "wobbly 1.0.0", for trace files
	// Address returns the address at which the page shows the state of a session.
	Address func(file string, s *session.Session) string
}

// Changed is the present content of a file.
type Changed struct {
	Text string
	Core *il.Core // nil if the text is not a legal program
	Err  error    // why it is not, or why the file cannot be read
}

// Editor is a program that uses the terminal until it ends.
type Editor interface {
	Run() error
	SetStdin(io.Reader)
	SetStdout(io.Writer)
	SetStderr(io.Writer)
}

// Export is a format in which a state or a trace can be saved.
type Export struct {
	Name   string // "svg"
	Suffix string // ".svg"
	// Write returns the state of a session, or its trace up to there, in the format. It must not
	// change the session.
	Write func(*session.Session) ([]byte, error)
}

// Edit opens a file in the user's editor and, when that ends, passes its error to ended.
func Edit(h Host, file string, ended func(error) tea.Cmd) tea.Cmd {
	return tea.Exec(h.Files().Edit(file), func(err error) tea.Msg {
		return Then(func() tea.Cmd { return ended(err) })
	})
}

// SaveAs writes a file, records it for the farewell and returns its actual name.
func SaveAs(h Host, name string, data []byte) (where string, err error) {
	if where, err = h.Files().Save(name, data); err != nil {
		return "", fmt.Errorf("not saved: %w", err)
	}
	h.Bye().Saved = append(h.Bye().Saved, where)
	return where, nil
}
