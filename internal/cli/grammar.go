package cli

import (
	"errors"
	"strings"

	"github.com/alecthomas/kong"
)

// globals are the flags of every command.
type globals struct {
	Color string `help:"Colour the text." enum:"auto,always,never" default:"auto" placeholder:"WHEN"`
	ASCII bool   `help:"Print text in ASCII only." name:"ascii"`
}

func (g *globals) common() *globals { return g }

// commands is the grammar of wobbly.
type commands struct {
	globals

	Check      checkCmd      `cmd:"" help:"Report races, each with a witness that was replayed."`
	Analyze    analyzeCmd    `cmd:"" help:"Print the summary (W, L, A) of every unit."`
	Explain    explainCmd    `cmd:"" help:"Explain a report, a pair of accesses, or an error code."`
	Explore    exploreCmd    `cmd:"" help:"Search every interleaving for races, from every initial state."`
	Crosscheck crosscheckCmd `cmd:"" help:"Hold RacerDX against the exact search: which reports are real, which races are missed."`
	Compare    compareCmd    `cmd:"" help:"Hold all analyzers against the exact search: who reports what, and who is right."`
	Analyzers  analyzersCmd  `cmd:"" help:"List the analyzers, and what is proved of each."`
	Fix        fixCmd        `cmd:"" help:"Propose a repair of a race, and judge it; or make lock regions smaller."`
	Racemob    racemobCmd    `cmd:"" help:"Validate candidates by many users' runs: RaceMob."`
	Rdit       rditCmd       `cmd:"" help:"Watch executions of which methods are missing: RDIT, its repairs, and who is right."`
	Theorem    theoremCmd    `cmd:"" help:"List, show, check and fuzz the statements of the paper."`
	Step       stepCmd       `cmd:"" help:"Step both threads by hand: forward, back, to the race."`
	Show       showCmd       `cmd:"" help:"Print an execution as a trace, a picture, or a page to step through."`
	Lesson     lessonCmd     `cmd:"" help:"Lessons in which you are the scheduler: play, check, solve, and write them."`
	Grade      gradeCmd      `cmd:"" help:"Grade the solutions of lessons that students have handed in."`
	Export     exportCmd     `cmd:"" help:"Write a program with an init block for another tool: Spin."`
	Replay     replayCmd     `cmd:"" help:"Check witnesses against a program, and nothing else."`
	Fmt        fmtCmd        `cmd:"" help:"Format programs, or print them lowered."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
	Completion completionCmd `cmd:"" help:"Print a completion script for a shell."`
	Help       helpCmd       `cmd:"" help:"Explain a command."`
}

// A program is a command line of its own.
type program struct {
	name, about string
	grammar     func() grammar
	manuals     func() map[string]manual
	examples    [][2]string // of the program as a whole, with what they are for
}

// grammar is a struct that kong reads.
type grammar interface{ common() *globals }

var wobblyProgram = &program{
	name: "wobbly", about: "Races of IL programs, with witnesses.",
	grammar: func() grammar {
		c := &commands{}
		c.Check.declare()
		return c
	},
	manuals: manuals,
	examples: [][2]string{
		{"wobbly check examples/burble.il", "Report the races of a program."},
		{"wobbly explore examples/burble.il", "Search every interleaving of it."},
		{"wobbly help check", "More about a command."},
	},
}

var hiveProgram = &program{
	name: "wobbly-hive", about: "RaceMob with many workers: processes, here or on other machines.",
	grammar: func() grammar { return &hiveCommands{} },
	manuals: hiveManuals,
	examples: [][2]string{
		{"wobbly-hive run --processes examples/burble.il", "Validate the candidates of a program."},
		{"wobbly-hive help worker", "More about a command."},
	},
}

// program is what the run is of: wobbly, unless it was told of messages.
func (a *app) program() *program {
	if a.post != nil {
		return hiveProgram
	}
	return wobblyProgram
}

// parser builds the command line around its grammar. Whatever kong wants to
// print itself is help.
func (a *app) parser(c grammar, exited *bool) *kong.Kong {
	return kong.Must(c,
		kong.Name(a.program().name),
		kong.Description(a.program().about),
		kong.Vars{"readings": readingNames(), "modes": strings.Join(modeNames(), ", "), "drawings": strings.Join(drawingNames(), ", "),
			"formats": strings.Join(formatNames(), ","), "format": formatNames()[0], "formatwords": formatWords()},
		kong.Writers(a.text(), a.stderr()),
		kong.Exit(func(int) { *exited = true }),
		kong.Help(func(_ kong.HelpOptions, ctx *kong.Context) error {
			return a.printHelp(ctx.Model, ctx.Selected())
		}),
		kong.Bind(a),
	)
}

// dispatch reads the command line and runs the command.
func (a *app) dispatch() error {
	c, exited := a.program().grammar(), false
	k := a.parser(c, &exited)
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
		return a.wrongCommandLine(err)
	}
	a.color, a.ascii = c.common().Color, c.common().ASCII
	return ctx.Run()
}

// wrongCommandLine turns kong's errors into ours, with a way to help.
func (a *app) wrongCommandLine(err error) error {
	hint := "See: " + a.program().name + " help"
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for _, p := range parse.Context.Path {
			if p.Command != nil {
				hint = "See: " + a.program().name + " help " + pathOf(p.Command)
			}
		}
	}
	return usage(hint, "%s", err)
}

// jsonFlag is shared by the commands that print a JSON document.
type jsonFlag struct {
	JSON bool `help:"Print one JSON document on one line." name:"json"`
}
