package cli

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/glossary"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
)

type helpCmd struct {
	Command []string `arg:"" optional:"" name:"COMMAND" help:"A command, such as check or theorem fuzz, or exit for the exit codes."`
}

// exitTopic is the word after help that lists the exit codes.
const exitTopic = "exit"

func (c *helpCmd) Run(a *console.App, p *Program, k *kong.Kong) error {
	if slices.Equal(c.Command, []string{exitTopic}) {
		var rows [][2]string
		for _, e := range console.Exits {
			rows = append(rows, [2]string{strconv.Itoa(int(e.Exit)), e.Text})
		}
		var worstFirst []string
		for _, e := range slices.Backward(console.Severity) {
			worstFirst = append(worstFirst, strconv.Itoa(int(e)))
		}
		return report.HelpText(a.Text(), a.Style(a.Sys.Stdout), report.Help{
			Usage: p.Name + " COMMAND ...; echo $?",
			About: "Every command exits with one of these codes. " +
				"If several apply, the first one in this order counts, unless the command's " +
				"help differs: " + strings.Join(worstFirst, ", ") + ".",
			Exits: rows,
		})
	}
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

// commandOf returns the command right below n with the given name, or nil.
func commandOf(n *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(n.Children, func(child *kong.Node) bool { return child.Name == name })
	if i < 0 {
		return nil
	}
	return n.Children[i]
}

// noCommand returns the error of a word that is not a command below n, with the arguments after it.
// The hint is a command line that may have been meant.
func noCommand(n *kong.Node, word string, rest ...string) error {
	command := strings.TrimSpace(pathOf(n) + " " + word)
	if n.Parent != nil || n.Name == HiveName {
		help := strings.TrimSpace("See: " + programOf(n) + " help " + pathOf(n))
		return console.Usage(spell.Hint(word, namesBelow(n), help), "there is no command %q",
			command)
	}
	if n.Name+"-"+word == HiveName {
		return console.Usage("See: "+HiveName+" help",
			"there is no command %q: %s is another program", word, HiveName)
	}
	meant := commandMeant(n, word)
	hint := "See: " + n.Name + " help"
	if meant != "" {
		hint = "Did you mean " + strings.Join(append([]string{n.Name, meant},
			slice.Map(rest, argument)...), " ") + "?"
	}
	return console.Usage(hint, "there is no command %q", word)
}

// argument quotes an argument, perhaps a flag, for a shell.
func argument(s string) string {
	value := strings.TrimLeft(s, "-")
	if value == "" {
		return s
	}
	return s[:len(s)-len(value)] + console.ShellWord(value)
}

// otherWords are other words for commands.
var otherWords = map[string]string{
	"run": "step", "debug": "step", "open": "step", "home": "step", "execute": "step",
	"simulate": "step",
	"races":    "check", "race": "check", "test": "check", "scan": "check", "analyse": "check",
	"verify": "check", "detect": "check",
	"search": "explore", "interleavings": "explore", "repair": "fix", "draw": "show",
	"print": "show", "trace": "show", "svg": "show --svg", "html": "show --html",
	"format": "fmt", "glossary": "explain", "word": "explain", "why": "explain",
	"errors": "explain",
	"learn":  "lesson", "lessons": "lesson", "tutorial": "lesson", "course": "lesson",
	"web": "serve", "page": "serve", "browser": "serve",
	"theorems": "theorem", "prove": "theorem check", "spin": "export --promela",
	"tsan": "export --c", "?": "help", "man": "help", "manual": "help", "commands": "help",
}

// commandMeant returns the words after wobbly that the user probably meant by a word that is not a
// command: another word for a command, a subcommand, a program without its ending, a lesson's
// number, a word of the glossary, or the nearest command. It returns "" if there is none.
func commandMeant(n *kong.Node, word string) string {
	if meant, ok := otherWords[strings.ToLower(word)]; ok {
		return meant
	}
	for _, c := range n.Children {
		if commandOf(c, word) != nil {
			return c.Name + " " + word
		}
	}
	if console.IsFile(word + ".il") {
		return console.ShellWord(word + ".il")
	}
	if near := spell.Near(word, namesBelow(n)); near != "" {
		return near
	}
	if _, err := strconv.Atoi(word); err == nil {
		return "lesson " + word
	}
	if w, ok := glossary.Find(word); ok {
		return "explain " + console.ShellWord(w.Name)
	}
	return ""
}

// namesBelow returns the names of the commands right below n.
func namesBelow(n *kong.Node) []string {
	return slice.Map(n.Children, func(child *kong.Node) string { return child.Name })
}

// pathOf returns the words that name a command, such as theorem fuzz. It is empty for the program
// as a whole.
func pathOf(n *kong.Node) string {
	if n.Parent == nil {
		return ""
	}
	return strings.TrimSpace(pathOf(n.Parent) + " " + n.Name)
}

func programOf(n *kong.Node) string {
	for n.Parent != nil {
		n = n.Parent
	}
	return n.Name
}

// printHelp prints the help of a command, or of the program as a whole if n is nil.
func (p *Program) printHelp(a *console.App, app *kong.Application, n *kong.Node) error {
	return report.HelpText(a.Text(), a.Style(a.Sys.Stdout), p.help(app, n))
}

// help returns the help of a command, or of the program as a whole if n is nil.
func (p *Program) help(app *kong.Application, n *kong.Node) report.Help {
	if n == nil {
		return report.Help{
			Usage: p.Name + " " + p.Usage, About: app.Help, Start: p.Start,
			Commands: p.groups(app.Node), Examples: p.Examples,
			// The first flag is kong's --help.
			See: fmt.Sprintf("More: %s help COMMAND. Exit codes: %[1]s help %s. "+
				"For all commands: %s", p.Name, exitTopic, strings.Join(slice.Map(app.Flags[1:],
				func(f *kong.Flag) string { return "--" + f.Name }), ", ")),
		}
	}
	m := p.readManuals()[pathOf(n)]
	h := report.Help{Usage: usageOf(n), About: n.Help, Text: m.text,
		See: "Exit codes: " + p.Name + " help " + exitTopic}
	if rows := slice.Map(n.Children, func(c *kong.Node) [2]string {
		about := c.Help
		if c == n.DefaultCmd {
			about += fmt.Sprintf(" Flags: %s help %s.", p.Name, pathOf(c))
		}
		return [2]string{c.Name, about}
	}); len(rows) > 0 {
		h.Commands = []report.HelpGroup{{Title: "Commands", Rows: rows}}
	}
	for _, x := range m.examples {
		h.Examples = append(h.Examples, [2]string{x.line, x.text})
	}
	for _, x := range n.Positional {
		h.Args = append(h.Args, [2]string{x.Name, x.Help})
	}
	common, less := []*kong.Flag{}, []*kong.Flag{}
	for _, f := range n.Flags {
		if f.Group != nil && f.Group.Key == lessCommon {
			less = append(less, f)
		} else {
			common = append(common, f)
		}
	}
	for _, g := range []report.HelpGroup{
		{Title: "Flags", Rows: flagRows(common)},
		{Title: "Less common flags", Rows: flagRows(less)},
		{Title: "Flags of every command", Rows: flagRows(app.Flags)},
	} {
		if len(g.Rows) > 0 {
			h.Flags = append(h.Flags, g)
		}
	}
	return h
}

// lessCommon is the group of the flags that help lists after the others.
const lessCommon = "less"

// groups lists the commands of the program, except help, in groups.
func (p *Program) groups(n *kong.Node) []report.HelpGroup {
	var groups []report.HelpGroup
	for _, g := range p.Groups {
		rows := [][2]string{}
		for name := range strings.FieldsSeq(g.Names) {
			c := commandOf(n, name)
			rows = append(rows, [2]string{name, c.Help})
		}
		groups = append(groups, report.HelpGroup{Title: g.Title, Rows: rows})
	}
	return groups
}

// usageOf returns the form of a command line, such as wobbly step [FLAGS] [FILE].
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

// flagRows returns the names of flags, as in "-o, --output FILE", with their descriptions.
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
		about := f.Help
		switch {
		case f.Enum != "":
			name += " " + strings.Join(f.EnumSlice(), "|")
		case !f.IsBool():
			name += " " + f.PlaceHolder
		}
		if f.HasDefault && f.Default != "" {
			about += " Default: " + f.Default + "."
		}
		rows = append(rows, [2]string{name, about})
	}
	return rows
}

// A manual is the help of a command, except its flags: paragraphs, and examples.
type manual struct {
	text     string
	examples []example
}

// An example is a command line and its purpose. A test runs it in a directory with the files that
// it names and compares its exit code.
type example struct {
	line string
	text string
	exit console.Exit
}

//go:embed manual
var manualTexts embed.FS

// readManuals reads the manuals of the commands, by their paths. File names have _ for the
// spaces of paths.
func (p *Program) readManuals() map[string]manual {
	folder := p.Manuals
	all := map[string]manual{}
	files, err := manualTexts.ReadDir(folder)
	if err != nil {
		panic(err) // unreachable: the folder is embedded
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		text, err := manualTexts.ReadFile(path.Join(folder, f.Name()))
		if err != nil {
			panic(err)
		}
		command := strings.ReplaceAll(strings.TrimSuffix(f.Name(), ".txt"), "_", " ")
		all[command] = parseManual(lists().Replace(string(text)))
	}
	return all
}

// lists replaces words in braces by lists of analyzers. The lists come from what the analyzers
// declare, so a manual cannot claim anything of an analyzer that does not hold.
var lists = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(
		"{proving}", text.And(ask.ProvingNames()),
		"{extracted}", text.And(ask.ExtractedNames()),
		"{explaining}", text.And(ask.ExplainingNames()),
		"{capturing}", text.Or(ask.CapturingModes()),
	)
})

// parseManual reads a manual: paragraphs, and then examples. An example is a paragraph with its
// purpose after "# ", the command after "$ ", and "exit N" unless the exit code is 0.
func parseManual(text string) manual {
	var m manual
	var paragraphs []string
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(p, "$ ") || strings.HasPrefix(p, "# ") {
			m.examples = append(m.examples, parseExample(p))
		} else {
			paragraphs = append(paragraphs, p)
		}
	}
	m.text = strings.Join(paragraphs, "\n\n")
	return m
}

func parseExample(text string) example {
	var x example
	for l := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(l, "# "):
			x.text = l[2:]
		case strings.HasPrefix(l, "$ "):
			x.line = l[2:]
		default:
			if _, err := fmt.Sscanf(l, "exit %d", &x.exit); err != nil {
				panic(fmt.Sprintf("an example of a manual has the line %q", l))
			}
		}
	}
	return x
}
