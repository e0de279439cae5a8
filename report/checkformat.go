package report

import (
	"io"
	"slices"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/slice"
)

// CheckFormat is an output format of check.
type CheckFormat struct {
	Name  string // on the command line
	About string // for help, unless the name says enough
	Text  bool   // for people: --ascii applies, and a summary follows
	Lines bool   // one line for each result, and for each error on standard error

	// Write writes the document of one file.
	Write func(io.Writer, Style, *Check) (Tally, error)
	// errors writes the errors of an illegal program, in addition to the text on standard
	// error. It may be nil.
	errors func(io.Writer, *il.Source, diag.List) error
	// unanswered writes that a file has no result, and why, in addition to the message on
	// standard error. It may be nil.
	unanswered func(w io.Writer, src *il.Source, why string) error
	// whole begins one document for all files. If it is nil, each file has its own.
	whole func(io.Writer) CheckLog
}

// CheckLog writes the results of check for several files, one after the other.
type CheckLog interface {
	// Check writes the reports of a file.
	Check(*Check) (Tally, error)
	// Errors writes the errors of an illegal program.
	Errors(*il.Source, diag.List) error
	// Unanswered writes that a limit or an interrupt left a file without a result.
	Unanswered(src *il.Source, why string) error
	// End ends the log.
	End() error
}

// CheckFormats lists the formats, the default first.
var CheckFormats = []CheckFormat{
	{Name: "text", Text: true, Write: checkText},
	{Name: "short", About: "a line for each race", Text: true, Lines: true, Write: checkShort},
	{Name: "json", Write: func(w io.Writer, _ Style, c *Check) (Tally, error) { return CheckJSON(w, c) }, errors: ErrorsJSON},
	{Name: "sarif", About: "for code hosts and editors: one document for all files", Write: checkSARIF, whole: newSARIF},
	{Name: "github", About: "annotations of GitHub Actions", Lines: true, Write: checkGitHub, errors: errorsGitHub, unanswered: unansweredGitHub},
}

// CheckFormatNames lists the names of the formats.
func CheckFormatNames() []string {
	return slice.Map(CheckFormats, func(f CheckFormat) string { return f.Name })
}

// FindCheckFormat returns the format with a name, and reports whether it exists.
func FindCheckFormat(name string) (CheckFormat, bool) {
	i := slices.Index(CheckFormatNames(), name)
	if i < 0 {
		return CheckFormat{}, false
	}
	return CheckFormats[i], true
}

// Open returns a log that writes to w.
func (f CheckFormat) Open(w io.Writer, s Style) CheckLog {
	if f.whole != nil {
		return f.whole(w)
	}
	return &checkEach{f, w, s}
}

// checkEach is a log in which each file has its own document.
type checkEach struct {
	CheckFormat
	w io.Writer
	s Style
}

func (e *checkEach) Check(c *Check) (Tally, error) { return e.Write(e.w, e.s, c) }

func (e *checkEach) Errors(src *il.Source, list diag.List) error {
	if e.errors == nil {
		return nil
	}
	return e.errors(e.w, src, list)
}

func (e *checkEach) Unanswered(src *il.Source, why string) error {
	if e.unanswered == nil {
		return nil
	}
	return e.unanswered(e.w, src, why)
}

func (e *checkEach) End() error { return nil }
