package theorem

import (
	"slices"

	"wobbly/theorem/engine"
	"wobbly/theorem/laws"
	"wobbly/theorem/positives"
	"wobbly/theorem/section5"
	"wobbly/theorem/section6"
	"wobbly/theorem/switches"
	"wobbly/theorem/systems"
)

// A Group is a list of related statements.
type Group struct {
	Title      string
	Statements []*engine.Statement
}

// Groups lists all statements: those of the paper in its order, then this project's own, and those
// about the analyzers of other papers.
func Groups() []Group {
	return []Group{
		{"Soundness", section5.Soundness()},
		{"Completeness", section5.Completeness()},
		{"Stability of paths", section6.Statements()},
		{"True positives", positives.Theorems()},
		{"RacerDX+", positives.Plus()},
		{"Several locks", positives.Locks()},
		{"This project", slices.Concat(positives.Confirmations(), laws.Statements())},
		{"The other systems", systems.Statements()},
	}
}

// Statements lists the statements of all groups.
func Statements() []*engine.Statement {
	var all []*engine.Statement
	for _, g := range Groups() {
		all = append(all, g.Statements...)
	}
	return all
}

// Find returns the statement called name, if there is one.
func Find(name string) (*engine.Statement, bool) {
	for _, s := range Statements() {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}

// Switches lists all switches, by kind.
func Switches() []*engine.Switch {
	return slices.Concat(switches.OfTheorem1(), switches.OfHypotheses(Statements()),
		section5.Analyses(), systems.Variants())
}

// FindSwitch returns the switch called name, if there is one.
func FindSwitch(name string) (*engine.Switch, bool) {
	for _, s := range Switches() {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}
