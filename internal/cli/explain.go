package cli

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/findings"
	"wobbly/internal/pipeline"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/query"
)

// explainCmd is `wobbly explain`.
type explainCmd struct {
	What []string `arg:"" optional:"" name:"WHAT" help:"CODE, or FILE followed by R1 (or F1), by POSITION [POSITION], or by UNIT EXPR. A position is line:column."`
	pairFlags
	analysisFlags
}

// The shapes of what can be explained.
var (
	codeShape     = regexp.MustCompile(`^[Ee][0-9]{4}$`)
	idShape       = regexp.MustCompile(`^[RF][0-9]+$`)
	positionShape = regexp.MustCompile(`^[0-9]+:[0-9]+$`)
)

// Run implements the command.
func (c *explainCmd) Run(a *app) error {
	shape := ""
	for _, w := range c.What[min(1, len(c.What)):] {
		switch {
		case positionShape.MatchString(w):
			shape += "p"
		case idShape.MatchString(w):
			shape += "i"
		default:
			shape += "w"
		}
	}
	switch {
	case len(c.What) == 0:
		return report.PagesText(a.text(), pages())
	case len(c.What) == 1 && codeShape.MatchString(c.What[0]):
		return a.page(diag.Code(strings.ToUpper(c.What[0])))
	case shape == "i":
		return c.report(a)
	case shape == "p", shape == "pp":
		return c.positions(a)
	case len(shape) == 2 && !strings.Contains(shape, "p"):
		return c.touch(a)
	default:
		return usage("It is one of:\n  wobbly explain E0030\n  wobbly explain FILE R1\n  wobbly explain FILE 4:3 [10:3]\n  wobbly explain FILE UNIT EXPR",
			"cannot tell what to explain")
	}
}

// findings analyses the file with the flags given.
func (c *explainCmd) findings(a *app) (*findings.Findings, *il.Core, error) {
	opts, err := c.mode(c.Condition)
	if err != nil {
		return nil, nil, err
	}
	core, err := a.load(c.What[0], c.Strict, false)
	if err != nil {
		return nil, nil, err
	}
	only, err := c.pair(core)
	if err != nil {
		return nil, nil, err
	}
	f, err := pipeline.Find(a.ctx, core, findings.Parameters{Options: opts, Only: only, Limit: c.Limit})
	return f, core, failed(err)
}

// report explains R1 or F1.
func (c *explainCmd) report(a *app) error {
	f, core, err := c.findings(a)
	if err != nil {
		return err
	}
	x, err := f.Report(c.What[1])
	if err != nil {
		return usage("The numbers are those of wobbly check with the same flags.", "%s", err)
	}
	return report.PairText(a.text(), a.style(a.sys.Stdout), core.Source, x)
}

// positions explains one access or a pair of them.
func (c *explainCmd) positions(a *app) error {
	f, core, err := c.findings(a)
	if err != nil {
		return err
	}
	style := a.style(a.sys.Stdout)
	p := position(c.What[1])
	if len(c.What) == 2 {
		return report.AccessAnswerText(a.text(), style, core.Source, f.Access(p))
	}
	return report.PairAnswerText(a.text(), style, core.Source, f.Pair(p, position(c.What[2])))
}

// position reads line:column; numbers too large are beyond every text.
func position(s string) il.Position {
	l, c, _ := strings.Cut(s, ":")
	line, _ := strconv.Atoi(l)
	col, _ := strconv.Atoi(c)
	return il.Position{Line: line, Col: col}
}

// touch explains why an expression is in W of a unit.
func (c *explainCmd) touch(a *app) error {
	f, core, err := c.findings(a)
	if err != nil {
		return err
	}
	u, err := pipeline.Unit(core, c.What[1])
	if err != nil {
		return failed(err)
	}
	return report.TouchText(a.text(), a.style(a.sys.Stdout), f.Touch(u, abstract.Expr(c.What[2])))
}

// pages are those of all codes, of programs and of expressions.
func pages() []diag.Page { return slices.Concat(diag.Pages(), query.Pages()) }

// page prints the page of an error code, with the errors of its example.
func (a *app) page(code diag.Code) error {
	all := pages()
	i := slices.IndexFunc(all, func(p diag.Page) bool { return p.Code == code })
	if i < 0 {
		known := slice.Map(all, func(p diag.Page) string { return string(p.Code) })
		hint := "wobbly explain lists all codes."
		if s := similar(string(code), known); s != "" {
			hint = "Did you mean " + s + "? " + hint
		}
		return usage(hint, "there is no code %s", code)
	}
	x := all[i]
	src, errs := programErrors(x)
	if code >= query.Unexpected {
		src, errs = expressionErrors(x)
		x.Text += "\n\nThe examples are about a program in which A runs get and B runs set:\n\n  " +
			strings.ReplaceAll(strings.TrimSpace(query.PageProgram), "\n", "\n  ")
	}
	return report.PageText(a.text(), a.style(a.sys.Stdout), x, src, errs)
}

// programErrors are what is wrong with the example of a page about programs.
func programErrors(x diag.Page) (*il.Source, diag.List) {
	src := il.NewSource("example.il", x.Bad)
	p, errs := parse.File(src)
	if p != nil {
		_, more := check.Program(p, check.Options{Strict: x.Code == diag.SugarRefused})
		errs = append(errs, more...)
	}
	errs.Sort()
	return src, errs
}

// expressionErrors are what is wrong with the example of a page about
// expressions.
func expressionErrors(x diag.Page) (*il.Source, diag.List) {
	p, _ := parse.File(il.NewSource("example.il", query.PageProgram))
	core, _ := check.Program(p, check.Options{})
	pair, err := session.PairOf(core, "get", "set")
	if err != nil {
		panic(err) // the program has both
	}
	_, errs := query.NewScope(core, pair, nil).Parse(x.Bad, query.Goal)
	return query.Source(x.Bad), errs
}
