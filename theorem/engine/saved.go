package engine

import (
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
)

// Saved is a refutation as the text of a program: a comment at its head says
// which statement is refuted, with which seed, and without which hypotheses. It
// can be checked for ever after, also by a version that draws other programs.
type Saved struct {
	Statement string   // its name
	Seed      uint64   // of NewCase
	Without   []string // hypotheses that were switched off
	Note      string   // lines for a reader, such as what is false
	Program   string   // the program; ReadSaved leaves the comment in it
}

// The keys of the comment. Its other lines are a note.
const (
	savedStatement = "statement: "
	savedSeed      = "case seed: "
	savedWithout   = "without: "
)

// NewSaved is a failure of a statement as it is saved.
func NewSaved(f *Failure, s *Statement, without ...string) Saved {
	note := fmt.Sprintf("Instance: %s\nWhy: %s\nLines are counted below this comment.", f.Instance, f.Why)
	return Saved{s.Name, f.CaseSeed, without, note, il.Format(f.Program)}
}

// String is the text of the file.
func (s Saved) String() string {
	head := []string{savedStatement + s.Statement, savedSeed + strconv.FormatUint(s.Seed, 10)}
	if len(s.Without) > 0 {
		head = append(head, savedWithout+strings.Join(s.Without, ", "))
	}
	var b strings.Builder
	for _, line := range append(head, strings.Split(s.Note, "\n")...) {
		b.WriteString(strings.TrimRight("// "+line, " ") + "\n")
	}
	return b.String() + "\n" + s.Program
}

// ReadSaved reads what String has written. The program is the whole text.
func ReadSaved(text string) (Saved, error) {
	s := Saved{Program: text}
	var note []string
	seeded := false
	for line := range strings.Lines(text) {
		line, comment := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !comment {
			break
		}
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, savedStatement); ok {
			s.Statement = name
		} else if seed, ok := strings.CutPrefix(line, savedSeed); ok {
			n, err := strconv.ParseUint(seed, 10, 64)
			if err != nil {
				return s, fmt.Errorf("the case seed %q is no number", seed)
			}
			s.Seed, seeded = n, true
		} else if names, ok := strings.CutPrefix(line, savedWithout); ok {
			s.Without = strings.Split(names, ", ")
		} else {
			note = append(note, line)
		}
	}
	s.Note = strings.Join(note, "\n")
	if s.Statement == "" || !seeded {
		return s, fmt.Errorf("the comment at the head names no statement or no case seed")
	}
	return s, nil
}
