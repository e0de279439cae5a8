package switches

import (
	"slices"

	"wobbly/abstract"
	"wobbly/il/check"
	"wobbly/theorem/engine"
	"wobbly/theorem/positives"
	"wobbly/theorem/world"
)

// OfTheorem1 lists the switches that break the True Positives Theorem by a report
// that no execution shows: assumptions, readings, and clauses of the analysis.
func OfTheorem1() []*engine.Switch {
	return slices.Concat(assumptions(), readings(), clauses())
}

// breaking completes switches of a kind.
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
		{Name: "A2", Text: "locking need not be balanced: blocks may unlock what they did not lock, or keep a lock",
			Off: engine.Off{Tolerate: check.A2}, Needed: true,
			Step: "Lemma 5.10: an unlock() at level 0 is stuck, so the trace to the access that the analysis followed has no execution."},
		{Name: "A3", Text: "locals may be read before they are assigned",
			Off: engine.Off{Tolerate: check.A3}, Needed: true,
			Step: "Lemma 5.10: a path through a local that holds nothing has no address, so the thread is stuck before its access."},
		{Name: "A5", Text: "methods may call themselves",
			Off: engine.Off{Tolerate: check.A5}, Needed: true,
			Step: "Lemma 5.10: a call that never returns has a summary (the least fixed point), but no trace, so what comes behind it is never reached."},
		{Name: "ANF", Text: "methods need not be in argument normal form",
			Off:  engine.Off{NoANF: true},
			Step: "None fails: Definition 5.12 serves Lemma 5.13 only, and the invariant of the special state never asks for it."},
	}
	step := map[string]string{
		"null":          "Lemma 5.10: a path through null has no address, so the thread is stuck before its access.",
		"absent-field":  "The special state: it gives every object every field of the path, and such objects do not exist.",
		"non-reentrant": "Lemma 5.10: the second lock() waits for ever, so the trace to the access has no execution.",
		"free":          "Lemma 5.10: a path through a freed object has no address, so the thread is stuck before its access.",
		"first-branch":  "Lemma 5.10: traces that take the other branch have no execution.",
		"apart":         "The special state: both roots hold its first object, and no such state is initial.",
	}
	for _, w := range world.Switches() {
		if text, ok := step[w.Name]; ok {
			all = append(all, &engine.Switch{Name: w.Name, Text: w.Text + " (" + w.Assumption + ")", Refute: falseReport(w.World, 0), Needed: true, Step: text})
		}
	}
	return breaking(all, engine.Assumption)
}

func readings() []*engine.Switch {
	all := []*engine.Switch{
		{Name: "G18", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingG18}}, Needed: true,
			Step: "Theorem 5.15: an access behind a lock() is recorded at the level before it, so the schedule to it is blocked."},
		{Name: "G19", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingG19}}, Needed: true,
			Step: "Theorem 5.15: a callee's access through an actual rooted at a local stays recorded, and the object may be private to the thread."},
		{Name: "G20", Text: "levels are counted up to L-hat = 1, below the nesting depth",
			Off: engine.Off{Analysis: abstract.Options{Cap: 1}}, Needed: true,
			Step: "Lemma 5.9: lock(); lock(); unlock() is back at level 0 for the analysis, while the thread holds the lock."},
		{Name: "G26", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingG26}},
			Step: "None fails: an actual that is a longer path adds only what its own prefix already spoils."},
		{Name: "bare-formals", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingBareDrop}}, Needed: true,
			Step: "The invariant of the special state: a callee that assigns its formal leaves it on another object, and the path is called stable."},
		{Name: "one-sided", Off: engine.Off{Analysis: abstract.Options{Literal: abstract.ReadingOneSided}}, Needed: true,
			Step: "The invariant of the special state, for the right thread: it may have led its path elsewhere."},
	}
	for _, s := range all {
		for _, r := range abstract.Readings {
			if r.Name == s.Name {
				s.Text = r.Text
			}
		}
	}
	step := map[string]string{
		"G1":  "All of it: nothing runs.",
		"G3":  "Lemma 5.10: balanced locking gets stuck, because the capped lock() forgot a level that unlock() wants back.",
		"G12": "The last step: the addresses that are compared are those of one step earlier, in another stack frame.",
		"G13": "The last step: the trace that brings both threads to their accesses may be the empty one.",
	}
	for _, w := range world.Switches() {
		if text, ok := step[w.Name]; ok {
			all = append(all, &engine.Switch{Name: w.Name, Text: w.Text, Refute: falseReport(w.World, 0), Needed: true, Step: text})
		}
	}
	return breaking(all, engine.Reading)
}
