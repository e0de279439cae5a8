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

	"wobbly/internal/analyzers"
	"wobbly/internal/serve"
	"wobbly/internal/service"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/repair"
	"wobbly/report"
)

// globals are the flags of every command.
type globals struct {
	Color string `help:"Colour the text." enum:"auto,always,never" default:"auto" placeholder:"WHEN"`
	ASCII bool   `help:"Print text in ASCII only." name:"ascii"`
}

// A program is a command line of its own.
type program struct {
	name, about string
	commands    []subcommand
	order       string      // of the commands, in help: their names; others follow
	manuals     string      // the folder of their manuals
	examples    [][2]string // of the program as a whole, with what they are for
	workers     string      // what help says of --workers left out
}

// wobblyProgram is wobbly.
func wobblyProgram() *program {
	return &program{
		name: "wobbly", about: "Races of IL programs, with witnesses.",
		commands: slices.Concat(findCommands, researchCommands, learnCommands, toolCommands, ownCommands),
		order: "check analyze explain explore crosscheck compare analyzers fix racemob rdit predict theorem " +
			"step show lesson grade export replay fmt lsp serve version completion help",
		manuals: "manual",
		examples: [][2]string{
			{"wobbly check examples/burble.il", "Report the races of a program."},
			{"wobbly explore examples/burble.il", "Search every interleaving of it."},
			{"wobbly help check", "More about a command."},
		},
		workers: "Left out, or 0: one on each core.",
	}
}

// ownCommands are those of every program.
var ownCommands = []subcommand{
	{"completion", "Print a completion script for a shell.", of[completionCmd]},
	{"help", "Explain a command.", of[helpCmd]},
}

// hiveName is the name of a program that is no command of wobbly.
const hiveName = "wobbly-hive"

// ordered returns the commands in the order of help.
func (p *program) ordered() []subcommand {
	place := func(c subcommand) int {
		if i := slices.Index(strings.Fields(p.order), c.name); i >= 0 {
			return i
		}
		return len(p.order)
	}
	all := slices.Clone(p.commands)
	slices.SortStableFunc(all, func(x, y subcommand) int { return place(x) - place(y) })
	return all
}

// of lists the commands that a command line can be of: the one that its first
// word names, since kong takes twice the time of all else to read all. Help and completion
// scripts tell of all.
func (p *program) of(args []string) []subcommand {
	all := p.ordered()
	for i, c := range all {
		if len(args) > 0 && args[0] == c.name && c.name != "help" && c.name != "completion" {
			return all[i : i+1]
		}
	}
	return all
}

// parser builds the command line of some commands. Whatever kong wants to print
// itself is help.
func (p *program) parser(a *app, commands []subcommand, g *globals, exited *bool) *kong.Kong {
	options := []kong.Option{
		kong.Name(p.name),
		kong.Description(p.about),
		kong.Vars{"readings": readingNames(), "modes": strings.Join(modeNames(), ", "), "explaining": text.And(analyzers.Names(explainsPairs)), "drawings": strings.Join(drawingNames(), ", "),
			"formats": strings.Join(report.CheckFormatNames(), ","), "format": report.CheckFormatNames()[0], "formatwords": formatWords(), "port": strconv.Itoa(serve.Port),
			"workersdefault": p.workers, "maxstates": strconv.Itoa(service.MaxStates), "maxobjects": strconv.Itoa(service.MaxObjects), "fixstates": strconv.Itoa(repair.Defaults().States)},
		kong.Writers(a.text(), a.stderr()),
		kong.Exit(func(int) { *exited = true }),
		kong.Help(func(_ kong.HelpOptions, ctx *kong.Context) error {
			return p.printHelp(a, ctx.Model, ctx.Selected())
		}),
		kong.Bind(a, p),
		kong.KindMapper(reflect.String, kong.MapperFunc(takeWord)),
	}
	for _, c := range commands {
		options = append(options, kong.DynamicCommand(c.name, c.help, "", c.grammar()))
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
func (p *program) dispatch(a *app) error {
	if len(a.sys.Args) == 0 && a.post == nil && a.interactive() {
		a.sys.Args = []string{"step"} // Home
	}
	if slices.Equal(a.sys.Args, []string{"--version"}) {
		return new(versionCmd).Run(a)
	}
	var g globals
	exited := false
	k := p.parser(a, p.of(a.sys.Args), &g, &exited)
	if len(a.sys.Args) == 0 {
		if err := usageLine(a, k.Model); err != nil {
			return err
		}
		return failure{exit: exitUsage}
	}
	ctx, err := k.Parse(a.sys.Args)
	if exited {
		return nil
	}
	if err != nil {
		return wrongCommandLine(a, err, k)
	}
	a.color, a.ascii = g.Color, g.ASCII
	return ctx.Run()
}

// wrongCommandLine turns kong's errors into ours, with a way to help.
func wrongCommandLine(a *app, err error, k *kong.Kong) error {
	n := k.Model.Node
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for _, p := range parse.Context.Path {
			if p.Command != nil {
				n = p.Command
			}
		}
	}
	hint := strings.TrimSpace("See: " + a.program() + " help " + pathOf(n))
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
		return usage(spell.Hint(m[3], words, hint), "%s must be one of %s, not %q", strings.Trim(m[1], "<>"), strings.Join(words, ", "), m[3])
	}
	if strings.HasPrefix(said, "expected one of ") && len(n.Children) > 0 {
		return usage(hint, "%s needs a command: %s", pathOf(n), strings.Join(namesBelow(n), ", "))
	}
	if m := notGiven.FindStringSubmatch(said); m != nil {
		return usage(hint, "%s is missing", m[1])
	}
	return usage(hint, "%s", said)
}

// notOneOf is how kong says that a word is none of those that there are.
var notOneOf = regexp.MustCompile(`^(\S+) must be one of (".*") but got "(.*)"$`)

// notGiven is how kong says that an argument is missing.
var notGiven = regexp.MustCompile(`^expected "<([^>]*)>.*"$`)

// misspelt is the error of an argument that stands where a command can, or that comes behind one
// that was misspelt, so that it was taken for the first argument of the command that is meant
// without a word; nil if it is neither.
func misspelt(a *app, n *kong.Node, unexpected string) error {
	if len(n.Children) > 0 {
		for _, word := range a.sys.Args {
			if unexpected == word || strings.HasPrefix(unexpected, word+", did you mean ") {
				return noCommand(n, word)
			}
		}
	}
	if group := n.Parent; group != nil && group.DefaultCmd == n {
		i := slices.Index(a.sys.Args, group.Name) + 1
		if i < len(a.sys.Args) && spell.Near(a.sys.Args[i], namesBelow(group)) != "" && a.sys.Args[i] != n.Name {
			return noCommand(group, a.sys.Args[i])
		}
	}
	return nil
}
