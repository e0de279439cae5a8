package cli

import (
	"bytes"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/internal/cli/console"
	"wobbly/report"
)

// Wobbly returns the program wobbly.
func Wobbly() *Program { return wobblyProgram() }

// Ship adds the files that a release has in addition to the program, by path: completion scripts,
// where shells look for them below share, and a manual page for each command, with the version and
// the date.
func (p *Program) Ship(files map[string][]byte, version, date string) error {
	a := &console.App{Name: p.Name, Sys: console.System{Stdout: io.Discard, Stderr: io.Discard}}
	model := p.parser(a, p.ordered(), new(globals), new(bool)).Model
	for shell, path := range map[string]string{
		"bash":       "bash-completion/completions/" + p.Name,
		"zsh":        "zsh/site-functions/_" + p.Name,
		"fish":       "fish/vendor_completions.d/" + p.Name + ".fish",
		"powershell": "powershell/" + p.Name + ".ps1",
	} {
		files["share/"+path] = []byte(completionScript(p.Name, shell))
	}
	for _, n := range append([]*kong.Node{nil}, subcommands(model.Node)...) {
		m := p.manPage(model, n)
		m.Version = version
		m.Date = date
		var b bytes.Buffer
		if err := report.Man(&b, m); err != nil {
			return err
		}
		files["share/man/man1/"+m.Name+".1"] = b.Bytes()
	}
	return nil
}

// subcommands lists all commands below n, each before its own subcommands.
func subcommands(n *kong.Node) (all []*kong.Node) {
	for _, c := range n.Children {
		all = append(append(all, c), subcommands(c)...)
	}
	return all
}

// manPage returns the page of a command, or of the program as a whole if n is nil.
func (p *Program) manPage(app *kong.Application, n *kong.Node) report.ManPage {
	m := report.ManPage{Name: p.Name, Of: p.Name, Help: p.help(app, n)}
	pages := app.Children
	if n != nil {
		m.Name = manName(p, n)
		pages = n.Children
		above := p.Name
		if n.Parent.Parent != nil {
			above = manName(p, n.Parent)
		}
		m.See = append(m.See, above)
	}
	for _, c := range pages {
		m.See = append(m.See, manName(p, c))
	}
	return m
}

// manName returns the name of the page of a command, such as wobbly-theorem-fuzz.
func manName(p *Program, n *kong.Node) string {
	return p.Name + "-" + strings.ReplaceAll(pathOf(n), " ", "-")
}
