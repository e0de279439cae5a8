package cli

import (
	"fmt"
	"io"
	"iter"
	"time"

	"wobbly/abstract"
	"wobbly/report"
)

// checkCmd is `wobbly check`.
type checkCmd struct {
	Files []string `arg:"" name:"FILE" help:"Programs; - is standard input."`
	jsonFlag
	Format string `help:"How to print: text, short (a line for each race) or json." enum:"text,short,json" default:"text"`
	pairFlags
	analysisFlags
	MaxSteps *int   `help:"Keep witnesses of more than N steps compressed; with --analysis flow, make none of them. Left out: 10000, with flow 100000." placeholder:"N"`
	Switches string `help:"With --analysis racerd: read the paper otherwise, or leave reports out that resemble others: ${racerd}." placeholder:"NAME,..."`
	Keep     string `help:"With --analysis chord: stages that keep all pairs: reachable, aliasing, escaping, unlocked." placeholder:"STAGE,..."`

	Context   *int    `help:"With --analysis chord or one of racemob: the k of Chord's object sensitivity. Left out: 1." placeholder:"K"`
	Seed      *uint64 `help:"With a dynamic analyzer: of its executions. Left out: 1." placeholder:"N"`
	Runs      *int    `help:"With a dynamic analyzer: how many executions it watches, for each pair of units. Left out: 20." placeholder:"N"`
	MaxStates *int    `help:"With an analyzer whose reports an exact search judges: cut the search at N states; 0 for no limit. Left out: 2000000." placeholder:"N"`

	ExitZero bool `help:"Exit with 0 where races are all there is to tell."`
	Quiet    bool `help:"Print no results; the exit tells." short:"q"`
}

// Run implements the command.
func (c *checkCmd) Run(a *app) error {
	if c.JSON {
		c.Format = "json"
	}
	if c.MaxSteps != nil && *c.MaxSteps < 0 {
		return usage("", "--max-steps must not be negative")
	}
	if err := c.printedCondition(); err != nil {
		return err
	}
	if _, err := abstract.ParseMode(c.Analysis); err != nil {
		x, err := findAnalyzer(c.Analysis)
		if err != nil {
			return err
		}
		return c.judge(a, x)
	}
	if err := c.onlyMode(); err != nil {
		return err
	}
	opts, err := c.options(c.Condition)
	if err != nil {
		return err
	}
	var total report.Tally
	for _, name := range c.Files {
		t, err := c.file(a, name, opts)
		a.fail(err)
		total = total.Plus(t)
		if a.interrupted() {
			break
		}
	}
	if c.Format == "text" && !c.Quiet && total.Files > 0 {
		if err := report.Summarize(a.text(), a.style(a.sys.Stdout), total); err != nil {
			return err
		}
	}
	if c.ExitZero && a.exit == ExitFound {
		a.exit = ExitNothing
	}
	return nil
}

// longestPlain is how many steps a witness has at most that is not compressed, where
// --max-steps does not say.
const longestPlain = 10_000

// steps is --max-steps, or what stands for it where it is not given.
func (c *checkCmd) steps(usual int) int {
	if c.MaxSteps == nil {
		return usual
	}
	return *c.MaxSteps
}

// file checks one file.
func (c *checkCmd) file(a *app, name string, opts abstract.Options) (report.Tally, error) {
	f, core, err := a.findings(name, opts, c.pairFlags, c.analysisFlags, c.steps(longestPlain), c.Format == "json")
	if err != nil {
		return report.Tally{}, err
	}
	doc := f.Check(a.interrupted)
	doc.Flags = c.pairFlags.again() + c.analysisFlags.again()
	if name != report.StdinName {
		doc.Name = shellWord(core.Source.Name)
	}
	doc.Races = a.watched(doc.Races, c.Limit)
	t, err := c.print(a, doc)
	a.found(exitOfCounts(t))
	return t, err
}

// print writes the document in the format asked for.
func (c *checkCmd) print(a *app, doc *report.Check) (report.Tally, error) {
	switch {
	case c.Quiet:
		return report.CheckShort(io.Discard, doc)
	case c.Format == "json":
		return report.CheckJSON(a.out, doc)
	case c.Format == "short":
		return report.CheckShort(a.text(), doc)
	default:
		return report.CheckText(a.text(), a.style(a.sys.Stdout), doc)
	}
}

// exitOfCounts is the exit code that the counts of a file amount to.
func exitOfCounts(t report.Tally) Exit {
	switch {
	case t.Refuted > 0:
		return ExitViolated
	case t.Interrupted:
		return ExitInconclusive
	case !t.Races.IsZero():
		return ExitFound
	default:
		return ExitNothing
	}
}

// watched passes races on and tells on a terminal how many are done, when it
// takes long and the results go elsewhere.
func (a *app) watched(races iter.Seq[report.Race], most int) iter.Seq[report.Race] {
	if !isTerminal(a.sys.Stderr) || isTerminal(a.sys.Stdout) {
		return races
	}
	return func(yield func(report.Race) bool) {
		last, n, shown := time.Now(), 0, false
		for r := range races {
			if n++; time.Since(last) > time.Second {
				last, shown = time.Now(), true
				fmt.Fprintf(a.sys.Stderr, "\r%d witnesses checked, at most %d; Ctrl+C keeps them", n, most)
			}
			if !yield(r) {
				break
			}
		}
		if shown {
			fmt.Fprint(a.sys.Stderr, "\r\x1b[K")
		}
	}
}
