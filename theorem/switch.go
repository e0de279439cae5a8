package theorem

import (
	"cmp"
	"fmt"

	"wobbly/abstract"
	"wobbly/abstract/racerd"
	"wobbly/dynamic/rdit"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/theorem/world"
)

// Kind is what a switch switches off.
type Kind uint8

// The kinds of switches.
const (
	Assumption     Kind = iota // of the paper, about programs or about the world they run in
	Reading                    // a correction of the paper: with it off, a printed definition is read literally
	AnalysisClause             // a clause of Figure 7 or of the reporting condition
	LemmaCondition             // a hypothesis of a lemma, or the analysis that it speaks of
)

// String is the heading for a list.
func (k Kind) String() string {
	return [...]string{"Assumptions", "Readings", "Clauses of the analysis", "Conditions of lemmas"}[k]
}

// Switch is something that can be switched off, so that what needs it breaks:
// for most switches the True Positives Theorem, by a report that no execution
// shows; for the others a lemma.
type Switch struct {
	Name      string
	Kind      Kind
	Text      string // what is the case with the switch off
	Statement string // what breaks
	Needed    bool   // false: nothing breaks, for the reason in Step
	Step      string // which step of the proof fails, or why none does

	without  []string           // hypotheses of the statement
	analysis abstract.Options   // what the analysis does
	world    world.World        // where programs run
	variant  string             // the form of another system that is looked at
	tolerate check.Assumption   // what programs may violate; what is drawn does
	noANF    bool               // methods are not lowered to argument normal form
	drawing  func() gen.Options // of the programs; nil for mix
}

// theorem1 is the statement that most switches break.
const theorem1 = "theorem1"

// Switches lists all switches, by kind.
func Switches() []*Switch {
	var all []*Switch
	all = append(all, assumptions()...)
	all = append(all, readings()...)
	all = append(all, clauses()...)
	return append(all, conditions()...)
}

// FindSwitch is the switch of a name.
func FindSwitch(name string) (*Switch, bool) {
	for _, s := range Switches() {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}

func assumptions() []*Switch {
	all := []*Switch{
		{Name: "A2", Text: "locking need not be balanced: blocks may unlock what they did not lock, or keep a lock",
			tolerate: check.A2, Needed: true,
			Step: "Lemma 5.10: an unlock() at level 0 is stuck, so the trace to the access that the analysis followed has no execution."},
		{Name: "A3", Text: "locals may be read before they are assigned",
			tolerate: check.A3, Needed: true,
			Step: "Lemma 5.10: a path through a local that holds nothing has no address, so the thread is stuck before its access."},
		{Name: "A5", Text: "methods may call themselves",
			tolerate: check.A5, Needed: true,
			Step: "Lemma 5.10: a call that never returns has a summary (the least fixed point), but no trace, so what comes behind it is never reached."},
		{Name: "ANF", Text: "methods need not be in argument normal form",
			noANF: true,
			Step:  "None fails: Definition 5.12 serves Lemma 5.13 only, and the invariant of the special state never asks for it."},
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
			all = append(all, &Switch{Name: w.Name, Text: w.Text + " (" + w.Assumption + ")", world: w.World, Needed: true, Step: text})
		}
	}
	return each(all, Assumption, theorem1)
}

func readings() []*Switch {
	all := []*Switch{
		{Name: "G18", analysis: abstract.Options{Literal: abstract.ReadingG18}, Needed: true,
			Step: "Theorem 5.15: an access behind a lock() is recorded at the level before it, so the schedule to it is blocked."},
		{Name: "G19", analysis: abstract.Options{Literal: abstract.ReadingG19}, Needed: true,
			Step: "Theorem 5.15: a callee's access through an actual rooted at a local stays recorded, and the object may be private to the thread."},
		{Name: "G20", Text: "levels are counted up to L-hat = 1, below the nesting depth",
			analysis: abstract.Options{Cap: 1}, Needed: true,
			Step: "Lemma 5.9: lock(); lock(); unlock() is back at level 0 for the analysis, while the thread holds the lock."},
		{Name: "G26", analysis: abstract.Options{Literal: abstract.ReadingG26},
			Step: "None fails: an actual that is a longer path adds only what its own prefix already spoils."},
		{Name: "bare-formals", analysis: abstract.Options{Literal: abstract.ReadingBareDrop}, Needed: true,
			Step: "The invariant of the special state: a callee that assigns its formal leaves it on another object, and the path is called stable."},
		{Name: "one-sided", analysis: abstract.Options{Literal: abstract.ReadingOneSided}, Needed: true,
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
			all = append(all, &Switch{Name: w.Name, Text: w.Text, world: w.World, Needed: true, Step: text})
		}
	}
	return each(all, Reading, theorem1)
}

// clauseSteps says of each clause what fails without it; those that are not
// here are not needed, for the reason in clauseSurvives.
var clauseSteps = map[abstract.Clause]string{
	abstract.ClauseCopySource:     "Invariant (S): the copy holds an object of the backbone that no recorded expression denotes, and a store through it goes unseen.",
	abstract.ClauseCopyTarget:     "Invariant (S), converse: the formal no longer holds its object of the backbone.",
	abstract.ClauseLoadSource:     "Invariant (S): the local holds an object of the backbone that no recorded expression denotes, and a store through it goes unseen.",
	abstract.ClauseLoadTarget:     "Invariant (S), converse: the formal no longer holds its object of the backbone.",
	abstract.ClauseStoreSource:    "Invariant (H): a cell outside the backbone holds one of its objects, which can be loaded again under another name.",
	abstract.ClauseStoreTarget:    "Invariant (H): the store cuts the backbone.",
	abstract.ClauseNewTarget:      "Invariant (S), converse: the formal holds a fresh object.",
	abstract.ClauseFilterAccesses: "Invariant (S): the root is a local, which never holds an object of the backbone; what it holds may be private to the thread.",
	abstract.ClauseCalleeWobbly:   "Invariants (H) and (S) across a call: what the callee touched is forgotten.",
	abstract.ClauseLockOffset:     "The schedule: the access is under the caller's lock, so the other thread cannot pass.",
	abstract.ClauseLockCount:      "The schedule: the access is under a lock that was not counted.",
	abstract.ClauseStableLeft:     "Invariant (H) or (S) of the left thread.",
	abstract.ClauseStableRight:    "Invariant (H) or (S) of the right thread.",
	abstract.ClauseLockCondition:  "The schedule: both threads hold the lock at their accesses.",
	abstract.ClauseOneWrites:      "Definition 3.6: one of the two accesses must write.",
}

var clauseSurvives = map[abstract.Clause]string{
	abstract.ClauseFilterWobbly:    "None fails: W only grows, by expressions that are no prefix of a recorded path.",
	abstract.ClausePrefixArguments: "None fails: the invariant speaks of substituted expressions, so two formals may alias, and what is touched through either is charged to the same path.",
	abstract.ClauseCalleeLock:      "None fails: a balanced method ends at the level at which it began.",
	abstract.ClauseUnlockCount:     "None fails: levels are recorded too high, which loses reports and makes none.",
	abstract.ClauseJoinMax:         "None fails: balanced branches end at one level, so there is nothing to choose.",
	abstract.ClauseThenBranch:      "None fails: every report has an execution that takes the other branch.",
	abstract.ClauseElseBranch:      "None fails: every report has an execution that takes the other branch.",
	abstract.ClauseSameFields:      "None fails, as long as the last fields agree: the special state can have two backbones, one for each path, that end in the same object.",
	abstract.ClauseLoopBody:        "None fails: every report has an execution that goes round no loop.",
}

func clauses() []*Switch {
	var all []*Switch
	for _, c := range abstract.Clauses {
		s := &Switch{Name: c.Name, Text: "without the clause: " + c.Text, analysis: abstract.Options{Without: c.Clause}}
		s.Step, s.Needed = clauseSteps[c.Clause]
		if !s.Needed {
			s.Step = clauseSurvives[c.Clause]
		}
		all = append(all, s)
	}
	return each(all, AnalysisClause, theorem1)
}

// conditions are the hypotheses of every statement, Theorem 5.15 under analyses
// that it does not hold for, and the forms of other systems.
func conditions() []*Switch {
	var all []*Switch
	for _, s := range Statements() {
		for _, h := range s.Hypotheses {
			all = append(all, &Switch{
				Name: s.Name + ":" + h.Name, Kind: LemmaCondition, Statement: s.Name, Needed: !h.Unneeded,
				Text: "not required: " + h.Text, Step: cmp.Or(h.Step, fmt.Sprintf("%s itself: %s", s.Cite, s.Title)), without: []string{h.Name}, variant: h.Form,
				drawing: drawings[s.Name+":"+h.Name],
			})
		}
	}
	for _, x := range []struct {
		name, text string
		analysis   abstract.Options
	}{
		{"G18", "the analysis takes commands in the printed order", abstract.Options{Literal: abstract.ReadingG18}},
		{"G19", "the analysis does not filter after substitution", abstract.Options{Literal: abstract.ReadingG19}},
		{"G29", "exec records an access at the level its trace began with", abstract.Options{Literal: abstract.ReadingG29}},
		{"G20", "the levels of the analysis are capped at 1", abstract.Options{Cap: 1}},
	} {
		all = append(all, &Switch{
			Name: "5.15:" + x.name, Kind: LemmaCondition, Statement: "5.15", Needed: true, Text: x.text, analysis: x.analysis,
			Step: "Theorem 5.15 itself: the summary is no longer the abstraction of the traces.",
		})
	}
	return append(all, variants()...)
}

// variants are the forms of RacerD, of which some violate what Theorem 3 asks for,
// and the variants of RDIT for which Theorem 5 is false.
func variants() []*Switch {
	var all []*Switch
	for _, f := range racerd.Switches {
		s := &Switch{
			Name: "theorem3:" + f.Name, Kind: LemmaCondition, Statement: "theorem3", Needed: f.Violates != "",
			Text: "in RacerD " + f.Text, variant: f.Name,
			Step: "None fails: the form meets all conditions.",
		}
		if s.Needed {
			s.without = []string{f.Violates}
			s.Step = "The form does not meet " + f.Violates + "."
		}
		all = append(all, s)
	}
	for _, v := range []struct{ variant, step string }{
		{rdit.Published.Name, "Both are missing, or one: the lock is in no reach."},
		{rdit.First.Name, "Both are missing: the BarrierPairs are not the first of their threads behind each other."},
		{rdit.LockInReach.Name, "One is missing: no edge ties a recorded lock to a BarrierPair."},
	} {
		all = append(all, &Switch{
			Name: "theorem5:" + v.variant, Kind: LemmaCondition, Statement: "theorem5", Needed: true,
			Text: "the variant " + v.variant, variant: v.variant, without: []string{"repaired"}, drawing: drawings["theorem5:repaired"],
			Step: "Theorem 5, its cases: " + v.step,
		})
	}
	return all
}

func each(all []*Switch, k Kind, statement string) []*Switch {
	for _, s := range all {
		s.Kind, s.Statement = k, statement
	}
	return all
}
