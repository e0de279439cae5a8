package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/internal/service"
	"wobbly/report"
	"wobbly/semantics/explore"
)

// exploreCmd is `wobbly explore`.
type exploreCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	jsonFlag
	pairFlag
	Init    string        `help:"From all initial states, or from the one that the file's init block gives." enum:"all,given" default:"all"`
	Timeout time.Duration `help:"Stop after a time such as 30s, and keep what was found." placeholder:"TIME"`
	searchFlags
	Strategy  string `help:"The order of the search: breadth finds the shortest witnesses; random is a sample." enum:"breadth,depth,random" default:"breadth"`
	Runs      int    `help:"Random runs to make." default:"1000" placeholder:"N"`
	Seed      uint64 `help:"Seed of the random runs." default:"1" placeholder:"N"`
	Stateless bool   `help:"Count Mazurkiewicz classes and the executions that optimal partial-order reduction explores; with --init given."`
	Dot       bool   `help:"Print the state graph of one pair for Graphviz instead; with --init given."`
	outputFlag
	strictFlag
}

// Run implements the command.
func (c *exploreCmd) Run(a *app) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	if c.Dot {
		return c.dot(a, core)
	}
	q := service.Exploring{Pair: c.Pair, Options: o, Stateless: c.Stateless, Watch: a.watchSearch, Aside: aside}
	if c.Timeout > 0 {
		q.Limit = func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, c.Timeout)
		}
	}
	doc, late, err := service.Explore(a.ctx, core, q)
	if err != nil {
		return failed(err)
	}
	doc.Pairs = a.explored(doc.Pairs)
	outcome, err := c.print(a, doc)
	a.found(exit(service.ExitOfSearch(outcome)))
	return errors.Join(failed(late()), err)
}

// print writes the document in the format asked for.
func (c *exploreCmd) print(a *app, doc *report.Exploration) (report.Outcome, error) {
	if c.JSON {
		return report.ExploreJSON(a.out, doc)
	}
	outcome, err := report.ExploreText(a.text(), a.style(a.sys.Stdout), doc)
	if err == nil {
		err = a.show(outcome)
	}
	return outcome, err
}

// options turns the flags into options of a search.
func (c *exploreCmd) options() (explore.Options, error) {
	o, err := c.searchFlags.options()
	switch {
	case err != nil:
		return o, err
	case c.Timeout < 0:
		return o, usage("", "--timeout must not be negative")
	case c.Runs < 1:
		return o, usage("", "--runs must be at least 1")
	case (c.Dot || c.Stateless) && c.Init != explore.Given.String():
		return o, usage("Give the initial state in an init block (docs/language.md).", "--dot and --stateless need --init given: they show single states, not all initial ones at once")
	case c.Dot && c.JSON:
		return o, usage("", "--dot and --json exclude each other")
	case c.Output != "" && !c.Dot:
		return o, usage("", "-o is for --dot")
	}
	o.Runs, o.Seed = c.Runs, c.Seed
	o.Strategy = map[string]explore.Strategy{"breadth": explore.Breadth, "depth": explore.Depth, "random": explore.Random}[c.Strategy]
	if c.Init == explore.Given.String() {
		o.Init = explore.Given
	}
	return o, nil
}

// maxDrawn is how many states a graph may have: nobody can read more.
const maxDrawn = 2000

// dot prints the state graph of one program.
func (c *exploreCmd) dot(a *app, core *il.Core) error {
	pairs, _, err := service.Pairs(core, c.Pair, explore.Given)
	if err != nil {
		return failed(err)
	}
	if len(pairs) != 1 {
		return usage("Choose one with --pair m,n.", "--dot draws one pair, and the init block fits %d of %s", len(pairs), report.FileName(core.Source.Name))
	}
	p := pairs[0]
	g, err := findings.Graph(core, p, findings.GivenInit(core, p), maxDrawn)
	var large findings.TooLarge
	if errors.As(err, &large) {
		return failure{exitInconclusive, fmt.Sprintf("%s || %s: not drawn, %s", p.Left.Name, p.Right.Name, err), "wobbly explore without --dot counts them."}
	}
	if err != nil {
		return err
	}
	if c.Output == "" {
		return report.Dot(a.text(), g)
	}
	return c.outputFlag.write(a, func(w io.Writer) error { return report.Dot(w, g) })
}
