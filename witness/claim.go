package witness

import (
	"slices"
	"strings"
)

// Named is a race of a document: its number, the accesses that the document names, and its witness.
type Named struct {
	// ID is "R1", "R2", ... in a document of CheckSchema, which has no ID twice. It is empty in
	// other documents and for a witness on its own.
	ID string
	// Left and Right are the accesses that the document names, in either order.
	Left, Right Claim
	// Witness is nil if the race carries none.
	Witness *Witness
}

// Claim is one of the two accesses of a race, as a document names it. Empty parts are not claimed.
type Claim struct {
	Unit string
	At   string
	Kind string
	// Calls are the positions of the calls from the unit down to the access, outermost first; nil
	// if the document does not list them. An access of the unit itself has an empty list.
	Calls []string
}

// The parts of a claim, in the order in which they are compared. Each distinguishes accesses that
// agree in the parts before it.
const (
	unitAndPosition = iota
	kind            // because a lowered a.f := b.g reads and writes at one position
	calls           // because several calls may lead to one access of a method
	parts           // the number of parts
)

// Mismatch returns "" if the witness shows the accesses that the document names. Otherwise it
// describes the accesses that the witness shows. A witness on its own names none, so there is no
// mismatch. Package check must have accepted the witness; otherwise the description may be wrong.
func (n *Named) Mismatch() string {
	a, b := n.Witness.shown(0), n.Witness.shown(1)
	for part := range parts {
		// A race is an unordered pair.
		if !(a.matches(&n.Left, part) && b.matches(&n.Right, part)) &&
			!(a.matches(&n.Right, part) && b.matches(&n.Left, part)) {
			return "the witness shows " + a.words(part) + " and " + b.words(part)
		}
	}
	return ""
}

// shown returns the access or lock() that a thread, 0 for A or 1 for B, is about to execute at the
// end of the witness.
func (w *Witness) shown(thread int) Claim {
	letter := [2]string{"A", "B"}[thread]
	calls, _ := w.Stand(letter)
	if !w.Deadlock.None() {
		at := [2]string{w.Deadlock.A.At, w.Deadlock.B.At}[thread]
		return Claim{Unit: w.Units[thread], At: at, Calls: calls}
	}
	access := [2]*Access{&w.Race.A, &w.Race.B}[thread]
	return Claim{Unit: w.Units[thread], At: access.At, Kind: access.Kind, Calls: calls}
}

// matches reports whether an access is the one that a document claims, in all parts up to the last
// one. Parts that the claim leaves out always match.
func (c *Claim) matches(claimed *Claim, last int) bool {
	same := func(shown, claimed string) bool { return claimed == "" || claimed == shown }
	return same(c.Unit, claimed.Unit) && same(c.At, claimed.At) &&
		(last < kind || same(c.Kind, claimed.Kind)) &&
		(last < calls || claimed.Calls == nil || slices.Equal(c.Calls, claimed.Calls))
}

// words describes an access by its unit, its position, and the given part of it.
func (c *Claim) words(part int) string {
	const maxCalls = 8
	place, list := c.Unit+" "+c.At, c.Calls
	if len(list) > maxCalls {
		list = append(slices.Clone(list[:maxCalls-1]), "...", list[len(list)-1])
	}
	switch {
	case part == kind:
		return place + " (" + c.Kind + ")"
	case part == calls && len(list) == 0:
		return place + " (without a call)"
	case part == calls:
		return place + " (called at " + strings.Join(list, ", ") + ")"
	}
	return place
}
