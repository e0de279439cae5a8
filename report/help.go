package report

import (
	"io"
	"strings"
)

// Help is the help of a command, or of the program.
type Help struct {
	Usage, About string
	Text         string // paragraphs, lines broken anywhere
	Commands     [][2]string
	Args, Flags  [][2]string
	Global       [][2]string // flags of every command
	Examples     [][2]string // command line, what for
	Exits        [][2]string
}

// HelpText prints help.
func HelpText(w io.Writer, h Help) error {
	p := &page{w: w}
	p.line("usage: %s", h.Usage)
	p.line("")
	p.prose(0, "%s", h.About)
	for paragraph := range strings.SplitSeq(h.Text, "\n\n") {
		if paragraph != "" {
			p.line("")
			p.prose(0, "%s", paragraph)
		}
	}
	p.columns("Commands", h.Commands)
	p.columns("Arguments", h.Args)
	p.columns("Flags", h.Flags)
	p.columns("Flags of every command", h.Global)
	if len(h.Examples) > 0 {
		p.line("")
		p.line("Examples")
		for _, x := range h.Examples {
			if x[1] != "" {
				p.line("  # %s", x[1])
			}
			p.line("  %s", x[0])
		}
	}
	p.columns("Exit codes", h.Exits)
	return p.err
}

// columns prints names and what they are. A long name has a line of its own.
func (p *page) columns(title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	const most = 26
	wide := 0
	for _, r := range rows {
		if n := cells(r[0]); n <= most {
			wide = max(wide, n)
		}
	}
	p.line("")
	p.line("%s", title)
	for _, r := range rows {
		name := r[0]
		if cells(name) > wide {
			p.line("  %s", name)
			name = ""
		}
		for i, l := range p.wrap(r[1], width-wide-4) {
			if i > 0 {
				name = ""
			}
			p.line("  %s  %s", pad(name, wide), l)
		}
	}
}

// Line prints one line.
func Line(w io.Writer, text string) error {
	p := &page{w: w}
	p.line("%s", text)
	return p.err
}
