package report

import "io"

// CheckFormat is a way to write the document of check.
type CheckFormat struct {
	Name  string // on the command line
	About string // what it is, where the name does not tell; in help
	Text  bool   // for people: in ASCII if asked for, and Summarize follows
	Write func(io.Writer, Style, *Check) (Tally, error)
}

// CheckFormats lists them, the usual one first.
var CheckFormats = []CheckFormat{
	{Name: "text", Text: true, Write: checkText},
	{Name: "short", About: "a line for each race", Text: true, Write: checkShort},
	{Name: "json", Write: checkJSON},
}
