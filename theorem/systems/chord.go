package systems

import (
	"fmt"
	"slices"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/semantics/explore"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/positives"
	"wobbly/theorem/truth"
)

// mostContext is the largest k of k-object sensitivity that is looked at.
const mostContext = 2

// chordForm is a form of Chord: its k and its harness.
type chordForm struct {
	k       int
	harness chord.Harness
}

func (f chordForm) String() string { return fmt.Sprintf("Chord, k = %d, harness %s", f.k, f.harness) }

// environment is what both statements about Chord need.
const environment = "The harness stands for every initial state, with one object for all initial ones, not one for each variable as in the paper."

// noEnvironment is what fails without it.
const noEnvironment = "The map of objects: initial objects that are one have two images, so the points-to sets of aliases are disjoint."

// theorem4 is that Chord misses nothing.
func theorem4() *engine.Statement {
	return &engine.Statement{
		Name: "theorem4", Title: "No stage of Chord misses a race", Cite: "Theorem 4 (package chord), for the analysis of PLDI 2006",
		Words: "Every pair of sites that the exact search finds to race is kept by all stages of Chord, original, reachable, aliasing, escaping and " +
			"unlocked pairs, for k = 0, 1 and 2. Looked at for one program C1 || C2 of each fourth case, and of each case of few statements.",
		Symbols:    "races(C1 ∥ C2) ⊆ UnlockedPairs ⊆ … ⊆ OriginalPairs",
		Printed:    "With the harness of the paper (Section 2.1), one object for each variable, no two formals are aliases, and races are missing.",
		Hypotheses: []engine.Hypothesis{engine.On("environment", environment, func(x keptRace) bool { return x.form.harness == chord.Environment }).Because(noEnvironment)},
		Floor:      0.1,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachRace(c, func(p il.Pair, race *explore.Race) bool {
				return !slices.ContainsFunc(chordForms(), func(f chordForm) bool { return !visit(keptRace{c, p, race, f}) })
			})
		},
	}
}

// chordForms are those that all races are held against.
func chordForms() []chordForm {
	var all []chordForm
	for k := range mostContext + 1 {
		all = append(all, chordForm{k, chord.Environment}, chordForm{k, chord.Variables})
	}
	return all
}

// eachRace visits the races of the program of a case that is searched.
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

// keptRace is an instance of theorem4.
type keptRace struct {
	c    *engine.Case
	pair il.Pair
	race *explore.Race
	form chordForm
}

func (x keptRace) Conclusion() error { return kept(x.c, x.form, x.pair, x.race.Sites()) }

func (x keptRace) Accesses() engine.Accesses {
	return engine.Accesses{Units: x.pair, Sites: x.race.Sites()}
}

func (x keptRace) String() string {
	return "the race of " + notation.Sites(x.c.Core, x.pair, x.race.Sites()) + "; " + x.form.String()
}

// plusChord is that Chord keeps what RacerDX+ reports: Theorems 2 and 4 together,
// without a search in between.
func plusChord() *engine.Statement {
	return &engine.Statement{
		Name: "plus-chord", Title: "Chord keeps what RacerDX+ reports", Cite: "Theorems 2 (docs/plus.md) and 4 (package chord)",
		Words: "Every report of RacerDX+ is kept by all stages of Chord, for k = 0, 1 or 2, whichever is drawn. What is looked at are pairs of " +
			"paths with the same fields, of which one is written and one accessed without the lock.",
		Symbols: "plus ⊆ UnlockedPairs",
		Hypotheses: []engine.Hypothesis{
			engine.Unneeded(engine.On("intact", "The captured prefixes are intact: root-kept, captured-kept and prefixes-untouched of theorem2. Not needed: the points-to set of "+
				"a path that a formal roots has h0 whatever is assigned, and h0 is shared.", func(x keptPair) bool { return x.ReportedPlus() })),
			engine.On("environment", environment, func(x keptPair) bool { return x.form.harness == chord.Environment }).Because(noEnvironment),
		},
		Floor: 0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			k := c.Rand().IntN(mostContext + 1)
			all, left := positives.Pairs(c, (*positives.Pair).ReportedPlus)
			for _, x := range all {
				for _, h := range []chord.Harness{chord.Environment, chord.Variables} {
					if x.Candidate() && !visit(keptPair{x, chordForm{k, h}}) {
						return left
					}
				}
			}
			return left
		},
	}
}

// keptPair is an instance of plusChord.
type keptPair struct {
	*positives.Pair
	form chordForm
}

func (x keptPair) Conclusion() error {
	return kept(x.In, x.form, x.Units, x.Units.Sites(x.Left.Site(), x.Right.Site()))
}

func (x keptPair) String() string { return x.Pair.String() + "; " + x.form.String() }

// kept is nil if Chord keeps a pair of sites to the end.
func kept(c *engine.Case, f chordForm, p il.Pair, s il.Sites) error {
	r, err := chordOn(c, f, p)
	if err != nil {
		return err
	}
	last, ok := r.Last(s)
	switch {
	case !ok:
		return fmt.Errorf("%s is no original pair", notation.Sites(c.Core, p, s))
	case last != chord.Unlocked:
		return fmt.Errorf("the stage after %s drops it", last)
	}
	return nil
}

// chordOf is the key of what a form of Chord says of a program.
type chordOf struct {
	form chordForm
	pair il.Pair
}

// chordOn is what a form of Chord says of a program.
func chordOn(c *engine.Case, f chordForm, p il.Pair) (*chord.Result, error) {
	s := engine.Once(c, chordOf{f, p}, func() chordStages { return runChord(c, f, p) })
	return s.result, s.err
}

// chordStages is what a form of Chord says of a program.
type chordStages struct {
	result *chord.Result
	err    error // a BoundError
}

func runChord(c *engine.Case, f chordForm, p il.Pair) chordStages {
	a, err := chord.New(c.Core, chord.Options{K: f.k, Harness: f.harness})
	if err != nil {
		return chordStages{err: engine.BoundError{Limit: fmt.Sprintf("Chord: %v", err)}}
	}
	r, err := a.Pair(p)
	if err != nil {
		return chordStages{err: engine.BoundError{Limit: fmt.Sprintf("Chord: %v", err)}}
	}
	return chordStages{result: r}
}
