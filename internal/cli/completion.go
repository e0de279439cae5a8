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
	"wobbly/session"
	"wobbly/theorem"
)

// completionCmd is `wobbly completion`.
type completionCmd struct {
	Shell string `arg:"" name:"SHELL" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

// Run implements the command.
func (c *completionCmd) Run(a *console.App, k *kong.Kong) error {
	_, err := io.WriteString(a.Out, completionScript(k.Model, c.Shell))
	return err
}

// completionScript is the script that completes the command line of a program in a shell.
func completionScript(app *kong.Application, shell string) string {
	s := &script{name: app.Name, function: "_" + strings.ReplaceAll(app.Name, "-", "_")}
	write := map[string]func(completed) string{"bash": s.bash, "zsh": s.zsh, "fish": s.fish, "powershell": s.powershell}
	return write[shell](completions(app))
}

// completed is what can be completed of one command.
type completed struct {
	path, help string // path as in theorem fuzz; that of the program is empty
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
	files             bool // its value is a file or a directory
}

// completions reads the model of the command line.
func completions(app *kong.Application) completed {
	root := completed{commands: completionsBelow(app, app.Node)}
	root.flagsOf(app.Flags)
	return root
}

// completionsBelow completes the commands right below n, and theirs. The flags of every
// command are added to each. Where one of its own is meant unless another is named, what
// belongs to that one can follow too.
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
		for _, p := range positional { // all of them wherever one stands
			c.values = append(c.values, valuesOf(p)...)
			c.files = c.files || valuesOf(p) == nil
		}
		if child.Name == "help" {
			c.values, c.files = nil, false
			c.commands = helpTopics(app.Node, c.path)
		}
		all = append(all, c)
	}
	return all
}

// flagsOf adds flags, but for those that are hidden.
func (c *completed) flagsOf(flags []*kong.Flag) {
	for _, f := range flags {
		if !f.Hidden {
			c.flags = append(c.flags, completeFlag(f))
		}
	}
}

// words are what can follow that is no flag and no file: commands, and values.
func (c *completed) words() []string { return slices.Concat(commandNames(c.commands), c.values) }

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
	"statements": func() []string { return ask.StatementNames(theorem.Statements()) },
	"switches":   ask.SwitchNames,
	"analyses":   console.AnalysisNames,
	"analyzers":  ask.AnalyzerNames,
	"candidates": research.CandidateNames,
	"drawings":   console.DrawingNames,
	"variants":   research.VariantNames,
	"methods":    research.PredictMethodNames,
	"lessons":    learn.LessonNames,
	"examples":   learn.ExampleNames,
	"heaps":      func() []string { return []string{session.HeapFile, session.HeapOne, session.HeapDifferent} },
	"conditions": ask.ConditionNames,
	"hypotheses": func() []string { return ask.HypothesisNames(theorem.Statements()) },
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

// flat lists a command and those below it, each before its own.
func (c completed) flat() []completed {
	all := []completed{c}
	for _, below := range c.commands {
		all = append(all, below.flat()...)
	}
	return all
}
