package theorem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
)

// pair is an element of A1 × A2 of a program C1 || C2: an access of each unit,
// as the summaries have it. If the premises of Theorem 6.10 hold, it is a
// report.
type pair struct {
	in          *Case // whose core and analysis
	units       il.Pair
	left, right considered
}

// paired is an instance about a pair.
type paired interface {
	Instance
	sides() *pair
}

func (x *pair) sides() *pair { return x }

// The premises of Theorem 6.10, as predicates on pairs of accesses. The
// stability of a path leaves WB out, which prefixArguments asks for.
var (
	sameFields = on("same-fields", "π1 and π2 have the same fields.", func(x paired) bool {
		p := x.sides()
		f, g := p.left.fields, p.right.fields
		if p.in.Analysis.Without&abstract.ClauseSameFields != 0 {
			_, f = cutLast(f)
			_, g = cutLast(g)
		}
		return f == g
	})
	lastField = on("last-field", "π1 and π2 end in the same field.", func(x paired) bool {
		p := x.sides()
		_, f := cutLast(p.left.fields)
		_, g := cutLast(p.right.fields)
		return f == g
	})
	otherFields = unneeded(onPair("other-fields", "The fields of π1 and π2 before the last are the same. Not needed: two backbones that end in one object do as well.",
		abstract.ClauseSameFields, func(x *pair) bool {
			f, _ := cutLast(x.left.fields)
			g, _ := cutLast(x.right.fields)
			return f == g
		}))
	oneWrite = onPair("one-write", "One of the accesses is a write.", abstract.ClauseOneWrites, func(x *pair) bool {
		return x.left.Kind == il.Write || x.right.Kind == il.Write
	})
	stableLeft = onPair("stable-left", "No proper prefix of π1 is in W1, WB left out.", abstract.ClauseStableLeft, func(x *pair) bool {
		return x.left.stable
	})
	stableRight = onPair("stable-right", "No proper prefix of π2 is in W2, WB left out.", abstract.ClauseStableRight, func(x *pair) bool {
		return x.right.stable || x.in.Analysis.Literal&abstract.ReadingOneSided != 0
	})
	unlocked = onPair("unlocked", "L1 = 0 or L2 = 0.", abstract.ClauseLockCondition, func(x *pair) bool {
		return x.left.Lock == 0 || x.right.Lock == 0
	})
)

// cutLast splits .f1...fk before .fk.
func cutLast(fields string) (others, last string) {
	i := strings.LastIndexByte(fields, '.')
	return fields[:i], fields[i:]
}

// premises are those of Theorem 1, as the special state asks for them.
var premises = []Hypothesis{sameFields, oneWrite, stableLeft, stableRight, unlocked}

// onPair is a hypothesis on pairs. It holds where the clause of the analysis
// that stands for it is switched off: then it is not a premise of a report.
func onPair(name, text string, clause abstract.Clause, met func(*pair) bool) Hypothesis {
	return on(name, text, func(x paired) bool {
		p := x.sides()
		return p.in.Analysis.Without&clause != 0 || met(p)
	})
}

// reported tells whether the pair meets the premises of Theorem 1.
func (x *pair) reported() bool { return meets(x, premises) }

// meets tells whether an instance meets all of some hypotheses.
func meets(x Instance, all []Hypothesis) bool {
	return !slices.ContainsFunc(all, func(h Hypothesis) bool { return !h.Met(x) })
}

// report is the pair in the form in which analyses report it.
func (x *pair) report() abstract.Report {
	return abstract.Report{
		Left:  abstract.Side{Unit: x.units.Left, Access: x.left.Access},
		Right: abstract.Side{Unit: x.units.Right, Access: x.right.Access},
		Race:  true,
	}
}

// String names both sites.
func (x *pair) String() string {
	side := func(u *il.Unit, a considered) string {
		return fmt.Sprintf("the %s of %s under %d locks at %s, in %s", a.Kind, a.Path, a.Lock, x.in.Core.Source.At(a.At), u.Name)
	}
	form := ""
	if !check.ANF(x.in.Core) {
		form = ", methods not in ANF"
	}
	return side(x.units.Left, x.left) + ", and " + side(x.units.Right, x.right) + form
}

// maxPairs bounds the pairs of accesses of a case, reported or not.
const maxPairs = 5000

// pairs lists the pairs of accesses of all programs of the case; in a self pair
// each unordered pair of accesses stands once. Of those that are reported there
// are at most maxReports, those with the shortest paths. The error is a
// BoundError that says what was left out; the list is good nevertheless.
func (c *Case) pairs(reported func(*pair) bool) ([]*pair, error) {
	var all []*pair
	for _, p := range c.Core.Pairs() {
		list, err := c.pairsOf(p)
		all = append(all, list...)
		if err != nil {
			return all, err
		}
		if len(all) > maxPairs {
			return shortestReports(all[:maxPairs], reported), BoundError{fmt.Sprintf("a program has more than %d pairs of accesses", maxPairs)}
		}
	}
	if kept := shortestReports(all, reported); len(kept) < len(all) {
		return kept, BoundError{fmt.Sprintf("a program has more than %d reports", maxReports)}
	}
	return all, nil
}

// pairsOf lists the pairs of accesses of one program.
func (c *Case) pairsOf(p il.Pair) ([]*pair, error) {
	as, err := c.accesses(p.Left)
	if err != nil {
		return nil, err
	}
	bs, err := c.accesses(p.Right)
	if err != nil {
		return nil, err
	}
	var all []*pair
	for i, a := range as {
		if p.Left == p.Right {
			bs = as[i:]
		}
		for _, b := range bs {
			all = append(all, &pair{c, p, a, b})
		}
	}
	return all, nil
}

// shortestReports drops all reports but maxReports of the shortest paths.
func shortestReports(all []*pair, reported func(*pair) bool) []*pair {
	var reports []*pair
	for _, x := range all {
		if reported(x) {
			reports = append(reports, x)
		}
	}
	if len(reports) <= maxReports {
		return all
	}
	slices.SortStableFunc(reports, func(x, y *pair) int { return cmp.Compare(len(x.left.Path.Fields()), len(y.left.Path.Fields())) })
	dropped := map[*pair]bool{}
	for _, x := range reports[maxReports:] {
		dropped[x] = true
	}
	return slices.DeleteFunc(all, func(x *pair) bool { return dropped[x] })
}

// eachPair visits the pairs of accesses of the program in ANF, and of the
// program not brought into it; of those that are reported, few.
func eachPair(c *Case, reported func(*pair) bool, visit func(*pair) bool) error {
	var left error
	for _, c := range c.inBothForms() {
		all, err := c.pairs(reported)
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
