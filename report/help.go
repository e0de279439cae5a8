package report

import (
	"fmt"
	"io"
	"strings"
)

// Help is the help of a command, or of the program.
type Help struct {
	Usage, About string
	// Start has what to type first, and what it does.
	Start [][2]string
	// Text has paragraphs, whose lines are broken anywhere.
	Text     string
	Commands []HelpGroup
	Args     [][2]string
	// Flags are the flags. The last group has those of every command.
	Flags []HelpGroup
	// Examples are command lines, each with its purpose.
	Examples [][2]string
	Exits    [][2]string
	See      string
}

// HelpGroup is a list of commands or flags, each with what it does.
type HelpGroup struct {
	Title string
	Rows  [][2]string
}

// HelpText prints help.
func HelpText(w io.Writer, style Style, h Help) error {
	p := &page{Style: style, w: w}
	p.line("%s %s", p.paint(bold, "usage:"), h.Usage)
	if len(h.Examples) > 0 && h.Start == nil {
		p.line("%s %s", p.paint(bold, "for example:"), h.Examples[0][0])
	}
	p.line("")
	p.prose(0, "%s", h.About)
	wide := nameWidth(h.Start)
	for _, g := range h.Commands {
		wide = max(wide, nameWidth(g.Rows))
	}
	p.columns("", h.Start, wide)
	for paragraph := range strings.SplitSeq(h.Text, "\n\n") {
		if paragraph != "" {
			p.line("")
			p.prose(0, "%s", paragraph)
		}
	}
	for _, g := range h.Commands {
		p.columns(g.Title, g.Rows, wide)
	}
	p.columns("Arguments", h.Args, nameWidth(h.Args))
	for _, g := range h.Flags {
		p.columns(g.Title, g.Rows, nameWidth(g.Rows))
	}
	if len(h.Examples) > 0 {
		p.line("")
		p.line("%s", p.paint(bold, "Examples"))
		for _, x := range h.Examples {
			if x[1] != "" {
				p.line("  # %s", x[1])
			}
			p.line("  %s", x[0])
		}
	}
	p.columns("Exit codes", h.Exits, nameWidth(h.Exits))
	if h.See != "" {
		p.line("")
		p.prose(0, "%s", h.See)
	}
	return p.err
}

// nameWidth returns the width of a column of names, except long ones.
func nameWidth(rows [][2]string) (wide int) {
	const maxWidth = 26
	for _, r := range rows {
		if n := cells(r[0]); n <= maxWidth {
			wide = max(wide, n)
		}
	}
	return wide
}

// columns prints names in a column of the given width, and their descriptions, below a title if
// there is one. A name that is too long has a line of its own.
func (p *page) columns(title string, rows [][2]string, wide int) {
	if len(rows) == 0 {
		return
	}
	p.line("")
	if title != "" {
		p.line("%s", p.paint(bold, title))
	}
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

// ManPage is a page of the manual, section 1.
type ManPage struct {
	// Name is the name of the page, such as wobbly-theorem-fuzz.
	Name string
	// Of is the program that the page belongs to.
	Of            string
	Version, Date string
	Help          Help
	See           []string
}

// Man writes a page for man, in roff with the macros of man(7).
func Man(w io.Writer, m ManPage) error {
	p := &man{w: w}
	h := m.Help
	p.line(fmt.Sprintf(`.TH "%s" "1" "%s" "%s" "%s"`, roff(strings.ToUpper(m.Name)), m.Date,
		roff(m.Of+" "+m.Version), roff(m.Of)))
	p.macro("SH", "NAME")
	p.text("%s - %s", m.Name, strings.TrimSuffix(h.About, "."))
	p.macro("SH", "SYNOPSIS")
	p.text("%s", h.Usage)
	p.macro("SH", "DESCRIPTION")
	p.text("%s", h.About)
	for paragraph := range strings.SplitSeq(h.Text, "\n\n") {
		if paragraph != "" {
			p.macro("PP")
			p.text("%s", strings.Join(strings.Fields(paragraph), " "))
		}
	}
	p.terms("USAGE", h.Start)
	for _, g := range h.Commands {
		p.terms(strings.ToUpper(g.Title), g.Rows)
	}
	p.terms("ARGUMENTS", h.Args)
	for _, g := range h.Flags {
		p.terms(strings.NewReplacer("FLAGS", "OPTIONS").Replace(strings.ToUpper(g.Title)), g.Rows)
	}
	if len(h.Examples) > 0 {
		p.macro("SH", "EXAMPLES")
	}
	for i, x := range h.Examples {
		if i > 0 {
			p.macro("PP")
		}
		p.text("%s", x[1])
		p.macro("RS", "4")
		p.macro("nf")
		p.text("%s", x[0])
		p.macro("fi")
		p.macro("RE")
	}
	p.terms("EXIT STATUS", h.Exits)
	if len(m.See) > 0 {
		p.macro("SH", "SEE ALSO")
		p.text("%s(1)", strings.Join(m.See, "(1), "))
	}
	return p.err
}

// man writes a page in roff. It keeps the first error and writes nothing after it.
type man struct {
	w   io.Writer
	err error
}

func (p *man) line(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, text+"\n")
	}
}

func (p *man) macro(name string, args ...string) {
	for _, a := range args {
		name += ` "` + strings.ReplaceAll(roff(a), `"`, `\(dq`) + `"`
	}
	p.line("." + name)
}

// text writes a line of text unless it is empty.
func (p *man) text(format string, args ...any) {
	text := roff(fmt.Sprintf(format, args...))
	if text == "" {
		return
	}
	// The line would call a macro.
	if text[0] == '.' || text[0] == '\'' {
		text = `\&` + text
	}
	p.line(text)
}

// roff returns a text with escapes for the signs that roff interprets: a backslash, the minus of
// flags, and those that it makes typographic.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~",
	`\(ti`, "\n", " ").Replace

func (p *man) terms(title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	p.macro("SH", title)
	for _, r := range rows {
		p.macro("TP")
		p.text("%s", r[0])
		p.text("%s", r[1])
	}
}
