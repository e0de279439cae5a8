package screen

import "wobbly/session"

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
