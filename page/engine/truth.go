package engine

import (
	"cmp"

	"wobbly/internal/ask"
	"wobbly/report"
)

// siteKey names an access. A statement can read and write, so its kind counts.
type siteKey struct{ unit, at, kind string }

// pairKey names two accesses, in whichever order they are given.
func pairKey(a, b report.Side) [2]siteKey {
	return orderedKey(siteKey{a.Unit, a.At, a.Kind}, siteKey{b.Unit, b.At, b.Kind})
}

// pairOf is pairKey for accesses of the protocol.
func pairOf(a, b siteView) [2]siteKey {
	return orderedKey(siteKey{a.Unit, a.At, a.Kind}, siteKey{b.Unit, b.At, b.Kind})
}

func orderedKey(a, b siteKey) [2]siteKey {
	if cmp.Or(cmp.Compare(a.unit, b.unit), cmp.Compare(a.at, b.at),
		cmp.Compare(a.kind, b.kind)) > 0 {
		a, b = b, a
	}
	return [2]siteKey{a, b}
}

// truth is what is known about the races of a program, whatever an analysis reports.
type truth struct {
	races    map[[2]siteKey]missedRow // found by the search
	order    [][2]siteKey             // the races in the order of the search
	complete map[[2]string]bool       // pairs of units that were searched to the end
	never    map[[2]siteKey]string    // why pairs with a certificate never race
}

// truthOf returns what the certificates of a document and a search say; search may be nil.
func truthOf(search *searchView, doc *report.Check) *truth {
	t := &truth{
		races: map[[2]siteKey]missedRow{}, complete: map[[2]string]bool{},
		never: map[[2]siteKey]string{},
	}
	if doc.Pairs != nil {
		for _, c := range doc.Pairs().Certified {
			t.never[pairKey(c.Left, c.Right)] = c.Why
		}
	}
	if search == nil {
		return t
	}
	for _, p := range search.Pairs {
		t.complete[unitsOf(report.Side{Unit: p.Left}, report.Side{Unit: p.Right})] = p.Complete
		for _, r := range p.Races {
			key := pairOf(r.Left, r.Right)
			t.races[key] = r
			t.order = append(t.order, key)
		}
	}
	return t
}

// leftOut judges a pair that an analysis leaves out: a word for the protocol, and a sentence.
func (t *truth) leftOut(doc *report.Check, f report.Filtered) (word, sentence string) {
	key := pairKey(f.Left, f.Right)
	_, races := t.races[key]
	switch {
	case races && doc.Analysis == ask.Plain().Name():
		return "races", "It does race: RacerDX is silent to stay without false alarms."
	case races:
		return "races", "It does race, and " + doc.Title + " leaves it out."
	case t.never[key] != "":
		return "never", "Cannot race: " + t.never[key]
	case t.complete[unitsOf(f.Left, f.Right)]:
		return "never", "Rightly so: no interleaving races here."
	case doc.Pairs != nil:
		return "unknown", "Open: neither a race nor a certificate of absence was found."
	}
	return "unknown", ""
}

// unitsOf names the methods of two sides, in a fixed order.
func unitsOf(a, b report.Side) [2]string {
	return [2]string{min(a.Unit, b.Unit), max(a.Unit, b.Unit)}
}
