package cli

import (
	"regexp"
	"strings"

	"wobbly/internal/service"
	"wobbly/report"
)

// explainCmd is `wobbly explain`.
type explainCmd struct {
	What []string `arg:"" optional:"" name:"WHAT" help:"CODE, or FILE followed by R1 (or F1), by POSITION [POSITION], or by UNIT EXPR. A position is line:column."`
	pairFlags
	analysisFlags
}

// codeShape is that of an error code.
var codeShape = regexp.MustCompile(`^[Ee][0-9]{4}$`)

// Run implements the command.
func (c *explainCmd) Run(a *app) error {
	switch {
	case len(c.What) == 0:
		return report.PagesText(a.text(), service.Pages())
	case len(c.What) == 1 && codeShape.MatchString(c.What[0]):
		return failed(service.ExplainCode(a.text(), a.style(a.sys.Stdout), strings.ToUpper(c.What[0])))
	default:
		return c.in(a)
	}
}

// in explains something of a file.
func (c *explainCmd) in(a *app) error {
	o, err := c.mode(c.Condition)
	if err != nil {
		return err
	}
	q := service.Explaining{What: c.What[1:], Pair: c.Pair, Options: o, Limit: c.limit()}
	if !q.Known() {
		return usage("It is one of:\n  wobbly explain E0030\n  wobbly explain FILE R1\n  wobbly explain FILE 4:3 [10:3]\n  wobbly explain FILE UNIT EXPR",
			"cannot tell what to explain")
	}
	core, err := a.load(c.What[0], c.Strict, false)
	if err != nil {
		return err
	}
	return failed(service.Explain(a.ctx, a.text(), a.style(a.sys.Stdout), core, q))
}
