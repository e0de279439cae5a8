package language

import (
	"context"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/report"
)

// judge says of accesses in which reports they are, and of pairs why they are reported or
// not.
type judge struct {
	access func(il.Position) []report.AccessAnswer
	pair   func(p, q il.Position) report.PairAnswer
}

// judge is who is asked about the accesses of a legal program, for one caller until done
// is called. The error is that of package pipeline.
func (d *Document) judge(ctx context.Context) (j judge, done func(), err error) {
	if d.by == nil {
		a, err := d.analyse(ctx)
		if err != nil {
			return j, nil, err
		}
		return judge{a.found.Access, a.found.Pair}, a.lock(), nil
	}
	d.asking.Lock()
	if d.accounts == nil {
		x, err := ask.Account(ctx, d.read().core, nil, d.by.Analyzer, d.by.Options)
		if err != nil {
			d.asking.Unlock()
			return j, nil, err
		}
		d.accounts = x
	}
	x := d.accounts
	pair := func(p, q il.Position) report.PairAnswer { return x.Pair(ctx, p, q) }
	return judge{x.Access, pair}, d.asking.Unlock, nil
}

// Access is a statement with an access, as it is written.
type Access struct {
	At   il.Pos
	Unit string
	Text string // "x := b.f"
}

// Accesses lists the statements that access a cell, in the order of the text: at most so
// many, and how many there are.
func (d *Document) Accesses(most int) (list []Access, all int) {
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if len(il.AccessesOf(s)) == 0 {
				return
			}
			if all++; all <= most {
				list = append(list, Access{s.Pos(), u.Name, il.Text(s)})
			}
		})
	}
	return list, all
}
