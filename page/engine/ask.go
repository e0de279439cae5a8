package engine

import (
	"bytes"
	"cmp"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/report"
)

// source returns the text of the request, unless it is larger or deeper than the engine supports.
func (p *program) source() (*il.Source, error) {
	if len(p.Program) > maxProgram {
		return nil, &refusal{problem{Code: "limit", Exit: ask.ExitInconclusive,
			Message: "a program on the page has at most 1 MB",
			Fix:     "the command wobbly takes more"}}
	}
	name := p.Name
	if name == "" {
		name = "program.il"
	}
	src := il.NewSource(name, p.Program)
	return src, tooDeep(src)
}

func (p *program) load(c *call, strict bool) (*il.Core, error) {
	src, err := p.source()
	if err != nil {
		return nil, err
	}
	return ask.Load(c.ctx, src, strict)
}

// document returns the bytes of a document without its final line break.
func document(b *bytes.Buffer) []byte { return bytes.TrimSuffix(b.Bytes(), []byte("\n")) }

// documentOf returns the bytes of a document as the command prints it, and exit.
func documentOf(d report.Structured, exit int) ([]byte, int, error) {
	var b bytes.Buffer
	err := report.JSON(&b, d)
	return document(&b), exit, err
}

// words returns the options as the command line has them.
func (o *analysisOptions) words() ask.Analysis {
	x := ask.Analysis{Name: o.Analysis, Condition: o.Condition, Limit: o.Limit}
	if o.Limit <= 0 {
		x.Limit = ask.MaxListed
	}
	return x
}

func (c *call) check(p checkAsk) ([]byte, int, error) {
	x, err := p.words().Analyzer()
	if err != nil {
		return nil, 0, err
	}
	src, err := p.source()
	if err != nil {
		return nil, 0, err
	}
	core, err := ask.Load(c.ctx, src, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	m, n := c.meter("check", ""), uint64(0)
	doc, err := ask.Check(c.ctx, core, ask.Checking{
		Analyzer: x, Pair: p.Pair, Name: src.Name, Certify: ask.Reasoned,
		Race: func(report.Race) {
			n++
			m.count(n, 0, nil)
		},
	})
	if err != nil {
		return nil, 0, err
	}
	var b bytes.Buffer
	t, err := report.CheckJSON(&b, doc)
	return document(&b), ask.ExitOf(t), err
}

func (c *call) compare(p compareAsk) ([]byte, int, error) {
	q := ask.Comparison{
		Pair: p.Pair, Seed: cmp.Or(p.Seed, 1), MaxStates: or(p.MaxStates, ask.MaxStates),
	}
	err := notNegative("maxStates", q.MaxStates)
	if err != nil {
		return nil, 0, err
	}
	if q.Columns, err = ask.Columns(p.Analyzers); err != nil {
		return nil, 0, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	q.Progress = c.meter("compare", "exact search").Progress
	doc, exit, err := ask.Compare(c.ctx, core, q)
	if err != nil {
		return nil, 0, err
	}
	return documentOf(doc, exit)
}

// format answers fmt.
func (c *call) format(p fmtAsk) (program, error) {
	src, err := p.source()
	if err != nil {
		return program{}, err
	}
	text, err := ask.Format(c.ctx, src, p.Core)
	return program{src.Name, text}, err
}
