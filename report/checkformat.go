package report

import (
	"io"
	"slices"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/slice"
)

// CheckFormat is a way to write the document of check.
type CheckFormat struct {
	Name  string // on the command line
	About string // what it is, where the name does not tell; in help
	Text  bool   // for people: in ASCII if asked for, and Summarize follows
	Lines bool   // a line for each thing: errors too, where they are shown as text

	// Write writes the document of one file.
	Write func(io.Writer, Style, *Check) (Tally, error)
	// errors writes what is wrong with an illegal program, beside the text that is shown.
	// nil: nothing.
	errors func(io.Writer, *il.Source, diag.List) error
	// whole begins a document of several files. nil: each has its own.
	whole func(io.Writer) CheckLog
}

// CheckLog writes what check finds in several files, one after the other.
type CheckLog interface {
	// Check writes what was found in a file.
	Check(*Check) (Tally, error)
	// Errors writes what is wrong with an illegal program.
	Errors(*il.Source, diag.List) error
	// End ends the log.
	End() error
}

// CheckFormats lists them, the usual one first.
var CheckFormats = []CheckFormat{
	{Name: "text", Text: true, Write: checkText},
	{Name: "short", About: "a line for each race", Text: true, Lines: true, Write: checkShort},
	{Name: "json", Write: checkJSON, errors: ErrorsJSON},
	{Name: "sarif", About: "for code hosts and editors: one document for all files", Write: checkSARIF, whole: newSARIF},
	{Name: "github", About: "annotations of GitHub Actions", Lines: true, Write: checkGitHub, errors: errorsGitHub},
}

// CheckFormatNames lists their names.
func CheckFormatNames() []string {
	return slice.Map(CheckFormats, func(f CheckFormat) string { return f.Name })
}

// FindCheckFormat is the format of a name, and whether there is one.
func FindCheckFormat(name string) (CheckFormat, bool) {
	i := slices.Index(CheckFormatNames(), name)
	if i < 0 {
		return CheckFormat{}, false
	}
	return CheckFormats[i], true
}

// Open begins to write to w.
func (f CheckFormat) Open(w io.Writer, s Style) CheckLog {
	if f.whole != nil {
		return f.whole(w)
	}
	return &checkEach{f, w, s}
}

// checkEach is a log in which each file has a document of its own.
type checkEach struct {
	CheckFormat
	w io.Writer
	s Style
}

// Check implements CheckLog.
func (e *checkEach) Check(c *Check) (Tally, error) { return e.Write(e.w, e.s, c) }

// Errors implements CheckLog.
func (e *checkEach) Errors(src *il.Source, list diag.List) error {
	if e.errors == nil {
		return nil
	}
	return e.errors(e.w, src, list)
}

// End implements CheckLog.
func (e *checkEach) End() error { return nil }
