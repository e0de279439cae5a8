package command

import "strings"

// Refusal says why something cannot be done now, and how to go on. The zero value refuses nothing.
type Refusal struct {
	Reason string
	// Next is the key or word to continue with, such as "d". It is empty if there is none.
	Next string
	// Does says what Next does, as in "looks for one".
	Does string
}

// When returns a refusal for a reason if refused is true.
func When(refused bool, reason string) Refusal {
	if refused {
		return Refusal{Reason: reason}
	}
	return Refusal{}
}

// Then returns the refusal with what to do next, if it refuses anything.
func (r Refusal) Then(next, does string) Refusal {
	if r.Refuses() {
		r.Next, r.Does = next, does
	}
	return r
}

// Refuses reports whether there is a reason.
func (r Refusal) Refuses() bool { return r.Reason != "" }

// String returns the reason and what to do next, as in "There is no counterexample; d looks for
// one."
func (r Refusal) String() string {
	if r.Next == "" {
		return r.Reason
	}
	return strings.TrimSuffix(r.Reason, ".") + "; " + r.Next + " " + r.Does + "."
}
