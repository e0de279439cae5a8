package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/learn"
	"wobbly/internal/cli/research"
	"wobbly/internal/glossary"
	"wobbly/internal/slice"
	"wobbly/session"
	"wobbly/theorem"
)

type completionCmd struct {
	Shell string `arg:"" name:"SHELL" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

func (c *completionCmd) Run(a *console.App, k *kong.Kong) error {
	_, err := io.WriteString(a.Out, completionScript(k.Model, c.Shell))
	return err
}

// completionScript returns the script that completes the command line of a program in a shell.
func completionScript(app *kong.Application, shell string) string {
	s := &script{name: app.Name, function: "_" + strings.ReplaceAll(app.Name, "-", "_")}
	write := map[string]func(completed) string{"bash": s.bash, "zsh": s.zsh, "fish": s.fish, "powershell": s.powershell}
	return write[shell](completions(app))
}

// completed has the words that can follow one command.
type completed struct {
	path, help string // the path is as in theorem fuzz; that of the program is empty
	commands   []completed
	flags      []completedFlag
	values     []string // that its arguments can have
	files      bool     // an argument can be a file
	mixed      bool     // each argument can be a value or a file
}

func (c *completed) name() string { return c.path[strings.LastIndex(c.path, " ")+1:] }

type completedFlag struct {
	name, short, help string
	hasValue          bool
	values            []string
	list              bool // several values, with commas between them
	files             bool // its value is a file or a directory
}

// completions reads the model of the command line.
func completions(app *kong.Application) completed {
	root := completed{commands: completionsBelow(app, app.Node)}
	root.flagsOf(app.Flags)
	return root
}

// completionsBelow returns the completions of the commands right below n, and of those below them. The
// flags of every command are added to each. If a command has a default command, the flags and
// arguments of that one can follow too.
func completionsBelow(app *kong.Application, n *kong.Node) []completed {
	var all []completed
	for _, child := range n.Children {
		c := completed{path: pathOf(child), help: child.Help, commands: completionsBelow(app, child)}
		c.flagsOf(child.Flags)
		positional := child.Positional
		if short := child.DefaultCmd; short != nil {
			c.flagsOf(short.Flags)
			positional = short.Positional
		}
		c.flagsOf(app.Flags)
		for _, p := range positional { // their order does not count
			c.values = append(c.values, valuesOf(p)...)
			c.files = c.files || valuesOf(p) == nil || p.Tag.Has("files")
			c.mixed = c.mixed || p.Tag.Has("files")
		}
		if child.Name == "help" {
			c.files = false
			c.commands = helpTopics(app.Node, c.path)
			c.values = []string{exitTopic}
		}
		all = append(all, c)
	}
	return all
}

// flagsOf adds flags, except hidden ones.
func (c *completed) flagsOf(flags []*kong.Flag) {
	for _, f := range flags {
		if !f.Hidden {
			c.flags = append(c.flags, completeFlag(f))
		}
	}
}

func (c *completed) words() []string { return slices.Concat(commandNames(c.commands), c.values) }

// helpTopics returns the commands that can follow help, and those below them.
func helpTopics(n *kong.Node, path string) []completed {
	var all []completed
	for _, child := range n.Children {
		below := path + " " + child.Name
		all = append(all, completed{path: below, help: child.Help, commands: helpTopics(child, below)})
	}
	return all
}

// completable has the lists that the tag complete names.
var completable = map[string]func() []string{
	"statements": func() []string { return ask.StatementNames(theorem.Statements()) },
	"switches":   ask.SwitchNames,
	"analyses":   console.AnalysisNames,
	"analyzers":  ask.AnalyzerNames,
	"candidates": research.CandidateNames,
	"drawings":   console.DrawingNames,
	"methods":    research.PredictMethodNames,
	"lessons":    learn.LessonNames,
	"examples":   learn.ExampleNames,
	"heaps":      func() []string { return []string{session.HeapFile, session.HeapOne, session.HeapDifferent} },
	"conditions": ask.ConditionNames,
	"words": func() []string {
		return slice.Map(glossary.Names(), func(w string) string { return strings.ReplaceAll(w, " ", "-") })
	},
	"hypotheses": func() []string { return ask.HypothesisNames(theorem.Statements()) },
}

// valuesOf returns the values that an argument or flag can have: those of its enum, or the list that
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
	switch f.PlaceHolder {
	case "FILE", "DIR", "FOLDER", "PATH":
		c.files = true
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

// flat returns a command and all commands below it, parents first.
func (c completed) flat() []completed {
	all := []completed{c}
	for _, below := range c.commands {
		all = append(all, below.flat()...)
	}
	return all
}
