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
	"wobbly/internal/text"
	"wobbly/report"
)

// A Hover describes a stretch of the text. End is exclusive.
type Hover struct {
	At, End il.Pos
	Parts   []part
}

// A part is a paragraph or, if Lines is true, lines in a font of fixed width.
type part struct {
	Lines bool
	Text  string
}

// Markdown formats the parts as Markdown.
func (h Hover) Markdown() string {
	var all []string
	for _, p := range h.Parts {
		if p.Lines {
			all = append(all, "```text\n"+strings.TrimRight(p.Text, "\n")+"\n```")
		} else {
			var b strings.Builder
			for _, r := range p.Text {
				if strings.ContainsRune("\\`*_{}[]<>#|&!~$", r) {
					b.WriteByte('\\')
				}
				b.WriteRune(r)
			}
			all = append(all, b.String())
		}
	}
	return strings.Join(all, "\n\n")
}

// Text formats the parts as plain text.
func (h Hover) Text() string {
	var all []string
	for _, p := range h.Parts {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n\n")
}

// Hover describes what is at a position, if there is something to describe: for an error or a
// warning the page of its code; for a method its summary; for an access the summaries that contain
// it, and why it is reported or not with each conflicting access, or only with the access at
// selected, if that is not NoPos; for a variable or field its kind and where it is written; for a
// statement its semantics and its effect on the analysis. The error is that of package ask.
func (d *Document) Hover(ctx context.Context, pos, selected il.Pos) (Hover, bool, error) {
	for _, x := range d.read().diagnostics() {
		if x.At <= pos && pos <= max(x.At, x.End) {
			page, _ := diag.Explain(x.Code)
			return Hover{At: x.At, End: max(x.At, x.End), Parts: []part{
				{Text: fmt.Sprintf("%s: %s", x.Code, page.Title)}, {Lines: true, Text: page.Text},
			}}, true, nil
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

// tokenAt returns the token at a position. Between two tokens a name is preferred.
func (d *Document) tokenAt(pos il.Pos) (parse.Token, bool) {
	var found parse.Token
	ok := false
	for t := range parse.Tokens(d.src.Text) {
		if t.At > pos {
			break
		}
		if pos <= t.End &&
			!(ok && t.End > pos && found.Kind == parse.NameToken && t.Kind != parse.NameToken) {
			found, ok = t, true
		}
	}
	return found, ok
}

// illegal explains why there is no analysis of a program with n errors.
func illegal(n int) []part {
	what := "an error"
	if n > 1 {
		what = "errors"
	}
	return []part{{Text: "The program has " + what + ", so it is not analysed."}}
}

// unitParts returns the summary of the method that is named.
func (d *Document) unitParts(ctx context.Context, o symbol.Occurrence) ([]part, error) {
	a, err := d.analyse(ctx)
	if err != nil || a == nil {
		return illegal(len(d.read().errors)), err
	}
	defer a.lock()()
	unit := a.found.Unit(a.core.Methods[o.Symbol.Name], maxSummary)
	return []part{{Lines: true, Text: written(func(b *strings.Builder) error {
		return report.UnitText(b, d.src.Name, unit)
	})}}, nil
}

// written returns the output of a writer of package report, which never fails on a Builder.
func written(write func(*strings.Builder) error) string {
	var b strings.Builder
	if err := write(&b); err != nil {
		panic(err)
	}
	return strings.TrimRight(b.String(), "\n")
}

// nameParts describes a variable, a field or an object, and the access whose path contains it.
func (d *Document) nameParts(ctx context.Context, o symbol.Occurrence,
	selected il.Pos) ([]part, error) {
	parts := []part{{Text: d.describe(o)}}
	s, ok := d.accessAt(o.At)
	if !ok {
		return parts, nil
	}
	if d.read().core == nil {
		return append(parts, illegal(len(d.read().errors))...), nil
	}
	explanations, done, err := d.judge(ctx)
	if err != nil {
		return parts, err
	}
	defer done()
	return append(parts, d.accessParts(ctx, explanations, s, selected)...), nil
}

// describe says what a name means and where it is written.
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
	for _, x := range t.Of(s) {
		if x.Role == symbol.Writes {
			writes = append(writes, d.src.At(x.At))
		}
	}
	if s.Kind == symbol.Lock {
		what += ", shared by the whole file"
		for _, u := range t.Units {
			il.Walk(u.Body, func(x il.Stmt) {
				if l, ok := il.LockOf(x); ok && l.Lock == s.Name && !il.Releases(x) {
					writes = append(writes, d.src.At(x.Pos()))
				}
			})
		}
	}
	const maxWrites = 6
	if len(writes) > maxWrites {
		writes = append(writes[:maxWrites:maxWrites], "...")
	}
	switch {
	case s.Kind == symbol.Object:
		return what + "."
	case s.Kind == symbol.Lock:
		return fmt.Sprintf("%s. Taken at %s.", what, strings.Join(writes, ", "))
	case len(writes) == 0:
		return fmt.Sprintf("%s. Nothing writes it.", what)
	default:
		return fmt.Sprintf("%s. Written at %s.", what, strings.Join(writes, ", "))
	}
}

// accessAt returns the statement, before lowering, with an access whose path contains a position.
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

func (d *Document) pathEnd(at il.Pos, fields int) il.Pos {
	names, end := -1, at
	for t := range parse.Tokens(d.src.Text[at:]) {
		if t.Kind == parse.NameToken {
			names++
			if names == fields {
				return at + t.End
			}
			end = at + t.End
		}
	}
	return end
}

// accessParts describes the access of a statement: the summaries that contain it and its pairs, or
// its pair with the access at selected.
func (d *Document) accessParts(ctx context.Context, e ask.Explanations, s il.Stmt,
	selected il.Pos) []part {
	p := d.src.Position(s.Pos())
	if selected >= 0 && ask.IsAccess(d.read().core, d.src.Position(selected)) {
		return []part{{Lines: true, Text: written(func(b *strings.Builder) error {
			return report.PairAnswerText(b, report.Style{}, d.src,
				e.Pair(ctx, p, d.src.Position(selected)))
		})}}
	}
	parts := []part{{Lines: true, Text: written(func(b *strings.Builder) error {
		return report.AccessAnswerText(b, report.Style{}, d.src, e.Access(p))
	})}}
	if pairs := d.pairs(ctx, e, s); len(pairs) > 0 {
		parts = append(parts, part{Lines: true, Text: strings.Join(pairs, "\n")})
	}
	for _, sentence := range d.separations(ctx, e, s) {
		parts = append(parts, part{Text: sentence})
	}
	return parts
}

// separations returns sentences about the accesses with which that of a statement cannot race,
// according to certificates of absence, and about the unreported ones that are open.
func (d *Document) separations(ctx context.Context, e ask.Explanations,
	s il.Stmt) (sentences []string) {
	core, here := d.read().core, d.src.Position(s.Pos())
	never, open := map[string]string{}, map[string]bool{}
	for sites, certificate := range ask.Separate(ctx, core, nil, here, func(il.Sites) bool { return true }) {
		other := d.src.At(sites[1].At)
		if other == here.String() {
			other = d.src.At(sites[0].At)
		}
		if certificate == nil {
			open[other] = true
		} else {
			never[other] = certificate.Reason()
		}
	}
	var openAccesses []string
	for _, o := range d.conflicting(s) {
		switch at := d.src.At(o.Pos()); {
		case open[at]:
			pairs := e.Pair(ctx, here, d.src.Position(o.Pos())).Pairs
			if len(pairs) == 0 || !pairs[0].Reported {
				openAccesses = append(openAccesses, at+" "+il.Text(o))
			}
		case never[at] != "" && len(sentences) < maxPairs:
			sentences = append(sentences,
				fmt.Sprintf("Cannot race with %s %s: %s", at, il.Text(o), never[at]))
		}
	}
	if len(openAccesses) > 0 {
		if more := len(openAccesses) - maxPairs; more > 0 {
			openAccesses = append(openAccesses[:maxPairs:maxPairs], fmt.Sprintf("%d more", more))
		}
		sentences = append(sentences,
			"Open, without a certificate of absence: with "+text.And(openAccesses)+".")
	}
	return sentences
}

// maxPairs limits the other accesses that a hover compares an access with.
const maxPairs = 12

// pairs returns a line for each access that conflicts with that of a statement, by field and kinds
// alone. It says whether the two are reported.
func (d *Document) pairs(ctx context.Context, e ask.Explanations, s il.Stmt) []string {
	var lines []string
	omitted := 0
	for _, o := range d.conflicting(s) {
		if len(lines) >= maxPairs {
			omitted++
			continue
		}
		answer := e.Pair(ctx, d.src.Position(s.Pos()), d.src.Position(o.Pos()))
		if len(answer.Pairs) > 0 {
			lines = append(lines,
				fmt.Sprintf("with %s %s: %s", d.src.At(o.Pos()), il.Text(o),
					answer.Pairs[0].Verdict))
		}
	}
	if omitted > 0 {
		lines = append(lines, fmt.Sprintf("... and %d more accesses of the field", omitted))
	}
	return lines
}

// conflicting lists the statements with an access of the same field as one of s, at least one of
// the two a write, in text order.
func (d *Document) conflicting(s il.Stmt) []il.Stmt {
	var all []il.Stmt
	mine := il.AccessesOf(s)
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(o il.Stmt) {
			if slices.ContainsFunc(il.AccessesOf(o),
				func(x il.Access) bool { return slices.ContainsFunc(mine, x.Conflicts) }) {
				all = append(all, o)
			}
		})
	}
	return all
}

// statementParts describes the statement of a keyword or sign.
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

// statementAt returns the statement that begins with a token, or the assignment whose sign it is.
func (d *Document) statementAt(t parse.Token, assign bool) (il.Stmt, bool) {
	var found il.Stmt
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if s.Pos() == t.At ||
				assign && s.Pos() < t.At && (found == nil || found.Pos() < s.Pos()) {
				found = s
			}
		})
	}
	return found, found != nil
}
