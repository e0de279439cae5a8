package systems

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/abstract/racerd"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/positives"
)

func theorem3() *engine.Statement {
	conditions := []engine.Hypothesis{
		engine.On("stable", "No proper prefix of π1 is in W1, and none of π2 in W2, WB left out.",
			func(x comparedPair) bool { return x.Left.Stable && x.Right.Stable }).
			Because("The lookup misses the root's entry: a prefix of the path has been assigned."),
	}
	for _, c := range []struct{ name, text string }{
		{"I1", "Paths match at least as coarsely as in RacerDX: modulo their roots."},
		{"I2", "Lock levels are counted as in RacerDX, the condition is no stronger, and only " +
			"changing levels are widened."},
		{"I3", "Ownership is looked up on proper prefixes of the path, and conditional " +
			"ownership counts as none."},
		{"I4", "Formal i begins as OwnedIf({i}), or as Unowned."},
		{"I5", "The composition C1 || C2 is sufficient evidence of concurrency."},
		{"I6", "No access to a formal's path, and no report, is dropped for other reasons."},
	} {
		conditions = append(conditions,
			engine.On(c.name, c.text,
				func(x comparedPair) bool { return x.form.Violates != c.name }).
				Because("The form does not meet "+c.name+"."))
	}
	return &engine.Statement{
		Name: "theorem3", Title: "RacerD reports what RacerDX reports",
		Cite: "Theorem 3 (package racerd), after Section 7 (POPL 2019)",
		Words: "RacerD, and each form of it that meets the conditions I1 to I6, reports " +
			"each pair of accesses that RacerDX reports, even without WB, with the same " +
			"positions, kinds and paths. The forms are the switches of package racerd. " +
			"Checked for paths with the same fields, one written and one accessed without a " +
			"lock: RacerD does not distinguish locks.",
		Symbols:    "nowb ⊆ racerd",
		Printed:    "The paper observes that RacerDX is stricter, but not under which conditions.",
		Hypotheses: conditions,
		Floor:      0.4,
		Instances:  eachCompared,
	}
}

func racerdForms() []racerd.Switch {
	return append([]racerd.Switch{{Name: "racerd", Text: "as it is",
		Set: func(*racerd.Options) {}}}, racerd.Switches...)
}

// comparedPair is an instance about a pair that a form of RacerD should report.
type comparedPair struct {
	*positives.Pair
	form racerd.Switch
}

// eachCompared visits the pairs that meet the premises about fields, kinds and locks, in some
// forms.
func eachCompared(c *engine.Case, visit func(engine.Instance) bool) error {
	chosen := engine.Forms(c, c.Rand(), racerdForms(),
		func(f racerd.Switch) string { return f.Name })
	return positives.EachPair(c, (*positives.Pair).Reported, func(x *positives.Pair) bool {
		if !x.Candidate() || x.Left.Lock.Held() && x.Right.Lock.Held() {
			return true
		}
		return !slices.ContainsFunc(chosen,
			func(f racerd.Switch) bool { return !visit(comparedPair{x, f}) })
	})
}

func (c comparedPair) Conclusion() error {
	reported, err := racerdOn(c.In, c.form)
	if err != nil {
		return err
	}
	left, right := unleveled(c.Pair.Left.Access), unleveled(c.Pair.Right.Access)
	if !reported[accessPair{c.Pair.Units, left, right}] {
		return errors.New("RacerD does not report it")
	}
	return nil
}

func (c comparedPair) String() string {
	if c.form.Name == "racerd" {
		return c.Pair.String()
	}
	return c.Pair.String() + "; by RacerD in the form " + c.form.Name + ": " + c.form.Text
}

// accessPair is two accesses without levels and histories.
type accessPair struct {
	units       il.Pair
	left, right abstract.Access
}

// unleveled returns a without its level and history.
func unleveled(a abstract.Access) abstract.Access {
	a.Lock, a.History, a.Captured = il.Level{}, il.History{}, 0
	return a
}

// racerdOn returns the reports of a form of RacerD. The error is a BoundError.
func racerdOn(c *engine.Case, form racerd.Switch) (map[accessPair]bool, error) {
	type key struct{ form string }
	reports, err := engine.OnceErr(c, key{form.Name}, func() (map[accessPair]bool, error) {
		var o racerd.Options
		form.Set(&o)
		a, err := racerd.Analyze(c.Core, o)
		if err != nil {
			return nil, err
		}
		r, err := a.Reports(nil)
		if err != nil {
			return nil, err
		}
		return slice.SetBy(r.ListRaces(engine.Unlimited), func(x racerd.Report) accessPair {
			units := il.Pair{Left: x.Left.Unit, Right: x.Right.Unit}
			return accessPair{
				units, unleveled(x.Left.Access.Access), unleveled(x.Right.Access.Access),
			}
		}), nil
	})
	if err != nil {
		return nil, engine.BoundError{Limit: fmt.Sprintf("RacerD: %v", err)}
	}
	return reports, nil
}

// Variants lists the switches for the forms of RacerD, some of which violate a condition of Theorem
// 3, and for the variants of RDIT for which Theorem 5 is false.
func Variants() []*engine.Switch {
	return append(racerdSwitches(), rditSwitches()...)
}

func racerdSwitches() []*engine.Switch {
	var all []*engine.Switch
	for _, f := range racerd.Switches {
		s := &engine.Switch{
			Name: "theorem3:" + f.Name, Kind: engine.LemmaCondition, Statement: "theorem3",
			Needed: f.Violates != "",
			Text:   "in RacerD " + f.Text, Off: engine.Off{Variant: f.Name},
			Step: "None fails: the form meets all conditions.", Refute: engine.Without(theorem3()),
		}
		if s.Needed {
			s.Step = "The form does not meet " + f.Violates + "."
			s.Refute = engine.Without(theorem3(), f.Violates)
		}
		all = append(all, s)
	}
	return all
}

// rditSwitches returns a switch for each variant of RDIT for which Theorem 5 is false.
func rditSwitches() []*engine.Switch {
	var all []*engine.Switch
	for _, v := range []struct{ variant, step string }{
		{rdit.Published.Name, "Both are missing, or one: the lock is in no reach."},
		{rdit.First.Name,
			"Both are missing: the BarrierPairs are not the first of their threads " +
				"behind each other."},
		{rdit.LockInReach.Name, "One is missing: no edge ties a recorded lock to a BarrierPair."},
	} {
		all = append(all, &engine.Switch{
			Name: "theorem5:" + v.variant, Kind: engine.LemmaCondition, Statement: "theorem5",
			Needed: true,
			Text:   "the variant " + v.variant, Off: engine.Off{Variant: v.variant},
			Generator: draw.Observable,
			Refute:    engine.Without(theorem5(), "repaired"),
			Step:      "Theorem 5, its cases: " + v.step,
		})
	}
	return all
}
