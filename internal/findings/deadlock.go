package findings

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
	"wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// maxDeadlockSteps is the longest witness of a deadlock.
const maxDeadlockSteps = 100_000

// Deadlocks returns the deadlocks of the programs of a file, or of one pair of units (Theorem D).
// Each has a witness, which the checker judges.
func Deadlocks(core *il.Core, only *il.Pair) (all []report.Deadlock, err error) {
	if len(core.Locks) == 0 {
		return nil, nil
	}
	sums, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		return nil, err
	}
	builder, checker := reconstruct.New(core), check.New(core)
	for _, p := range core.PairsOf(only) {
		for _, d := range sums.Deadlocks(p) {
			x := report.Deadlock{
				ID: fmt.Sprint("D", len(all)+1), Verdict: report.Confirmed,
				Left: Waiter(core, p.Left, d.Left), Right: Waiter(core, p.Right, d.Right),
			}
			w, err := builder.Deadlock(p, d, maxDeadlockSteps)
			if err == nil {
				if core.Source.Name != report.StdinName {
					w.File = core.Source.Name
				}
				x.Witness, err = w, checker.Check(w)
			}
			if err != nil {
				x.Verdict, x.Reason = report.Refuted, err.Error()
			}
			all = append(all, x)
		}
	}
	return all, nil
}

// Waiter describes a thread that waits at a critical element of a unit.
func Waiter(core *il.Core, u *il.Unit, c abstract.Critical) report.Waiter {
	w := report.Waiter{
		Unit: u.Name, At: core.Source.At(c.At), Wants: core.LockName(c.Slot), Holds: []string{},
		Location: report.Location{Span: report.Span{At: c.At, End: c.At + il.Pos(len("lock"))}},
	}
	for slot := range len(core.Locks) + 1 {
		if c.Lock.DepthOf(slot) > 0 {
			w.Holds = append(w.Holds, core.LockName(slot))
		}
	}
	return w
}
