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

// A subcommand is a word of the command line and what kong reads behind it.
type subcommand struct {
	name, help string
	grammar    func() any // a pointer to a struct
}

// of makes the grammar of a command.
func of[T any]() any { return new(T) }

var wobblyCommands = []subcommand{
	{"check", "Report races, each with a witness that was replayed.", newCheckCmd},
	{"analyze", "Print the summary (W, L, A) of every unit.", of[analyzeCmd]},
	{"explain", "Explain a report, a pair of accesses, or an error code.", newExplainCmd},
	{"explore", "Search every interleaving for races, from every initial state.", of[exploreCmd]},
	{"crosscheck", "Hold RacerDX against the exact search: which reports are real, which races are missed.", of[crosscheckCmd]},
	{"compare", "Hold all analyzers against the exact search: who reports what, and who is right.", of[compareCmd]},
	{"analyzers", "List the analyzers, and what is proved of each.", of[analyzersCmd]},
	{"fix", "Propose a repair of a race, and judge it; or make lock regions smaller.", of[fixCmd]},
	{"racemob", "Validate candidates by many users' runs: RaceMob.", of[racemobCmd]},
	{"rdit", "Watch executions of which methods are missing: RDIT, its repairs, and who is right.", of[rditCmd]},
	{"predict", "Predict races from recorded executions: SHB, WCP, SyncP, M2, and who is right.", of[predictCmd]},
	{"theorem", "List, show, check and fuzz the statements of the paper.", of[theoremCmd]},
	{"step", "Step both threads by hand: forward, back, to the race.", of[stepCmd]},
	{"show", "Print an execution as a trace, a picture, or a page to step through.", of[showCmd]},
	{"lesson", "Lessons in which you are the scheduler: play, check, solve, and write them.", of[lessonCmd]},
	{"grade", "Grade the solutions of lessons that students have handed in.", of[gradeCmd]},
	{"export", "Write a program for another tool: Spin, or a C compiler with ThreadSanitizer.", of[exportCmd]},
	{"replay", "Check witnesses against a program, and nothing else.", of[replayCmd]},
	{"fmt", "Format programs, or print them lowered.", of[fmtCmd]},
	{"lsp", "Serve an editor: errors, races, hover, completion, names, by the Language Server Protocol.", of[lspCmd]},
	{"serve", "Open the page: wobbly in a browser.", of[serveCmd]},
	{"version", "Print the version.", of[versionCmd]},
	{"completion", "Print a completion script for a shell.", of[completionCmd]},
	{"help", "Explain a command.", of[helpCmd]},
}

// A program is a command line of its own.
type program struct {
	name, about string
	commands    []subcommand
	manuals     func() map[string]manual
	examples    [][2]string // of the program as a whole, with what they are for
}

var wobblyProgram = &program{
	name: "wobbly", about: "Races of IL programs, with witnesses.",
	commands: wobblyCommands,
	manuals:  manuals,
	examples: [][2]string{
		{"wobbly check examples/burble.il", "Report the races of a program."},
		{"wobbly explore examples/burble.il", "Search every interleaving of it."},
		{"wobbly help check", "More about a command."},
	},
}

// hiveName is the name of hiveProgram, by which others know it.
const hiveName = "wobbly-hive"

// hiveProgram is wobbly-hive. It is made where it is run, since a variable would bring its
// commands into wobbly too.
func hiveProgram() *program {
	return &program{
		name: hiveName, about: "Random tests and RaceMob with many workers: processes, here or on other machines.",
		commands: hiveCommands(),
		manuals:  hiveManuals,
		examples: [][2]string{
			{"wobbly-hive run --processes examples/burble.il", "Validate the candidates of a program."},
			{"wobbly-hive help worker", "More about a command."},
		},
	}
}

// program is what the run is of.
func (a *app) program() *program {
	if a.of == nil {
		return wobblyProgram
	}
	return a.of
}

// of lists the commands that a command line can be of: the one that its first
// word names, since kong takes twice the time of all else to read all. Help and completion
// scripts tell of all.
func (p *program) of(args []string) []subcommand {
	for i, c := range p.commands {
		if len(args) > 0 && args[0] == c.name && c.name != "help" && c.name != "completion" {
			return p.commands[i : i+1]
		}
	}
	return p.commands
}

// parser builds the command line of some commands. Whatever kong wants to print
// itself is help.
func (a *app) parser(commands []subcommand, g *globals, exited *bool) *kong.Kong {
	options := []kong.Option{
		kong.Name(a.program().name),
		kong.Description(a.program().about),
		kong.Vars{"readings": strings.Join(ask.ReadingNames(), ", "), "modes": strings.Join(ask.ModeNames(), ", "), "explaining": text.And(ask.ExplainingNames()), "drawings": strings.Join(drawingNames(), ", "),
			"formats": strings.Join(report.CheckFormatNames(), ","), "format": report.CheckFormatNames()[0], "formatwords": formatWords(), "port": strconv.Itoa(serve.Port),
			"workersdefault": a.program().workersDefault(), "maxstates": strconv.Itoa(ask.MaxStates), "maxobjects": strconv.Itoa(ask.MaxObjects), "fixstates": strconv.Itoa(ask.FixStates())},
		kong.Writers(a.text(), a.stderr()),
		kong.Exit(func(int) { *exited = true }),
		kong.Help(func(_ kong.HelpOptions, ctx *kong.Context) error {
			return a.printHelp(ctx.Model, ctx.Selected())
		}),
		kong.Bind(a),
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
func (a *app) dispatch() error {
	if len(a.sys.Args) == 0 && a.program() == wobblyProgram && a.interactive() {
		a.sys.Args = []string{"step"} // Home
	}
	if slices.Equal(a.sys.Args, []string{"--version"}) {
		return new(versionCmd).Run(a)
	}
	var g globals
	exited := false
	k := a.parser(a.program().of(a.sys.Args), &g, &exited)
	if len(a.sys.Args) == 0 {
		if err := a.usageLine(k.Model); err != nil {
			return err
		}
		return failure{exit: exitUsage}
	}
	ctx, err := k.Parse(a.sys.Args)
	if exited {
		return nil
	}
	if err != nil {
		return a.wrongCommandLine(err, k)
	}
	a.color, a.ascii = g.Color, g.ASCII
	return ctx.Run()
}

// wrongCommandLine turns kong's errors into ours, with a way to help.
func (a *app) wrongCommandLine(err error, k *kong.Kong) error {
	n := k.Model.Node
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for _, p := range parse.Context.Path {
			if p.Command != nil {
				n = p.Command
			}
		}
	}
	hint := strings.TrimSpace("See: " + a.program().name + " help " + pathOf(n))
	said := err.Error()
	if rest, ok := strings.CutPrefix(said, "unexpected argument "); ok {
		if wrong := a.misspelt(n, rest); wrong != nil {
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
func (a *app) misspelt(n *kong.Node, unexpected string) error {
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

// jsonFlag is shared by the commands that print a JSON document.
type jsonFlag struct {
	JSON bool `help:"Print one JSON document on one line." name:"json"`
}

// shellWord is a word for the shell that is usual here.
func shellWord(s string) string { return text.ShellWord(s) }
