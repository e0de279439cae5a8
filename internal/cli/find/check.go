package find

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/opinion"
	"wobbly/internal/pipeline"
	"wobbly/internal/service"
	"wobbly/internal/text"
	"wobbly/report"
)

// checkCmd is `wobbly check`.
type checkCmd struct {
	Files []string `arg:"" name:"FILE" help:"Programs; - is standard input."`
	console.JSONFlag
	Format string `help:"How to print: ${formatwords}." enum:"${formats}" default:"${format}"`
	console.PairFlags
	console.AnalysisFlags
	parameterFlags
	opinion.VerifiedFlag
	ExitZero bool `help:"Exit with 0 if races are the only result."`
	Quiet    bool `help:"Print no results; the exit tells." short:"q"`
}

// newCheckCmd returns the grammar of check, including the flags that analyzers declare.
func newCheckCmd() any {
	c := &checkCmd{}
	c.declare(func(*analyzers.Parameter) bool { return true })
	return c
}

func (c *checkCmd) Run(a *console.App) error {
	q, err := c.question()
	if err != nil {
		return err
	}
	format := c.format()
	second, err := c.second(a, q)
	if err != nil {
		return err
	}
	defer second.End()
	log := c.open(a, format)
	var total report.Tally
	for i, name := range c.Files {
		if i > 0 && a.Interrupted() {
			a.Fail(console.ErrInterrupted)
			if err := log.Unanswered(il.NewSource(name, ""), console.ErrInterrupted.Text); err != nil {
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

// question turns the flags into the question that every file is asked.
func (c *checkCmd) question() (pipeline.Question, error) {
	q := pipeline.Question{Pair: c.Pair, Strict: c.Strict, Options: analyzers.DefaultOptions(), Aside: console.Aside}
	var err error
	if q.Analyzer, err = c.analyzer(); err != nil {
		return q, err
	}
	given := c.parameterFlags.given()
	given["literal"], given["cap"], given["condition"] = c.Literal != "", c.Cap != 0, c.Condition != ""
	if err := refuse(q.Analyzer, given); err != nil {
		return q, err
	}
	if q.Options.RacerDX, err = c.Options(c.Condition); err != nil {
		return q, err
	}
	q.Options.Search.MaxStates, q.Options.Limit = service.MaxStates, c.MaxListed()
	return q, c.parameterFlags.set(&q.Options)
}

// analyzer returns the analyzer that the flags name. Some names stand for another
// analyzer with a lock condition; they set both flags.
func (c *checkCmd) analyzer() (*analyzers.Analyzer, error) {
	x, err := service.FindAnalyzer(c.Analysis)
	if err != nil || x.As == nil {
		return x, console.Failed(err)
	}
	condition := x.As.Condition.String()
	if c.Condition != "" && c.Condition != condition {
		return nil, console.Usage("", "--analysis %s is %s with --condition %s", x.Name, x.As.Of, condition)
	}
	c.Analysis, c.Condition = x.As.Of, condition
	x, err = service.FindAnalyzer(c.Analysis)
	return x, console.Failed(err)
}

// format returns the output format that the flags name.
func (c *checkCmd) format() report.CheckFormat {
	name := c.Format
	if c.JSON {
		name = "json"
	}
	f, _ := report.FindCheckFormat(name)
	return f
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

// second returns the second opinion that --verified asks for, or none.
func (c *checkCmd) second(a *console.App, q pipeline.Question) (*opinion.Opinion, error) {
	switch {
	case !c.Verified:
		return opinion.None, nil
	case q.Analyzer.Summaries == nil:
		return opinion.Start(a) // on the witnesses
	}
	if err := opinion.KnowsMode(q.Analyzer.Summaries(q.Options)); err != nil {
		return nil, err
	}
	return opinion.Start(a)
}

// file checks one file and writes its result to the log.
func (c *checkCmd) file(a *console.App, name string, q pipeline.Question, log checkLog, second *opinion.Opinion) (report.Tally, error) {
	src, err := a.Source(name)
	if err != nil {
		return report.Tally{}, err
	}
	stop := a.Working(name)
	doc, err := pipeline.Check(a.Ctx, src, q)
	stop()
	var illegal *pipeline.Illegal
	var limit *pipeline.Limit
	switch {
	case errors.As(err, &illegal):
		return report.Tally{}, c.illegal(a, illegal, log)
	case errors.As(err, &limit):
		if err := log.Unanswered(src, limit.Err.Error()); err != nil {
			return report.Tally{}, err
		}
	case errors.Is(err, pipeline.ErrInterrupted):
		if err := log.Unanswered(src, console.ErrInterrupted.Text); err != nil {
			return report.Tally{}, err
		}
	}
	if err != nil {
		return report.Tally{}, console.Failed(err)
	}
	doc.Flags = c.PairFlags.Again() + c.AnalysisFlags.Again()
	doc.Numbered = doc.Flags == console.PairFlags{PairFlag: c.PairFlag}.Again()
	if name != report.StdinName {
		doc.Name = console.ShellWord(src.Name)
	}
	if doc.Shown = shownRaces; c.Limit != nil {
		doc.Shown = *c.Limit
	}
	over, done := console.Late(a.Ctx)
	defer done()
	doc.Races, doc.Filtered = watched(a, console.Listed(over, doc.Races), c.MaxListed()), console.Listed(over, doc.Filtered)
	compare, err := second.Attend(src, q, doc)
	if err != nil {
		return report.Tally{}, err
	}
	t, err := log.Check(doc)
	a.Found(console.Exit(service.ExitOf(t)))
	if t.Interrupted && c.Quiet {
		a.Fail(console.ErrInterrupted)
	}
	if err == nil {
		err = compare(log.format.Name == "text" && !c.Quiet)
	}
	return t, err
}

// illegal writes the errors of an illegal program to the log and to standard error.
func (c *checkCmd) illegal(a *console.App, e *pipeline.Illegal, log checkLog) error {
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

// checkLog is a log together with its format.
type checkLog struct {
	report.CheckLog
	format report.CheckFormat
}

// open returns a log in a format, on standard output.
func (c *checkCmd) open(a *console.App, format report.CheckFormat) checkLog {
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

// shownRaces is how many races text shows in full without --limit: as many as a person
// reads.
const shownRaces = 10

// watched passes races on. If that takes long and the results do not go to the terminal,
// it shows there how many are done.
func watched(a *console.App, races iter.Seq[report.Race], most int) iter.Seq[report.Race] {
	if !console.IsTerminal(a.Sys.Stderr) || console.IsTerminal(a.Sys.Stdout) {
		return races
	}
	return func(yield func(report.Race) bool) {
		last, n, shown := time.Now(), 0, false
		for r := range races {
			if n++; time.Since(last) > time.Second {
				last, shown = time.Now(), true
				fmt.Fprintf(a.Sys.Stderr, "\r%d witnesses checked, at most %d; Ctrl+C keeps them", n, most)
			}
			if !yield(r) {
				break
			}
		}
		if shown {
			fmt.Fprint(a.Sys.Stderr, "\r\x1b[K")
		}
	}
}
