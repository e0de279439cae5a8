package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"iter"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/findings"
	"wobbly/report"
)

// source returns the text that is asked about, unless it is larger or deeper than the engine follows.
func (p *program) source() (*il.Source, error) {
	if len(p.Program) > maxProgram {
		return nil, &refusal{problem{Code: "limit", Exit: ask.ExitInconclusive,
			Message: "a program on the page has at most 1 MB", Fix: "the command wobbly takes more"}}
	}
	name := p.Name
	if name == "" {
		name = "program.il"
	}
	src := il.NewSource(name, p.Program)
	return src, tooDeep(src)
}

// load reads and checks the program.
func (p *program) load(c *call, strict bool) (*il.Core, error) {
	src, err := p.source()
	if err != nil {
		return nil, err
	}
	return ask.Load(c.ctx, src, strict)
}

// document returns the bytes of a document without its final line break.
func document(b *bytes.Buffer) []byte { return bytes.TrimSuffix(b.Bytes(), []byte("\n")) }

// documentOf returns the bytes of a document as a command prints it, and passes on its exit.
func documentOf(d report.Structured, exit int) ([]byte, int, error) {
	var b bytes.Buffer
	err := report.JSON(&b, d)
	return document(&b), exit, err
}

// limit returns how many reports to list.
func (o *analysisOptions) limit() int {
	if o.Limit <= 0 {
		return ask.MaxListed
	}
	return o.Limit
}

// condition returns the lock condition.
func (o *analysisOptions) condition() (abstract.Condition, error) {
	if o.Condition == "" {
		return abstract.Or, nil
	}
	return abstract.ParseCondition(o.Condition)
}

// mode returns the options for an analysis that is a mode of RacerDX.
func (o *analysisOptions) mode() (abstract.Options, error) {
	var x abstract.Options
	var err error
	if x.Condition, err = o.condition(); err != nil {
		return x, err
	}
	if o.Analysis != "" {
		x.Mode, err = abstract.ParseMode(o.Analysis)
	}
	return x, err
}

// by returns the analyzer that explains without summaries; nil for a mode of RacerDX.
func (o *analysisOptions) by() (*ask.ExplainedBy, error) {
	if o.Analysis == "" {
		return nil, nil
	}
	return ask.ExplainedByName(o.Analysis)
}

// question returns the question for ask.Check.
func (o *analysisOptions) question() (ask.Question, error) {
	q := ask.Question{Pair: o.Pair, Strict: o.Strict, Options: analyzers.DefaultOptions()}
	name := o.Analysis
	if name == "" {
		name = abstract.Figure7.String()
	}
	var err error
	if q.Options.RacerDX.Condition, err = o.condition(); err != nil {
		return q, err
	}
	x, err := ask.FindAnalyzer(name)
	if err != nil {
		return q, err
	}
	if x.As != nil {
		q.Options.RacerDX.Condition = x.As.Condition
		x, _ = analyzers.Find(x.As.Of)
	}
	q.Analyzer, q.Options.Limit, q.Options.Search.MaxStates = x, o.limit(), ask.MaxStates
	return q, nil
}

// check answers the verb check.
func (c *call) check(p checkAsk) ([]byte, int, error) {
	q, err := p.question()
	if err != nil {
		return nil, 0, err
	}
	src, err := p.source()
	if err != nil {
		return nil, 0, err
	}
	format, ok := report.FindCheckFormat(cmp.Or(p.Format, "json"))
	if !ok {
		return nil, 0, unknown("format", p.Format, report.CheckFormatNames())
	}
	doc, err := ask.Check(c.ctx, src, q)
	if err != nil {
		return nil, 0, err
	}
	doc.Name = src.Name
	doc.Races = c.measured(doc.Races)
	var b bytes.Buffer
	t, err := format.Write(&b, report.Style{}, doc)
	if err != nil {
		return nil, 0, err
	}
	if format.Name == "json" {
		return document(&b), ask.ExitOf(t), nil
	}
	return textDocument(b.String()), ask.ExitOf(t), nil
}

// analyze answers the verb analyze.
func (c *call) analyze(p checkAsk) ([]byte, int, error) {
	o, err := p.mode()
	if err != nil {
		return nil, 0, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	result, err := ask.Summarise(c.ctx, core, o)
	if err != nil {
		return nil, 0, err
	}
	doc := findings.Summary(core, o.Mode, result, p.limit(), func() bool { return c.ctx.Err() != nil })
	var b bytes.Buffer
	err = report.SummaryJSON(&b, doc)
	return document(&b), 0, err
}

// explain answers the verb explain.
func (c *call) explain(p explainAsk) (textAnswer, error) {
	var b strings.Builder
	if len(p.What) == 1 && isCode(p.What[0]) {
		err := ask.ExplainCode(&b, report.Style{}, strings.ToUpper(p.What[0]))
		return textAnswer{b.String()}, err
	}
	q := ask.Explaining{What: p.What, Pair: p.Pair, Limit: p.limit()}
	var err error
	if q.By, err = p.by(); err == nil && q.By == nil {
		q.Options, err = p.mode()
	}
	if err != nil {
		return textAnswer{}, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return textAnswer{}, err
	}
	err = ask.Explain(c.ctx, &b, report.Style{}, core, q)
	return textAnswer{b.String()}, err
}

// isCode reports whether a word has the form of an error code, such as E0011.
func isCode(word string) bool {
	return len(word) == 5 && strings.ToUpper(word[:1]) == "E" && strings.Trim(word[1:], "0123456789") == ""
}

// textDocument returns the JSON of a text as an answer.
func textDocument(text string) []byte {
	b, err := json.Marshal(textAnswer{text})
	if err != nil {
		panic(err) // a struct of one string can always be encoded
	}
	return b
}

// measured passes races on and sends how many there were so far as progress.
func (c *call) measured(races iter.Seq[report.Race]) iter.Seq[report.Race] {
	return func(yield func(report.Race) bool) {
		m, n := c.meter("check", ""), uint64(0)
		for r := range races {
			n++
			m.count(n, 0, nil)
			if !yield(r) {
				return
			}
		}
	}
}
