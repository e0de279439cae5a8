package engine

import (
	"wobbly/abstract"
	"wobbly/il/check"
	"wobbly/il/gen"
)

// Kind classifies switches by what they drop.
type Kind uint8

const (
	// Assumption is an assumption of the paper about programs or the world in which they run.
	Assumption Kind = iota
	// Reading is a correction of the paper. Without it, the printed definition is read literally.
	Reading
	// AnalysisClause is a clause of Figure 7 or of the reporting condition.
	AnalysisClause
	// LemmaCondition is a hypothesis of a lemma, or the analysis that the lemma is about.
	LemmaCondition
)

func (k Kind) String() string {
	return [...]string{
		"Assumptions", "Readings", "Clauses of the analysis", "Conditions of lemmas",
	}[k]
}

// Switch is something that can be dropped, so that a statement that needs it breaks. Most switches
// break the True Positives Theorem, by a report that no execution shows; the others break a lemma.
type Switch struct {
	Name string
	Kind Kind
	// Text says what holds if the switch is off.
	Text string
	// Statement is the name of the statement that then breaks. If Needed is false, it does not.
	Statement string
	Needed    bool
	// Step is the step of the proof that fails, or the reason why none does.
	Step string

	Off Off
	// Generator returns options of random programs. If it is nil, programs of several kinds are
	// tried.
	Generator func() gen.Options
	// First is the text of a program to try first because random ones hardly ever break the
	// statement. It may be empty.
	First string
	// Refute looks for a refutation on a case. If found is nil, undecided reports whether a limit
	// left that open.
	Refute func(c *Case) (found *Refutation, undecided bool)
}

// Off is the difference that a switch makes to a case.
type Off struct {
	Analysis abstract.Options
	// Variant is the form of another system to check; see Case.Variant.
	Variant string
	// Tolerate has the assumptions that programs may violate. Random programs do violate them.
	Tolerate check.Assumption
	// NoANF reports whether methods are checked without lowering them to argument normal form.
	NoANF bool
}

// Refutation is an instance that shows that a switch is needed.
type Refutation struct {
	What string // the false report, or the instance of a lemma
	Why  string // why no interleaving races there, or what is false

	Accesses *Accesses // the accesses of the instance; may be nil
}

// Without returns a function for Switch.Refute that checks s without some of its hypotheses.
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
