package engine

import (
	"wobbly/abstract"
	"wobbly/il/check"
	"wobbly/il/gen"
)

// Kind is what a switch switches off.
type Kind uint8

// The kinds of switches.
const (
	Assumption     Kind = iota // of the paper, about programs or about the world they run in
	Reading                    // a correction of the paper: with it off, a printed definition is read literally
	AnalysisClause             // a clause of Figure 7 or of the reporting condition
	LemmaCondition             // a hypothesis of a lemma, or the analysis that it speaks of
)

// String is the heading for a list.
func (k Kind) String() string {
	return [...]string{"Assumptions", "Readings", "Clauses of the analysis", "Conditions of lemmas"}[k]
}

// Switch is something that can be switched off, so that what needs it breaks:
// for most switches the True Positives Theorem, by a report that no execution
// shows; for the others a lemma.
type Switch struct {
	Name      string
	Kind      Kind
	Text      string // what is the case with the switch off
	Statement string // what breaks
	Needed    bool   // false: nothing breaks, for the reason in Step
	Step      string // which step of the proof fails, or why none does

	Off     Off
	Drawing func() gen.Options // of the programs; nil for a mix of several kinds
	First   string             // a program that is tried first, where those that are drawn hardly ever break; may be empty
	// Refute looks for what is broken in a case: nil if nothing is. Undecided says
	// that a limit left something open.
	Refute func(c *Case) (found *Refutation, undecided bool)
}

// Off is what is different in a case with a switch off.
type Off struct {
	Analysis abstract.Options // what the analysis does
	Variant  string           // the form of another system that is looked at
	Tolerate check.Assumption // what programs may violate; what is drawn does
	NoANF    bool             // methods are not lowered to argument normal form
}

// Refutation is what is broken in a case.
type Refutation struct {
	What string // the false report, or the instance of a lemma
	Why  string // no interleaving races there because; or what is false

	Accesses *Accesses // that it is about; nil if it is about something else
}

// Without refutes a statement without some of its hypotheses.
func Without(s *Statement, hypotheses ...string) func(*Case) (*Refutation, bool) {
	return func(c *Case) (*Refutation, bool) {
		switch o := s.Check(c, hypotheses...); o.Verdict {
		case Refuted:
			x := o.Counterexample
			return &Refutation{What: x.String(), Why: o.Why.Error(), Accesses: AccessesOf(x)}, false
		case Bounded:
			return nil, true
		default:
			return nil, false
		}
	}
}
