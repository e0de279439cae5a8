package ask

import (
	"io"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/query"
)

// Pages returns the pages of the codes of programs and of expressions.
func Pages() []diag.Page { return slices.Concat(diag.Pages(), query.Pages()) }

// ExplainCode prints the page of a code, with the errors or warnings of its example. The error is
// *Refusal, or that of w.
func ExplainCode(w io.Writer, style report.Style, name string) error {
	all, code := Pages(), diag.Code(name)
	i := slices.IndexFunc(all, func(p diag.Page) bool { return p.Code == code })
	if i < 0 {
		known := slice.Map(all, func(p diag.Page) string { return string(p.Code) })
		hint := "wobbly explain lists all codes."
		if near := spell.Hint(name, known, ""); near != "" {
			hint = near + " " + hint
		}
		return refuse(hint, "there is no code %s", code)
	}
	x := all[i]
	src, errs := programErrors(x)
	if i >= len(diag.Pages()) {
		src, errs = expressionErrors(x)
		x.Text += "\n\nThe examples are about a program in which A runs get and B runs set:\n\n  " +
			strings.ReplaceAll(strings.TrimSpace(query.PageProgram), "\n", "\n  ")
	}
	return report.PageText(w, style, x, src, errs)
}

// programErrors returns the errors in the example of a page about programs.
func programErrors(x diag.Page) (*il.Source, diag.List) {
	src := il.NewSource("example.il", x.Bad)
	p, errs := parse.File(src)
	if p != nil {
		core, more := check.Program(p, check.Options{Strict: x.Code == diag.SugarRefused})
		errs = append(errs, more...)
		if core != nil && len(errs) == 0 {
			errs = check.Warnings(core)
		}
	}
	errs.Sort()
	return src, errs
}

// expressionErrors returns the errors in the example of a page about expressions.
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
