package systems

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/dynamic"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

func theorem5() *engine.Statement {
	return &engine.Statement{
		Name: "theorem5", Title: "RDIT, repaired, reports nothing for lack of events",
		Cite: "Theorem 5 (package rdit), for the detector of FSE 2015",
		Words: "For a drawn execution and a drawn set of unobserved methods, each pair of " +
			"recorded accesses that a variant of RDIT reports is unordered by happens-before in " +
			"the complete execution, followed event by event. This holds for the repaired " +
			"variant, for those that order all missing calls, and for the one " +
			"that reports the most.",
		Symbols: "i ≺ j in hb(τ∥) ⟹ i ≺ j in rdit(observed(τ∥, M)), for recorded accesses i, j",
		Printed: "The published algorithm orders missing calls that reach a common object. " +
			"On IL that is wrong: the lock is not an object, and missing code synchronizes " +
			"with recorded code.",
		Hypotheses: []engine.Hypothesis{
			engine.On("repaired",
				"Missing calls that may take the lock reach it, as recorded code does, and calls "+
					"in progress count.",
				func(x *observed) bool { return x.variant.Sound }).
				Because("The four cases: an edge begins or ends in missing code.").
				Drawn(draw.Observable),
		},
		Floor:     0.03,
		Instances: eachObserved,
	}
}

type observed struct {
	trace   *rdit.Trace
	variant rdit.Variant
}

// rditForms lists the variants, the repaired one first, except happens-before on the recorded
// events, which exists for comparison and promises nothing.
func rditForms() []rdit.Variant {
	return []rdit.Variant{
		rdit.Repaired, rdit.Published, rdit.First, rdit.LockInReach, rdit.Maximal, rdit.AllMissing,
	}
}

// observations is the number of random executions of a case.
const observations = 4

// eachTrace visits traces of random executions with random missing methods, except executions
// without a missing call.
func eachTrace(c *engine.Case, visit func(*rdit.Trace) bool) {
	r := c.Rand()
	pairs := c.Core.Pairs()
	if len(pairs) == 0 {
		return // all methods are private: nothing executes
	}
	for range observations {
		p := pairs[r.IntN(len(pairs))]
		x := dynamic.Draw(c.Core, p, r, drawnLimits)
		if t := rdit.Observe(x, drawMissing(r, c.Core, p)); len(t.Pairs) > 0 && !visit(t) {
			return
		}
	}
}

// drawMissing draws the unobserved methods, each with probability 1/2, or 1/8 for the pair's own
// methods, without which little is left.
func drawMissing(r *rand.Rand, core *il.Core, p il.Pair) rdit.Missing {
	var names []string
	for _, u := range core.Units {
		odds := 2
		if u == p.Left || u == p.Right {
			odds = 8
		}
		if !u.Thread && r.IntN(odds) == 0 {
			names = append(names, u.Name)
		}
	}
	m, err := rdit.Named(core, names...)
	if err != nil {
		panic(err) // Named fails only for names that are not those of methods
	}
	return m
}

// eachObserved visits the traces and variants that have a report.
func eachObserved(c *engine.Case, visit func(engine.Instance) bool) error {
	chosen := engine.Forms(c, c.RandFor("theorem5 form"), rditForms(),
		func(v rdit.Variant) string { return v.Name })
	eachTrace(c, func(t *rdit.Trace) bool {
		for _, v := range chosen {
			for range v.Run(t).Races() {
				if !visit(&observed{t, v}) {
					return false
				}
				break // the instance is about all reports
			}
		}
		return true
	})
	return nil
}

func (o *observed) Conclusion() error {
	events := o.trace.Execution.Events
	for race := range o.variant.Run(o.trace).Races() {
		i, j := o.trace.Items[race.First].At, o.trace.Items[race.Second].At
		switch {
		case !events[i].Conflicts(events[j]):
			return fmt.Errorf("%v and %v do not conflict", events[i], events[j])
		case orderedFrom(events, i)[j]:
			return fmt.Errorf("%v of event %d happens before %v of event %d",
				events[i], i, events[j], j)
		}
	}
	return nil
}

func (o *observed) String() string { return o.variant.Name + ", " + observedText(o.trace) }

func observedText(t *rdit.Trace) string {
	return fmt.Sprintf("%s not observed, the execution %v of %s || %s",
		strings.Join(t.Missing.Names(), ", "),
		t.Execution.Events, t.Execution.Pair.Left.Name, t.Execution.Pair.Right.Name)
}

func maximal() *engine.Statement {
	return &engine.Statement{
		Name: "theorem5-max", Title: "RDIT reports the most that can be reported",
		Cite: "second theorem of package rdit",
		Words: "The variant Maximal orders two recorded accesses if and only if some " +
			"completion orders them: an execution with other bodies of the missing methods that " +
			"looks the same. Such a completion is built, which orders, event by event, all that " +
			"Maximal orders; neither it nor the execution itself orders more. Other variants " +
			"without false reports order more, and so report less.",
		Symbols: "i ≺ j in rdit-max(observed(τ∥, M)) ⟺ ∃τ∥'. observed(τ∥', M) = observed(τ∥, " +
			"M) ∧ i ≺ j in hb(τ∥')",
		Hypotheses: []engine.Hypothesis{
			engine.On("maximal", "The variant is Maximal, not Repaired.",
				func(x *completed) bool { return x.variant.Name == rdit.Maximal.Name }).
				Because("No completion has the edges by a common object or a taken lock."),
		},
		Floor: 0.15,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			eachTrace(c, func(t *rdit.Trace) bool {
				return visit(&completed{t, rdit.Maximal}) && visit(&completed{t, rdit.Repaired})
			})
			return nil
		},
	}
}

// completed is an instance that compares a variant of RDIT with the completion of a trace.
type completed struct {
	trace   *rdit.Trace
	variant rdit.Variant
}

func (cp *completed) Conclusion() error {
	t := cp.trace
	c := t.Complete()
	if err := sameTrace(t, rdit.Observe(c.Execution, t.Missing), c.At); err != nil {
		return fmt.Errorf("the completion looks different: %w", err)
	}
	order := cp.variant.Run(t)
	for i, it := range t.Items {
		if it.At < 0 {
			continue
		}
		inExecution := orderedFrom(t.Execution.Events, it.At)
		inCompletion := orderedFrom(c.Execution.Events, c.At[i])
		for j, jt := range t.Items {
			switch {
			case jt.At < 0:
			case order.Before(i, j) != inCompletion[c.At[j]]:
				return fmt.Errorf("elements %d and %d: ordered by %s %v, in the completion %v",
					i, j, cp.variant.Name, order.Before(i, j), inCompletion[c.At[j]])
			case inExecution[jt.At] && !order.Before(i, j):
				return fmt.Errorf("elements %d and %d are ordered in the execution, and not by %s",
					i, j, cp.variant.Name)
			}
		}
	}
	return nil
}

func (cp *completed) String() string { return cp.variant.Name + ", " + observedText(cp.trace) }

// sameTrace returns an error if two traces differ, or element k of the second is not event at[k] of
// its execution.
func sameTrace(t, again *rdit.Trace, at []int) error {
	if len(t.Items) != len(again.Items) || len(t.Pairs) != len(again.Pairs) {
		return fmt.Errorf("%d elements and %d missing calls, not %d and %d",
			len(again.Items), len(again.Pairs), len(t.Items), len(t.Pairs))
	}
	for k, e := range t.Events {
		f := again.Events[k]
		x, y := t.Items[k], again.Items[k]
		sameItem := x.Mark == y.Mark && x.Pair == y.Pair && y.At == at[k]
		if !sameItem ||
			e.Thread != f.Thread || e.Kind != f.Kind || e.At != f.At || e.Cell != f.Cell {
			return fmt.Errorf("element %d is %v, not %v", k, f, e)
		}
	}
	for k, p := range t.Pairs {
		q := again.Pairs[k]
		if p.Begin != q.Begin || p.End != q.End || p.MayLock != q.MayLock ||
			!slices.Equal(p.Reach.Locs(), q.Reach.Locs()) {
			return fmt.Errorf("missing call %d is %v, not %v", k, q, p)
		}
	}
	return nil
}
