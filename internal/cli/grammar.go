package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/find"
	"wobbly/internal/cli/learn"
	"wobbly/internal/cli/research"
	"wobbly/internal/cli/tools"
	"wobbly/internal/serve"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/session/schedule"
)

// globals are the flags of every command.
type globals struct {
	Color string `help:"Colour the text." enum:"auto,always,never" default:"auto" placeholder:"WHEN"`
	ASCII bool   `help:"Print text in ASCII only." name:"ascii"`
}

// A Program is a command line of its own.
type Program struct {
	Name, Usage, About string
	Commands           []console.Command
	// Start has command lines for beginners, with their effects.
	Start [][2]string
	// Groups has all commands except help, in the order of help.
	Groups []Group
	// Manuals is the folder of the manuals, below that of this package.
	Manuals string
	// Examples are command lines of the program as a whole, with their purposes.
	Examples [][2]string
	// Workers is a sentence about the default of --workers.
	Workers string
	// Files reports whether a file alone is a command line, which opens the file.
	Files bool
}

// A Group is a group of commands, separated by spaces, that help lists together.
type Group struct{ Title, Names string }

func wobblyProgram() *Program {
	return &Program{
		Name: "wobbly", Usage: "[FILE | COMMAND ...]",
		About: "Finds data races in small concurrent programs, and shows how each one happens.",
		Start: [][2]string{
			{"wobbly", "Start here: lessons, examples, and your programs."},
			{"wobbly FILE", "Step through a program; without a terminal, check it."},
		},
		Commands: slices.Concat(find.Commands, research.Commands, learn.Commands, tools.Commands,
			OwnCommands),
		Groups: []Group{
			{"Learn", "lesson step serve"},
			{"Find and repair", "check explain explore fix show"},
			{"Research", "theorem compare crosscheck racemob rdit predict analyzers analyze"},
			{"Tools", "fmt replay export lsp grade completion version"},
		},
		Manuals: "manual",
		Workers: "If omitted or 0: one for each core.",
		Files:   true,
	}
}

// OwnCommands are the commands of every program.
var OwnCommands = []console.Command{
	{Name: "completion", Help: "Print a completion script for your shell.",
		Grammar: console.Of[completionCmd]},
	{Name: "help", Help: "Explain a command.", Grammar: console.Of[helpCmd]},
}

// HiveName is the name of the other program, which is not a command of wobbly.
const HiveName = "wobbly-hive"

// ordered returns the commands in the order of help.
func (p *Program) ordered() []console.Command {
	var order []string
	for _, g := range p.Groups {
		order = append(order, strings.Fields(g.Names)...)
	}
	indexOf := func(c console.Command) int {
		if i := slices.Index(order, c.Name); i >= 0 {
			return i
		}
		return len(order)
	}
	all := slices.Clone(p.Commands)
	slice.SortStable(all, func(x, y console.Command) int { return indexOf(x) - indexOf(y) })
	return all
}

// needed returns the commands whose grammars a command line needs: the one that its first word
// names, and after help also the second one, or else all. Building all grammars takes longer than
// anything else in a short run.
func (p *Program) needed(args []string) []console.Command {
	all := p.ordered()
	words := args[:min(len(args), 1)]
	if len(args) > 0 && args[0] == "help" {
		words = args[:min(len(args), 2)]
	}
	named := slice.Filter(all,
		func(c console.Command) bool { return slices.Contains(words, c.Name) })
	alone := len(words) == 1 && words[0] != "help" && words[0] != "completion"
	if len(named) == len(words) && (alone || len(words) == 2) {
		return named
	}
	return all
}

// parser returns a parser of command lines with some of the commands, which sets g and, if it has
// printed help, exited.
func (p *Program) parser(a *console.App, commands []console.Command, g *globals,
	exited *bool) *kong.Kong {
	options := []kong.Option{
		kong.Name(p.Name),
		kong.Description(p.About),
		kong.Vars{
			"readings":       strings.Join(ask.ReadingNames(), ", "),
			"modes":          strings.Join(ask.ModeNames(), ", "),
			"explaining":     text.And(ask.ExplainingNames()),
			"drawings":       strings.Join(console.GeneratorNames(), ", "),
			"formats":        strings.Join(report.CheckFormatNames(), ","),
			"format":         report.CheckFormatNames()[0],
			"formatwords":    find.FormatWords(),
			"port":           strconv.Itoa(serve.Port),
			"workersdefault": p.Workers,
			"maxstates":      strconv.Itoa(ask.MaxStates),
			"maxobjects":     strconv.Itoa(ask.MaxObjects),
			"fixstates":      strconv.Itoa(ask.FixStates()),
		},
		kong.Writers(a.Text(), a.Stderr()),
		kong.Exit(func(int) { *exited = true }),
		kong.Help(func(_ kong.HelpOptions, ctx *kong.Context) error {
			return p.printHelp(a, ctx.Model, ctx.Selected())
		}),
		kong.Bind(a, p),
		kong.ExplicitGroups([]kong.Group{{Key: lessCommon}}),
		kong.KindMapper(reflect.String, kong.MapperFunc(decodeWord)),
	}
	for _, c := range commands {
		options = append(options, kong.DynamicCommand(c.Name, c.Help, "", c.Grammar()))
	}
	k := kong.Must(g, options...)
	k.Model.HelpFlag.Help = "Print this help."
	return k
}

// decodeWord decodes a word of the command line byte by byte. kong would convert it to JSON and
// back, which changes the name of a file that is not UTF-8.
func decodeWord(ctx *kong.DecodeContext, to reflect.Value) error {
	t, err := ctx.Scan.PopValue("string")
	if err == nil {
		to.SetString(fmt.Sprint(t.Value))
	}
	return err
}

// dispatch reads the command line and runs the command.
func (p *Program) dispatch(a *console.App) error {
	if len(a.Sys.Args) == 1 && slices.Contains(versionFlags, a.Sys.Args[0]) {
		return new(tools.VersionCmd).Run(a)
	}
	a.Sys.Args = withHelp(a.Sys.Args)
	var g globals
	if len(a.Sys.Args) > 0 && a.Sys.Args[0] == completeFlag {
		words := a.Sys.Args[1:]
		commands := p.needed(words[:max(len(words)-1, 0)])
		return complete(a, p.parser(a, commands, &g, new(bool)).Model, words)
	}
	a.Ascii = a.LacksUTF8() && console.IsTerminal(a.Sys.Stdout)
	a.Sys.Args = p.withCommand(a.Sys.Args, learn.Interactive(a))
	exited := false
	k := p.parser(a, p.needed(a.Sys.Args), &g, &exited)
	if len(a.Sys.Args) == 0 {
		usage := fmt.Sprintf("usage: %s %s\n", p.Name, p.Usage)
		if p.Files {
			usage += "Without a command, wobbly opens its screens, which need a terminal.\n" +
				"wobbly lesson 1 and wobbly step --plain FILE do not.\n"
		}
		usage += "See: " + p.Name + " help"
		if err := report.Line(a.Stderr(), usage); err != nil {
			return err
		}
		return console.Failure{Exit: console.ExitUsage}
	}
	ctx, err := k.Parse(a.Sys.Args)
	if exited {
		return nil
	}
	if err != nil {
		return p.wrongCommandLine(a, err, k)
	}
	a.Color, a.Ascii = g.Color, g.ASCII || a.Ascii
	a.Command = pathOf(ctx.Selected())
	return ctx.Run()
}

// versionFlags are the flags of other programs that print the version.
var versionFlags = []string{"--version", "-V", "-v", "-version"}

// withHelp replaces the flags of other programs that print help.
func withHelp(args []string) []string {
	return slice.Map(args, func(word string) string {
		if slices.Contains([]string{"-help", "-?", "/?"}, word) {
			return "--help"
		}
		return word
	})
}

// withCommand adds the command that a command line of wobbly leaves out. On a terminal it is step
// for a file, a link or no arguments; for several files, and without a terminal, it is check.
func (p *Program) withCommand(args []string, terminal bool) []string {
	if !p.Files {
		return args
	}
	command := "check"
	if terminal {
		command = "step"
	}
	if len(args) == 0 && terminal {
		return []string{command}
	}
	for i := 0; i < len(args); i++ {
		switch word := args[i]; {
		case word == "--color":
			i++ // its value
		case word != report.StdinName && strings.HasPrefix(word, "-"):
			// a flag without a value of its own
		case slices.ContainsFunc(p.Commands,
			func(c console.Command) bool { return c.Name == word }):
			return args
		case console.LooksLikeFile(word) || schedule.IsShared(word):
			if i+1 < len(args) && console.LooksLikeFile(args[i+1]) {
				command = "check"
			}
			return slices.Concat([]string{command}, args)
		default:
			return args
		}
	}
	return args
}

// wrongCommandLine turns an error of kong, whose kind only its text shows, into ours, with a hint.
func (p *Program) wrongCommandLine(a *console.App, err error, k *kong.Kong) error {
	n := k.Model.Node
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for _, x := range parse.Context.Path {
			if x.Command != nil {
				n = x.Command
			}
		}
	}
	hint := strings.TrimSpace("See: " + a.Program() + " help " + pathOf(n))
	message := err.Error()
	if rest, ok := strings.CutPrefix(message, "unexpected argument "); ok {
		if err := misspelt(a, n, rest); err != nil {
			return err
		}
		word, _, _ := strings.Cut(rest, ", did you mean ")
		return unexpected(a, n, word, hint)
	}
	if rest, ok := strings.CutPrefix(message, "unknown flag "); ok {
		flag, near, _ := strings.Cut(rest, ", did you mean ")
		if other := p.flagElsewhere(a, flag); other != "" {
			hint = other + "\n" + hint
		} else if near != "" && strings.HasPrefix(flag, "--") {
			var names []string
			for _, m := range quoted.FindAllStringSubmatch(near, -1) {
				names = append(names, m[1])
			}
			hint = "Did you mean " + text.Or(names) + "? " + hint
		}
		name := strings.TrimSpace(a.Program() + " " + pathOf(n))
		return console.Usage(hint, "%s has no flag %s", name, flag)
	}
	flag, _, ok := strings.Cut(message, ": expected ")
	if ok && strings.HasSuffix(message, "(<EOL>)") {
		return console.Usage(hint, "%s needs a value", flag)
	}
	if m := notOneOf.FindStringSubmatch(message); m != nil {
		words := strings.Split(strings.ReplaceAll(m[2], `"`, ""), ",")
		return console.Usage(spell.Hint(m[3], words, hint), "%s must be one of %s, not %q",
			strings.Trim(m[1], "<>"), strings.Join(words, ", "), m[3])
	}
	for _, x := range wrongValues {
		if m := x.message.FindStringSubmatch(message); m != nil {
			return console.Usage(hint, "%s must be %s, not %q", m[1], x.want, m[2])
		}
	}
	if strings.HasPrefix(message, "expected one of ") && len(n.Children) > 0 {
		return console.Usage(hint, "%s needs a command: %s", pathOf(n),
			strings.Join(namesBelow(n), ", "))
	}
	if flags, ok := strings.CutPrefix(message, "missing flags: "); ok {
		return console.Usage(hint, "%s is missing", flags)
	}
	if m := notGiven.FindStringSubmatch(message); m != nil {
		return console.Usage("Usage: "+usageOf(n)+"\n"+hint, "%s is missing", m[1])
	}
	return console.Usage(hint, "%s",
		strings.Replace(message, "can't be used", "cannot be used", 1))
}

// quoted matches a flag that kong proposes.
var quoted = regexp.MustCompile(`"([^"]*)"`)

// flagElsewhere returns a sentence that says that a command has the name of a flag, or which
// commands have the flag. It is empty if there are none.
func (p *Program) flagElsewhere(a *console.App, flag string) string {
	root := p.parser(a, p.ordered(), new(globals), new(bool)).Model.Node
	if c := commandOf(root, strings.TrimLeft(flag, "-")); c != nil {
		return fmt.Sprintf("%s is a command: %s %[1]s.", c.Name, p.Name)
	}
	var having []string
	var visit func(n *kong.Node)
	visit = func(n *kong.Node) {
		if slices.ContainsFunc(n.Flags, func(f *kong.Flag) bool {
			return flag == "--"+f.Name || flag == "-"+string(f.Short)
		}) {
			having = append(having, pathOf(n))
		}
		for _, child := range n.Children {
			visit(child)
		}
	}
	for _, command := range root.Children {
		visit(command)
	}
	if having != nil {
		return fmt.Sprintf("%s is a flag of %s.", flag, text.And(having))
	}
	return ""
}

// notOneOf matches kong's error for a value that is not in an enum.
var notOneOf = regexp.MustCompile(`^(\S+) must be one of (".*") but got "(.*)"$`)

// wrongValues match kong's errors for values that cannot be read, with what is wanted.
var wrongValues = []struct {
	message *regexp.Regexp
	want    string
}{
	{regexp.MustCompile(`^(--\S+): expected a valid \d+ bit u?int but got "(.*)"$`),
		"a whole number"},
	{regexp.MustCompile(`^(--\S+): expected (?:u?int|duration) value` +
		` but got "(-.*)" \(short flag\)`),
		"0 or more"},
	{regexp.MustCompile(`^(--\S+): expected (?:a )?(?:valid )?(?:\d+ bit )?float` +
		`.* but got "([^"]*)"`),
		"a number such as 0.5"},
	{regexp.MustCompile(`^(--\S+): expected duration but got "(.*?)":`),
		"a time such as 30s or 2m"},
	{regexp.MustCompile(`^(--\S+): bool value must be .* but got "(.*)"$`), "true or false"},
}

// notGiven matches kong's error for a missing argument.
var notGiven = regexp.MustCompile(`^expected "<([^>]*)>.*"$`)

// unexpected returns the error of an argument that a command does not take. If a file to write to
// was meant, as in show --svg out.svg, the hint names the flag that takes it.
func unexpected(a *console.App, n *kong.Node, word, hint string) error {
	if slices.ContainsFunc(n.Flags, func(f *kong.Flag) bool { return f.Short == 'o' }) {
		for _, x := range a.Sys.Args[1:] {
			if outputExtensions[filepath.Ext(x)] {
				return console.Usage("To write to a file: -o "+console.ShellWord(x),
					"unexpected argument %s", word)
			}
		}
	}
	return console.Usage("Usage: "+usageOf(n)+"\n"+hint, "unexpected argument %s", word)
}

// outputExtensions are those of files that are written, not read.
var outputExtensions = map[string]bool{
	".svg": true, ".html": true, ".dot": true, ".c": true, ".pml": true, ".txt": true,
	".trace": true,
}

// misspelt returns the error of an unexpected argument that is a misspelt command, or that follows
// one which kong read as an argument of the default command. It returns nil for any other. argument
// is the rest of kong's error: the argument, and perhaps a suggestion.
func misspelt(a *console.App, n *kong.Node, argument string) error {
	if len(n.Children) > 0 {
		for i, word := range a.Sys.Args {
			if argument == word || strings.HasPrefix(argument, word+", did you mean ") {
				return noCommand(n, word, a.Sys.Args[i+1:]...)
			}
		}
	}
	if group := n.Parent; group != nil && group.DefaultCmd == n {
		i := slices.Index(a.Sys.Args, group.Name) + 1
		if i < len(a.Sys.Args) && spell.Near(a.Sys.Args[i], namesBelow(group)) != "" &&
			a.Sys.Args[i] != n.Name {
			return noCommand(group, a.Sys.Args[i])
		}
	}
	return nil
}
