package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
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
	word := "lock"
	if s := "synchronized"; strings.HasPrefix(core.Source.Text[c.At:], s) {
		word = s
	}
	return report.Waiter{
		Unit: u.Name, At: core.Source.At(c.At), Wants: core.LockName(c.Slot),
		Holds:    core.HeldNames(c.Lock),
		Location: report.Location{Span: report.Span{At: c.At, End: c.At + il.Pos(len(word))}},
	}
}

// histories lists the histories with which paths reach an access, in a program that names locks.
func (f *Findings) histories(x abstract.Side) (all []il.History) {
	if sets, ok := f.result.(*abstract.Sets); ok {
		for a := range sets.Summary(x.Unit).A.All() {
			x.History = a.History // compare without histories
			if a == x.Access {
				all = append(all, a.History)
			}
		}
	}
	return il.Minimal(all)
}

// Compatible reports whether the locks allow two threads to be at two points together (Lemma S),
// and why, in a clause without a full stop. It compares the locks that are held there and, if there
// are any, the histories of the paths that lead to each point.
func Compatible(core *il.Core, units [2]string, levels [2]il.Level,
	histories [2][]il.History) (holds bool, why string) {
	held := [2][]string{core.HeldNames(levels[0]), core.HeldNames(levels[1])}
	both := len(held[0]) > 0 && len(held[1]) > 0
	words := func(names []string) string {
		return cmp.Or(text.And(slice.Map(names, report.LockWords)), "no lock")
	}
	common := slice.Filter(held[0], func(l string) bool { return slices.Contains(held[1], l) })
	if len(common) > 0 {
		return false, fmt.Sprintf("both hold %s, and two threads never do", words(common))
	}
	why = fmt.Sprintf("%s holds %s, and %s %s", units[0], words(held[0]), units[1], words(held[1]))
	if both {
		why += ": none is held by both"
	}
	var crossing string
	for _, a := range histories[0] {
		for _, b := range histories[1] {
			x, y, cross := a.Crossing(b)
			if !cross {
				if both {
					why += ", and no two uses cross"
				}
				return true, why
			}
			first, second := report.LockWords(core.LockName(x)), report.LockWords(core.LockName(y))
			crossing = fmt.Sprintf("no lock is held by both, but two uses cross: "+
				"%s takes %s after %s, which it keeps, and %s takes %s after %s, which it keeps. "+
				"Whoever is first leaves the other one waiting", units[0], second, first, units[1],
				first, second)
		}
	}
	return crossing == "", cmp.Or(crossing, why)
}

// Acquisitions explains, for each pair of methods that reaches the lock() statements at two
// positions, whether two threads can deadlock there.
func Acquisitions(core *il.Core, only *il.Pair,
	p, q il.Position) (all []report.Acquisitions, err error) {
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		return nil, err
	}
	deadlocks, err := Deadlocks(core, only)
	if err != nil {
		return nil, err
	}
	at := func(u *il.Unit, p il.Position) (found []abstract.Critical) {
		for _, c := range sets.Summary(u).C.Sorted(abstract.Critical.Compare) {
			if core.Source.Position(c.At) == p {
				found = append(found, c)
			}
		}
		return found
	}
	for _, units := range core.PairsOf(only) {
		for _, places := range [2][2]il.Position{{p, q}, {q, p}} {
			left, right := at(units.Left, places[0]), at(units.Right, places[1])
			if len(left) == 0 || len(right) == 0 {
				continue
			}
			x := report.Acquisitions{
				Left: Waiter(core, units.Left, left[0]), Right: Waiter(core, units.Right, right[0]),
				Why: waiting(core, units, left, right),
			}
			for _, d := range deadlocks {
				same := d.Left.Unit == x.Left.Unit && d.Right.Unit == x.Right.Unit
				straight := d.Left.At == x.Left.At && d.Right.At == x.Right.At
				crossed := d.Left.At == x.Right.At && d.Right.At == x.Left.At
				if same && (straight || crossed && units.Left == units.Right) {
					x.ID = d.ID
				}
			}
			all = append(all, x)
			if units.Left == units.Right || p == q {
				break
			}
		}
	}
	return all, nil
}

// waiting returns why two threads do or do not deadlock at two lock() statements, in a clause
// without a full stop. left and right are the critical elements at these statements, at least one.
func waiting(core *il.Core, p il.Pair, left, right []abstract.Critical) string {
	a, b := left[0], right[0]
	units := [2]string{"A", "B"}
	for i, u := range []*il.Unit{p.Left, p.Right} {
		if u.Name != units[i] {
			units[i] += " (" + u.Name + ")"
		}
	}
	goesOn := func(i int, wants abstract.Critical) string {
		return fmt.Sprintf("%s does not wait, since %s does not hold %s there",
			units[i], units[1-i], report.LockWords(core.LockName(wants.Slot)))
	}
	for _, x := range left {
		for _, y := range right {
			if y.Lock.DepthOf(x.Slot) > 0 && x.Lock.DepthOf(y.Slot) > 0 {
				a, b = x, y
			}
		}
	}
	switch {
	case b.Lock.DepthOf(a.Slot) <= 0:
		return goesOn(0, a)
	case a.Lock.DepthOf(b.Slot) <= 0:
		return goesOn(1, b)
	}
	histories := func(all []abstract.Critical, lock il.Level) (same []il.History) {
		for _, c := range all {
			if c.Lock == lock {
				same = append(same, c.History)
			}
		}
		return same
	}
	holds, why := Compatible(core, units, [2]il.Level{a.Lock, b.Lock},
		[2][]il.History{histories(left, a.Lock), histories(right, b.Lock)})
	if !holds {
		return why
	}
	waits := func(unit string, c abstract.Critical) string {
		return fmt.Sprintf("%s holds %s and waits for %s", unit,
			text.And(slice.Map(core.HeldNames(c.Lock), report.LockWords)),
			report.LockWords(core.LockName(c.Slot)))
	}
	return waits(units[0], a) + ", and " + waits(units[1], b)
}
