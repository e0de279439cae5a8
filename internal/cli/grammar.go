package cli

import (
	"errors"
	"fmt"
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
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
)

// globals are the flags of every command.
type globals struct {
	Color string `help:"Colour the text." enum:"auto,always,never" default:"auto" placeholder:"WHEN"`
	ASCII bool   `help:"Print text in ASCII only." name:"ascii"`
}

// A program is a command line of its own.
type Program struct {
	Name, About string
	Commands    []console.Command
	Order       string      // of the commands, in help: their names; others follow
	Manuals     string      // the folder of their manuals
	Examples    [][2]string // of the program as a whole, with what they are for
	Workers     string      // what help says of --workers left out
}

// wobblyProgram is wobbly.
func wobblyProgram() *Program {
	return &Program{
		Name: "wobbly", About: "Races of IL programs, with witnesses.",
		Commands: slices.Concat(find.Commands, research.Commands, learn.Commands, tools.Commands, OwnCommands),
		Order: "check analyze explain explore crosscheck compare analyzers fix racemob rdit predict theorem " +
			"step show lesson grade export replay fmt lsp serve version completion help",
		Manuals: "manual",
		Examples: [][2]string{
			{"wobbly check examples/burble.il", "Report the races of a program."},
			{"wobbly explore examples/burble.il", "Search every interleaving of it."},
			{"wobbly help check", "More about a command."},
		},
		Workers: "Left out, or 0: one on each core.",
	}
}

// OwnCommands are those of every program.
var OwnCommands = []console.Command{
	{Name: "completion", Help: "Print a completion script for a shell.", Grammar: console.Of[completionCmd]},
	{Name: "help", Help: "Explain a command.", Grammar: console.Of[helpCmd]},
}

// HiveName is the name of a program that is no command of wobbly.
const HiveName = "wobbly-hive"

// ordered returns the commands in the order of help.
func (p *Program) ordered() []console.Command {
	place := func(c console.Command) int {
		if i := slices.Index(strings.Fields(p.Order), c.Name); i >= 0 {
			return i
		}
		return len(p.Order)
	}
	all := slices.Clone(p.Commands)
	slices.SortStableFunc(all, func(x, y console.Command) int { return place(x) - place(y) })
	return all
}

// of lists the commands that a command line can be of: the one that its first
// word names, since kong takes twice the time of all else to read all. Help and completion
// scripts tell of all.
func (p *Program) of(args []string) []console.Command {
	all := p.ordered()
	for i, c := range all {
		if len(args) > 0 && args[0] == c.Name && c.Name != "help" && c.Name != "completion" {
			return all[i : i+1]
		}
	}
	return all
}

// parser builds the command line of some commands. Whatever kong wants to print
// itself is help.
func (p *Program) parser(a *console.App, commands []console.Command, g *globals, exited *bool) *kong.Kong {
	options := []kong.Option{
		kong.Name(p.Name),
		kong.Description(p.About),
		kong.Vars{"readings": strings.Join(ask.ReadingNames(), ", "), "modes": strings.Join(ask.ModeNames(), ", "), "explaining": text.And(ask.ExplainingNames()), "drawings": strings.Join(console.DrawingNames(), ", "),
			"formats": strings.Join(report.CheckFormatNames(), ","), "format": report.CheckFormatNames()[0], "formatwords": find.FormatWords(), "port": strconv.Itoa(serve.Port),
			"workersdefault": p.Workers, "maxstates": strconv.Itoa(ask.MaxStates), "maxobjects": strconv.Itoa(ask.MaxObjects), "fixstates": strconv.Itoa(ask.FixStates())},
		kong.Writers(a.Text(), a.Stderr()),
		kong.Exit(func(int) { *exited = true }),
		kong.Help(func(_ kong.HelpOptions, ctx *kong.Context) error {
			return p.printHelp(a, ctx.Model, ctx.Selected())
		}),
		kong.Bind(a, p),
		kong.KindMapper(reflect.String, kong.MapperFunc(takeWord)),
	}
	for _, c := range commands {
		options = append(options, kong.DynamicCommand(c.Name, c.Help, "", c.Grammar()))
	}
	return kong.Must(g, options...)
}

// takeWord takes a word of the command line byte by byte: kong takes it through JSON, where a
// file's name that is not UTF-8 becomes another one.
func takeWord(ctx *kong.DecodeContext, to reflect.Value) error {
	t, err := ctx.Scan.PopValue("string")
	if err == nil {
		to.SetString(fmt.Sprint(t.Value))
	}
	return err
}

// dispatch reads the command line and runs the command.
func (p *Program) dispatch(a *console.App) error {
	if len(a.Sys.Args) == 0 && a.Post == nil && learn.Interactive(a) {
		a.Sys.Args = []string{"step"} // Home
	}
	if slices.Equal(a.Sys.Args, []string{"--version"}) {
		return new(tools.VersionCmd).Run(a)
	}
	var g globals
	exited := false
	k := p.parser(a, p.of(a.Sys.Args), &g, &exited)
	if len(a.Sys.Args) == 0 {
		if err := usageLine(a, k.Model); err != nil {
			return err
		}
		return console.Failure{Exit: console.ExitUsage}
	}
	ctx, err := k.Parse(a.Sys.Args)
	if exited {
		return nil
	}
	if err != nil {
		return wrongCommandLine(a, err, k)
	}
	a.Color, a.Ascii = g.Color, g.ASCII
	return ctx.Run()
}

// wrongCommandLine turns kong's errors into ours, with a way to help.
func wrongCommandLine(a *console.App, err error, k *kong.Kong) error {
	n := k.Model.Node
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for _, p := range parse.Context.Path {
			if p.Command != nil {
				n = p.Command
			}
		}
	}
	hint := strings.TrimSpace("See: " + a.Program() + " help " + pathOf(n))
	said := err.Error()
	if rest, ok := strings.CutPrefix(said, "unexpected argument "); ok {
		if wrong := misspelt(a, n, rest); wrong != nil {
			return wrong
		}
	}
	if flag, _, cut := strings.Cut(said, ": expected "); cut && strings.HasSuffix(said, "(<EOL>)") {
		said = flag + " needs a value"
	}
	if m := notOneOf.FindStringSubmatch(said); m != nil {
		words := strings.Split(strings.ReplaceAll(m[2], `"`, ""), ",")
		return console.Usage(spell.Hint(m[3], words, hint), "%s must be one of %s, not %q", strings.Trim(m[1], "<>"), strings.Join(words, ", "), m[3])
	}
	if strings.HasPrefix(said, "expected one of ") && len(n.Children) > 0 {
		return console.Usage(hint, "%s needs a command: %s", pathOf(n), strings.Join(namesBelow(n), ", "))
	}
	if m := notGiven.FindStringSubmatch(said); m != nil {
		return console.Usage(hint, "%s is missing", m[1])
	}
	return console.Usage(hint, "%s", said)
}

// notOneOf is how kong says that a word is none of those that there are.
var notOneOf = regexp.MustCompile(`^(\S+) must be one of (".*") but got "(.*)"$`)

// notGiven is how kong says that an argument is missing.
var notGiven = regexp.MustCompile(`^expected "<([^>]*)>.*"$`)

// misspelt is the error of an argument that stands where a command can, or that comes behind one
// that was misspelt, so that it was taken for the first argument of the command that is meant
// without a word; nil if it is neither.
func misspelt(a *console.App, n *kong.Node, unexpected string) error {
	if len(n.Children) > 0 {
		for _, word := range a.Sys.Args {
			if unexpected == word || strings.HasPrefix(unexpected, word+", did you mean ") {
				return noCommand(n, word)
			}
		}
	}
	if group := n.Parent; group != nil && group.DefaultCmd == n {
		i := slices.Index(a.Sys.Args, group.Name) + 1
		if i < len(a.Sys.Args) && spell.Near(a.Sys.Args[i], namesBelow(group)) != "" && a.Sys.Args[i] != n.Name {
			return noCommand(group, a.Sys.Args[i])
		}
	}
	return nil
}
