package positives

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// maxPairs bounds the pairs of accesses of a case, reported or not.
const maxPairs = 5000

var errMorePairs = engine.BoundError{Limit: fmt.Sprintf("a program has more than %d pairs of accesses", maxPairs)}

// Pairs lists the pairs of accesses of all programs of the case. A self pair has each unordered
// pair of accesses once. At most MaxReports of them are reported, those with the shortest paths.
// The error is a BoundError for the pairs left out; the list is valid nevertheless.
func Pairs(c *engine.Case, reported func(*Pair) bool) ([]*Pair, error) {
	var all []*Pair
	for _, p := range c.Core.Pairs() {
		pairs, err := pairsIn(c, p)
		if err != nil {
			return all, err
		}
		for x := range pairs {
			if len(all) == maxPairs {
				return shortestReports(all, reported), errMorePairs
			}
			all = append(all, x)
		}
	}
	if kept := shortestReports(all, reported); len(kept) < len(all) {
		return kept, engine.BoundError{Limit: fmt.Sprintf("a program has more than %d reports", truth.MaxReports)}
	}
	return all, nil
}

// pairsIn returns the pairs of accesses of one program, of which there may be very many.
func pairsIn(c *engine.Case, p il.Pair) (iter.Seq[*Pair], error) {
	as, err := accesses(c, p.Left)
	if err != nil {
		return nil, err
	}
	bs, err := accesses(c, p.Right)
	if err != nil {
		return nil, err
	}
	return func(yield func(*Pair) bool) {
		for i, a := range as {
			others := bs
			if p.Left == p.Right {
				others = as[i:]
			}
			for _, b := range others {
				if !yield(&Pair{c, p, a, b}) {
					return
				}
			}
		}
	}, nil
}

// shortestReports drops all reports except the MaxReports with the shortest paths.
func shortestReports(all []*Pair, reported func(*Pair) bool) []*Pair {
	reports := slice.Filter(all, reported)
	if len(reports) <= truth.MaxReports {
		return all
	}
	slice.SortStable(reports, func(x, y *Pair) int { return cmp.Compare(len(x.Left.Path.Fields()), len(y.Left.Path.Fields())) })
	dropped := slice.Set(reports[truth.MaxReports:])
	return slices.DeleteFunc(all, func(x *Pair) bool { return dropped[x] })
}

// EachPair visits the pairs of accesses, as Pairs lists them, of the program in ANF and of the
// original one.
func EachPair(c *engine.Case, reported func(*Pair) bool, visit func(*Pair) bool) error {
	var left error
	for _, c := range inBothForms(c) {
		all, err := Pairs(c, reported)
		if err != nil {
			left = err
		}
		for _, x := range all {
			if !visit(x) {
				return left
			}
		}
	}
	return left
}
