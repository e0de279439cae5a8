package positives

import (
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// onlyByName is a program that flow, rely and bounded report, and whose race needs two equations of
// the initial state: A overwrites arg1.f by something of its own, and gets back to an old object
// only if arg2 is arg1.
const onlyByName = `{
  n := new();
  arg1.f := n;
  arg2.f := arg3;
  x := arg1.f;
  x.g := x;
} || {
  arg1.g := arg1;
}`

// withoutAliases returns Theorems 1, 2 and 2m restricted to initial states without aliases, a form
// that is false for the analyses that follow stores.
func withoutAliases() *engine.Statement {
	return &engine.Statement{
		Name: "without-aliases", Title: "A state without aliases is enough",
		Cite: citeMeet + ", for states without aliases",
		Words: "For every report of RacerDX+ for paths that meet, and so of RacerDX+ and " +
			"RacerDX, some execution races at the sites from a state without aliases. " +
			"The initial paths that the execution follows then lead to different objects, except " +
			"for the one equation by which the threads meet. The exact search finds it even " +
			"without states with aliases.",
		Symbols: "⟨c1, L1⟩, ⟨c2, L2⟩ reported by meet " + racesThere + ", aliases(ζ, τ∥) = 0",
		Hypotheses: []engine.Hypothesis{
			engine.On("by-summaries", "The analysis does not follow stores: it is that of "+
				"Theorem 1, 2 or 2m, not 2f, 2g or 2k.",
				func(x aliasFree) bool { return !x.traced }).Shown(onlyByName).
				Because("The state: a thread finds what it has overwritten by another name, " +
					"a second equation."),
		},
		Floor:     usualFloor,
		Instances: eachAliasFree,
	}
}

// aliasFree is an instance about a report, whose race claim shows.
type aliasFree struct {
	sitesOfCase
	claim  claim
	traced bool // whether the report is of flow or rely, which follow stores
}

// eachAliasFree visits the reports of meet, flow and rely.
func eachAliasFree(c *engine.Case, visit func(engine.Instance) bool) error {
	more := true // whether visit has always returned true
	each := func(x claim, traced bool) bool {
		more = visit(aliasFree{sitesOfCase: x.about(), claim: x, traced: traced})
		return more
	}
	const followsStores = true
	err := EachPair(c, bySuffix.reports, func(x *Pair) bool {
		return !bySuffix.reports(x) ||
			each(pairClaim{x, bySuffix.report(x), checkRace}, !followsStores)
	})
	if !more || err != nil {
		return err
	}
	for _, form := range []flowForm{wholeFlow, wholeRely} {
		all, err := flowReports(c, form)
		if err != nil {
			return err
		}
		for _, x := range all {
			if !each(flowClaim{x, checkRace}, followsStores) {
				return nil
			}
		}
	}
	return nil
}

func (x aliasFree) Conclusion() error {
	if p := x.claim.proof(); p.Err == nil && truth.AliasFree(x.c, p.Witness) {
		return nil
	}
	return truth.WithoutAliases(x.c, x.units, x.sites)
}
