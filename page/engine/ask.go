package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
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

// words returns the analysis that is asked for.
func (o *analysisOptions) words() ask.Analysis {
	x := ask.Analysis{Name: o.Analysis, Condition: o.Condition, Limit: o.Limit}
	if o.Limit <= 0 {
		x.Limit = ask.MaxListed
	}
	return x
}

// check answers the verb check.
func (c *call) check(p checkAsk) ([]byte, int, error) {
	x, err := p.words().Analyzer()
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
	core, err := ask.Load(c.ctx, src, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	m, n := c.meter("check", ""), uint64(0)
	doc, err := ask.Check(c.ctx, core, ask.Checking{Analyzer: x, Pair: p.Pair, Name: src.Name, Race: func(report.Race) {
		n++
		m.count(n, 0, nil)
	}})
	if err != nil {
		return nil, 0, err
	}
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
	x, err := p.words().Mode()
	if err != nil {
		return nil, 0, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	doc, err := ask.Analyze(c.ctx, core, ask.Checking{Analyzer: x})
	if err != nil {
		return nil, 0, err
	}
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
	x, err := p.words().Explainer()
	if err != nil {
		return textAnswer{}, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return textAnswer{}, err
	}
	err = ask.Explain(c.ctx, &b, report.Style{}, core, ask.Explaining{What: p.What, Pair: p.Pair, Analyzer: x})
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
