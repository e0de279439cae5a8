package language

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
	"wobbly/internal/ask"
	"wobbly/report"
)

// Hover is what there is to say about a stretch of the text; End is exclusive.
type Hover struct {
	At, End il.Pos
	Parts   []part
}

// part is a paragraph, or lines whose columns matter.
type part struct {
	Lines bool
	Text  string
}

// Markdown is the parts as Markdown.
func (h Hover) Markdown() string {
	var all []string
	for _, p := range h.Parts {
		if p.Lines {
			all = append(all, "```text\n"+strings.TrimRight(p.Text, "\n")+"\n```")
		} else {
			all = append(all, escapeMarkdown(p.Text))
		}
	}
	return strings.Join(all, "\n\n")
}

// Text is the parts as plain text.
func (h Hover) Text() string {
	var all []string
	for _, p := range h.Parts {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n\n")
}

// escapeMarkdown writes a text so that Markdown shows it as it is.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_{}[]<>#|&!~$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Hover says what stands at a position, and whether there is something to say: what a
// code means that is an error there; the summary of a unit; in which summaries an access
// is, and why it is or is not reported against the others, or against the access at
// the position selected, if one stands there (NoPos: none); what a variable or field is; what a
// statement does, and what the analysis makes of it. The error is that of package ask.
func (d *Document) Hover(ctx context.Context, pos, selected il.Pos) (Hover, bool, error) {
	for _, x := range d.read().errors {
		if x.At <= pos && pos <= max(x.At, x.End) {
			return Hover{x.At, max(x.At, x.End), errorParts(x)}, true, nil
		}
	}
	t, ok := d.tokenAt(pos)
	if !ok {
		return Hover{}, false, nil
	}
	h := Hover{At: t.At, End: t.End}
	var err error
	o, named := d.names().At(t.At)
	switch {
	case t.Kind == parse.NameToken && named && o.Symbol.Kind == symbol.Method:
		h.Parts, err = d.unitParts(ctx, o)
	case t.Kind == parse.NameToken && named:
		h.Parts, err = d.nameParts(ctx, o, selected)
	case t.Kind == parse.WordToken, t.Kind == parse.SignToken:
		h.Parts = d.statementParts(t)
	}
	return h, len(h.Parts) > 0, err
}

// errorParts explain an error by the page of its code.
func errorParts(x diag.Diagnostic) []part {
	page, _ := diag.Explain(x.Code)
	return []part{{Text: fmt.Sprintf("%s: %s", x.Code, page.Title)}, {Lines: true, Text: page.Text}}
}

// tokenAt is the token at a position. Between two tokens it is a name if one of
// them is.
func (d *Document) tokenAt(pos il.Pos) (parse.Token, bool) {
	var found parse.Token
	ok := false
	for t := range parse.Tokens(d.src.Text) {
		if t.At > pos {
			break
		}
		if pos <= t.End && !(ok && t.End > pos && found.Kind == parse.NameToken && t.Kind != parse.NameToken) {
			found, ok = t, true
		}
	}
	return found, ok
}

// illegal says why there is nothing to tell of the analysis.
func illegal(n int) []part {
	what := "an error"
	if n > 1 {
		what = "errors"
	}
	return []part{{Text: "The program has " + what + ", so it is not analysed."}}
}

// unitParts is the summary of the method that is named.
func (d *Document) unitParts(ctx context.Context, o symbol.Occurrence) ([]part, error) {
	a, err := d.analyse(ctx)
	if err != nil || a == nil {
		return illegal(len(d.read().errors)), err
	}
	defer a.lock()()
	return []part{{Lines: true, Text: d.summary(a, a.core.Methods[o.Symbol.Name])}}, nil
}

// summary is W, L and A of a unit.
func (d *Document) summary(a *analysis, u *il.Unit) string {
	return written(func(b *strings.Builder) error {
		return report.Text(b, report.Style{}, &report.Summary{
			File: d.src.Name, Analysis: d.analyzer.Name(), Units: slices.Values([]report.Unit{a.found.Unit(u, maxSummary)}), Interrupted: func() bool { return false },
		})
	})
}

// written is what a writer of package report writes. It has no errors, as a Builder
// never fails.
func written(write func(*strings.Builder) error) string {
	var b strings.Builder
	if err := write(&b); err != nil {
		panic(err)
	}
	return strings.TrimRight(b.String(), "\n")
}

// nameParts is what a variable, a field or an object is, and what is said of the access
// whose path it stands in.
func (d *Document) nameParts(ctx context.Context, o symbol.Occurrence, selected il.Pos) ([]part, error) {
	parts := []part{{Text: d.describe(o)}}
	s, ok := d.accessAt(o.At)
	if !ok {
		return parts, nil
	}
	if d.read().core == nil {
		return append(parts, illegal(len(d.read().errors))...), nil
	}
	says, done, err := d.judge(ctx)
	if err != nil {
		return parts, err
	}
	defer done()
	return append(parts, d.accessParts(ctx, says, s, selected)...), nil
}

// describe says what a name is, and where it is assigned or used.
func (d *Document) describe(o symbol.Occurrence) string {
	s, t := o.Symbol, d.names()
	var in []string
	for _, i := range s.Units {
		in = append(in, t.Units[i].Head())
	}
	what := fmt.Sprintf("%s: a %s", s.Name, s.Kind)
	if s.Kind == symbol.Object {
		what = s.Name + ": an object of the initial state"
	}
	if len(in) > 0 {
		what += " of " + strings.Join(in, " and ")
	}
	var writes []string
	reads := 0
	for _, x := range t.Of(s) {
		switch x.Role {
		case symbol.Writes:
			writes = append(writes, d.src.At(x.At))
		case symbol.Reads:
			reads++
		}
	}
	const most = 6
	if len(writes) > most {
		writes = append(writes[:most:most], "...")
	}
	switch {
	case s.Kind == symbol.Object:
		return what + "."
	case len(writes) == 0:
		return fmt.Sprintf("%s. Nothing writes it.", what)
	default:
		return fmt.Sprintf("%s. Written at %s.", what, strings.Join(writes, ", "))
	}
}

// accessAt is the load or store whose path a position stands in, as it is written.
func (d *Document) accessAt(pos il.Pos) (il.Stmt, bool) {
	var found il.Stmt
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(s il.Stmt) {
			for _, a := range il.AccessesOf(s) {
				at := a.Path.At
				if at <= pos && pos < d.pathEnd(at, len(a.Path.Fields)) {
					found = s
				}
			}
		})
	}
	return found, found != nil
}

// pathEnd is where a path ends that begins at a position.
func (d *Document) pathEnd(at il.Pos, fields int) il.Pos {
	names, end := -1, at
	for t := range parse.Tokens(d.src.Text[at:]) {
		if t.Kind == parse.NameToken {
			if names++; names == fields {
				return at + t.End
			}
			end = at + t.End
		}
	}
	return end
}

// accessParts say in which summaries the access of a statement is, and what becomes of
// its pairs.
func (d *Document) accessParts(ctx context.Context, says ask.Explanations, s il.Stmt, selected il.Pos) []part {
	p := d.src.Position(s.Pos())
	if selected >= 0 && d.accessing(selected) {
		return []part{{Lines: true, Text: written(func(b *strings.Builder) error {
			return report.PairAnswerText(b, report.Style{}, d.src, says.Pair(ctx, p, d.src.Position(selected)))
		})}}
	}
	parts := []part{{Lines: true, Text: written(func(b *strings.Builder) error {
		return report.AccessAnswerText(b, report.Style{}, d.src, says.Access(p))
	})}}
	if pairs := d.pairs(ctx, says, s); len(pairs) > 0 {
		parts = append(parts, part{Lines: true, Text: strings.Join(pairs, "\n")})
	}
	return parts
}

// accessing tells whether an access stands at a position of a legal program.
func (d *Document) accessing(pos il.Pos) bool {
	return ask.IsAccess(d.read().core, d.src.Position(pos))
}

// maxPairs is how many other accesses a hover compares an access with.
const maxPairs = 12

// pairs says for every access that conflicts with that of a statement, as far as the
// text tells, whether the two are reported.
func (d *Document) pairs(ctx context.Context, says ask.Explanations, s il.Stmt) []string {
	var lines []string
	left := 0
	for _, o := range d.conflicting(s) {
		if len(lines) >= maxPairs {
			left++
			continue
		}
		answer := says.Pair(ctx, d.src.Position(s.Pos()), d.src.Position(o.Pos()))
		if len(answer.Pairs) > 0 {
			lines = append(lines, fmt.Sprintf("with %s %s: %s", d.src.At(o.Pos()), il.Text(o), answer.Pairs[0].Verdict))
		}
	}
	if left > 0 {
		lines = append(lines, fmt.Sprintf("... and %d more accesses of the field", left))
	}
	return lines
}

// conflicting lists the statements with an access of the same field as one of s, one
// of the two a write, in text order.
func (d *Document) conflicting(s il.Stmt) []il.Stmt {
	var all []il.Stmt
	mine := il.AccessesOf(s)
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(o il.Stmt) {
			if slices.ContainsFunc(il.AccessesOf(o), func(x il.Access) bool { return slices.ContainsFunc(mine, x.Conflicts) }) {
				all = append(all, o)
			}
		})
	}
	return all
}

// statementParts is what the statement of a word or sign does.
func (d *Document) statementParts(t parse.Token) []part {
	text := d.src.Text[t.At:t.End]
	if s, ok := d.statementAt(t, text == ":="); ok {
		if x, ok := statementOf(s); ok {
			return []part{{Text: fmt.Sprintf("%s: %s.", x.form, x.does)}, {Text: x.means}}
		}
	}
	if about := words[text] + signs[text]; about != "" {
		return []part{{Text: about}}
	}
	return nil
}

// statementAt is the statement that begins with a token, or the assignment whose sign
// it is.
func (d *Document) statementAt(t parse.Token, assign bool) (il.Stmt, bool) {
	var found il.Stmt
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if s.Pos() == t.At || assign && s.Pos() < t.At && (found == nil || found.Pos() < s.Pos()) {
				found = s
			}
		})
	}
	return found, found != nil
}
