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
	// Name is the name on the command line, such as "5.7", "6.10" or "witness".
	Name  string
	Title string
	// Cite is the source, such as "Lemma 5.7 (POPL 2019)".
	Cite string
	// Words is the statement as it is checked, in words, and Symbols the same in the paper's
	// notation.
	Words, Symbols string
	// Printed says how the printed form differs, and why it cannot be kept. It is empty if the
	// printed form is the same.
	Printed string

	// NamedLocks reports whether the statement also applies to programs that name locks.
	NamedLocks bool

	Hypotheses []Hypothesis
	// Floor is the share of random programs, from 0 to 1, for which an instance must at least meet
	// all hypotheses. A run below it has tested too little and fails.
	Floor float64
	// Instances calls visit with the instances of a case until it returns false. The instances
	// depend only on the case. The error is a BoundError.
	Instances func(c *Case, visit func(Instance) bool) error
}

// Instance is one choice of everything that a statement quantifies over.
type Instance interface {
	// Conclusion returns nil if the conclusion holds. A BoundError names the limit that left it
	// undecided; any other error describes the violation.
	Conclusion() error
	// String describes the instance, except for the program.
	String() string
}

// Accesses are two accesses, one in each unit of a pair.
type Accesses struct {
	Units il.Pair
	// Sites has the access of the left unit first.
	Sites il.Sites
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
	// Name is a short name, such as "matched", and Text a sentence.
	Name, Text string
	Met        func(Instance) bool
	// Unneeded reports whether the statement holds without the condition.
	Unneeded bool
	// Step is the step of the proof that fails without the condition. If it is empty, the statement
	// itself fails.
	Step string
	// Form is the only form of the analysis that violates the condition. It is empty if several
	// may.
	Form string
	// Generator, if not nil, returns options of programs that often violate the condition.
	Generator func() gen.Options
	// First is a program that violates the condition if random ones hardly ever do, or empty.
	First string
}

// On returns a hypothesis about instances of type I. Met panics for instances of other types.
func On[I Instance](name, text string, met func(I) bool) Hypothesis {
	return Hypothesis{Name: name, Text: text, Met: func(x Instance) bool { return met(x.(I)) }}
}

// Because returns a copy of h with a Step.
func (h Hypothesis) Because(step string) Hypothesis {
	h.Step = step
	return h
}

// Of returns a copy of h with a Form.
func (h Hypothesis) Of(form string) Hypothesis {
	h.Form = form
	return h
}

// Drawn returns a copy of h with a Generator.
func (h Hypothesis) Drawn(generator func() gen.Options) Hypothesis {
	h.Generator = generator
	return h
}

// Shown returns a copy of h with a First program.
func (h Hypothesis) Shown(program string) Hypothesis {
	h.First = program
	return h
}

// Unneeded returns a copy of h that is marked as unneeded.
func Unneeded(h Hypothesis) Hypothesis {
	h.Unneeded = true
	return h
}

// Meets reports whether an instance meets all of the hypotheses.
func Meets(x Instance, hypotheses []Hypothesis) bool {
	return !slices.ContainsFunc(hypotheses, func(h Hypothesis) bool { return !h.Met(x) })
}

// BoundError is the error of a check that a limit left undecided. Limit names it.
type BoundError struct{ Limit string }

func (e BoundError) Error() string { return "not decided: " + e.Limit }

// Verdict is the result of a check.
type Verdict uint8

const (
	NotMet  Verdict = iota // no instance meets all hypotheses
	Bounded                // a limit left undecided all instances that meet them
	Holds                  // the conclusion holds for all decided instances that meet them
	Refuted                // the conclusion is false for one of them
)

func (v Verdict) String() string {
	return [...]string{"hypotheses not met", "bounded", "holds", "refuted"}[v]
}

// An Outcome is the result of a check, with its counts.
type Outcome struct {
	Verdict Verdict
	// Decided and Cut count the instances that meet all hypotheses: those whose conclusion was
	// decided, and those for which a limit was reached.
	Decided, Cut int
	// Unmet counts the instances that fail a hypothesis, except those of a form that Forms omits.
	Unmet int

	// Counterexample is the instance that refutes the statement, if Verdict is Refuted.
	Counterexample Instance
	// Why says what is false if Verdict is Refuted, and which limit was reached if it is Bounded.
	Why error
}

// Visit calls visit with the instances of a case, with or without the hypotheses, until it returns
// false. The error is a BoundError.
func (s *Statement) Visit(c *Case, visit func(Instance) bool) error {
	return s.Instances(c.visitedBy(s.Name, nil), visit)
}

// Check checks the conclusion for the instances of a case, up to the first counterexample. It
// leaves out the hypotheses called without.
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
