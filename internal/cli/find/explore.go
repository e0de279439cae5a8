package find

import (
	"context"
	"errors"
	"io"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

type exploreCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	console.JSONFlag
	console.PairFlag
	Init    string        `help:"Start from all initial states, or from the one in the file's init block (given)." enum:"all,given" default:"all"`
	Timeout time.Duration `help:"Stop after a time such as 30s and keep what was found." placeholder:"TIME"`
	console.SearchFlags
	Aliases   *int   `help:"Find races that need at most N equations in addition to the one that makes the threads share an object. 0 finds nearly all races in about a third as many states." placeholder:"N"`
	Shortest  bool   `help:"Find witnesses with the fewest steps, even if others need fewer equations." group:"less"`
	Strategy  string `help:"The order of the search; breadth finds the shortest witnesses, and random only samples." enum:"breadth,depth,random" default:"breadth" group:"less"`
	Runs      int    `help:"The number of random runs." default:"1000" placeholder:"N" group:"less"`
	Seed      uint64 `help:"The seed of the random runs." default:"1" placeholder:"N" group:"less"`
	Stateless bool   `help:"Also count Mazurkiewicz classes and the executions that optimal partial-order reduction explores. Needs --init given." group:"less"`
	Dot       bool   `help:"Print the state graph of one pair for Graphviz instead. Needs --init given."`
	console.OutputFlag
	console.StrictFlag
}

func (c *exploreCmd) Run(a *console.App) error {
	search, err := c.search()
	if err != nil {
		return err
	}
	core, err := a.Load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	if c.Dot {
		return c.writeDot(a, core)
	}
	q := ask.Exploring{
		Pair: c.Pair, Search: search, Stateless: c.Stateless, Watch: a.WatchSearch,
		Grace: console.Grace, Next: a.Flushes(),
	}
	if c.Timeout > 0 {
		q.Limit = func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, c.Timeout)
		}
	}
	doc, searchErr, err := ask.Explore(a.Ctx, core, q)
	if err != nil {
		return a.Refused(err, c.JSON)
	}
	outcome, err := c.print(a, doc)
	a.Found(console.Exit(ask.ExitOfSearch(outcome)))
	return errors.Join(console.Failed(searchErr()), err)
}

func (c *exploreCmd) writeDot(a *console.App, core *il.Core) error {
	pairs, _, err := ask.Pairs(core, c.Pair, true)
	if err != nil {
		return console.Failed(err)
	}
	if len(pairs) != 1 {
		return console.Usage("Choose one with --pair m,n.",
			"--dot draws one pair, and the init block fits %d of %s", len(pairs),
			report.FileName(core.Source.Name))
	}
	g, err := ask.Graph(core, pairs[0], nil, maxDrawn)
	if err != nil {
		return console.Failed(err)
	}
	if c.Output == "" {
		return report.Dot(a.Text(), g)
	}
	return c.OutputFlag.Write(a, func(w io.Writer) error { return report.Dot(w, g) })
}

// print prints the results while they are found, and returns what the search as a whole has found.
func (c *exploreCmd) print(a *console.App, doc *report.Exploration) (report.Outcome, error) {
	if c.JSON {
		return report.ExploreJSON(a.Out, doc)
	}
	outcome, err := report.ExploreText(a.Text(), a.Style(a.Sys.Stdout), doc)
	if err == nil {
		err = a.Show(outcome)
	}
	return outcome, err
}

func (c *exploreCmd) search() (ask.Search, error) {
	s, err := c.SearchFlags.Search()
	given := c.Init == "given"
	switch {
	case err != nil:
		return s, err
	case c.Timeout < 0:
		return s, console.Usage("", "--timeout must be 0 or more")
	case c.Aliases != nil && *c.Aliases < 0:
		return s, console.Usage("", "--aliases must be 0 or more")
	case c.Runs < 1:
		return s, console.Usage("", "--runs must be at least 1")
	case (c.Dot || c.Stateless) && !given:
		return s, console.Usage("Give the initial state in an init block (docs/language.md).",
			"--dot and --stateless need --init given, because they start from one state")
	case c.Dot && c.JSON:
		return s, console.Usage("", "--dot and --json cannot be used together")
	case c.Output != "" && !c.Dot:
		return s, console.Usage("", "-o is for --dot")
	}
	s.Aliases, s.Shortest, s.Given = c.Aliases, c.Shortest, given
	s.Strategy = ask.Strategies[c.Strategy]
	s.Runs, s.Seed = c.Runs, c.Seed
	return s, nil
}

// maxDrawn limits the states of a graph to what a person can read.
const maxDrawn = 2000
