package section5

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

func lemma510() *engine.Statement {
	return &engine.Statement{
		Name: "5.10", Title: "Balanced locking and syntactic traces",
		Cite: "Lemma 5.10 (POPL 2019)",
		Words: "A compound program with balanced locking has the same syntactic traces from " +
			"all well-behaved states and lock levels, and at least one. The traces with at most " +
			"one iteration of each loop are compared.",
		Symbols: "{τ̂ | τ ∈ [[C]]⟨S1, h1, L⟩} = {τ̂ | τ ∈ [[C]]⟨S2, h2, L⟩} ≠ ∅",
		Printed: "Printed for heaps with partial objects, where a load of a missing field is " +
			"stuck (G8: without \"WB\"); A3 is not named (without \"A3\"); and lock() has Figure " +
			"5's cap, so that lock(); lock(); unlock(); unlock() is stuck under L-hat = 1 (G3: " +
			"without \"below-cap\").",
		Hypotheses: []engine.Hypothesis{
			engine.On("WB", "Both states are well-behaved; their heaps are full.",
				(*twoStates).wellBehaved),
			engine.On("A2",
				"Locking is balanced in C, in every block of it and in the methods it calls.",
				func(x *twoStates) bool { return x.balanced }),
			engine.On("A3", "In C, a variable that is not a formal is assigned before it is used.",
				func(x *twoStates) bool { return x.definite }),
			engine.On("below-cap",
				"L and the locks that C takes do not exceed the cap, if lock() has one.",
				func(x *twoStates) bool { return fits(x.level, x.locking, x.lockCap) }),
		},
		Floor:     0.9,
		Instances: drawTwoStates,
	}
}

// twoStates is an instance of Lemma 5.10: a compound program C, two states and a lock level L.
type twoStates struct {
	core     *il.Core
	unit     *il.Unit            // a unit whose body is C
	locking  compound.LockLevels // the lock levels along C
	balanced bool                // whether C satisfies A2
	definite bool                // whether C satisfies A3
	from     [2]semantics.Config
	level    il.Level
	lockCap  int // the cap of lock() in Figure 5 as printed; 0 for none
}

// drawTwoStates visits an instance about a whole unit and one about a fragment.
func drawTwoStates(c *engine.Case, visit func(engine.Instance) bool) error {
	r, legal := c.Rand(), compound.NewLegality(c.Core)
	for i := range 2 {
		u, from := draw.Unit(r, c.Core), draw.StartWell
		if i > 0 {
			u, from = draw.Fragment(r, c.Core, u), draw.Start
		}
		x := &twoStates{
			core: c.Core, unit: u, locking: legal.Levels(u.Body), balanced: legal.Balanced(u.Body),
			definite: legal.Assigned(u.Body, compound.Formals(u)),
		}
		for j := range x.from {
			x.from[j] = from(r, c.Core, u)
		}
		x.level, x.lockCap = levelAndCap(r, 0)
		if !visit(x) {
			return nil
		}
	}
	return nil
}

func (ts *twoStates) wellBehaved() bool {
	return semantics.WellBehaved(ts.from[0]) == nil && semantics.WellBehaved(ts.from[1]) == nil
}

func (ts *twoStates) Conclusion() error {
	var sets [2][][]il.Command
	for i := range sets {
		all, err := executions(ts.core, ts.unit, ts.state(i), 1)
		if err != nil {
			return err
		}
		sets[i] = slices.DeleteFunc(all,
			func(t []il.Command) bool { return !passes(t, ts.level, ts.lockCap) })
	}
	if len(sets[0])+len(sets[1]) == 0 {
		return errors.New("no trace of C is executable")
	}
	if slices.EqualFunc(sets[0], sets[1], slices.Equal) {
		return nil // traces are listed in the same order
	}
	for i, s := range sets {
		for _, t := range s {
			if !slices.ContainsFunc(sets[1-i],
				func(o []il.Command) bool { return slices.Equal(t, o) }) {
				return fmt.Errorf("%s is a trace from state %d only", notation.Trace(t), i+1)
			}
		}
	}
	return nil
}

func (ts *twoStates) state(i int) semantics.State {
	s := ts.from[i].State(semantics.A)
	s.L = ts.level
	return s
}

// passes reports whether no unlock() of t is stuck if lock() has a cap, as in Figure 5 as printed.
func passes(t []il.Command, level il.Level, lockCap int) bool {
	if lockCap == 0 {
		return true
	}
	for _, c := range t {
		if level.Lacks(c) {
			return false
		}
		level = level.After(c).Capped(lockCap)
	}
	return true
}

func (ts *twoStates) String() string {
	return fmt.Sprintf("C = %s, L = %v%s, states 1 %s and 2 %s", notation.Block(ts.unit.Body),
		ts.level, notation.Cap(ts.lockCap),
		notation.State(ts.state(0)), notation.State(ts.state(1)))
}
