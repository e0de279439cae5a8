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
	q, err := c.question()
	if err != nil {
		return err
	}
	second, err := c.Second(a, q.Analyzer)
	if err != nil {
		return err
	}
	defer second.End()
	format := c.format()
	log := format.Open(c.output(a, format), a.Style(a.Sys.Stdout))
	k := checking{checkCmd: c, a: a, question: q, second: second, format: format, log: log}
	var total report.Tally
	for i, name := range c.Files {
		if i > 0 && a.Interrupted() {
			a.Fail(console.ErrInterrupted)
			err := log.Unanswered(il.NewSource(name, ""), console.ErrInterrupted.Error())
			if err != nil {
				return err
			}
			continue
		}
		tally, err := k.checkFile(name)
		a.Fail(err)
		total = total.Plus(tally)
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

// shownRaces is the number of races that the text format shows in full without --limit.
const shownRaces = 10

// question returns what the flags ask about each file.
func (c *checkCmd) question() (ask.Checking, error) {
	words := c.Words(c.Condition)
	words.Parameters = c.parameterFlags.given()
	if err := words.Fits(); err != nil {
		return ask.Checking{}, console.Failed(err)
	}
	x, err := words.Analyzer()
	if err != nil {
		return ask.Checking{}, console.Failed(err)
	}
	q := ask.Checking{
		Analyzer: x, Pair: c.Pair, Grace: console.Grace, Repeat: true, Strict: c.Strict,
		Shown: shownRaces,
	}
	if c.Limit != nil {
		q.Shown = *c.Limit
	}
	if !c.Quiet {
		q.Certify = ask.Certified
	}
	if c.Certificates {
		q.Certificates = c.MaxListed()
	}
	return q, nil
}

func (c *checkCmd) format() report.CheckFormat {
	if c.JSON {
		return report.FindCheckFormat("json")
	}
	return report.FindCheckFormat(c.Format)
}

// output returns the writer that a format needs.
func (c *checkCmd) output(a *console.App, format report.CheckFormat) io.Writer {
	switch {
	case c.Quiet:
		return io.Discard
	case format.Text:
		return a.Text()
	case format.Lines:
		return a.Legible(report.Brief(a.Out))
	default:
		return a.Out
	}
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

// A checking is a run of check.
type checking struct {
	*checkCmd
	a        *console.App
	question ask.Checking
	second   *opinion.Opinion
	format   report.CheckFormat
	log      report.CheckLog
}

// checkFile checks one file and writes the answer to the log, also if the file is illegal or a
// limit cut the search. It returns the tally of a finished check, or the error of any other.
func (k *checking) checkFile(name string) (report.Tally, error) {
	src, err := k.a.Source(name)
	if err != nil {
		return report.Tally{}, k.unanswered(il.NewSource(name, ""), err)
	}
	comparison := k.second.Compare()
	raceChecked, done := k.watchRaces()
	defer done()
	q := k.question
	if name != report.StdinName {
		q.Name = console.ShellWord(src.Name)
	}
	q.Race = func(r report.Race) {
		raceChecked()
		comparison.Race(r)
	}
	// Another format on a terminal leaves no place for a line of progress.
	if k.format.Text || !console.IsTerminal(k.a.Sys.Stdout) {
		q.Certifying = func() func() {
			k.a.Out.Flush() // so that the line of progress comes after it
			return k.a.Working(name)
		}
	}
	stop := k.a.Working(name)
	var doc *report.Check
	comparison.Core, err = ask.Load(k.a.Ctx, src, k.Strict)
	if err == nil {
		err = k.warn(comparison.Core)
	}
	if err == nil {
		doc, err = ask.Check(k.a.Ctx, comparison.Core, q)
	}
	stop()
	if err != nil {
		return report.Tally{}, k.unanswered(src, err)
	}
	tally, err := k.log.Check(doc)
	k.a.Found(console.Exit(ask.ExitOf(tally)))
	if tally.Interrupted && k.Quiet {
		k.a.Fail(console.ErrInterrupted)
	}
	if err == nil {
		err = comparison.End(q, doc, k.format.Name == "text" && !k.Quiet)
	}
	return tally, err
}

// watchRaces shows the number of checked races, unless the terminal shows the races themselves.
// next counts one, and done ends the display.
func (k *checking) watchRaces() (next, done func()) {
	if console.IsTerminal(k.a.Sys.Stdout) {
		return func() {}, func() {}
	}
	w := k.a.Watch("")
	checked := 0
	next = func() {
		checked++
		w.Say(func(time.Duration) string {
			return fmt.Sprintf("%d witnesses checked, at most %d; Ctrl+C keeps them", checked,
				k.MaxListed())
		})
	}
	return next, w.Done
}

// unanswered writes to the log why a file has no answer, and returns the error with its exit.
func (k *checking) unanswered(src *il.Source, err error) error {
	var illegal *ask.Illegal
	if errors.As(err, &illegal) {
		if err = console.NotAProgram(illegal.Source); err == nil {
			return k.illegal(illegal)
		}
	}
	why := err
	var limit *ask.Limit
	if errors.As(err, &limit) {
		why = limit.Err
	}
	err = console.Failed(err)
	return cmp.Or(k.log.Unanswered(src, why.Error()), err)
}

// illegal writes the errors of an illegal program to the log and to standard error.
func (k *checking) illegal(e *ask.Illegal) error {
	if err := k.log.Errors(e.Source, e.Errors); err != nil {
		return err
	}
	if !k.format.Lines {
		return k.a.Illegal(e.Source, e.Errors, false)
	}
	if err := report.ErrorsShort(k.a.Stderr(), e.Source, e.Errors); err != nil {
		return err
	}
	return console.Failure{Exit: console.ExitIllegal}
}

// warn writes the warnings about a program to the log, unless it is a document of another kind, and
// to standard error.
func (k *checking) warn(core *il.Core) error {
	list := ask.Warnings(core)
	if len(list) == 0 || k.Quiet {
		return nil
	}
	if k.format.Name != "json" {
		if err := k.log.Errors(core.Source, list); err != nil {
			return err
		}
	}
	if k.format.Lines {
		return report.ErrorsShort(k.a.Stderr(), core.Source, list)
	}
	return k.a.Warn(core.Source, list)
}
