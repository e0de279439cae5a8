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

// Controls are a session with the state of its commands and their access to files and analyses.
// Only Session is required.
type Controls struct {
	Session *session.Session
	// File is the name of the program's file, for links and trace files.
	File string
	Seed uint64
	// Until is the condition of Continue and Back. It may be empty.
	Until   string
	Watches []string

	// Predictions are the user's predictions so far, or nil if there are none.
	Predictions *Predictions

	Analysis advice.Analysis
	Repairs  advice.Repairs
	Files    Files
	Voice    Voice
	// Explain may be nil.
	Explain Glossary

	// Focus returns the thread of variables without a thread in expressions. If it is nil, that is
	// the thread that moved last.
	Focus func() semantics.Tid
	// Closed says why a command is closed, which means that it never runs. It may be nil.
	Closed func(Name) Refusal
}

// A Glossary explains a word in a few lines. It returns an error for words that it does not have.
type Glossary func(word string) (title string, lines []string, err error)

// Files has functions that access files. Each may be nil if there is no access.
type Files struct {
	// Save writes a file, and returns its full name.
	Save func(name string, data []byte) (string, error)
	// Read returns the program in a file.
	Read func(name string) (*il.Core, error)
	// Tool is the name and version of the tool, such as "wobbly 1.0.0", for trace files.
	Tool string

	// Address returns the address of a page that shows the present state of a session of the
	// program in a file.
	Address func(file string, s *session.Session) string
}

// Voice determines how sentences address the user.
type Voice struct {
	// Call returns the name of a command in sentences. If it is nil, the name is the command's
	// word.
	Call func(*Command) string
	// NoRace says what to do if no state of the trace races.
	NoRace string
}

func (cs *Controls) call(name Name) string {
	c := Find(name)
	if cs.Voice.Call != nil {
		return cs.Voice.Call(c)
	}
	return c.Word()
}

func (cs *Controls) closed(name Name) Refusal {
	if cs.Closed == nil {
		return Refusal{}
	}
	return cs.Closed(name)
}

// focus returns the thread of variables without a thread in expressions.
func (cs *Controls) focus() semantics.Tid {
	if cs.Focus != nil {
		return cs.Focus()
	}
	if e, ok := cs.Session.Now().Last(); ok {
		return e.Thread
	}
	return semantics.A
}

// Watch returns watch n, from 0, with its value in the present state.
func (cs *Controls) Watch(n int) (string, error) { return cs.evaluate(cs.Watches[n]) }

func (cs *Controls) link() schedule.Link { return LinkOf(cs.File, cs.Session) }

// LinkOf returns the link to the present state of a session of a file, without the directories in
// the file's name.
func LinkOf(file string, s *session.Session) schedule.Link {
	l := s.Link()
	l.File = file[strings.LastIndexAny(file, `/\`)+1:]
	return l
}

func (cs *Controls) traceName() string {
	return strings.TrimSuffix(cs.File[strings.LastIndexAny(cs.File, `/\`)+1:], ".il") + ".trace"
}

// NoRace refuses if the present state does not race, and says how to reach one that does.
func (cs *Controls) NoRace() Refusal {
	s := cs.Session
	if s.Now().Races() {
		return Refusal{}
	}
	no := Refusal{Reason: "This is not a racing state."}
	for n := s.Len(); n >= 0; n-- {
		if v, _ := s.State(n); !v.Races() {
			continue
		}
		if n > s.At() {
			return no.Then(cs.call(NextRace), "goes to one")
		}
		return no.Then(cs.call(PreviousRace), "goes back to one")
	}
	no.Reason = "This is not a racing state; nor is any other of this trace. " +
		cs.Voice.NoRace + "."
	return no
}

// Sentence returns an error as a sentence.
func Sentence(err error) string {
	text := err.Error()
	r, n := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(r)) + strings.TrimSuffix(text[n:], ".")
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
