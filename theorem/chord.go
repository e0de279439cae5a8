package theorem

import (
	"fmt"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/semantics/explore"
)

// mostContext is the largest k of k-object sensitivity that is looked at.
const mostContext = 2

// chordForm is a form of Chord: its k and its harness.
type chordForm struct {
	k       int
	harness chord.Harness
}

// String names the form.
func (f chordForm) String() string { return fmt.Sprintf("Chord, k = %d, harness %s", f.k, f.harness) }

// environment is what both statements about Chord need.
const environment = "The harness stands for every initial state, with one object for all initial ones, not one for each variable as in the paper."

// noEnvironment is what fails without it.
const noEnvironment = "The map of objects: initial objects that are one have two images, so the points-to sets of aliases are disjoint."

// theorem4 is that Chord misses nothing.
func theorem4() *Statement {
	return &Statement{
		Name: "theorem4", Title: "No stage of Chord misses a race", Cite: "Theorem 4 (package chord), for the analysis of PLDI 2006",
		Words: "Every pair of sites that the exact search finds to race is kept by all stages of Chord, original, reachable, aliasing, escaping and " +
			"unlocked pairs, for k = 0, 1 and 2. Looked at for one program C1 || C2 of each fourth case, and of each case of few statements.",
		Symbols:    "races(C1 ∥ C2) ⊆ UnlockedPairs ⊆ … ⊆ OriginalPairs",
		Printed:    "With the harness of the paper (Section 2.1), one object for each variable, no two formals are aliases, and races are missing.",
		Hypotheses: []Hypothesis{on("environment", environment, func(x keptRace) bool { return x.form.harness == chord.Environment }).because(noEnvironment)},
		Floor:      0.1,
		Instances: func(c *Case, visit func(Instance) bool) error {
			return eachRace(c, func(p il.Pair, race *explore.Race) bool {
				for _, f := range chordForms() {
					if !visit(keptRace{c, p, race, f}) {
						return false
					}
				}
				return true
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
func eachRace(c *Case, visit func(il.Pair, *explore.Race) bool) error {
	p, ok, err := c.probed()
	if !ok {
		return err
	}
	s := c.search(p)
	for i := range s.races {
		if !visit(p, &s.races[i]) {
			return nil
		}
	}
	return s.cut
}

// keptRace is an instance of theorem4.
type keptRace struct {
	c    *Case
	pair il.Pair
	race *explore.Race
	form chordForm
}

// Conclusion is that the last stage keeps the race.
func (x keptRace) Conclusion() error { return x.c.kept(x.form, x.pair, sitesOf(x.race)) }

// sitesOf is the sites of a race.
func sitesOf(r *explore.Race) il.Sites {
	return il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}
}

// String names the sites and the form.
func (x keptRace) String() string {
	return "the race of " + sitesText(x.c.Core, x.pair, sitesOf(x.race)) + "; " + x.form.String()
}

// sitesText names a pair of sites.
func sitesText(core *il.Core, p il.Pair, s il.Sites) string {
	side := func(u *il.Unit, s il.Site) string {
		return fmt.Sprintf("the %s at %s from %s", s.Kind, core.Source.At(s.At), u.Name)
	}
	return side(p.Left, s[0]) + " and " + side(p.Right, s[1])
}

// plusChord is that Chord keeps what RacerDX+ reports: Theorems 2 and 4 together,
// without a search in between.
func plusChord() *Statement {
	return &Statement{
		Name: "plus-chord", Title: "Chord keeps what RacerDX+ reports", Cite: "Theorems 2 (docs/plus.md) and 4 (package chord)",
		Words: "Every report of RacerDX+ is kept by all stages of Chord, for k = 0, 1 or 2, whichever is drawn. What is looked at are pairs of " +
			"paths with the same fields, of which one is written and one accessed without the lock.",
		Symbols: "plus ⊆ UnlockedPairs",
		Hypotheses: []Hypothesis{
			unneeded(on("intact", "The captured prefixes are intact: root-kept, captured-kept and prefixes-untouched of theorem2. Not needed: the points-to set of "+
				"a path that a formal roots has h0 whatever is assigned, and h0 is shared.", func(x keptPair) bool { return x.reportedPlus() })),
			on("environment", environment, func(x keptPair) bool { return x.form.harness == chord.Environment }).because(noEnvironment),
		},
		Floor: 0.4,
		Instances: func(c *Case, visit func(Instance) bool) error {
			k := c.rand().IntN(mostContext + 1)
			all, left := c.pairs((*pair).reportedPlus)
			for _, x := range all {
				for _, h := range []chord.Harness{chord.Environment, chord.Variables} {
					if x.candidate() && !visit(keptPair{x, chordForm{k, h}}) {
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
	*pair
	form chordForm
}

// Conclusion is that the last stage keeps the pair.
func (x keptPair) Conclusion() error {
	return x.in.kept(x.form, x.units, x.units.Sites(x.left.site(), x.right.site()))
}

// String names the form too.
func (x keptPair) String() string { return x.pair.String() + "; " + x.form.String() }

func (a considered) site() il.Site { return il.Site{At: a.At, Kind: a.Kind} }

// kept is nil if Chord keeps a pair of sites to the end.
func (c *Case) kept(f chordForm, p il.Pair, s il.Sites) error {
	r, err := c.chord(f, p)
	if err != nil {
		return err
	}
	last, ok := r.Last(s)
	switch {
	case !ok:
		return fmt.Errorf("%s is no original pair", sitesText(c.Core, p, s))
	case last != chord.Unlocked:
		return fmt.Errorf("the stage after %s drops it", last)
	}
	return nil
}

// chordOf is a form of Chord and a program.
type chordOf struct {
	form chordForm
	pair il.Pair
}

// chord is what a form of Chord says of a program.
func (c *Case) chord(f chordForm, p il.Pair) (*chord.Result, error) {
	e := c.evidence()
	if r, ok := e.chord[chordOf{f, p}]; ok {
		return r, nil
	}
	a, err := chord.New(c.Core, chord.Options{K: f.k, Harness: f.harness})
	if err != nil {
		return nil, BoundError{fmt.Sprintf("Chord: %v", err)}
	}
	r, err := a.Pair(p)
	if err != nil {
		return nil, BoundError{fmt.Sprintf("Chord: %v", err)}
	}
	e.chord[chordOf{f, p}] = r
	return r, nil
}
