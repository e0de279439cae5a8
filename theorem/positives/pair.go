package positives

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/theorem/engine"
)

// Pair is an element of A1 × A2 of a program C1 || C2: an access of each unit, as in the summaries.
// If it meets the premises of Theorem 6.10, it is a report.
type Pair struct {
	In          *engine.Case
	Units       il.Pair
	Left, Right considered
}

type paired interface {
	engine.Instance
	sides() *Pair
}

func (x *Pair) sides() *Pair { return x }

// unclaimed makes a pair an instance without a claim, on which premises can be evaluated.
type unclaimed struct{ *Pair }

func (unclaimed) Conclusion() error { return nil }

// The premises of Theorem 6.10, as predicates on pairs of accesses. The stability of a path leaves
// out WB, which the hypothesis prefix-arguments is about.
var (
	sameFields = engine.On("same-fields", "π1 and π2 have the same fields.", func(x paired) bool {
		p := x.sides()
		f, g := p.Left.fields, p.Right.fields
		if p.In.Analysis.Without&abstract.ClauseSameFields != 0 {
			_, f = cutLast(f)
			_, g = cutLast(g)
		}
		return f == g
	})
	lastField = engine.On("last-field", "π1 and π2 end in the same field.", func(x paired) bool {
		p := x.sides()
		_, f := cutLast(p.Left.fields)
		_, g := cutLast(p.Right.fields)
		return f == g
	})
	otherFields = engine.Unneeded(onPair("other-fields", "The fields of π1 and π2 before the last are the same. Not needed: two backbones that end in one object do as well.",
		abstract.ClauseSameFields, func(x *Pair) bool {
			f, _ := cutLast(x.Left.fields)
			g, _ := cutLast(x.Right.fields)
			return f == g
		}))
	oneWrite = onPair("one-write", "One of the accesses is a write.", abstract.ClauseOneWrites, func(x *Pair) bool {
		return x.Left.Kind == il.Write || x.Right.Kind == il.Write
	})
	stableLeft = onPair("stable-left", "No proper prefix of π1 is in W1, WB left out.", abstract.ClauseStableLeft, func(x *Pair) bool {
		return x.Left.Stable
	})
	stableRight = onPair("stable-right", "No proper prefix of π2 is in W2, WB left out.", abstract.ClauseStableRight, func(x *Pair) bool {
		return x.Right.Stable || x.In.Analysis.Literal&abstract.ReadingOneSided != 0
	})
	unlocked = onPair("unlocked", "L1 = 0 or L2 = 0.", abstract.ClauseLockCondition, func(x *Pair) bool {
		return !x.Left.Lock.Excludes(x.Right.Lock)
	})
)

// cutLast splits .f1...fk before .fk.
func cutLast(fields string) (others, last string) {
	i := strings.LastIndexByte(fields, '.')
	return fields[:i], fields[i:]
}

// premises are those of Theorem 1, as the special state needs them.
var premises = []engine.Hypothesis{sameFields, oneWrite, stableLeft, stableRight, unlocked}

// onPair returns a hypothesis on pairs. It holds if the clause of the analysis that expresses it
// is switched off, because then it is not a premise of a report.
func onPair(name, text string, clause abstract.Clause, met func(*Pair) bool) engine.Hypothesis {
	return engine.On(name, text, func(x paired) bool {
		p := x.sides()
		return p.In.Analysis.Without&clause != 0 || met(p)
	})
}

// Reported reports whether the pair meets the premises of Theorem 1.
func (x *Pair) Reported() bool { return engine.Meets(unclaimed{x}, premises) }

// report returns the pair as RacerDX reports it.
func (x *Pair) report() abstract.Report {
	return abstract.Report{
		Left:  abstract.Side{Unit: x.Units.Left, Access: x.Left.Access},
		Right: abstract.Side{Unit: x.Units.Right, Access: x.Right.Access},
		Race:  true,
	}
}

// String names both sites.
func (x *Pair) String() string {
	side := func(u *il.Unit, a considered) string {
		return fmt.Sprintf("the %s of %s under %d locks at %s, in %s", a.Kind, a.Path, a.Lock, x.In.Core.Source.At(a.At), u.Name)
	}
	form := ""
	if !check.ANF(x.In.Core) {
		form = ", methods not in ANF"
	}
	return side(x.Units.Left, x.Left) + ", and " + side(x.Units.Right, x.Right) + form
}

// Accesses returns the accesses that the instance is about.
func (x *Pair) Accesses() engine.Accesses { return engine.Accesses{Units: x.Units, Sites: x.sites()} }

func (x *Pair) sites() il.Sites { return x.Units.Sites(x.Left.Site(), x.Right.Site()) }
