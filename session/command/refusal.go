package command

import "strings"

// Refusal says why something cannot be done now, and how to go on. The zero value refuses nothing.
type Refusal struct {
	Reason string // a sentence
	Next   string // the key or word to go on with, such as "d"; empty if there is none
	Does   string // what that does: "looks for one"
}

// When refuses for a reason if a condition holds.
func When(refused bool, reason string) Refusal {
	if refused {
		return Refusal{Reason: reason}
	}
	return Refusal{}
}

// Then adds how to go on to a refusal.
func (r Refusal) Then(next, does string) Refusal {
	if r.Refuses() {
		r.Next, r.Does = next, does
	}
	return r
}

// Refuses reports whether there is a reason.
func (r Refusal) Refuses() bool { return r.Reason != "" }

// String returns the reason and what to do next, "There is no counterexample; d looks for one."
func (r Refusal) String() string {
	if r.Next == "" {
		return r.Reason
	}
	return strings.TrimSuffix(r.Reason, ".") + "; " + r.Next + " " + r.Does + "."
}
