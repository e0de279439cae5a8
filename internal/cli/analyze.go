package cli

import (
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// analyzeCmd is `wobbly analyze`.
type analyzeCmd struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	jsonFlag
	analysisFlags
}

// Run implements the command.
func (c *analyzeCmd) Run(a *app) error {
	opts, err := c.options(abstract.Or.String())
	if err != nil {
		return err
	}
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	result, err := a.analyze(core, opts)
	if err != nil {
		return err
	}
	doc := &report.Summary{File: c.File, Source: core.Source, Units: func(yield func(report.Unit) bool) {
		for _, u := range core.Units {
			if a.ctx.Err() != nil || !yield(summary(core, result, u, c.Limit)) {
				return
			}
		}
	}}
	if c.JSON {
		err = report.SummaryJSON(a.out, doc)
	} else {
		err = report.SummaryText(a.text(), a.style(a.sys.Stdout), doc)
	}
	if err == nil && a.ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

// summary is the neutral form of the summary of a unit.
func summary(core *il.Core, r abstract.Result, u *il.Unit, limit int) report.Unit {
	out := report.Unit{
		Name: u.Name, Formals: append([]string{}, u.Formals...), Wobbly: []string{}, Lock: r.Lock(u),
		Accesses: []report.Access{}, At: core.Source.At(u.At), Thread: u.Thread, Private: u.Private,
	}
	for _, e := range r.Wobbly(u, limit) {
		out.Wobbly = append(out.Wobbly, string(e))
	}
	for _, x := range r.Accesses(u, limit) {
		out.Accesses = append(out.Accesses, report.Access{
			At: core.Source.At(x.At), Kind: x.Kind.String(), Path: string(x.Path), Lock: x.Lock,
			Text: statementText(core.Source, x.At),
		})
	}
	if w, n := r.Size(u); w.Exceeds(len(out.Wobbly)) || n.Exceeds(len(out.Accesses)) {
		out.Total = &report.UnitTotals{Wobbly: w.String(), Accesses: n.String()}
	}
	return out
}

// statementText is a simple statement as it is written, up to the end of its
// line.
func statementText(src *il.Source, at il.Pos) string {
	text := src.Text[at:]
	if i := strings.IndexAny(text, ";}\r\n"); i >= 0 {
		text = text[:i]
	}
	text, _, _ = strings.Cut(text, "//")
	return strings.TrimSpace(text)
}
