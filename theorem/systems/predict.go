//go:build !js

package systems

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/dynamic/predict"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
)

// predictions lists the statements about race prediction, except on the page (predict_js.go).
func predictions() []*engine.Statement {
	return []*engine.Statement{predictedRaces(), predictedMost()}
}

func predictedRaces() *engine.Statement {
	return &engine.Statement{
		Name: "predict", Title: "Predicted races can be shown",
		Cite: "package predict, for SHB (OOPSLA 2018), SyncP (POPL 2021) and M2 (POPL 2020)",
		Words: "If a predictor reports a pair of accesses of a drawn execution, some " +
			"reordering of the execution, made step by step from its initial state, brings both " +
			"next, and the checker accepts it as the witness of a race. This holds for SHB, " +
			"SyncP and M2 if events record the reads of prefixes, and reorderings keep them.",
		Symbols: "(i, j) ∈ predict(τ∥) ⟹ ∃τ∥'. τ∥' reorders τ∥, and races at (i, j)",
		Printed: "In the papers an event is about one cell. In IL an access also reads the cells " +
			"on its path, which the other thread can redirect meanwhile.",
		Hypotheses: []engine.Hypothesis{
			engine.On("prefixes", "Events record the reads of the proper prefixes of their paths.",
				func(x *predicted) bool { return x.by.Variant != predict.Variants[0] }).
				Because("The reordered steps: a write to a cell of its path moves an access.").
				Drawn(draw.Turning).
				Shown(turnedPath),
			engine.On("reads",
				"Reads keep the writes that they read from: the method is neither hb nor wcp.",
				func(x *predicted) bool { return x.by.Name != "hb" && x.by.Name != "wcp" }).
				Because("The reordered steps: a path that reads from other writes moves.").
				Drawn(draw.Turning),
		},
		Floor:     0.1,
		Instances: eachPredicted,
	}
}

// turnedPath is a program with an access whose path the other thread redirects.
const turnedPath = `{
  z := new();
  arg1.f := z;
  arg1.f.g := z;
} || {
  x := arg1.f;
  y := new();
  arg1.f := y;
  x.g := x;
}
`

type predicted struct {
	c     *engine.Case
	trace *predict.Trace
	by    predict.Predictor
	race  hb.Race
}

// predictors lists the forms of the statement predict, from the one that predicts the most races.
func predictors() []predict.Predictor {
	all := predict.Predictors([]string{"hb", "shb", "wcp", "syncp", "m2"}, nil)
	slices.Reverse(all)
	return all
}

const (
	predictedRuns = 4 // the number of random executions of a case
	maxPredicted  = 8 // the maximum number of races of each that are visited
)

func eachRecorded(c *engine.Case, visit func(*predict.Trace) bool) {
	r := c.Rand()
	pairs := c.Core.Pairs()
	if len(pairs) == 0 {
		return // all methods are private: nothing executes
	}
	for range predictedRuns {
		if !visit(predict.Of(dynamic.Draw(c.Core, pairs[r.IntN(len(pairs))], r, drawnLimits))) {
			return
		}
	}
}

// eachPredicted visits the first races that each chosen predictor reports for random executions.
func eachPredicted(c *engine.Case, visit func(engine.Instance) bool) error {
	chosen := engine.Forms(c, c.RandFor("predict form"), predictors(), predictorName)
	eachRecorded(c, func(t *predict.Trace) bool {
		more := true
		for _, p := range chosen {
			n := 0
			p.Races(t, func(r hb.Race) bool {
				n++
				more = visit(&predicted{c: c, trace: t, by: p, race: r})
				return more && n < maxPredicted
			})
		}
		return more
	})
	return nil
}

func predictorName(p predict.Predictor) string { return p.Name + "-" + p.Variant.String() }

func (p *predicted) Conclusion() error {
	order, ok := p.by.Reorder(p.trace, p.race)
	if !ok {
		order, ok = predictors()[0].Reorder(p.trace, p.race)
	}
	if !ok {
		return errors.New("no correct reordering ends before the accesses")
	}
	w, err := p.trace.Witness(order, p.race)
	if err != nil {
		return fmt.Errorf("the reordering %v: %w", order, err)
	}
	if err := truth.Of(p.c).Checker.Check(w); err != nil {
		return fmt.Errorf("the checker refuses the reordering %v: %w", order, err)
	}
	return nil
}

func (p *predicted) String() string {
	return fmt.Sprintf("%s, the report of %s, of the execution %v", predictorName(p.by),
		sitesText(p.c, p.trace, p.race), p.trace.Execution.Events)
}

func predictedMost() *engine.Statement {
	return &engine.Statement{
		Name: "predict-m2", Title: "M2 predicts all that reorderings show",
		Cite: "package predict, for M2 (POPL 2020), which is complete for two threads",
		Words: "From a drawn execution, with and without the reads of prefixes, M2 predicts " +
			"exactly the pairs of accesses that are next after some correct reordering; all of " +
			"them are tried. SyncP predicts no other pairs than M2, and SHB no others than SyncP.",
		Symbols: "shb(τ∥) ⊆ syncp(τ∥) ⊆ m2(τ∥) = {(i, j) | some correct reordering of " +
			"τ∥ ends before i and j}",
		Hypotheses: []engine.Hypothesis{
			engine.On("reads",
				"Reads keep the writes that they read from: the least method is SHB, not hb.",
				func(x *chain) bool { return x.least == "shb" }).
				Because("SHB ⊆ SyncP: the events before the accesses include what they read.").
				Drawn(draw.Turning),
		},
		Floor: 0.1,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			cut := false
			eachRecorded(c, func(t *predict.Trace) bool {
				for _, v := range predict.Variants {
					for _, x := range newChains(c, t, v) {
						cut = cut || x.cut
						if !x.cut && len(x.races[2]) > 0 && !visit(x) {
							return false
						}
					}
				}
				return true
			})
			if cut {
				return engine.BoundError{Limit: "an execution has too many reorderings to try all"}
			}
			return nil
		},
	}
}

// chain has the races that each method predicts from an execution. The methods are in the order in
// which each should predict those of the one before it.
type chain struct {
	c       *engine.Case
	trace   *predict.Trace
	variant predict.Variant
	least   string       // the name of the first method
	races   [4][]hb.Race // the races by least, SyncP, M2, and all reorderings
	cut     bool         // whether a limit left something out
}

// newChains returns the chains from SHB and from happens-before, which share the other methods.
func newChains(c *engine.Case, t *predict.Trace, v predict.Variant) [2]*chain {
	add := func(x *chain, i int, name string, variants ...predict.Variant) {
		for _, p := range predict.Predictors([]string{name}, variants) {
			cut := p.Races(t,
				func(r hb.Race) bool { x.races[i] = append(x.races[i], r); return true })
			x.cut = x.cut || cut
		}
	}
	fromSHB := chain{c: c, trace: t, variant: v, least: "shb"}
	for i, name := range [3]string{"syncp", "m2", predict.Maximal.Name} {
		add(&fromSHB, 1+i, name, v)
	}
	fromHB := fromSHB
	fromHB.least = "hb"
	add(&fromSHB, 0, "shb", v)
	add(&fromHB, 0, "hb") // it has one variant
	return [2]*chain{&fromSHB, &fromHB}
}

func (c *chain) Conclusion() error {
	names := [4]string{c.least, "syncp", "m2", "some reordering"}
	for _, inclusion := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 2}} {
		smaller, larger := inclusion[0], inclusion[1]
		for _, r := range c.races[smaller] {
			if !slices.Contains(c.races[larger], r) {
				return fmt.Errorf("%s shows %s, of events %d and %d, and %s does not",
					names[smaller], sitesText(c.c, c.trace, r), r.First, r.Second, names[larger])
			}
		}
	}
	return nil
}

func sitesText(c *engine.Case, t *predict.Trace, r hb.Race) string {
	x := t.Execution
	return notation.Sites(c.Core, x.Pair,
		dynamic.Sites(x.Pair, x.Events[r.First], x.Events[r.Second]))
}

func (c *chain) String() string {
	return fmt.Sprintf("%s, from %s, of the execution %v", c.variant, c.least,
		c.trace.Execution.Events)
}
