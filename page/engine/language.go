package engine

import (
	"strings"
	"unicode/utf16"

	"wobbly/il"
	"wobbly/internal/language"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// document returns the text that a message asks about, for the language service. It keeps the last
// one, because most messages are about the same text as the one before, or about that text after an
// edit.
func (c *call) document(p *pointAsk) (*language.Document, error) {
	src, err := p.source()
	if err != nil {
		return nil, err
	}
	d := &c.h.last
	if d.Document != nil && d.name == src.Name && d.analysis == p.Analysis {
		if d.Text() != src.Text {
			d.Document = d.Edited(src.Text)
		}
		return d.Document, nil
	}
	x, err := (&analysisOptions{Analysis: p.Analysis}).words().Explainer()
	if err != nil {
		return nil, err
	}
	*d = lastText{
		name: src.Name, analysis: p.Analysis, Document: language.Open(src.Name, src.Text, x),
	}
	return d.Document, nil
}

// lastText is the text that was asked about last, and the analysis that explained it.
type lastText struct {
	name, analysis string
	*language.Document
}

func (c *call) hover(p pointAsk) (hoverView, error) {
	d, err := c.document(&p)
	if err != nil {
		return hoverView{}, err
	}
	selected := il.NoPos
	if p.Against != nil {
		selected = offset(p.Program, *p.Against)
	}
	h, ok, err := d.Hover(c.ctx, offset(p.Program, p.At), selected)
	if err != nil || !ok {
		return hoverView{}, err
	}
	return hoverView{span: p.span(h.At, h.End), Text: h.Text(), Markdown: h.Markdown()}, nil
}

// maxAccesses is the largest number of accesses of a text that are listed.
const maxAccesses = 1000

func (c *call) accesses(p program) (accessList, error) {
	asked := pointAsk{program: p}
	d, err := c.document(&asked)
	if err != nil {
		return accessList{}, err
	}
	found, all := d.Accesses(maxAccesses)
	src := il.NewSource(p.Name, p.Program)
	return accessList{All: all, List: list(slice.Map(found, func(x language.Access) accessRow {
		return accessRow{
			span: spanOf(src, x.At, x.At), At: src.At(x.At), Unit: x.Unit, Text: x.Text,
		}
	}))}, nil
}

// span returns a stretch of the text that is asked about.
func (p *pointAsk) span(at, end il.Pos) span { return spanOf(il.NewSource("", p.Program), at, end) }

// kinds has the protocol's words for the kinds of completions.
var kinds = map[language.CompletionKind]string{
	language.MethodName: "method", language.VariableName: "variable", language.FieldName: "field",
	language.ObjectName: "object", language.LockName: "lock",
	language.Keyword: "keyword", language.Snippet: "snippet",
}

func (c *call) complete(p pointAsk) (completionList, error) {
	d, err := c.document(&p)
	if err != nil {
		return completionList{}, err
	}
	written, all := d.Complete(offset(p.Program, p.At))
	items := slice.Map(all, func(x language.Completion) completionItem {
		return completionItem{
			Label: x.Label, Kind: kinds[x.Kind], Detail: x.Detail, Insert: x.Insert,
		}
	})
	return completionList{From: p.span(written.At, written.End).From, Items: list(items)}, nil
}

func (c *call) define(p pointAsk) (definitions, error) {
	d, err := c.document(&p)
	if err != nil {
		return definitions{}, err
	}
	return definitions{list(slice.Map(d.Definition(offset(p.Program, p.At)),
		func(s language.Span) span { return p.span(s.At, s.End) }))}, nil
}

// spanOf returns a stretch of a text. Positions beyond the text are moved to its end.
func spanOf(src *il.Source, at, end il.Pos) span {
	from := min(max(int(at), 0), len(src.Text))
	to := min(max(int(end), from), len(src.Text))
	p := src.Position(il.Pos(from))
	x := span{Line: p.Line, Col: p.Col, From: units(src.Text[:from])}
	x.To = x.From + units(src.Text[from:to])
	return x
}

// units returns the length of a text in UTF-16 units.
func units(s string) int {
	if text.IsASCII(s) {
		return len(s)
	}
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// offset returns the position after a number of UTF-16 units of a text.
func offset(s string, at int) il.Pos {
	n := 0
	for i, r := range s {
		if n >= at {
			return il.Pos(i)
		}
		n += max(1, utf16.RuneLen(r))
	}
	return il.Pos(len(s))
}

// statementEnd returns the end of the statement that begins at a position: the next semicolon or
// brace, or the end of the line.
func statementEnd(src *il.Source, at il.Pos) il.Pos {
	rest := src.Text[min(int(at), len(src.Text)):]
	if i := strings.IndexAny(rest, ";{}\n"); i >= 0 {
		rest = rest[:i]
	}
	return at + il.Pos(len(strings.TrimRight(rest, " \t\r")))
}

// unitNames returns the names of the units that the pairs of a program are made of.
func unitNames(core *il.Core) []string {
	names := []string{}
	for _, u := range core.Units {
		if core.IsUnitOfPairs(u) {
			names = append(names, u.Name)
		}
	}
	return names
}
