package abstract

import (
	"fmt"
	"sync/atomic"

	"wobbly/il"
	"wobbly/internal/parallel"
)

// ErrNoFixpoint is the error if the summaries of a recursive program still change after some
// rounds: paths or lock levels grow with each call. With balanced locking there is no fixed point
// then, unless Rounds is the limit of 1000 for large programs.
type ErrNoFixpoint struct {
	Unit   string // a unit whose summary still changes
	Rounds int
}

func (e ErrNoFixpoint) Error() string {
	return fmt.Sprintf("the summary of %s still grows after %d rounds", e.Unit, e.Rounds)
}

// maxRounds limits the rounds if the exact bound would take too long.
const maxRounds = 1000

// Fixpoint computes the summary of every unit, each method once and callees first, from the
// summaries of its callees. Slices are indexed by Unit.Index. Several goroutines call summarize,
// for units of one level of the call graph.
//
// In a recursive program callees cannot be first. Its summaries are the fixed point above the zero
// summaries: each round computes all of them from those so far, until nothing changes. The error is
// that of summarize, or ErrNoFixpoint if a summary still changes after the given number of further
// rounds, or after 1000.
func Fixpoint[S any](
	core *il.Core, rounds int, same func(a, b S) bool,
	summarize func(u *il.Unit, known []S) (S, error),
) ([]S, error) {
	workers := parallel.Workers(len(core.Order), minUnits)
	if workers > 1 && !core.Recursive {
		if known, ok := byLevels(core, workers, summarize); ok {
			return known, nil
		}
	}
	known := make([]S, len(core.Units))
	rounds = min(rounds, maxRounds)
	for n := 0; ; n++ {
		var changed *il.Unit
		for _, u := range core.Order {
			s, err := summarize(u, known)
			if err != nil {
				return nil, err
			}
			if core.Recursive && !same(s, known[u.Index]) {
				changed = u
			}
			known[u.Index] = s
		}
		switch {
		case changed == nil:
			return known, nil
		case n >= rounds:
			return nil, ErrNoFixpoint{changed.Name, rounds}
		}
	}
}

// minUnits is the number of units that justifies another goroutine.
const minUnits = 16

// byLevels is Fixpoint of a program without recursion. It reports false if summarize fails; then
// Fixpoint finds the first unit in order for which it does.
func byLevels[S any](
	core *il.Core, workers int, summarize func(u *il.Unit, known []S) (S, error),
) ([]S, bool) {
	known := make([]S, len(core.Units))
	var failed atomic.Bool
	for _, units := range levels(core) {
		parallel.Each(workers, len(units), func(_, i int) {
			if failed.Load() {
				return
			}
			s, err := summarize(units[i], known)
			if err != nil {
				failed.Store(true)
				return
			}
			known[units[i].Index] = s
		})
	}
	return known, !failed.Load()
}

// levels groups the methods of a program without recursion by the depth of the calls below them:
// those without calls, those that call only these, and so on.
func levels(core *il.Core) (all [][]*il.Unit) {
	depth := make([]int, len(core.Units))
	for _, u := range core.Order {
		d := 0
		for _, callee := range core.Callees(u) {
			d = max(d, 1+depth[callee.Index])
		}
		depth[u.Index] = d
		if d == len(all) {
			all = append(all, nil)
		}
		all[d] = append(all[d], u)
	}
	return all
}

// Roots returns the number of pairs of a unit and a name, which bounds the roots of paths.
func Roots(core *il.Core) int {
	names := map[string]bool{}
	for _, u := range core.Units {
		for _, x := range u.Formals {
			names[x] = true
		}
		il.Walk(u.Body, func(s il.Stmt) {
			il.EachVar(s, func(name string, _ il.Pos) { names[name] = true })
		})
	}
	return len(names) * len(core.Units)
}
