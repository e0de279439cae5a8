package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/report"
)

// helpCmd is `wobbly help`.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command to explain, such as check or theorem fuzz."`
}

// Run implements the command.
func (c *helpCmd) Run(a *console.App, p *Program, k *kong.Kong) error {
	n := k.Model.Node
	for _, word := range c.Command {
		below := commandOf(n, word)
		if below == nil {
			return noCommand(n, word)
		}
		n = below
	}
	if n == k.Model.Node {
		n = nil
	}
	return p.printHelp(a, k.Model, n)
}

// commandOf is the command right below n of a name, nil if there is none.
func commandOf(n *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(n.Children, func(child *kong.Node) bool { return child.Name == name })
	if i < 0 {
		return nil
	}
	return n.Children[i]
}

// noCommand is the error of a word that n has no command for. It may be the name of the
// other program.
func noCommand(n *kong.Node, word string) error {
	path := pathOf(n)
	if n.Parent == nil && n.Name+"-"+word == HiveName {
		return console.Usage("See: "+HiveName+" help", "there is no command %q: %s is a program of its own", word, HiveName)
	}
	return console.Usage(spell.Hint(word, namesBelow(n), strings.TrimSpace("See: "+programOf(n)+" help "+path)), "there is no command %q", strings.TrimSpace(path+" "+word))
}

// namesBelow are the names of the commands right below n.
func namesBelow(n *kong.Node) []string {
	return slice.Map(n.Children, func(child *kong.Node) string { return child.Name })
}

// pathOf is the words that name a command, such as theorem fuzz; none for
// the program as a whole.
func pathOf(n *kong.Node) string {
	if n.Parent == nil {
		return ""
	}
	return strings.TrimSpace(pathOf(n.Parent) + " " + n.Name)
}

// programOf is the name of the program that has a command.
func programOf(n *kong.Node) string {
	for n.Parent != nil {
		n = n.Parent
	}
	return n.Name
}

// usageLine is what a program without arguments says.
func usageLine(a *console.App, app *kong.Application) error {
	return report.Line(a.Stderr(), fmt.Sprintf("usage: %s COMMAND ...\ncommands: %s\nSee: %[1]s help", app.Name, strings.Join(namesBelow(app.Node), ", ")))
}

// printHelp prints the help of a command, or of the program as a whole.
func (p *Program) printHelp(a *console.App, app *kong.Application, n *kong.Node) error {
	return report.HelpText(a.Text(), p.help(app, n))
}

// help is the help of a command, or of the program as a whole if n is nil.
func (p *Program) help(app *kong.Application, n *kong.Node) report.Help {
	h := report.Help{Usage: app.Name + " COMMAND ...", About: app.Help}
	if n == nil {
		h.Commands = commandRows(app.Node)
		h.Examples = p.Examples
	} else {
		h.Usage, h.About = usageOf(n), n.Help
		h.Commands = commandRows(n)
		m := p.readManuals()[pathOf(n)]
		h.Text = m.text
		for _, x := range m.examples {
			h.Examples = append(h.Examples, [2]string{x.line, x.text})
		}
		for _, x := range n.Positional {
			h.Args = append(h.Args, [2]string{x.Name, x.Help})
		}
		h.Flags = flagRows(n.Flags)
	}
	h.Global = flagRows(app.Flags)
	for _, e := range console.Exits {
		h.Exits = append(h.Exits, [2]string{fmt.Sprint(int(e.Exit)), e.Text})
	}
	return h
}

// commandRows lists the commands right below n.
func commandRows(n *kong.Node) [][2]string {
	return slice.Map(n.Children, func(c *kong.Node) [2]string { return [2]string{c.Name, c.Help} })
}

// usageOf is a command line with everything in its place.
func usageOf(n *kong.Node) string {
	words := []string{programOf(n), pathOf(n)}
	if len(n.Children) > 0 {
		words = append(words, "COMMAND ...")
	}
	if len(n.Flags) > 0 {
		words = append(words, "[FLAGS]")
	}
	for _, p := range n.Positional {
		word := p.Name
		if p.IsCumulative() {
			word += "..."
		}
		if !p.Required {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// flagRows describes flags.
func flagRows(flags []*kong.Flag) [][2]string {
	var rows [][2]string
	for _, f := range flags {
		if f.Hidden {
			continue
		}
		name := "--" + f.Name
		if f.Short != 0 {
			name = fmt.Sprintf("-%c, %s", f.Short, name)
		}
		text := f.Help
		switch {
		case f.Enum != "":
			name += " " + strings.Join(f.EnumSlice(), "|")
		case !f.IsBool():
			name += " " + f.PlaceHolder
		}
		if f.HasDefault && f.Default != "" {
			text += " Default: " + f.Default + "."
		}
		rows = append(rows, [2]string{name, text})
	}
	return rows
}
