package find

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/opinion"
	"wobbly/internal/text"
	"wobbly/report"
)

type checkCmd struct {
	Files []string `arg:"" name:"FILE" help:"Programs; - is standard input."`
	console.JSONFlag
	Format string `help:"The output: ${formatwords}." enum:"${formats}" default:"${format}"`
	console.PairFlags
	console.AnalysisFlags
	parameterFlags
	opinion.VerifiedFlag
	Certificates bool `help:"Also list races without a report, certificates of absence, and open pairs (docs/theory.md)."`
	ExitZero     bool `help:"Exit with 0 instead of 1 if there are races."`
	Quiet        bool `help:"Print nothing; only set the exit code." short:"q"`
}

// newCheckCmd returns the grammar of check, including the flags that analyzers declare.
func newCheckCmd() any {
	c := &checkCmd{}
	c.declare(ask.Parameters())
	return c
}

func (c *checkCmd) Run(a *console.App) error {
	words := c.Words(c.Condition)
	words.Parameters = c.parameterFlags.given()
	if err := words.Fits(); err != nil {
		return console.Failed(err)
	}
	x, err := words.Analyzer()
	if err != nil {
		return console.Failed(err)
	}
	second, err := c.Second(a, x)
	if err != nil {
		return err
	}
	defer second.End()
	q := ask.Checking{Analyzer: x, Pair: c.Pair, Grace: console.Grace, Repeat: true,
		Strict: c.Strict, Shown: shownRaces}
	if c.Limit != nil {
		q.Shown = *c.Limit
	}
	format := c.format()
	if !c.Quiet {
		q.Certify = ask.Certified
	}
	if c.Certificates {
		q.Certificates = c.MaxListed()
	}
	log := c.openLog(a, format)
	var total report.Tally
	for i, name := range c.Files {
		if i > 0 && a.Interrupted() {
			a.Fail(console.ErrInterrupted)
			err := log.Unanswered(il.NewSource(name, ""), console.ErrInterrupted.Text)
			if err != nil {
				return err
			}
			continue
		}
		t, err := c.file(a, name, q, log, second)
		a.Fail(err)
		total = total.Plus(t)
	}
	if err := log.End(); err != nil {
		return err
	}
	if format.Name == "text" && !c.Quiet && total.Files > 0 {
		if err := a.Show(total); err != nil {
			return err
		}
	}
	if c.ExitZero && a.Exit == console.ExitFound {
		a.Exit = console.ExitNothing
	}
	return nil
}

func (c *checkCmd) format() report.CheckFormat {
	name := c.Format
	if c.JSON {
		name = "json"
	}
	return report.FindCheckFormat(name)
}

// FormatWords lists the formats for help: "text, short (a line for each race) or json".
func FormatWords() string {
	var words []string
	for _, f := range report.CheckFormats {
		word := f.Name
		if f.About != "" {
			word += " (" + f.About + ")"
		}
		words = append(words, word)
	}
	return text.Or(words)
}

// file checks one file and writes the answer to the log, also if the file is illegal or a limit cut
// the search. It returns the tally of a finished check; the error of any other sets the exit.
func (c *checkCmd) file(
	a *console.App, name string, q ask.Checking, log checkLog, second *opinion.Opinion,
) (report.Tally, error) {
	none := report.Tally{}
	src, err := a.Source(name)
	if err != nil {
		return none, err
	}
	if name != report.StdinName {
		q.Name = console.ShellWord(src.Name)
	}
	comparison := second.Compare()
	var progress *console.Watch
	if !console.IsTerminal(a.Sys.Stdout) { // on a terminal the results show the progress
		progress = a.Watch("")
		defer progress.Done()
	}
	checked := 0
	q.Race = func(r report.Race) {
		checked++
		if progress != nil {
			progress.Say(func(time.Duration) string {
				return fmt.Sprintf("%d witnesses checked, at most %d; Ctrl+C keeps them", checked,
					c.MaxListed())
			})
		}
		comparison.Race(r)
	}
	stop := a.Working(name)
	var doc *report.Check
	comparison.Core, err = ask.Load(a.Ctx, src, c.Strict)
	if err == nil {
		doc, err = ask.Check(a.Ctx, comparison.Core, q)
	}
	stop()
	var illegal *ask.Illegal
	var limit *ask.Limit
	switch {
	case errors.As(err, &illegal):
		return none, c.illegal(a, illegal, log)
	case errors.As(err, &limit):
		return none, cmp.Or(log.Unanswered(src, limit.Err.Error()), console.Failed(err))
	case errors.Is(err, ask.ErrInterrupted):
		return none, cmp.Or(log.Unanswered(src, console.ErrInterrupted.Text), console.Failed(err))
	case err != nil:
		return none, console.Failed(err)
	}
	t, err := log.Check(doc)
	a.Found(console.Exit(ask.ExitOf(t)))
	if t.Interrupted && c.Quiet {
		a.Fail(console.ErrInterrupted)
	}
	if err == nil {
		err = comparison.End(q, doc, log.format.Name == "text" && !c.Quiet)
	}
	return t, err
}

// illegal writes the errors of an illegal program to the log and to standard error.
func (c *checkCmd) illegal(a *console.App, e *ask.Illegal, log checkLog) error {
	if err := console.NotAProgram(e.Source); err != nil {
		return err
	}
	if err := log.Errors(e.Source, e.Errors); err != nil {
		return err
	}
	if !log.format.Lines {
		return a.Illegal(e.Source, e.Errors, false)
	}
	if err := report.ErrorsShort(a.Stderr(), e.Source, e.Errors); err != nil {
		return err
	}
	return console.Failure{Exit: console.ExitIllegal}
}

// checkLog writes the answers in a format.
type checkLog struct {
	report.CheckLog
	format report.CheckFormat
}

func (c *checkCmd) openLog(a *console.App, format report.CheckFormat) checkLog {
	var w io.Writer = a.Out
	switch {
	case c.Quiet:
		w = io.Discard
	case format.Text:
		w = a.Text()
	case format.Lines:
		w = a.Legible(report.Brief(a.Out))
	}
	return checkLog{format.Open(w, a.Style(a.Sys.Stdout)), format}
}

// shownRaces is the number of races that the text format shows in full without --limit.
const shownRaces = 10
