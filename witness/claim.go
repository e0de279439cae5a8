package witness

import (
	"slices"
	"strings"
)

// Named is a race of a document: its number, the accesses that the document names, and its witness.
type Named struct {
	// ID is "R1", ... in a document of CheckSchema, in which no two races have the same
	// one; it is empty in other documents and for a witness on its own.
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

// The parts of a claim. Each distinguishes accesses that agree in the parts before it.
const (
	unitAndPosition = iota
	kind            // a lowered a.f := b.g reads and writes at one position
	calls           // one access of a method can be reached through several calls
	parts
)

// Mismatch is empty if the witness shows the accesses that the document names. Otherwise it
// describes the accesses that the witness shows. A witness on its own names none, so there is no
// mismatch. Package check must have accepted the witness: of any other one, the description may be
// wrong.
func (n *Named) Mismatch() string {
	shown := [2]Claim{n.Witness.shows(0), n.Witness.shows(1)}
	for upTo := range parts {
		// A race is an unordered pair.
		if !(shown[0].meets(&n.Left, upTo) && shown[1].meets(&n.Right, upTo)) &&
			!(shown[0].meets(&n.Right, upTo) && shown[1].meets(&n.Left, upTo)) {
			return "the witness shows " + shown[0].words(upTo) + " and " + shown[1].words(upTo)
		}
	}
	return ""
}

// shows returns the access or lock() that a thread is about to execute at the end of the witness.
func (w *Witness) shows(thread int) Claim {
	letter := [2]string{"A", "B"}[thread]
	calls, _ := w.Stand(letter)
	if !w.Deadlock.None() {
		at := [2]string{w.Deadlock.A.At, w.Deadlock.B.At}[thread]
		return Claim{Unit: w.Units[thread], At: at, Calls: calls}
	}
	access := [2]*Access{&w.Race.A, &w.Race.B}[thread]
	return Claim{w.Units[thread], access.At, access.Kind, calls}
}

// meets reports whether an access is the one that a document claims, in its parts up to upTo. Parts
// that the claim leaves out always match.
func (shown *Claim) meets(claimed *Claim, upTo int) bool {
	same := func(shown, claimed string) bool { return claimed == "" || claimed == shown }
	return same(shown.Unit, claimed.Unit) && same(shown.At, claimed.At) &&
		(upTo < kind || same(shown.Kind, claimed.Kind)) &&
		(upTo < calls || claimed.Calls == nil || slices.Equal(shown.Calls, claimed.Calls))
}

// words describes an access by the parts that matter for a mismatch in one of them.
func (shown *Claim) words(part int) string {
	const maxCalls = 8
	words := shown.Unit + " " + shown.At
	switch part {
	case kind:
		words += " (" + shown.Kind + ")"
	case calls:
		list := shown.Calls
		if len(list) > maxCalls {
			list = append(slices.Clone(list[:maxCalls-1]), "...", list[len(list)-1])
		}
		if len(list) == 0 {
			words += " (without a call)"
		} else {
			words += " (called at " + strings.Join(list, ", ") + ")"
		}
	}
	return words
}
