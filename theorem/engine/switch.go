package engine

import (
	"wobbly/abstract"
	"wobbly/il/check"
	"wobbly/il/gen"
)

// Kind is what a switch drops.
type Kind uint8

const (
	Assumption Kind = iota // of the paper, about programs or about the world they run in
	// a correction of the paper; off, the printed definition is read literally
	Reading
	AnalysisClause // a clause of Figure 7 or of the reporting condition
	LemmaCondition // a hypothesis of a lemma, or the analysis that it is about
)

func (k Kind) String() string {
	return [...]string{
		"Assumptions", "Readings", "Clauses of the analysis", "Conditions of lemmas",
	}[k]
}

// Switch is something that can be dropped, so that a statement that needs it breaks. Most switches
// break the True Positives Theorem, by a report that no execution shows; the others break a lemma.
type Switch struct {
	Name      string
	Kind      Kind
	Text      string // the situation with the switch off
	Statement string // that breaks
	Needed    bool   // if false, nothing breaks, for the reason in Step
	Step      string // the step of the proof that fails, or why none does

	Off       Off
	Generator func() gen.Options // of random programs; nil for a mix of several kinds
	// a program to try first, where random ones hardly ever break; may be empty
	First string
	// Refute looks for something broken in a case. undecided is set if a limit left something open.
	Refute func(c *Case) (found *Refutation, undecided bool)
}

// Off is the difference that a switch makes to a case.
type Off struct {
	Analysis abstract.Options // of the analysis
	Variant  string           // the form of another system to look at
	Tolerate check.Assumption // that programs may violate, and random ones do
	NoANF    bool             // methods are not lowered to argument normal form
}

// Refutation is an instance that a switch breaks.
type Refutation struct {
	What string // the false report, or the instance of a lemma
	Why  string // why no interleaving races there, or what is false

	Accesses *Accesses // the two of the instance; may be nil
}

// Without returns a Switch.Refute that checks a statement without some of its hypotheses.
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
