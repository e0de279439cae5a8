package command

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/schedule"
)

// Controls are a session with what commands keep beside it and what they know of
// the world. Session is needed; the zero value of any other field is a sensible
// one.
type Controls struct {
	Session *session.Session
	File    string   // the program's, as links and trace files name it
	Seed    uint64   // of the next random run
	Until   string   // the condition of Continue and Back; empty for none
	Watches []string // expressions

	// Predictions are those of the user. nil: none yet.
	Predictions *Predictions

	Analysis advice.Analysis
	Repairs  advice.Repairs
	Files    Files
	Voice    Voice

	// Focus is the thread whose variables expressions mean. nil: the one that
	// moved last.
	Focus func() semantics.Tid
	// Closed says why a command is closed, empty if it is not. nil closes none.
	Closed func(Name) string
}

// Files is where commands write.
type Files struct {
	Save func(name string, data []byte) (string, error) // says where it is; nil: nothing can be saved
	// Read is the program in a file. nil: no file can be read.
	Read func(name string) (*il.Core, error)
	Tool string // "wobbly 1.0.0", for trace files

	// Address is where the page shows the state of a session of the program in a file.
	// nil: nobody said where the page is.
	Address func(file string, s *session.Session) string
}

// Voice is how sentences speak to the user.
type Voice struct {
	// Call names a command: by its key, or by its word. nil: by its word.
	Call func(*Command) string
	// NoRace says what to do where no state of the trace races.
	NoRace string
}

// call names a command in a sentence.
func (x *Controls) call(name Name) string {
	c := Find(name)
	if x.Voice.Call != nil {
		return x.Voice.Call(c)
	}
	return c.Word()
}

// focus is the thread whose variables expressions mean.
func (x *Controls) focus() semantics.Tid {
	if x.Focus != nil {
		return x.Focus()
	}
	if e, ok := x.Session.Now().Last(); ok {
		return e.Thread
	}
	return semantics.A
}

// Watch is a watched expression as it is to be shown in the present state.
func (x *Controls) Watch(n int) (string, error) { return x.evaluate(x.Watches[n]) }

// link is the line that leads to the present state.
func (x *Controls) link() schedule.Link { return LinkOf(x.File, x.Session) }

// LinkOf is the line that leads to the present state of a session of a file,
// whose folders are left out.
func LinkOf(file string, s *session.Session) schedule.Link {
	l := s.Link()
	l.File = file[strings.LastIndexAny(file, `/\`)+1:]
	return l
}

// traceName is the name of a trace file for the program.
func (x *Controls) traceName() string {
	return strings.TrimSuffix(x.File[strings.LastIndexAny(x.File, `/\`)+1:], ".il") + ".trace"
}

// NoRace says that the present state is no racing one, and how to come to one;
// empty if it is.
func (x *Controls) NoRace() string {
	s := x.Session
	if s.Now().Races() {
		return ""
	}
	const no = "This is no racing state; "
	for n := s.Len(); n >= 0; n-- {
		if v, _ := s.State(n); !v.Races() {
			continue
		}
		if n > s.At() {
			return no + x.call(NextRace) + " goes to one."
		}
		return no + x.call(PreviousRace) + " goes back to one."
	}
	return no + "nor is any other of this trace. " + x.Voice.NoRace + "."
}

// Sentence makes a sentence of an error.
func Sentence(err error) string {
	text := err.Error()
	r, n := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(r)) + strings.TrimSuffix(text[n:], ".")
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
