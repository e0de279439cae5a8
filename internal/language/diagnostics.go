package language

import (
	"cmp"
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/slice"
	"wobbly/report"
)

// A Severity ranks diagnostics. An Error makes a program illegal. A Warning is a race, a deadlock
// or something else that is probably a mistake.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
)

// raceCode and deadlockCode are the codes of the diagnostics of races and of deadlocks.
const (
	raceCode     = "race"
	deadlockCode = "deadlock"
)

// A Diagnostic is an error, a warning, a race or a deadlock at a stretch of the text. End is
// exclusive and may equal At.
type Diagnostic struct {
	At, End  il.Pos
	Severity Severity
	// Code is a code of package diag, such as E0010, or "race" or "deadlock".
	Code string
	// Message is a sentence without a full stop.
	Message string
	// Label says what was expected, or what is at At. It may be empty.
	Label string
	// Fix is a likely fix, as an imperative, and Edits apply it. Both may be empty.
	Fix     string
	Edits   []diag.Edit
	Related []Related
	// Race is the number of a race or a deadlock, such as R1 or D1, or empty.
	Race string
}

// A Related is another place that explains a diagnostic. End is exclusive.
type Related struct {
	At, End il.Pos
	Message string
}

// Errors lists the errors of the program in text order. If it is legal, it lists the warnings.
func (d *Document) Errors() []Diagnostic {
	var all []Diagnostic
	for _, x := range d.read().diagnostics() {
		y := Diagnostic{
			At: x.At, End: max(x.At, x.End), Code: string(x.Code), Message: x.Message,
			Label: x.Label, Fix: x.Fix, Edits: x.Edits,
		}
		if d.read().core != nil {
			y.Severity = Warning
		}
		for _, n := range x.Notes {
			y.Related = append(y.Related,
				Related{At: n.At, End: max(n.At, n.End), Message: n.Message})
		}
		all = append(all, y)
	}
	return all
}

// Diagnostics lists the errors of a program, or the warnings, races and deadlocks of a legal one. A
// race has a diagnostic at each of its two accesses, and a deadlock at each lock(). The error is
// that of package ask.
func (d *Document) Diagnostics(ctx context.Context) ([]Diagnostic, error) {
	all := d.Errors()
	if d.read().core == nil {
		return all, nil
	}
	a, err := d.analyse(ctx)
	if err != nil || a == nil {
		return nil, err
	}
	for _, r := range a.races {
		all = append(all, raceAt(r, r.Left, r.Right))
		if r.Left.Span != r.Right.Span {
			all = append(all, raceAt(r, r.Right, r.Left))
		}
	}
	deadlocks, err := a.deadlocks()
	if err != nil {
		return nil, err
	}
	for _, x := range deadlocks {
		all = append(all, deadlockAt(x, x.Left, x.Right))
		if x.Left.Span != x.Right.Span {
			all = append(all, deadlockAt(x, x.Right, x.Left))
		}
	}
	slice.SortStable(all, func(x, y Diagnostic) int { return cmp.Compare(x.At, y.At) })
	if n := a.total; n.Exceeds(len(a.races)) {
		all = append(all, Diagnostic{
			Severity: Warning, Code: raceCode,
			Message: fmt.Sprintf("there are %s races, of which %d are marked; wobbly "+
				"check lists them", n, len(a.races)),
		})
	}
	return all, nil
}

// deadlockAt returns the diagnostic of a deadlock at one of its lock()s.
func deadlockAt(d report.Deadlock, here, there report.Waiter) Diagnostic {
	return Diagnostic{
		At: here.Span.At, End: here.Span.End, Severity: Warning, Code: deadlockCode, Race: d.ID,
		Message: fmt.Sprintf("%s: deadlock: %s (with %s)", d.ID,
			report.DeadlockSentence(d), there.At),
		Related: []Related{{
			At: there.Span.At, End: there.Span.End,
			Message: fmt.Sprintf("%s waits for %s here", there.Unit, report.LockWords(there.Wants)),
		}},
	}
}

// raceAt returns the diagnostic of a race at one of its accesses.
func raceAt(r report.Race, here, there report.Side) Diagnostic {
	return Diagnostic{
		At: here.Span.At, End: here.Span.End, Severity: Warning, Code: raceCode, Race: r.ID,
		Message: fmt.Sprintf("%s: %s (with %s)", r.ID, report.PairSentence(here, there), there.At),
		Related: []Related{{
			At: there.Span.At, End: there.Span.End,
			Message: fmt.Sprintf("%s %ss %s here", there.Unit, there.Kind, there.Path),
		}},
	}
}
