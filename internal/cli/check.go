package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/text"
	"wobbly/report"
)

// checkCmd is `wobbly check`.
type checkCmd struct {
	Files []string `arg:"" name:"FILE" help:"Programs; - is standard input."`
	jsonFlag
	Format string `help:"How to print: ${formatwords}." enum:"${formats}" default:"${format}"`
	pairFlags
	analysisFlags
	parameterFlags
	verifiedFlag
	ExitZero bool `help:"Exit with 0 if races are the only result."`
	Quiet    bool `help:"Print no results; the exit tells." short:"q"`
}

// newCheckCmd returns the grammar of check, including the flags that analyzers declare.
func newCheckCmd() any {
	c := &checkCmd{}
	c.declare(ask.Parameters())
	return c
}

func (c *checkCmd) Run(a *app) error {
	words := c.words(c.Condition)
	words.Parameters = c.parameterFlags.given()
	if err := words.Fits(); err != nil {
		return failed(err)
	}
	x, err := words.Analyzer()
	if err != nil {
		return failed(err)
	}
	second, err := c.second(a, x)
	if err != nil {
		return err
	}
	defer second.end()
	q := ask.Checking{Analyzer: x, Pair: c.Pair, Late: late, Repeat: true, Strict: c.Strict, Shown: shownRaces}
	if c.Limit != nil {
		q.Shown = *c.Limit
	}
	format := c.format()
	log := c.open(a, format)
	var total report.Tally
	for i, name := range c.Files {
		if i > 0 && a.interrupted() {
			a.fail(errInterrupted)
			if err := log.Unanswered(il.NewSource(name, ""), errInterrupted.text); err != nil {
				return err
			}
			continue
		}
		t, err := c.file(a, name, q, log, second)
		a.fail(err)
		total = total.Plus(t)
	}
	if err := log.End(); err != nil {
		return err
	}
	if format.Name == "text" && !c.Quiet && total.Files > 0 {
		if err := a.show(total); err != nil {
			return err
		}
	}
	if c.ExitZero && a.exit == exitFound {
		a.exit = exitNothing
	}
	return nil
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

// formatWords lists the formats for help: "text, short (a line for each race) or json".
func formatWords() string {
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

// file checks one file and writes its result to the log.
func (c *checkCmd) file(a *app, name string, q ask.Checking, log checkLog, second *secondOpinion) (report.Tally, error) {
	none := report.Tally{}
	src, err := a.source(name)
	if err != nil {
		return none, err
	}
	if name != report.StdinName {
		q.Name = shellWord(src.Name)
	}
	seen := comparison{second: second}
	if second != nil {
		second.differ = 0
	}
	progress := a.counted(c.limit())
	q.Race = func(r report.Race) {
		progress.next()
		if second != nil {
			seen.race(r)
		}
	}
	stop := a.working(name)
	var doc *report.Check
	if seen.core, err = ask.Load(a.ctx, src, c.Strict); err == nil {
		doc, err = ask.Check(a.ctx, seen.core, q)
	}
	stop()
	var illegal *ask.Illegal
	var limit *ask.Limit
	switch {
	case errors.As(err, &illegal):
		return none, c.illegal(a, illegal, log)
	case errors.As(err, &limit):
		if err := log.Unanswered(src, limit.Err.Error()); err != nil {
			return none, err
		}
	case errors.Is(err, ask.ErrInterrupted):
		if err := log.Unanswered(src, errInterrupted.text); err != nil {
			return none, err
		}
	}
	if err != nil {
		return none, failed(err)
	}
	t, err := log.Check(doc)
	progress.clear()
	a.found(exit(ask.ExitOf(t)))
	if t.Interrupted && c.Quiet {
		a.fail(errInterrupted)
	}
	if err == nil && second != nil {
		err = seen.end(q, doc, log.format.Name == "text" && !c.Quiet)
	}
	return t, err
}

// illegal writes the errors of an illegal program to the log and to standard error.
func (c *checkCmd) illegal(a *app, e *ask.Illegal, log checkLog) error {
	if err := log.Errors(e.Source, e.Errors); err != nil {
		return err
	}
	if !log.format.Lines {
		return a.illegal(e.Source, e.Errors, false)
	}
	if err := report.ErrorsShort(a.stderr(), e.Source, e.Errors); err != nil {
		return err
	}
	return failure{exit: exitIllegal}
}

// checkLog is a log together with its format.
type checkLog struct {
	report.CheckLog
	format report.CheckFormat
}

// open returns a log in a format, on standard output.
func (c *checkCmd) open(a *app, format report.CheckFormat) checkLog {
	var w io.Writer = a.out
	switch {
	case c.Quiet:
		w = io.Discard
	case format.Text:
		w = a.text()
	case format.Lines:
		w = a.legible(report.Brief(a.out))
	}
	return checkLog{format.Open(w, a.style(a.sys.Stdout)), format}
}

// shownRaces is how many races text shows in full without --limit: as many as a person
// reads.
const shownRaces = 10

// witnessCount shows on the terminal how many witnesses are checked, if that takes long and the
// results do not go there.
type witnessCount struct {
	out     io.Writer // nil to show nothing
	n, most int
	last    time.Time
	shown   bool
}

// counted returns a count of at most so many witnesses.
func (a *app) counted(most int) *witnessCount {
	w := &witnessCount{most: most, last: time.Now()}
	if isTerminal(a.sys.Stderr) && !isTerminal(a.sys.Stdout) {
		w.out = a.sys.Stderr
	}
	return w
}

// next counts a witness.
func (w *witnessCount) next() {
	w.n++
	if w.out != nil && time.Since(w.last) > time.Second {
		w.last, w.shown = time.Now(), true
		fmt.Fprintf(w.out, "\r%d witnesses checked, at most %d; Ctrl+C keeps them", w.n, w.most)
	}
}

// clear clears the line.
func (w *witnessCount) clear() {
	if w.shown {
		fmt.Fprint(w.out, "\r\x1b[K")
	}
}
