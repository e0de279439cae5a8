package findings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"wobbly/il"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/dpor"
)

// Disagreement is the error of two engines that contradict each other, which is a defect in one of
// them.
type Disagreement struct{ text string }

func (d Disagreement) Error() string { return d.text }

// Stateless counts the Mazurkiewicz classes of a program from the initial state of o, and
// the executions that optimal partial-order reduction explores for them. It finds the races and
// deadlocks a second time. The error is a Disagreement if they are not those of the search. If a
// limit cuts the exploration or the count, n.Cut says so.
func (e *Explorer) Stateless(ctx context.Context, p il.Pair, o explore.Options, r *explore.Result,
	n *Schedules) error {
	s, err := dpor.Explore(ctx, e.core, p, *o.Start,
		dpor.Options{Unroll: o.Unroll, MaxExecutions: uint64(o.MaxStates)})
	if err != nil {
		return err
	}
	n.Executions, n.Cut = fmt.Sprint(s.Executions), s.Cut
	if n.Cut == explore.CutUnroll {
		n.Cut = explore.NotCut // by --unroll, as the search
	}
	classes, err := dpor.Classes(ctx, e.core, p, *o.Start, o.Unroll, o.MaxStates)
	switch {
	case err == nil:
		n.Classes = classes.String()
	case errors.Is(err, dpor.ErrLimit):
		n.Cut = cmp.Or(n.Cut, explore.CutStates)
	case ctx.Err() != nil:
		n.Cut = cmp.Or(n.Cut, explore.Ended(ctx))
	default:
		return err
	}
	exact := r.Complete || r.Cut == explore.CutUnroll
	all := s.Cut == explore.NotCut || s.Cut == explore.CutUnroll
	if exact && all {
		if !sameSites(r.Races, s.Races) || !sameSites(r.Deadlocks, s.Deadlocks) {
			return Disagreement{fmt.Sprintf("%s || %s: the search and the stateless search found "+
				"different races or deadlocks", p.Left.Name, p.Right.Name)}
		}
		if classes != nil && classes.Cmp(new(big.Int).SetUint64(s.Executions)) != 0 {
			return Disagreement{fmt.Sprintf("%s || %s: %d executions for %s classes: the "+
				"reduction is not optimal", p.Left.Name, p.Right.Name, s.Executions, classes)}
		}
	}
	return nil
}

// sameSites reports whether two sorted lists of races are about the same statements.
func sameSites(a []explore.Race, b []dpor.Race) bool {
	type site [2]struct {
		at   il.Pos
		kind il.AccessKind
	}
	var x, y []site
	for _, r := range a {
		x = append(x, site{{r.Left.At, r.Left.Kind}, {r.Right.At, r.Right.Kind}})
	}
	for _, r := range b {
		y = append(y, site{{r.Left.At, r.Left.Kind}, {r.Right.At, r.Right.Kind}})
	}
	return slices.Equal(x, y)
}
