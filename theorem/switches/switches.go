// Package switches lists what can be switched off: assumptions of the paper, readings of its
// definitions and clauses of the analysis, each of which breaks Theorem 1 by a report that no
// execution shows (package world decides races if an assumption is violated); and the hypotheses of
// statements.
package switches

import (
	"cmp"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il/check"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/positives"
	"wobbly/theorem/truth"
	"wobbly/theorem/world"
)

// OfTheorem1 lists the switches that break the True Positives Theorem by a report that no execution
// shows.
func OfTheorem1() []*engine.Switch {
	var all []*engine.Switch
	for _, c := range abstract.Clauses {
		s := &engine.Switch{
			Name: c.Name, Text: "without the clause: " + c.Text,
			Off: engine.Off{Analysis: abstract.Options{Without: c.Clause}},
		}
		s.Step, s.Needed = clauseSteps[c.Clause]
		if !s.Needed {
			s.Step = clauseSurvives[c.Clause]
		}
		all = append(all, s)
	}
	return slices.Concat(assumptions(), readings(), breaking(all, engine.AnalysisClause))
}

// breaking sets the kind and the statement of switches of Theorem 1 and, where it is nil, Refute.
func breaking(all []*engine.Switch, k engine.Kind) []*engine.Switch {
	for _, s := range all {
		s.Kind, s.Statement = k, positives.Theorem1
		if s.Refute == nil {
			s.Refute = falseReport(world.World{}, s.Off.Tolerate)
		}
	}
	return all
}

func assumptions() []*engine.Switch {
	all := []*engine.Switch{
		{Name: "A2",
			Text: "locking need not be balanced: a block may unlock more, or less, " +
				"than it has locked",
			Off: engine.Off{Tolerate: check.A2}, Needed: true,
			Step: "Lemma 5.10: unlock() is stuck at level 0, so the trace has no execution."},
		{Name: "A3", Text: "locals may be read before they are assigned",
			Off: engine.Off{Tolerate: check.A3}, Needed: true,
			Step: "Lemma 5.10: a path through an unassigned local has no address."},
		{Name: "A5", Text: "methods may call themselves",
			Off: engine.Off{Tolerate: check.A5}, Needed: true,
			Step: "Lemma 5.10: a call that never returns has a summary, but no trace."},
		{Name: "ANF", Text: "methods need not be in argument normal form",
			Off:  engine.Off{NoANF: true},
			Step: "None fails: only Lemma 5.13 uses Definition 5.12."},
	}
	steps := map[string]string{
		"null":          "Lemma 5.10: a path through null has no address.",
		"absent-field":  "The special state: no objects exist that have all fields of the path.",
		"non-reentrant": "Lemma 5.10: the second lock() waits forever.",
		"free":          "Lemma 5.10: a path through a freed object has no address.",
		"first-branch":  "Lemma 5.10: traces that take the other branch have no execution.",
		"apart":         "The special state: its roots are equal, so it is not initial.",
	}
	for _, w := range world.Switches() {
		w.Text += " (" + w.Assumption + ")"
		all = appendWorld(all, w, steps)
	}
	return breaking(all, engine.Assumption)
}

// appendWorld appends the switch of a world to all if steps has the step of the proof that fails in
// it.
func appendWorld(all []*engine.Switch, w world.Switch, steps map[string]string) []*engine.Switch {
	step, ok := steps[w.Name]
	if !ok {
		return all
	}
	return append(all, &engine.Switch{
		Name: w.Name, Text: w.Text, Refute: falseReport(w.World, 0), Needed: true, Step: step,
	})
}

// readings lists the switches that read a definition literally.
func readings() []*engine.Switch {
	all := []*engine.Switch{
		{Name: "G18", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingG18}},
			Needed: true,
			Step:   "Theorem 5.15: an access after lock() is recorded at the level before it."},
		{Name: "G19", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingG19}},
			Needed: true,
			Step:   "Theorem 5.15: an access through a local stays recorded."},
		{Name: "G20", Text: "levels are counted up to L-hat = 1, below the nesting depth",
			Off: engine.Off{Analysis: abstract.Options{Cap: 1}}, Needed: true,
			Step: "Lemma 5.9: after lock(); lock(); unlock() the analysis is back at level 0."},
		{Name: "G26", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingG26}},
			Step: "None fails: a longer actual adds only paths whose prefix is wobbly already."},
		{Name: "bare-formals",
			Off:    engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingBareDrop}},
			Needed: true,
			Step:   "The special state: the path counts as stable, though the formal is assigned."},
		{Name: "one-sided",
			Off:    engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingOneSided}},
			Needed: true,
			Step:   "The special state: the right thread may have led its path elsewhere."},
	}
	for _, s := range all { // a reading of the analysis has the text of package abstract
		for _, r := range abstract.Readings {
			if r.Name == s.Name {
				s.Text = r.Text
			}
		}
	}
	steps := map[string]string{
		"G1":  "All of it: nothing runs.",
		"G3":  "Lemma 5.10: the capped lock() loses a level, and unlock() gets stuck.",
		"G12": "The last step: the addresses are compared in another stack frame.",
		"G13": "The last step: the trace to both accesses may be empty.",
	}
	for _, w := range world.Switches() {
		all = appendWorld(all, w, steps)
	}
	return breaking(all, engine.Reading)
}

// clauseSteps maps a clause to the step that fails without it. The other clauses are not needed,
// for the reason in clauseSurvives.
var clauseSteps = map[abstract.Clause]string{
	abstract.ClauseCopySource:     "Invariant (S): a store through the copy goes unseen.",
	abstract.ClauseCopyTarget:     "Invariant (S), converse: the formal has lost its object.",
	abstract.ClauseLoadSource:     "Invariant (S): a store through the local goes unseen.",
	abstract.ClauseLoadTarget:     "Invariant (S), converse: the formal has lost its object.",
	abstract.ClauseStoreSource:    "Invariant (H): the object can be loaded under another name.",
	abstract.ClauseStoreTarget:    "Invariant (H): the store cuts the backbone.",
	abstract.ClauseNewTarget:      "Invariant (S), converse: the formal holds a fresh object.",
	abstract.ClauseFilterAccesses: "Invariant (S): the local may hold a private object.",
	abstract.ClauseCalleeWobbly:   "Invariants (H) and (S): what the callee touched is forgotten.",
	abstract.ClauseLockOffset:     "The schedule: the caller holds the lock at the access.",
	abstract.ClauseLockCount:      "The schedule: the access is under a lock that was not counted.",
	abstract.ClauseStableLeft:     "Invariant (H) or (S) of the left thread.",
	abstract.ClauseStableRight:    "Invariant (H) or (S) of the right thread.",
	abstract.ClauseLockCondition:  "The schedule: both threads hold the lock at their accesses.",
	abstract.ClauseOneWrites:      "Definition 3.6: one of the two accesses must write.",
}

// clauseSurvives maps a clause that is not needed to the reason.
var clauseSurvives = map[abstract.Clause]string{
	abstract.ClauseFilterWobbly:    "None fails: W gains no prefix of a recorded path.",
	abstract.ClausePrefixArguments: "None fails: aliased formals are charged to the same path.",
	abstract.ClauseCalleeLock:      "None fails: a balanced method ends at its initial level.",
	abstract.ClauseUnlockCount:     "None fails: levels are too high, which only loses reports.",
	abstract.ClauseJoinMax:         "None fails: balanced branches end at the same level.",
	abstract.ClauseThenBranch:      "None fails: some execution takes the other branch.",
	abstract.ClauseElseBranch:      "None fails: some execution takes the other branch.",
	abstract.ClauseSameFields:      "None fails if the last fields agree: two backbones can meet.",
	abstract.ClauseLoopBody:        "None fails: every report has an execution without iterations.",
}

// OfHypotheses lists the switches of the statements' hypotheses.
func OfHypotheses(statements []*engine.Statement) []*engine.Switch {
	var all []*engine.Switch
	for _, s := range statements {
		for _, h := range s.Hypotheses {
			all = append(all, &engine.Switch{
				Name: s.Name + ":" + h.Name, Kind: engine.LemmaCondition, Statement: s.Name,
				Needed: !h.Unneeded,
				Text:   "not required: " + h.Text,
				Step:   cmp.Or(h.Step, fmt.Sprintf("%s itself: %s", s.Cite, s.Title)),
				Off:    engine.Off{Variant: h.Form}, Generator: h.Generator, First: h.First,
				Refute: engine.Without(s, h.Name),
			})
		}
	}
	return all
}

// maxWorldStates is the maximum number of states of a search in another world. A report that needs
// more is left undecided.
const maxWorldStates = 3000

// falseReport returns a Switch.Refute that looks for a report that no execution from any initial
// state shows, in a world where programs may violate assumptions.
func falseReport(in world.World,
	tolerate check.Assumption) func(*engine.Case) (*engine.Refutation, bool) {
	return func(c *engine.Case) (*engine.Refutation, bool) {
		reports, err := truth.Reports(c)
		undecided := err != nil
		for _, r := range reports {
			why, verdict := refute(in, tolerate, c, r)
			undecided = undecided || verdict == world.Bounded
			if verdict == world.NoRace {
				accesses := truth.AccessesOf(r)
				return &engine.Refutation{
					What: notation.Report(c.Core, r), Why: why, Accesses: &accesses,
				}, false
			}
		}
		return nil, undecided
	}
}

// refute decides whether a report is a race in a world. In the paper's own world, an accepted
// witness decides it; if there is none, both exact searches must agree that there is no race.
func refute(in world.World, tolerate check.Assumption, c *engine.Case,
	r abstract.Report) (why string, v world.Verdict) {
	own := in == (world.World{}) && tolerate == 0
	if own {
		isFalse, err := truth.FalseReport(c, r)
		switch {
		case err != nil:
			return err.Error(), world.Bounded
		case !isFalse:
			return "", world.Races
		}
	}
	v, why = in.CanRace(c.Core, truth.ProgramOf(r), truth.SiteOf(r.Left), truth.SiteOf(r.Right),
		world.Limits{States: maxWorldStates})
	if own && v == world.Races {
		panic(fmt.Sprintf("theorem: the oracles disagree on %v\n%s", r, c.Core.Source.Text))
	}
	return why, v
}
