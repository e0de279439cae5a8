package engine

import (
	"context"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/report"
)

// maxWhy is the largest number of pairs of accesses that why explains.
const maxWhy = 10

func (c *call) why(p whyAsk) (whyView, error) {
	v := whyView{Pairs: []checklist{}, Remarks: []string{}}
	x, err := ask.Analysis{Name: p.Analysis, Limit: maxReports}.Explainer()
	if err != nil {
		return v, err
	}
	core, err := p.load(c, false)
	if err != nil {
		return v, err
	}
	explained, err := x.Explanations(c.ctx, core, nil)
	if err != nil {
		return v, err
	}
	if len(p.What) == 1 && ask.IsID(p.What[0]) {
		pair, err := explained.Report(p.What[0])
		if err != nil {
			return v, refuse("name", "%s", err)
		}
		v.Pairs = append(v.Pairs, checklistOf(core.Source, pair))
		left, _ := il.ParsePosition(pair.Left.Side.At)
		right, _ := il.ParsePosition(pair.Right.Side.At)
		v.certify(c.ctx, core, left, right)
		return v, nil
	}
	var at []il.Position
	for _, w := range p.What {
		if place, ok := il.ParsePosition(w); ok {
			at = append(at, place)
		}
	}
	if len(at) != 2 || len(p.What) != 2 {
		return v, refuse("message", "what is the number of a report, or the places of two accesses")
	}
	answer := explained.Pair(c.ctx, at[0], at[1])
	v.More = answer.Cut || len(answer.Pairs) > maxWhy
	for _, pair := range answer.Pairs[:min(len(answer.Pairs), maxWhy)] {
		v.Pairs = append(v.Pairs, checklistOf(core.Source, pair))
	}
	if len(v.Pairs) == 0 {
		for _, a := range answer.Accesses {
			v.Remarks = append(v.Remarks, a.Site.Remarks...)
			for _, d := range a.Dropped[:min(len(a.Dropped), maxWhy)] {
				v.Remarks = append(v.Remarks, report.DroppedSentence(d)+".")
			}
		}
	}
	v.certify(c.ctx, core, at[0], at[1])
	return v, nil
}

// certify adds why the accesses at two places never race, if there is a certificate.
func (v *whyView) certify(ctx context.Context, core *il.Core, left, right il.Position) {
	notes := &v.Remarks
	if len(v.Pairs) > 0 {
		notes = &v.Pairs[0].Notes
	}
	for _, s := range ask.Separations(ctx, core, nil, left, right) {
		if why := "Cannot race: " + s.Reason(); len(*notes) < maxWhy &&
			!slices.Contains(*notes, why) {
			*notes = append(*notes, why)
		}
	}
}

// titles are the page's names of conditions.
var titles = map[string]string{
	"fields": "Same field", "write": "One of them writes", "lock": "They hold no common lock",
	"stable": "The path is stable", "intact": "The path stays as it is",
}

// checklistOf describes why two accesses are reported, or are not.
func checklistOf(src *il.Source, p report.Pair) checklist {
	x := checklist{
		ID: p.ID, Left: siteOf(src, p.Left.Side), Right: siteOf(src, p.Right.Side),
		Reported: p.Reported, Verdict: p.Verdict,
		Rows: []checkRow{}, Notes: list(slices.Concat(p.Left.Paths, p.Right.Paths, p.Sentences)),
	}
	for _, t := range p.Tests {
		row := checkRow{
			Name: t.Name, Title: titles[t.Name], Holds: t.Holds, Text: t.Finding,
			Places: placesOf(src, t, p),
		}
		switch {
		case t.Name == "lock" && p.Left.Side.Locks != nil:
			row.Title = "The locks let both be there"
		case row.Title == "":
			row.Title = strings.ToUpper(t.Name[:1]) + t.Name[1:]
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}

// placesOf returns the stretches of the text that a condition speaks of.
func placesOf(src *il.Source, t report.Test, p report.Pair) []span {
	if place, ok := il.ParsePosition(t.At); ok {
		if at, ok := src.Offset(place); ok {
			return []span{spanOf(src, at, statementEnd(src, at))}
		}
	}
	places := []span{}
	for _, s := range []report.Side{p.Left.Side, p.Right.Side} {
		speaks := true
		switch t.Name {
		case "write":
			speaks = !t.Holds || s.Kind == il.Write.String()
		case "lock":
			speaks = !t.Holds || s.Lock == 0
		}
		x := spanOf(src, s.Span.At, s.Span.End)
		if speaks && !slices.Contains(places, x) {
			places = append(places, x)
		}
	}
	return places
}

func (c *call) code(p codeAsk) (codeView, error) {
	all := ask.Pages()
	i := slices.IndexFunc(all, func(x diag.Page) bool { return string(x.Code) == p.Code })
	if i < 0 {
		return codeView{}, unknown("code", p.Code, nil)
	}
	x := all[i]
	return codeView{Code: p.Code, Title: x.Title, Text: x.Text, Wrong: x.Bad, Right: x.Good}, nil
}
