package tui

import (
	"io"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/session/schedule"
	"wobbly/tui/draw"
)

// Options are all that Run and Plain know of the world. The zero value of a
// field is a sensible one.
type Options struct {
	Program *Program // to begin with; nil begins at home
	Screen  string   // the name of the screen to begin with, "reports"; empty for Step, or home without a program

	Seed uint64 // of the first random run; each further one has the next

	Terminal
	Files

	Home     HomeOptions
	Reports  ReportsOptions
	Explore  ExploreOptions
	Analysis advice.Analysis
	Repair   advice.Repairs
	Theorem  TheoremOptions
	Lesson   LessonOptions
}

// Terminal is what is known of the terminal.
type Terminal struct {
	Theme         draw.Theme // empty for Auto
	NoColor       bool       // no colours, whatever the theme says
	ASCII         bool       // nothing but ASCII on the screen
	NoMouse       bool
	In            io.Reader // nil for the standard input
	Out           io.Writer // nil for the standard output
	Environ       []string  // "TERM=xterm", of the terminal; nil for that of the process
	Width, Height int       // 0 to ask it
}

// Files is where texts go.
type Files struct {
	// Save writes a file and says where it is. nil: nothing can be saved.
	Save func(name string, data []byte) (string, error)
	// Copy puts a text on the clipboard, beside what the terminal is told to. It
	// may be nil.
	Copy func(text string) error
	// CutOff tells, at the end, that the terminal went away: what was printed there
	// may be read by nobody. It may be nil.
	CutOff  func() bool
	Exports []Export
	Tool    string // "wobbly 1.0.0", for trace files
}

// HomeOptions is what the caller gives the screen Home.
type HomeOptions struct {
	Items []Item
	// Open loads an item, or a file by name. nil: there is nothing to open.
	Open func(Item) (*Program, error)
}

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

	forgotten bool // the user does not want it saved
}

// unsaved tells whether the program is lost when the user leaves.
func (p *Program) unsaved() bool {
	return p.NoFile && p.Command == "" && p.Repeat == "" && !p.forgotten
}

// isOf tells whether a session is of the program, from its initial state.
func (p *Program) isOf(s *session.Session) bool {
	return s.Core() == p.Core && s.Pair() == p.Pair &&
		session.InitText(p.Core, p.Pair, p.Init) == session.InitText(p.Core, p.Pair, s.Init())
}

// Base is the program's name without its folders.
func (p *Program) Base() string { return p.File[strings.LastIndexAny(p.File, `/\`)+1:] }

// session is the one to begin with.
func (p *Program) session() (*session.Session, error) {
	if p.Session != nil {
		return p.Session, nil
	}
	return session.New(p.Core, p.Pair, p.Init)
}

// Item is a line of home.
type Item struct {
	Group string // "Lessons", "Examples", "Recent"
	Name  string // "4", "burble.il"
	Title string
	Note  func() string // at the right end: "1 of 2 tasks done"; may be nil
}

// Export is a form in which a trace can be saved.
type Export struct {
	Name   string // "svg"
	Suffix string // ".svg"
	Title  string // "a picture of this state"
	Write  func(State) ([]byte, error)
}

// Farewell is what is left to say when the terminal is the shell's again.
type Farewell struct {
	File     string   // of the program; empty if none was open
	Schedule string   // to where the user was, in its short form
	Link     string   // the line that leads there
	Resume   string   // the command that goes on there
	Also     []string // the commands that go on in the other programs that were open
	Copied   string   // the text that was copied last, for terminals without a clipboard
	Saved    []string
	Unsaved  string // a program that was made here and that no file holds; empty if there is none
	Lesson   string // how far it is done; empty if none was played
	Next     string // the command that plays the next lesson, where this one is done
}

// controls are those of a session with what the options bring.
func (o *Options) controls() *command.Controls {
	return &command.Controls{Seed: o.Seed, Analysis: o.Analysis, Repairs: o.Repair, Files: command.Files{Save: o.Save, Tool: o.Tool}}
}
