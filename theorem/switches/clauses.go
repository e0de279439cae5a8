package switches

import (
	"wobbly/abstract"
	"wobbly/theorem/engine"
)

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

func clauses() []*engine.Switch {
	var all []*engine.Switch
	for _, c := range abstract.Clauses {
		s := &engine.Switch{Name: c.Name, Text: "without the clause: " + c.Text, Off: engine.Off{Analysis: abstract.Options{Without: c.Clause}}}
		s.Step, s.Needed = clauseSteps[c.Clause]
		if !s.Needed {
			s.Step = clauseSurvives[c.Clause]
		}
		all = append(all, s)
	}
	return breaking(all, engine.AnalysisClause)
}
