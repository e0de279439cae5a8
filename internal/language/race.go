package language

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/internal/findings"
	"wobbly/repair"
	"wobbly/report"
)

// Explain says why a report (R1, R2, ...) is one, or why a filtered pair (F1, ...) is
// none, as wobbly explain does. The error is Refused: there is no such report; or
// that of package pipeline.
func (d *Document) Explain(ctx context.Context, id string) (string, error) {
	a, err := d.analyse(ctx)
	if err != nil {
		return "", err
	}
	if a == nil {
		return "", Refused("the program has errors, so it is not analysed")
	}
	defer a.lock()()
	if !findings.IsID(id) {
		return "", noReport(id)
	}
	x, err := a.found.Report(id)
	if err != nil {
		return "", Refused(err.Error())
	}
	return written(func(b *strings.Builder) error { return report.PairText(b, report.Style{}, d.src, x) }), nil
}

func noReport(id string) error { return Refused(fmt.Sprintf("there is no report %.20q", id)) }

// Repair is a change of the text that removes a race.
type Repair struct {
	Title string   // what it does: "put line 32 under the lock"
	Notes []string // what is to be known about it, sentences
	Edits []diag.Edit
}

// Repairs proposes changes that remove a race, the best first, each judged by an exact
// search under bounds. The error is Refused: there is no such race, or nothing that
// was tried removes it; or that of package pipeline or of the context.
func (d *Document) Repairs(ctx context.Context, id string, o repair.Options) ([]Repair, error) {
	race, err := d.race(ctx, id)
	if err != nil {
		return nil, err
	}
	p, errs := repair.Read(d.src)
	if len(errs) > 0 {
		return nil, Refused(errs[0].Message)
	}
	pair := il.Pair{Left: p.Core.Units[race.Left.Unit.Index], Right: p.Core.Units[race.Right.Unit.Index]}
	site := func(s abstract.Side) il.Site { return il.Site{At: s.At, Kind: s.Kind} }
	got, err := p.Remove(ctx, repair.Race{Pair: pair, Sites: pair.Sites(site(race.Left), site(race.Right))}, o)
	switch {
	case err != nil:
		return nil, err
	case len(got.Proposals) == 0 && got.Unknown > 0:
		return nil, Refused("no repair was found before a bound of the search was reached: wobbly fix goes further")
	case len(got.Proposals) == 0:
		return nil, Refused("nothing that was tried removes the race")
	}
	var all []Repair
	for _, x := range got.Proposals {
		all = append(all, Repair{x.Title, x.Notes, []diag.Edit{changedLines(d.src.Text, x.Text)}})
	}
	return all, nil
}

// race is a report by its number.
func (d *Document) race(ctx context.Context, id string) (abstract.Report, error) {
	a, err := d.analyse(ctx)
	if err != nil {
		return abstract.Report{}, err
	}
	if a != nil && findings.IsID(id) && id[0] == 'R' {
		defer a.lock()()
		n, err := strconv.Atoi(id[1:])
		if list := a.reported.ListRaces(ask.MaxListed); err == nil && n >= 1 && n <= len(list) {
			return list[n-1], nil
		}
	}
	return abstract.Report{}, noReport(id)
}
