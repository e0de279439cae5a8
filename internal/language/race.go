package language

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/repair"
	"wobbly/report"
)

// Explain says why a pair is reported (R1, R2, ...) or filtered (F1, F2, ...), as wobbly explain
// does. The error is Refused if there is no such pair, or that of package ask.
func (d *Document) Explain(ctx context.Context, id string) (string, error) {
	a, err := d.analyse(ctx)
	if err != nil {
		return "", err
	}
	if a == nil {
		return "", Refused("the program has errors, so it is not analysed")
	}
	defer a.lock()()
	if !ask.IsID(id) {
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
	Title string   // "put line 32 under the lock"
	Notes []string // sentences on its side effects
	Edits []diag.Edit
}

// Repairs proposes changes that remove a race, the best first, each judged by a bounded exact
// search. The error is Refused if there is no such race or no repair is found, or that of package
// ask or of the context.
func (d *Document) Repairs(ctx context.Context, id string) ([]Repair, error) {
	race, err := d.race(ctx, id)
	if err != nil {
		return nil, err
	}
	p, errs := repair.Read(d.src)
	if len(errs) > 0 {
		return nil, Refused(errs[0].Message)
	}
	race.Pair = il.Pair{Left: p.Core.Units[race.Pair.Left.Index], Right: p.Core.Units[race.Pair.Right.Index]}
	got, err := p.Remove(ctx, race, repair.Defaults())
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

func (d *Document) race(ctx context.Context, id string) (repair.Race, error) {
	a, err := d.analyse(ctx)
	if err != nil {
		return repair.Race{}, err
	}
	if a != nil && ask.IsID(id) && id[0] == 'R' {
		defer a.lock()()
		if n, err := strconv.Atoi(id[1:]); err == nil {
			for p, s := range a.found.Listed() {
				if n--; n == 0 {
					return repair.Race{Pair: p, Sites: s}, nil
				}
			}
		}
	}
	return repair.Race{}, noReport(id)
}
