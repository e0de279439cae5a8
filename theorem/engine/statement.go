package engine

import (
	"errors"
	"slices"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/slice"
)

// Statement is a lemma or theorem: its text, and how to check it on the instances of a program.
type Statement struct {
	Name    string // as on the command line, such as "5.7", "6.10" or "witness"
	Title   string
	Cite    string // its source, such as "Lemma 5.7 (POPL 2019)"
	Words   string // the statement as it is checked, in words
	Symbols string // the same in the paper's notation
	Printed string // how the printed form differs, and why it cannot be kept; may be empty

	// NamedLocks is true for a statement that also applies to programs that name locks.
	NamedLocks bool

	Hypotheses []Hypothesis
	// Floor is the least share of random programs for which an instance must meet all hypotheses. A
	// run below it has tested too little and fails.
	Floor float64
	// Instances visits the instances of a case until visit returns false. They depend only on
	// the case. The error is a BoundError.
	Instances func(c *Case, visit func(Instance) bool) error
}

// Instance is one choice of everything that a statement quantifies over.
type Instance interface {
	// Conclusion returns nil if the conclusion holds. A BoundError names the limit that left it
	// undecided; any other error describes the violation.
	Conclusion() error
	// String shows what the instance consists of besides the program.
	String() string
}

// Accesses are two accesses of a program C1 || C2.
type Accesses struct {
	Units il.Pair
	Sites il.Sites // that of the left unit, which thread A runs, comes first
}

// AccessesOf returns the accesses of an instance, or nil if it has no method Accesses.
func AccessesOf(x Instance) *Accesses {
	about, ok := x.(interface{ Accesses() Accesses })
	if !ok {
		return nil
	}
	a := about.Accesses()
	return &a
}

// Hypothesis is a named condition on the instances of a statement. It is also a switch: without
// it, a statement that needs it is refuted.
type Hypothesis struct {
	Name     string // such as "matched"
	Text     string // a sentence
	Met      func(Instance) bool
	Unneeded bool // the statement holds without it
	// Step is the step of the proof that fails without it; "" for the statement itself.
	Step string
	// Form is the only form of the analysis that violates it, or "" if several may.
	Form string
	// Generator gives options that generate programs which violate it often; nil for a mix.
	Generator func() gen.Options
	// First is a program that violates it, if random ones hardly ever do; may be empty.
	First string
}

// On returns a hypothesis on instances of one type.
func On[I Instance](name, text string, met func(I) bool) Hypothesis {
	return Hypothesis{Name: name, Text: text, Met: func(x Instance) bool { return met(x.(I)) }}
}

// Because returns the hypothesis with its Step.
func (h Hypothesis) Because(step string) Hypothesis {
	h.Step = step
	return h
}

// Of returns the hypothesis with its Form.
func (h Hypothesis) Of(form string) Hypothesis {
	h.Form = form
	return h
}

// Drawn returns the hypothesis with its Generator.
func (h Hypothesis) Drawn(generator func() gen.Options) Hypothesis {
	h.Generator = generator
	return h
}

// Shown returns the hypothesis with its First.
func (h Hypothesis) Shown(text string) Hypothesis {
	h.First = text
	return h
}

// Unneeded marks a hypothesis that the statement does not need.
func Unneeded(h Hypothesis) Hypothesis {
	h.Unneeded = true
	return h
}

// Meets reports whether an instance meets all of the hypotheses.
func Meets(x Instance, all []Hypothesis) bool {
	return !slices.ContainsFunc(all, func(h Hypothesis) bool { return !h.Met(x) })
}

// BoundError names the limit that left something undecided.
type BoundError struct{ Limit string }

func (e BoundError) Error() string { return "not decided: " + e.Limit }

// Verdict is the result of a check.
type Verdict uint8

const (
	NotMet  Verdict = iota // no instance meets all hypotheses
	Bounded                // a limit left all instances undecided that meet them
	Holds                  // the conclusion holds for all decided instances that meet them
	Refuted                // it is false for one
)

func (v Verdict) String() string {
	return [...]string{"hypotheses not met", "bounded", "holds", "refuted"}[v]
}

// An Outcome is the result of a check, with its counts.
type Outcome struct {
	Verdict Verdict
	// Of the instances of the case:
	Decided int // meet all hypotheses, and the conclusion was decided
	Unmet   int // fail a hypothesis; those of a form that Forms leaves out are not counted
	Cut     int // meet them, but a limit was reached

	Counterexample Instance // if Refuted
	Why            error    // if Refuted, what is false; if Bounded, the limit
}

// Visit visits all instances of a case, drawn from the statement's own source.
func (s *Statement) Visit(c *Case, visit func(Instance) bool) error {
	return s.Instances(c.visitedBy(s.Name, nil), visit)
}

// Check checks the instances of a case, without some hypotheses, up to the first counterexample.
func (s *Statement) Check(c *Case, without ...string) Outcome {
	needed := s.Hypotheses
	if len(without) > 0 {
		needed = slice.Filter(needed,
			func(h Hypothesis) bool { return !slices.Contains(without, h.Name) })
	}
	var o Outcome
	var limit BoundError
	err := s.Instances(c.visitedBy(s.Name, needed), func(x Instance) bool {
		if !Meets(x, needed) {
			o.Unmet++
			return true
		}
		err := x.Conclusion()
		switch {
		case err == nil:
			o.Decided++
		case errors.As(err, &limit):
			o.Cut++
			o.Why = limit
		default:
			o.Verdict, o.Counterexample, o.Why = Refuted, x, err
			return false
		}
		return true
	})
	if o.Verdict == Refuted {
		return o
	}
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
