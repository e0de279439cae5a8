package engine

import (
	"errors"
	"slices"

	"wobbly/il"
	"wobbly/il/gen"
)

// Statement is a lemma or theorem as a value: what it says, for a reader, and
// how to check it on the instances that a program gives rise to.
type Statement struct {
	Name    string // what the command line calls it, such as "5.7", "6.10" or "witness"
	Title   string
	Cite    string // where it stands, such as "Lemma 5.7 (POPL 2019)"
	Words   string // the statement as it is checked, in words
	Symbols string // the same in the paper's notation
	Printed string // how the printed form differs, and why it cannot be kept; empty where it does not

	Hypotheses []Hypothesis
	// Floor is the least share of drawn programs for which an instance must meet
	// all hypotheses. A run below it has tested too little and fails.
	Floor float64
	// Instances visits the instances of a case until visit returns false. They
	// depend on nothing but the case. The error is a BoundError.
	Instances func(c *Case, visit func(Instance) bool) error
}

// Instance is one way to fill in what a statement quantifies over.
type Instance interface {
	// Conclusion is nil where the conclusion holds. A BoundError says that a
	// limit kept it from being decided; any other error is what refutes it.
	Conclusion() error
	// String shows what the instance is made of besides the program.
	String() string
}

// Accesses are two accesses of a program C1 || C2.
type Accesses struct {
	Units il.Pair
	Sites il.Sites // the one of the left unit, which thread A runs, comes first
}

// aboutAccesses is an Instance about two accesses.
type aboutAccesses interface {
	Instance
	Accesses() Accesses
}

// AccessesOf returns the accesses that an instance is about; nil if it is about something else.
func AccessesOf(x Instance) *Accesses {
	about, ok := x.(aboutAccesses)
	if !ok {
		return nil
	}
	a := about.Accesses()
	return &a
}

// Hypothesis is a condition on the instances of a statement, by name. It is also
// a switch: checked without it, a statement that needs it is refuted.
type Hypothesis struct {
	Name     string // such as "matched"
	Text     string // a sentence
	Met      func(Instance) bool
	Unneeded bool               // the statement holds without it
	Step     string             // of the proof: what fails without it; empty for the statement itself
	Form     string             // of the analysis that the statement is about, which alone violates it; empty if instances of any may
	Drawing  func() gen.Options // of programs that violate it; nil for a mix of several kinds
	First    string             // a program that violates it, where those that are drawn hardly ever do; may be empty
}

// On is a hypothesis on instances of one type.
func On[I Instance](name, text string, met func(I) bool) Hypothesis {
	return Hypothesis{Name: name, Text: text, Met: func(x Instance) bool { return met(x.(I)) }}
}

// Because is h with the step of the proof that fails without it.
func (h Hypothesis) Because(step string) Hypothesis {
	h.Step = step
	return h
}

// Of is h with the name of the form that violates it.
func (h Hypothesis) Of(form string) Hypothesis {
	h.Form = form
	return h
}

// Drawn is h with options that draw programs which violate it often.
func (h Hypothesis) Drawn(drawing func() gen.Options) Hypothesis {
	h.Drawing = drawing
	return h
}

// Shown is h with a program that violates it.
func (h Hypothesis) Shown(text string) Hypothesis {
	h.First = text
	return h
}

// Unneeded marks a hypothesis without which the statement holds too.
func Unneeded(h Hypothesis) Hypothesis {
	h.Unneeded = true
	return h
}

// Meets tells whether an instance meets all of some hypotheses.
func Meets(x Instance, all []Hypothesis) bool {
	for i := range all {
		if !all[i].Met(x) {
			return false
		}
	}
	return true
}

// BoundError says which limit kept something from being decided.
type BoundError struct{ Limit string }

// Error implements error.
func (e BoundError) Error() string { return "not decided: " + e.Limit }

// Verdict is what a check comes to.
type Verdict uint8

// The verdicts. An instance that meets no hypothesis says nothing, and neither
// does a case without instances.
const (
	NotMet  Verdict = iota // no instance meets all hypotheses
	Bounded                // a limit left every instance undecided that meets them
	Holds                  // the conclusion holds for all instances that meet them and were decided
	Refuted                // it is false for one
)

// String is the word of the command line.
func (v Verdict) String() string {
	return [...]string{"hypotheses not met", "bounded", "holds", "refuted"}[v]
}

// Outcome is the result of a check.
type Outcome struct {
	Verdict Verdict
	// Of the instances of the case:
	Decided int // meet all hypotheses, and the conclusion was decided
	Unmet   int // fail a hypothesis, and are not of a form that does (Forms)
	Cut     int // meet them, but a limit was reached

	Counterexample Instance // with Refuted
	Why            error    // with Refuted: what is false; with Bounded: the limit
}

// Visit visits the instances of a case, drawn from the statement's own source.
func (s *Statement) Visit(c *Case, visit func(Instance) bool) error {
	c.statement = s.Name
	return s.Instances(c, visit)
}

// Check checks the statement on the instances of a case, without the
// hypotheses of the given names. It stops at the first counterexample.
func (s *Statement) Check(c *Case, without ...string) Outcome {
	needed := s.Hypotheses
	if len(without) > 0 {
		needed = slices.DeleteFunc(slices.Clone(needed), func(h Hypothesis) bool { return slices.Contains(without, h.Name) })
	}
	var o Outcome
	c.needed = needed
	err := s.Visit(c, func(x Instance) bool { return o.add(x, needed) })
	c.needed = nil
	if o.Verdict == Refuted {
		return o
	}
	var limit BoundError
	if errors.As(err, &limit) {
		o.Cut++
		o.Why = limit
	}
	switch {
	case o.Decided > 0:
		o.Verdict = Holds
	case o.Cut > 0:
		o.Verdict = Bounded
	}
	return o
}

// add checks one instance, and tells whether to go on.
func (o *Outcome) add(x Instance, needed []Hypothesis) bool {
	for i := range needed {
		if !needed[i].Met(x) {
			o.Unmet++
			return true
		}
	}
	err := x.Conclusion()
	if err == nil {
		o.Decided++
		return true
	}
	var limit BoundError
	switch {
	case errors.As(err, &limit):
		o.Cut++
		o.Why = limit
	default:
		o.Verdict, o.Counterexample, o.Why = Refuted, x, err
		return false
	}
	return true
}
