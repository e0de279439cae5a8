package engine

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/text"
	"wobbly/theorem/coverage"
)

// Tally is the outcome of fuzzing statements. It can be written as JSON and resumed.
type Tally struct {
	Cases    uint64            // the number of cases checked
	Results  []Result          // by statement, in the order of the statements
	Coverage coverage.Coverage // the rules that the programs used
	Drawn    Classes           // the features that the programs have
	Cut      bool              // whether the run was interrupted
}

// Result has the counts of one statement.
type Result struct {
	Statement *Statement          `json:"-"`
	Verdicts  [Refuted + 1]uint64 // the number of cases with each Verdict
	Instances uint64              // the number of decided instances
	Undecided uint64              // the number of instances, and searches for them, cut by a limit
	Failure   *Failure            // the first refutation, or nil
}

// Share returns the share of cases in which an instance was decided.
func (r *Result) Share() float64 {
	decided := r.Verdicts[Holds] + r.Verdicts[Refuted]
	return float64(decided) / float64(max(1, decided+r.Verdicts[NotMet]+r.Verdicts[Bounded]))
}

// Vacuous reports whether instances were decided in fewer cases than the statement's floor.
func (r *Result) Vacuous() bool { return r.Share() < r.Statement.Floor }

// Failure is an instance that refutes a statement.
type Failure struct {
	Case     uint64      // the number of the case
	CaseSeed uint64      // the seed of the case, for NewCase
	Program  *il.Program `json:"-"` // the program of CaseSeed
	Instance string      // Outcome.Counterexample as text
	Why      string      // what is false
}

// Refuted reports whether an instance refutes one of the statements.
func (t *Tally) Refuted() bool {
	return slices.ContainsFunc(t.Results, func(r Result) bool { return r.Failure != nil })
}

// Classes counts the random programs that have each feature.
type Classes struct {
	Programs, Report, Filtered, Locks, Loops, Branches uint64
	Calls, PrefixArguments, Reassigned, Mutants        uint64
}

func (k *Classes) all() [10]*uint64 {
	return [...]*uint64{&k.Programs, &k.Report, &k.Filtered, &k.Locks, &k.Loops, &k.Branches,
		&k.Calls, &k.PrefixArguments, &k.Reassigned, &k.Mutants}
}

// countCase counts the program of a case. If a limit was reached, it has neither Report nor
// Filtered.
func (k *Classes) countCase(c *Case, mutant bool) {
	countIf := func(n *uint64, has bool) {
		if has {
			*n++
		}
	}
	s := gen.Measure(c.Core.Program)
	k.Programs++
	countIf(&k.Mutants, mutant)
	countIf(&k.Locks, s.Locks+s.Syncs > 0)
	countIf(&k.Loops, s.Loops > 0)
	countIf(&k.Branches, s.Branches > 0)
	countIf(&k.Calls, s.Calls > 0)
	countIf(&k.PrefixArguments, s.PrefixArgs > 0)
	countIf(&k.Reassigned, s.Reassigned > 0)
	sets, err := c.Sets()
	if err != nil {
		return
	}
	if r, err := c.Reports(sets); err == nil {
		countIf(&k.Report, !r.Races().IsZero())
		countIf(&k.Filtered, !r.Filtered().IsZero())
	}
}

// NewTally returns a tally of no cases.
func NewTally(statements []*Statement) *Tally {
	t := &Tally{Coverage: coverage.Coverage{}}
	for _, s := range statements {
		t.Results = append(t.Results, Result{Statement: s})
	}
	return t
}

// Resume attaches the statements to a tally that was read from JSON, so that a run can continue it.
// It returns an error if the tally cannot belong to these statements.
func (t *Tally) Resume(statements []*Statement) error {
	if err := t.check(t.Cases, len(statements)); err != nil {
		return err
	}
	for i, s := range statements {
		t.Results[i].Statement = s
	}
	return nil
}

func (t *Tally) check(cases uint64, statements int) error {
	if t == nil || t.Cases != cases || t.Drawn.Programs != cases || len(t.Results) != statements ||
		t.Coverage == nil {
		return fmt.Errorf("no tally of %d cases of %s", cases, text.Count(statements, "statement"))
	}
	for i := range t.Results {
		r := &t.Results[i]
		sum := total(r.Verdicts[:])
		if sum != cases || (r.Failure != nil) != (r.Verdicts[Refuted] > 0) {
			return fmt.Errorf("no tally of %d cases: statement %d has %d verdicts", cases, i+1, sum)
		}
	}
	return nil
}

func total(counts []uint64) (sum uint64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// merge adds the counts of o, a tally of later cases on the same statements. Of two failures of a
// statement it keeps that of t.
func (t *Tally) merge(o *Tally) {
	t.Cases += o.Cases
	t.Coverage.Add(o.Coverage)
	more := o.Drawn.all()
	for i, n := range t.Drawn.all() {
		*n += *more[i]
	}
	for i := range t.Results {
		a, b := &t.Results[i], &o.Results[i]
		for v := range a.Verdicts {
			a.Verdicts[v] += b.Verdicts[v]
		}
		a.Instances += b.Instances
		a.Undecided += b.Undecided
		if a.Failure == nil {
			a.Failure = b.Failure
		}
	}
}
