package language

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/repair"
	"wobbly/report"
)

// Explain says why a pair is reported (R1, R2, ...), filtered (F1, ...) or deadlocks (D1, ...), as
// wobbly explain does. The error is Refused if there is no such pair, or that of package ask.
func (d *Document) Explain(ctx context.Context, id string) (string, error) {
	a, err := d.analyse(ctx)
	if err != nil {
		return "", err
	}
	if a == nil {
		return "", Refused("the program has errors, so it is not analysed")
	}
	if isDeadlock(id) {
		var b strings.Builder
		err := ask.Explain(ctx, &b, report.Style{}, a.core, ask.Explaining{What: []string{id}})
		return b.String(), refusedAs(err)
	}
	if !ask.IsID(id) {
		return "", noReport(id)
	}
	defer a.lock()()
	x, err := a.found.Report(id)
	if err != nil {
		return "", Refused(err.Error())
	}
	return written(func(b *strings.Builder) error {
		return report.PairText(b, report.Style{}, d.src, x)
	}), nil
}

func isDeadlock(id string) bool { return ask.IsID(id) && id[0] == 'D' }

// refusedAs turns a refusal of package ask into one of this package.
func refusedAs(err error) error {
	var refusal *ask.Refusal
	if errors.As(err, &refusal) {
		return Refused(refusal.Text)
	}
	return err
}

func noReport(id string) error { return Refused(fmt.Sprintf("there is no report %.20q", id)) }

// A Repair is a change of the text that removes a race or a deadlock.
type Repair struct {
	// Title is an imperative, such as "put line 32 under the lock".
	Title string
	// Notes are sentences on side effects.
	Notes []string
	Edits []diag.Edit
}

// Repairs proposes changes that remove a race or a deadlock, the best first, each judged by a
// bounded exact search. The error is Refused if there is none with that number or no repair is
// found, or that of package ask or of the context.
func (d *Document) Repairs(ctx context.Context, id string) ([]Repair, error) {
	if isDeadlock(id) && d.read().core != nil {
		return d.deadlockRepairs(ctx, id)
	}
	race, err := d.race(ctx, id)
	if err != nil {
		return nil, err
	}
	p, errs := repair.Read(d.src)
	if len(errs) > 0 {
		return nil, Refused(errs[0].Message)
	}
	race.Pair = il.Pair{
		Left: p.Core.Units[race.Pair.Left.Index], Right: p.Core.Units[race.Pair.Right.Index],
	}
	got, err := p.Remove(ctx, race, repair.Defaults())
	switch {
	case err != nil:
		return nil, err
	case len(got.Proposals) == 0 && got.Unknown > 0:
		return nil, Refused("the search was cut before it found a repair; wobbly fix goes further")
	case len(got.Proposals) == 0:
		return nil, Refused("no proposal removes the race")
	}
	var all []Repair
	for _, x := range got.Proposals {
		all = append(all, Repair{x.Title, x.Notes, []diag.Edit{changedLines(d.src.Text, x.Text)}})
	}
	return all, nil
}

func (d *Document) deadlockRepairs(ctx context.Context, id string) ([]Repair, error) {
	doc, err := ask.Fix(ctx, d.read().core,
		ask.Fixing{Which: []string{id}, MaxStates: ask.FixStates()})
	if doc != nil && len(doc.Proposals) > 0 {
		var all []Repair
		for _, x := range doc.Proposals {
			edits := []diag.Edit{changedLines(d.src.Text, x.Program)}
			all = append(all, Repair{x.Title, x.Notes, edits})
		}
		return all, nil
	}
	err = refusedAs(err)
	if err == nil || err.Error() == "" {
		return nil, Refused("no proposal removes the deadlock")
	}
	return nil, err
}

// race returns the race with a number, such as R1. The error is Refused if there is none.
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

// A Lens is a race at one of its accesses, or a deadlock at one of its lock()s, for commands about
// it. Race is its number, such as R1 or D1, and Title a text such as "race R1 with 10:3".
type Lens struct {
	Span
	Race  string
	Title string
}

// Lenses lists the races and deadlocks of a legal program, each at both of its places. The error is
// that of package ask.
func (d *Document) Lenses(ctx context.Context) ([]Lens, error) {
	a, err := d.analyse(ctx)
	if err != nil || a == nil {
		return nil, err
	}
	var all []Lens
	for _, r := range a.races {
		all = append(all, Lens{Span(r.Left.Span), r.ID, "race " + r.ID + " with " + r.Right.At})
		if r.Left.Span != r.Right.Span {
			all = append(all, Lens{Span(r.Right.Span), r.ID, "race " + r.ID + " with " + r.Left.At})
		}
	}
	deadlocks, err := a.deadlocks()
	for _, x := range deadlocks {
		title := "deadlock " + x.ID + " with "
		all = append(all, Lens{Span(x.Left.Span), x.ID, title + x.Right.At})
		if x.Left.Span != x.Right.Span {
			all = append(all, Lens{Span(x.Right.Span), x.ID, title + x.Left.At})
		}
	}
	return all, err
}

// An Action is a change of the text that fixes an error, or removes the reason for a warning.
type Action struct {
	Title string
	Of    Diagnostic
	Edits []diag.Edit
}

// Actions lists the fixes for errors and warnings that touch a stretch of the text. It tries each,
// and leaves out those that do not reduce the number of errors or of warnings.
func (d *Document) Actions(in Span) []Action {
	var all []Action
	for _, x := range d.Errors() {
		if x.At > in.End || x.End < in.At || len(x.Edits) == 0 {
			continue
		}
		before, after := d.read(), Open(d.src.Name, apply(d.src.Text, x.Edits), nil).read()
		if len(after.errors) < len(before.errors) ||
			after.core != nil && len(after.warnings) < len(before.warnings) {
			all = append(all,
				Action{Title: fmt.Sprintf("%s: %s", x.Code, x.Fix), Of: x, Edits: x.Edits})
		}
	}
	return all
}

// judge returns the explanations of the accesses of a legal program, reserved for one caller until
// it calls done. The error is that of package ask.
func (d *Document) judge(ctx context.Context) (x ask.Explanations, done func(), err error) {
	if d.explainer == nil {
		a, err := d.analyse(ctx)
		if err != nil {
			return nil, nil, err
		}
		return a.found, a.lock(), nil
	}
	d.asking.Lock()
	if d.explanations == nil {
		x, err := d.explainer.Explanations(ctx, d.read().core, nil)
		if err != nil {
			d.asking.Unlock()
			return nil, nil, err
		}
		d.explanations = x
	}
	return d.explanations, d.asking.Unlock, nil
}

// An Access is a statement with an access: its position, the name of its unit, and its text, such
// as "x := b.f".
type Access struct {
	At   il.Pos
	Unit string
	Text string
}

// Accesses lists the first limit statements that access a cell, in text order, and counts all.
func (d *Document) Accesses(limit int) (list []Access, all int) {
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if len(il.AccessesOf(s)) == 0 {
				return
			}
			all++
			if all <= limit {
				list = append(list, Access{At: s.Pos(), Unit: u.Name, Text: il.Text(s)})
			}
		})
	}
	return list, all
}
