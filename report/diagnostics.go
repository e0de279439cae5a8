package report

import (
	"io"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/text"
)

// maxErrors is how many errors of a file are printed as text.
const maxErrors = 100

// ErrorsText prints the errors of a program, or the warnings about it, each with its line and a
// caret, and how to read more about their codes.
func ErrorsText(w io.Writer, style Style, src *il.Source, list diag.List) error {
	p := &page{Style: style, w: w}
	for i, d := range list {
		if i == maxErrors {
			p.line("... and %s.", text.Count(len(list)-i, "more error"))
			break
		}
		p.diagnostic(src, d)
		p.line("")
	}
	p.line("%s. More about a code: wobbly explain %s",
		text.Count(len(list), list[0].Code.Severity()), strings.Join(codes(list), ", "))
	return p.err
}

// ErrorsShort prints a line for each error of a program, or each warning.
func ErrorsShort(w io.Writer, src *il.Source, list diag.List) error {
	p := &page{w: w}
	for _, d := range list {
		fix := when(d.Fix != "", "; fix: %s", d.Fix)
		p.line("%s:%s: %s: %s%s [%s]", FileName(src.Name), src.At(d.At), d.Code.Severity(),
			d.Message, fix, d.Code)
	}
	return p.err
}

// codes returns the codes in a list, each once, and "..." in place of the fourth and later ones.
func codes(list diag.List) []string {
	const maxCodes = 3
	var all []string
	for _, d := range list {
		if c := string(d.Code); !slices.Contains(all, c) {
			if len(all) == maxCodes {
				return append(all, "...")
			}
			all = append(all, c)
		}
	}
	return all
}

func (p *page) diagnostic(src *il.Source, d diag.Diagnostic) {
	places := []il.Pos{d.At}
	for _, n := range d.Notes {
		places = append(places, n.At)
	}
	gutter := gutterFor(src, places...)
	p.line("%s: %s %s",
		p.paint(bold, FileName(src.Name)+":"+src.At(d.At)),
		p.paint(alarm, d.Code.Severity()+"["+string(d.Code)+"]:"), p.paint(bold, d.Message))
	p.excerptBlock(src, Span{d.At, d.End}, d.Label, alarm, gutter)
	for _, n := range d.Notes {
		p.line("  %s: note: %s", src.At(n.At), n.Message)
		p.excerptBlock(src, Span{n.At, n.End}, "", threadA, gutter)
	}
	if d.Fix != "" {
		p.line("  %s %s", p.paint(good, "fix:"), d.Fix)
	}
}

// excerptBlock prints an indented excerpt.
func (p *page) excerptBlock(src *il.Source, span Span, label string, r role, gutter int) {
	p.lines(excerptIndent, p.excerpt(src, span, label, r, gutter))
}

type errorsDocument struct {
	Schema string      `json:"schema"`
	File   string      `json:"file"`
	Errors []errorItem `json:"errors"`
}

type errorItem struct {
	At      string     `json:"at"`
	End     string     `json:"end"`
	Code    string     `json:"code"`
	Message string     `json:"message"`
	Label   string     `json:"label"`
	Notes   []noteItem `json:"notes"`
	Fix     string     `json:"fix"`
}

type noteItem struct {
	At      string `json:"at"`
	End     string `json:"end"`
	Message string `json:"message"`
}

// ErrorsJSON prints the errors of a program as one document on one line.
func ErrorsJSON(w io.Writer, src *il.Source, list diag.List) error {
	doc := errorsDocument{Schema: ErrorsSchema, File: src.Name, Errors: []errorItem{}}
	for _, d := range list {
		item := errorItem{
			src.At(d.At), src.At(max(d.At, d.End)), string(d.Code), d.Message, d.Label,
			[]noteItem{}, d.Fix,
		}
		for _, n := range d.Notes {
			item.Notes = append(item.Notes,
				noteItem{src.At(n.At), src.At(max(n.At, n.End)), n.Message})
		}
		doc.Errors = append(doc.Errors, item)
	}
	return lineJSON(w, doc)
}
