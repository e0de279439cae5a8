package engine

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/language"
	"wobbly/internal/slice"
)

// document is the text that is asked about, for the language service.
func (p *pointAsk) document() (*language.Document, error) {
	src, err := p.source()
	if err != nil {
		return nil, err
	}
	return language.Open(src.Name, src.Text, abstract.Options{Condition: abstract.Or}), nil
}

// hover is the verb hover.
func (c *call) hover(p pointAsk) (hoverView, error) {
	d, err := p.document()
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

// span is a stretch of the text that is asked about.
func (p *pointAsk) span(at, end il.Pos) span { return spanOf(il.NewSource("", p.Program), at, end) }

// kinds are the words for what a completion is.
var kinds = map[language.CompletionKind]string{
	language.MethodName: "method", language.VariableName: "variable", language.FieldName: "field", language.ObjectName: "object",
	language.Keyword: "keyword", language.Snippet: "snippet",
}

// complete is the verb complete.
func (c *call) complete(p pointAsk) (completionList, error) {
	d, err := p.document()
	if err != nil {
		return completionList{}, err
	}
	written, all := d.Complete(offset(p.Program, p.At))
	return completionList{From: p.span(written.At, written.End).From, Items: list(slice.Map(all, func(x language.Completion) completionItem {
		return completionItem{Label: x.Label, Kind: kinds[x.Kind], Detail: x.Detail, Insert: x.Insert}
	}))}, nil
}

// define is the verb define.
func (c *call) define(p pointAsk) (definitions, error) {
	d, err := p.document()
	if err != nil {
		return definitions{}, err
	}
	return definitions{list(slice.Map(d.Definition(offset(p.Program, p.At)), func(s language.Span) span { return p.span(s.At, s.End) }))}, nil
}
