package find

import (
	"io"
	"regexp"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

// explainCmd is `wobbly explain`.
type explainCmd struct {
	What []string `arg:"" optional:"" name:"WHAT" help:"CODE, or FILE followed by R1 (or F1), by POSITION [POSITION], or by UNIT EXPR. A position is line:column."`
	Race string   `help:"The same as R1 behind FILE: R1, or 4:3,9:5." placeholder:"ID"`
	console.PairFlags
	console.AnalysisFlags
	parameterFlags
}

// newExplainCmd returns the grammar of explain, with the flags of the analyzers that explain.
func newExplainCmd() any {
	c := &explainCmd{}
	c.declare(ask.ExplainedParameters())
	return c
}

// codeShape is that of an error code.
var codeShape = regexp.MustCompile(`^[Ee][0-9]{4}$`)

// Run implements the command.
func (c *explainCmd) Run(a *console.App) error {
	c.What = console.FileFirst(c.What...)
	switch {
	case c.Race != "" && len(c.What) != 1:
		return console.Usage("Such as wobbly explain FILE --race R1.", "--race says all there is to explain of one FILE")
	case c.Race != "":
		c.What = append(c.What, strings.Split(c.Race, ",")...)
		return c.in(a)
	case len(c.What) == 0:
		return report.PagesText(a.Text(), ask.Pages())
	case len(c.What) == 1 && codeShape.MatchString(c.What[0]):
		return console.Failed(ask.ExplainCode(a.Text(), a.Style(a.Sys.Stdout), strings.ToUpper(c.What[0])))
	default:
		return c.in(a)
	}
}

// in explains something of a file.
func (c *explainCmd) in(a *console.App) error {
	words := c.Words(c.Condition)
	words.Parameters = c.parameterFlags.given()
	x, err := words.Explainer()
	if err == nil && !x.Summarizes() {
		err = words.Fits()
	}
	if err != nil {
		return console.Failed(err)
	}
	q := ask.Explaining{What: c.What[1:], Pair: c.Pair, Analyzer: x}
	if !q.Known() {
		return console.Usage("It is one of:\n  wobbly explain E0030\n  wobbly explain FILE R1\n  wobbly explain FILE 4:3 [10:3]\n  wobbly explain FILE UNIT EXPR",
			"cannot tell what to explain")
	}
	core, err := a.Load(c.What[0], c.Strict, false)
	if err != nil {
		return err
	}
	var b strings.Builder
	stop := a.Working(c.What[0])
	_, err = console.TryKept(a, func() (bool, error) {
		return true, ask.Explain(a.Ctx, a.Plain(&b), a.Style(a.Sys.Stdout), core, q)
	})
	stop()
	if err != nil {
		return console.Failed(err)
	}
	_, err = io.WriteString(a.Legible(report.Brief(a.Out)), b.String())
	return err
}
