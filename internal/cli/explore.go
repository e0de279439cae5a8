package cli

import (
	"context"
	"errors"
	"io"
	"runtime"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/report"
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

// searchFlags bound and speed up a search of states.
type searchFlags struct {
	Unroll      *int `help:"Enter each loop at most K times each time it is reached." placeholder:"K"`
	Switches    *int `help:"Change from one thread to the other at most N times." placeholder:"N"`
	MaxStates   int  `help:"Stop at N states; 0 for no limit." default:"${maxstates}" placeholder:"N"`
	Full        bool `help:"Look at every state, also where no further race can come of it; counts are exact then."`
	MaxObjects  int  `help:"Leave out states of more than N objects; 0 for no limit." default:"${maxobjects}" placeholder:"N"`
	Fingerprint bool `help:"Remember 64 bits of each state instead of the state."`
	Workers     int  `help:"Search with N goroutines; 0 for one on each core." default:"0" placeholder:"N"`
}

// Run implements the command.
func (c *exploreCmd) Run(a *app) error {
	search, err := c.search()
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
	q := ask.Exploring{Pair: c.Pair, Search: search, Stateless: c.Stateless, Watch: a.watchSearch, Late: late, Next: a.flushes()}
	if c.Timeout > 0 {
		q.Limit = func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, c.Timeout)
		}
	}
	doc, late, err := ask.Explore(a.ctx, core, q)
	if err != nil {
		return failed(err)
	}
	outcome, err := c.print(a, doc)
	a.found(exit(ask.ExitOfSearch(outcome)))
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

// search turns the flags into a search.
func (c *exploreCmd) search() (ask.Search, error) {
	s, err := c.searchFlags.search()
	given := c.Init == "given"
	switch {
	case err != nil:
		return s, err
	case c.Timeout < 0:
		return s, usage("", "--timeout must not be negative")
	case c.Runs < 1:
		return s, usage("", "--runs must be at least 1")
	case (c.Dot || c.Stateless) && !given:
		return s, usage("Give the initial state in an init block (docs/language.md).", "--dot and --stateless need --init given: they show single states, not all initial ones at once")
	case c.Dot && c.JSON:
		return s, usage("", "--dot and --json exclude each other")
	case c.Output != "" && !c.Dot:
		return s, usage("", "-o is for --dot")
	}
	s.Runs, s.Seed, s.Strategy, s.Given = c.Runs, c.Seed, ask.Strategies[c.Strategy], given
	return s, nil
}

// search turns the flags into a search.
func (f searchFlags) search() (ask.Search, error) {
	s := ask.Search{
		Unroll: f.Unroll, Switches: f.Switches, MaxStates: f.MaxStates, MaxObjects: f.MaxObjects,
		Full: f.Full, Fingerprint: f.Fingerprint, Workers: f.Workers,
	}
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	for _, n := range []struct {
		name  string
		value *int
	}{{"unroll", f.Unroll}, {"switches", f.Switches}, {"max-states", &f.MaxStates}, {"max-objects", &f.MaxObjects}, {"workers", &f.Workers}} {
		if n.value != nil && *n.value < 0 {
			return s, usage("", "--%s must not be negative", n.name)
		}
	}
	return s, atMostWorkers(f.Workers)
}

// maxDrawn is how many states a graph may have: nobody can read more.
const maxDrawn = 2000

// dot prints the state graph of one program.
func (c *exploreCmd) dot(a *app, core *il.Core) error {
	pairs, _, err := ask.Pairs(core, c.Pair, true)
	if err != nil {
		return failed(err)
	}
	if len(pairs) != 1 {
		return usage("Choose one with --pair m,n.", "--dot draws one pair, and the init block fits %d of %s", len(pairs), report.FileName(core.Source.Name))
	}
	g, err := ask.Graph(core, pairs[0], nil, maxDrawn)
	if err != nil {
		return failed(err)
	}
	if c.Output == "" {
		return report.Dot(a.text(), g)
	}
	return c.outputFlag.write(a, func(w io.Writer) error { return report.Dot(w, g) })
}
