package systems

import (
	"fmt"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/semantics/explore"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/positives"
	"wobbly/theorem/truth"
)

// maxContext is the maximum k of the analysis of Chord.
const maxContext = 2

type chordForm struct {
	k       int
	harness chord.Harness
}

func (f chordForm) String() string {
	return fmt.Sprintf("Chord, k = %d, harness %s", f.k, f.harness)
}

// The premise about the harness, and the step of the proof that fails without it.
const (
	environment = "The harness represents every initial state, by one object for all initial " +
		"ones, not one for each variable as in the paper."
	noEnvironment = "The map of objects: one initial object has two images."
)

func theorem4() *engine.Statement {
	return &engine.Statement{
		Name: "theorem4", Title: "No stage of Chord misses a race",
		Cite: "Theorem 4 (package chord), for the analysis of PLDI 2006",
		Words: "Every pair of sites that the exact search finds to race is kept by all stages " +
			"of Chord, for k = 0, 1 and 2: original, reachable, aliasing, escaping " +
			"and unlocked pairs. " + positives.Sampled,
		Symbols: "races(C1 ∥ C2) ⊆ UnlockedPairs ⊆ … ⊆ OriginalPairs",
		Printed: "The harness of Section 2.1 has one object for each variable. So no two formals " +
			"are aliases, and races are missing.",
		Hypotheses: []engine.Hypothesis{
			engine.On("environment", environment,
				func(x keptRace) bool {
					return x.form.harness == chord.Environment
				}).Because(noEnvironment),
		},
		Floor: 0.1,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachRace(c, func(p il.Pair, race *explore.Race) bool {
				for k := range maxContext + 1 {
					for _, h := range harnesses {
						form := chordForm{k: k, harness: h}
						if !visit(keptRace{c: c, pair: p, race: race, form: form}) {
							return false
						}
					}
				}
				return true
			})
		},
	}
}

var harnesses = []chord.Harness{chord.Environment, chord.Variables}

// eachRace visits the races that the exact search finds for the probe of a case.
func eachRace(c *engine.Case, visit func(il.Pair, *explore.Race) bool) error {
	p, ok, err := positives.Probed(c)
	if !ok {
		return err
	}
	s := truth.Search(c, p)
	for i := range s.Races {
		if !visit(p, &s.Races[i]) {
			return nil
		}
	}
	return s.Cut
}

// keptRace is an instance about a race that a form of Chord should keep.
type keptRace struct {
	c    *engine.Case
	pair il.Pair
	race *explore.Race
	form chordForm
}

func (k keptRace) Conclusion() error { return kept(k.c, k.form, k.pair, k.race.Sites()) }

func (k keptRace) Accesses() engine.Accesses {
	return engine.Accesses{Units: k.pair, Sites: k.race.Sites()}
}

func (k keptRace) String() string {
	return "the race of " + notation.Sites(k.c.Core, k.pair, k.race.Sites()) + "; " +
		k.form.String()
}

// plusChord returns the consequence of Theorems 2 and 4, checked without a search.
func plusChord() *engine.Statement {
	return &engine.Statement{
		Name: "plus-chord", Title: "Chord keeps what RacerDX+ reports",
		Cite: "Theorems 2 (docs/theory.md) and 4 (package chord)",
		Words: "Every report of RacerDX+ is kept by all stages of Chord, for a drawn k of 0, " +
			"1 or 2. Checked for paths with the same fields, one written and one " +
			"accessed without the lock.",
		Symbols: "plus ⊆ UnlockedPairs",
		Hypotheses: []engine.Hypothesis{
			engine.Unneeded(engine.On("intact",
				"The captured prefixes are intact. Not needed: a formal's path has h0, shared.",
				func(x keptPair) bool { return x.ReportedPlus() })),
			engine.On("environment", environment,
				func(x keptPair) bool {
					return x.form.harness == chord.Environment
				}).Because(noEnvironment),
		},
		Floor: 0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			k := c.Rand().IntN(maxContext + 1)
			all, bound := positives.Pairs(c, (*positives.Pair).ReportedPlus)
			for _, x := range all {
				for _, h := range harnesses {
					if x.Candidate() && !visit(keptPair{x, chordForm{k, h}}) {
						return bound
					}
				}
			}
			return bound
		},
	}
}

// keptPair is an instance about a report of RacerDX+ that a form of Chord should keep.
type keptPair struct {
	*positives.Pair
	form chordForm
}

func (k keptPair) Conclusion() error {
	return kept(k.In, k.form, k.Units, k.Units.Sites(k.Left.Site(), k.Right.Site()))
}

func (k keptPair) String() string { return k.Pair.String() + "; " + k.form.String() }

// kept returns an error if a stage of a form of Chord drops a pair of sites.
func kept(c *engine.Case, f chordForm, p il.Pair, s il.Sites) error {
	type key struct {
		chordForm
		il.Pair
	}
	stages, err := engine.OnceErr(c, key{f, p}, func() (*chord.Result, error) {
		a, err := chord.New(c.Core, chord.Options{K: f.k, Harness: f.harness})
		if err != nil {
			return nil, err
		}
		return a.Pair(p)
	})
	if err != nil {
		return engine.BoundError{Limit: fmt.Sprintf("Chord: %v", err)}
	}
	last, ok := stages.Last(s)
	switch {
	case !ok:
		return fmt.Errorf("%s is not an original pair", notation.Sites(c.Core, p, s))
	case last != chord.Unlocked:
		return fmt.Errorf("the stage after %s drops it", last)
	}
	return nil
}
