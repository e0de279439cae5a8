package positives

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"wobbly/abstract/oneobject"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

const citeOneObject = "Theorems N and X (docs/theory.md)"

func theoremN() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "theorem-n", Title: "One object decides code without new()",
		Cite: citeOneObject,
		Words: "If the units of a program have no new(), then every race that the exact search " +
			"finds, from any state, also happens from the state with one object that all cells " +
			"and parameters hold. The analysis newfree reports its sites.",
		Symbols: "no new() in C1, C2, and τ∥ ∈ [[C1 ∥ C2]] ζ races with c1 and c2 next " +
			"⟹ (c1, c2) ∈ newfree",
		Hypotheses: []engine.Hypothesis{
			engine.On("no-new", "Neither unit, nor a method that it calls, has a new().",
				func(x *oneObjectRace) bool { return !makesObjects(x.c.Core, x.units) }).
				Because("Every path names a cell of the one object: after new() it need not."),
		},
		Floor:     0.02,
		Instances: eachRaceOf(oneobject.NoNew),
	}
}

func theoremX() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "theorem-x", Title: "One object decides races without publications",
		Cite: citeOneObject,
		Words: "If an execution, from any state, stores no new object into an initial object " +
			"and ends in a race, then the race also happens from the state with one object, with " +
			"each thread run alone. The analysis alone reports its sites.",
		Symbols: "τ∥ ∈ [[C1 ∥ C2]] ζ races with c1 and c2 next, and no store of τ∥ is of an " +
			"object not in ζ into one in ζ ⟹ (c1, c2) ∈ alone",
		Hypotheses: []engine.Hypothesis{
			engine.On("unpublished",
				"Before the race no new object is stored into an object of the first state.",
				func(x *oneObjectRace) bool {
					return x.stores(func(into, stored bool) bool { return into || !stored })
				}).
				Because("A thread can find what the other one has published.").
				Shown(twoSwitches),
		},
		Floor:     0.3,
		Instances: eachRaceOf(oneobject.Private),
	}
}

type oneObjectRace struct {
	*foundRace
	form oneobject.Form
}

// eachRaceOf returns a Statement.Instances with the races that the exact search finds.
func eachRaceOf(form oneobject.Form) func(*engine.Case, func(engine.Instance) bool) error {
	return func(c *engine.Case, visit func(engine.Instance) bool) error {
		return eachFoundRace(c,
			func(x engine.Instance) bool { return visit(&oneObjectRace{x.(*foundRace), form}) })
	}
}

// makesObjects reports whether a unit of p, or a method that it calls, has a new().
func makesObjects(core *il.Core, p il.Pair) bool {
	for _, u := range core.Reachable(p.Left, p.Right) {
		if il.Any(u.Body, func(s il.Stmt) bool { return il.Allocates(s) }) {
			return true
		}
	}
	return false
}

func (x *oneObjectRace) Conclusion() error {
	found, err := oneObjectOf(x.c, x.form)
	if err != nil {
		return err
	}
	list, cut := oneObjectReports(found, x.units)
	switch {
	case slice.SetBy(list, oneobject.Report.Sites)[x.sites]:
		return nil
	case cut != nil:
		return cut
	default:
		return errors.New("package oneobject does not report the sites")
	}
}

func oneObject() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true, Name: "one-object",
		Title: "True positives from the state with one object", Cite: citeOneObject,
		Words: "For every report of the analysis collapse there is an execution from the " +
			"state with one object. In it each thread runs alone to its access, or both run as " +
			"named locks let them. The independent checker and the semantics accept it. " +
			"The reports of newfree and alone are among those of collapse.",
		Symbols:   "(c1, c2) ∈ collapse ⟹ check(τ1 τ2) and replay(τ1 τ2), with c1 and c2 next",
		Floor:     usualFloor,
		Instances: eachOneObject,
	}
}

type oneObjectReport struct {
	sitesOfCase
	report oneobject.Report
}

func eachOneObject(c *engine.Case, visit func(engine.Instance) bool) error {
	var more error
	visited := 0
	bound := eachOneObjectReport(c, oneobject.Published, func(p il.Pair, r oneobject.Report) bool {
		if visited == truth.MaxReports {
			more = errMoreReports
			return false
		}
		visited++
		return visit(&oneObjectReport{sitesOfCase{c, p, r.Sites()}, r})
	})
	return cmp.Or(more, bound)
}

func (x *oneObjectReport) Conclusion() error {
	w, err := truth.Of(x.c).Builder.OneObject(x.report, maxCommands)
	if err != nil {
		return engine.BoundError{Limit: err.Error()}
	}
	return truth.Certified(x.c, w)
}

func boundedNewFree() *engine.Statement {
	return &engine.Statement{
		Name: "bounded-new-free", Title: "Code without new() needs one context switch",
		Cite: citeBounded + ", and Theorem N",
		Words: "For K = 1 the context-bounded analysis reports what newfree does on units " +
			"without new(): all of their races.",
		Symbols: "no new() in C1, C2 ⟹ newfree ⊆ bounded(1), as pairs of sites",
		Hypotheses: []engine.Hypothesis{
			engine.Unneeded(engine.On("no-new",
				"No new() in the units and their methods. Not needed: newfree executes none.",
				func(x newFreeReport) bool { return !makesObjects(x.c.Core, x.units) })),
		},
		Floor: 0.05,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachOneObjectReport(c, oneobject.NoNew,
				func(p il.Pair, r oneobject.Report) bool {
					return visit(newFreeReport{sitesOfCase{c, p, r.Sites()}})
				})
		},
	}
}

type newFreeReport struct{ sitesOfCase }

func (x newFreeReport) Conclusion() error { return x.withinBounded(wholeBounded, 1) }

// eachOneObjectReport visits a form's reports. After a BoundError some may be missing.
func eachOneObjectReport(c *engine.Case, form oneobject.Form,
	visit func(il.Pair, oneobject.Report) bool) error {
	found, err := oneObjectOf(c, form)
	if err != nil {
		return err
	}
	var bound error
	for _, p := range c.Core.Pairs() {
		list, cut := oneObjectReports(found, p)
		bound = cmp.Or(cut, bound)
		for _, r := range list {
			if !visit(p, r) {
				return bound
			}
		}
	}
	return bound
}

// oneObjectOf returns the result of a form on a case. The error is a BoundError.
func oneObjectOf(c *engine.Case, form oneobject.Form) (*oneobject.Result, error) {
	found, err := engine.OnceErr(c, form, func() (*oneobject.Result, error) {
		return oneobject.Analyze(c.Core, oneobject.Options{Form: form})
	})
	if err != nil {
		return nil, engine.BoundError{Limit: fmt.Sprintf("package oneobject: %v", err)}
	}
	return found, nil
}

// oneObjectReports returns the reports of a pair, and a BoundError if some may be missing.
func oneObjectReports(found *oneobject.Result, p il.Pair) ([]oneobject.Report, error) {
	list, cuts := found.Reports(context.Background(), p)
	if len(cuts) > 0 {
		return list, engine.BoundError{Limit: "package oneobject: " + strings.Join(cuts, ", ")}
	}
	return list, nil
}
