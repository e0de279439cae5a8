package ask

import (
	"context"
	"io"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/analyzers"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/query"
)

// Explaining is what is asked of Explain.
type Explaining struct {
	What    []string // a report (R1, F1), one position or two (line:column), or a unit and an expression
	Pair    string   // the pair of units; empty for all
	Options abstract.Options
	Limit   int // reports that are numbered

	By *ExplainedBy // nil for RacerDX under Options
}

// ExplainedBy is an analyzer without summaries that explains what it reports and what
// it does not, and its parameters.
type ExplainedBy struct {
	Analyzer *analyzers.Analyzer
	Options  analyzers.Options
}

// Explains reports whether an analyzer explains its reports and their absence.
func Explains(x *analyzers.Analyzer) bool {
	return x.Absent != nil || x.Summaries != nil && x.As == nil
}

// ExplainedByName is the analyzer of a name, with the usual parameters; nil if it is a
// mode of RacerDX. The error is *Refusal.
func ExplainedByName(name string) (*ExplainedBy, error) {
	if _, err := abstract.ParseMode(name); err == nil {
		return nil, nil
	}
	x, err := FindAnalyzer(name)
	if err != nil {
		return nil, err
	}
	if !Explains(x) {
		all := slice.Filter(analyzers.All(), Explains)
		names := strings.Join(slice.Map(all, func(x *analyzers.Analyzer) string { return x.Name }), ", ")
		return nil, refuse("These have: "+names+".", "%s has no explanations", x.Name)
	}
	return &ExplainedBy{x, analyzers.DefaultOptions()}, nil
}

// shape has a letter for each word: i for a report, p for a position, w for others.
func (q Explaining) shape() string {
	shape := ""
	for _, w := range q.What {
		_, position := il.ParsePosition(w)
		switch {
		case position:
			shape += "p"
		case findings.IsID(w):
			shape += "i"
		default:
			shape += "w"
		}
	}
	return shape
}

// Known tells whether What is something that can be explained.
func (q Explaining) Known() bool {
	s := q.shape()
	return s == "i" || s == "p" || len(s) == 2 && (s == "pp" || !strings.Contains(s, "p"))
}

// Explain prints why something is reported or not, or is in a summary. The error is
// *Refusal, one of pipeline, or that of w.
func Explain(ctx context.Context, w io.Writer, style report.Style, core *il.Core, q Explaining) error {
	if !q.Known() {
		return refuse("It is R1, a position or two such as 4:3 10:3, or a unit and an expression.", "cannot tell what to explain")
	}
	only, err := PairOf(core, q.Pair)
	if err != nil {
		return err
	}
	if q.By != nil {
		return q.accounts(ctx, w, style, core, only)
	}
	f, err := Find(ctx, core, findings.Parameters{Options: q.Options, Only: only, Limit: q.Limit})
	if err != nil {
		return err
	}
	if q.shape() != "ww" {
		return q.answer(w, style, core, f, f.Pair)
	}
	u, err := Unit(core, q.What[0])
	if err != nil {
		return err
	}
	return report.TouchText(w, style, f.Touch(u, abstract.Expr(q.What[1])))
}

// accounts is Explain for an analyzer without summaries.
func (q Explaining) accounts(ctx context.Context, w io.Writer, style report.Style, core *il.Core, only *il.Pair) error {
	if q.shape() == "ww" {
		return refuse("Left out, --analysis is racerdx.", "%s keeps no W", q.By.Analyzer.Name)
	}
	q.By.Options.Limit = q.Limit
	f, err := Account(ctx, core, only, q.By.Analyzer, q.By.Options)
	if err != nil {
		return err
	}
	return q.answer(w, style, core, f, func(a, b il.Position) report.PairAnswer { return f.Pair(ctx, a, b) })
}

// answers are those to questions about a report and about a position.
type answers interface {
	Report(id string) (report.Pair, error)
	Access(p il.Position) []report.AccessAnswer
}

// answer prints what is asked about a report, a position, or a pair of them.
func (q Explaining) answer(w io.Writer, style report.Style, core *il.Core, f answers, pair func(a, b il.Position) report.PairAnswer) error {
	at := slice.Map(q.What, func(w string) il.Position { p, _ := il.ParsePosition(w); return p })
	switch q.shape() {
	case "p":
		return report.AccessAnswerText(w, style, core.Source, f.Access(at[0]))
	case "pp":
		return report.PairAnswerText(w, style, core.Source, pair(at[0], at[1]))
	}
	x, err := f.Report(q.What[0])
	if err != nil {
		return numbered(err)
	}
	return report.PairText(w, style, core.Source, x)
}

// numbered is the refusal of a number that no report has.
func numbered(err error) error {
	return refuse("The numbers are those of wobbly check with the same flags.", "%s", err)
}

// Pages are those of all codes, of programs and of expressions.
func Pages() []diag.Page { return slices.Concat(diag.Pages(), query.Pages()) }

// ExplainCode prints the page of an error code, with the errors of its example. The error
// is *Refusal, or that of w.
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
	if code >= query.Unexpected {
		src, errs = expressionErrors(x)
		x.Text += "\n\nThe examples are about a program in which A runs get and B runs set:\n\n  " +
			strings.ReplaceAll(strings.TrimSpace(query.PageProgram), "\n", "\n  ")
	}
	return report.PageText(w, style, x, src, errs)
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
