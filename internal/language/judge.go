package language

import (
	"context"

	"wobbly/il"
	"wobbly/internal/ask"
)

// judge returns the explanations of the accesses of a legal program, reserved for one caller until
// done is called. The error is that of package ask.
func (d *Document) judge(ctx context.Context) (x ask.Explanations, done func(), err error) {
	if d.by == nil {
		a, err := d.analyse(ctx)
		if err != nil {
			return nil, nil, err
		}
		return a.found, a.lock(), nil
	}
	d.asking.Lock()
	if d.explanations == nil {
		x, err := d.by.Explanations(ctx, d.read().core, nil)
		if err != nil {
			d.asking.Unlock()
			return nil, nil, err
		}
		d.explanations = x
	}
	return d.explanations, d.asking.Unlock, nil
}

// Access is a statement, as written, with an access.
type Access struct {
	At   il.Pos
	Unit string
	Text string // "x := b.f"
}

// Accesses lists the first most statements that access a cell, in text order, and counts all.
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
