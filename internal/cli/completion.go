package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/abstract"
	"wobbly/internal/service"
	"wobbly/theorem"
)

// completionCmd is `wobbly completion`.
type completionCmd struct {
	Shell string `arg:"" name:"SHELL" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

// Run implements the command.
func (c *completionCmd) Run(a *app, k *kong.Kong) error {
	_, err := io.WriteString(a.out, completionScript(k.Model, c.Shell))
	return err
}

// completionScript is the script that completes the command line of a program in a shell.
func completionScript(app *kong.Application, shell string) string {
	s := &script{name: app.Name, function: "_" + strings.ReplaceAll(app.Name, "-", "_")}
	write := map[string]func([]completed) string{"bash": s.bash, "zsh": s.zsh, "fish": s.fish, "powershell": s.powershell}
	return write[shell](completions(app))
}

// completed is what can be completed of one command.
type completed struct {
	path, help string // path as in theorem fuzz
	commands   []completed
	flags      []completedFlag
	values     []string // of its arguments; none for files
	files      bool
}

// name is the last word of the path.
func (c *completed) name() string { return c.path[strings.LastIndex(c.path, " ")+1:] }

// completedFlag is a flag; one that takes a value may list them.
type completedFlag struct {
	name, short, help string
	hasValue          bool
	values            []string
	list              bool // several values, with commas between them
}

// completions reads the model of the command line. The flags of every command
// are added to each.
func completions(app *kong.Application) []completed { return completionsBelow(app, app.Node) }

// completionsBelow completes the commands right below n, and theirs.
func completionsBelow(app *kong.Application, n *kong.Node) []completed {
	var all []completed
	for _, child := range n.Children {
		c := completed{path: pathOf(child), help: child.Help, commands: completionsBelow(app, child)}
		flags := child.Flags
		if short := child.DefaultCmd; short != nil { // what follows may belong to it
			flags = slices.Concat(flags, short.Flags)
		}
		for _, f := range slices.Concat(flags, app.Flags) {
			if !f.Hidden {
				c.flags = append(c.flags, completeFlag(f))
			}
		}
		for _, p := range child.Positional {
			c.values = valuesOf(p)
			c.files = c.values == nil
		}
		if child.Name == "help" {
			c.values, c.files = nil, false
			c.commands = helpTopics(app.Node, c.path)
		}
		all = append(all, c)
	}
	return all
}

// helpTopics completes the words behind help: the commands, and theirs.
func helpTopics(n *kong.Node, path string) []completed {
	var all []completed
	for _, child := range n.Children {
		below := path + " " + child.Name
		all = append(all, completed{path: below, help: child.Help, commands: helpTopics(child, below)})
	}
	return all
}

// completable are the lists that the tag complete names.
var completable = map[string]func() []string{
	"statements": func() []string { return service.StatementNames(theorem.Statements()) },
	"switches":   service.SwitchNames,
	"analyses":   analysisNames,
	"analyzers":  service.AnalyzerNames,
	"candidates": candidateNames,
	"drawings":   drawingNames,
	"tables":     tableNames,
	"variants":   variantNames,
	"methods":    predictMethodNames,
	"lessons":    lessonNames,
	"conditions": func() []string { return []string{abstract.Or.String(), abstract.Sum.String()} },
	"hypotheses": func() []string { return service.HypothesisNames(theorem.Statements()) },
}

// valuesOf lists what an argument or flag can be: those of its enum, or what
// its tag complete names.
func valuesOf(v *kong.Value) []string {
	if list, ok := completable[v.Tag.Get("complete")]; ok {
		return list()
	}
	if v.Enum != "" {
		return v.EnumSlice()
	}
	return nil
}

func completeFlag(f *kong.Flag) completedFlag {
	c := completedFlag{name: f.Name, help: f.Help, hasValue: !f.IsBool(), values: valuesOf(f.Value), list: f.IsCumulative()}
	if f.Short != 0 {
		c.short = string(f.Short)
	}
	return c
}

func commandNames(all []completed) []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].name()
	}
	return names
}

// flatten lists commands, each before its own.
func flatten(all []completed) []completed {
	var flat []completed
	for _, c := range all {
		flat = append(append(flat, c), flatten(c.commands)...)
	}
	return flat
}
