package positives

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/slice"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

const maxPairs = 5000

var (
	errMorePairs   = tooMany(maxPairs, "pairs of accesses")
	errMoreReports = tooMany(truth.MaxReports, "reports")
)

func tooMany(limit int, what string) engine.BoundError {
	return engine.BoundError{Limit: fmt.Sprintf("a program has more than %d %s", limit, what)}
}

// Pairs lists the pairs of accesses of all pairs of units of the case. A unit paired with itself
// has each unordered pair of accesses once. Of those for which reported returns true, at most the
// truth.MaxReports with the shortest paths are listed. If the error is a BoundError, the list is
// valid but incomplete.
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
	if some := shortestReports(all, reported); len(some) < len(all) {
		return some, errMoreReports
	}
	return all, nil
}

// pairsIn iterates over the pairs of accesses of one program, which may be very many.
func pairsIn(c *engine.Case, p il.Pair) (iter.Seq[*Pair], error) {
	left, err := accesses(c, p.Left)
	if err != nil {
		return nil, err
	}
	right, err := accesses(c, p.Right)
	if err != nil {
		return nil, err
	}
	return func(yield func(*Pair) bool) {
		for i, a := range left {
			others := right
			if p.Left == p.Right {
				others = left[i:]
			}
			for _, b := range others {
				if !yield(&Pair{In: c, Units: p, Left: a, Right: b}) {
					return
				}
			}
		}
	}, nil
}

// shortestReports returns all without the reported pairs beyond truth.MaxReports, of which those
// with the longest paths are dropped. It may modify all.
func shortestReports(all []*Pair, reported func(*Pair) bool) []*Pair {
	reports := slice.Filter(all, reported)
	if len(reports) <= truth.MaxReports {
		return all
	}
	slice.SortStable(reports,
		func(x, y *Pair) int {
			return cmp.Compare(len(x.Left.Path.Fields()), len(y.Left.Path.Fields()))
		})
	dropped := slice.Set(reports[truth.MaxReports:])
	return slices.DeleteFunc(all, func(x *Pair) bool { return dropped[x] })
}

// EachPair visits the pairs of accesses (Pairs) of the program in ANF and of the original one.
func EachPair(c *engine.Case, reported func(*Pair) bool, visit func(*Pair) bool) error {
	var bound error
	for _, in := range inBothForms(c) {
		all, err := Pairs(in, reported)
		if err != nil {
			bound = err
		}
		for _, x := range all {
			if !visit(x) {
				return bound
			}
		}
	}
	return bound
}

// Pair is an element of A1 × A2 of a program C1 || C2: an access of each method, as in the
// summaries. If it meets the premises of Theorem 6.10, it is a report.
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

// The premises of Theorem 6.10, as predicates on pairs of accesses. The stability of a path omits
// WB, which is the subject of the hypothesis prefix-arguments.
var (
	sameFields = onPair("same-fields", "Both paths have the same fields.", 0,
		func(p *Pair) bool {
			f, g := p.Left.fields, p.Right.fields
			if p.In.Analysis.Without&abstract.ClauseSameFields != 0 {
				_, f = cutLast(f)
				_, g = cutLast(g)
			}
			return f == g
		})
	lastField = onPair("last-field", "Both paths end in the same field.", 0,
		func(p *Pair) bool {
			_, f := cutLast(p.Left.fields)
			_, g := cutLast(p.Right.fields)
			return f == g
		})
	otherFields = engine.Unneeded(onPair("other-fields",
		"The other fields are the same too. Not needed: two backbones can end in one object.",
		abstract.ClauseSameFields, func(x *Pair) bool {
			f, _ := cutLast(x.Left.fields)
			g, _ := cutLast(x.Right.fields)
			return f == g
		}))
	oneWrite = onPair("one-write", "One of the accesses is a write.", abstract.ClauseOneWrites,
		func(x *Pair) bool { return x.Left.Kind == il.Write || x.Right.Kind == il.Write })
	stableLeft = onPair("stable-left",
		"The first path is stable: no proper prefix of it is in W1, WB left out.",
		abstract.ClauseStableLeft, func(x *Pair) bool { return x.Left.Stable })
	stableRight = onPair("stable-right",
		"The second path is stable: no proper prefix of it is in W2, WB left out.",
		abstract.ClauseStableRight, func(x *Pair) bool {
			return x.Right.Stable || x.In.Analysis.Literal&abstract.ReadingOneSided != 0
		})
	unlocked = onPair("unlocked",
		"L1 = 0 or L2 = 0. Named locks are compatible, as in Theorem 1L.",
		abstract.ClauseLockCondition, func(x *Pair) bool {
			return !x.Left.Lock.Excludes(x.Right.Lock) && !x.Left.History.Crosses(x.Right.History)
		})
)

// cutLast splits text such as ".f.g", of at least one field, before its last field.
func cutLast(fields string) (others, last string) {
	i := strings.LastIndexByte(fields, '.')
	return fields[:i], fields[i:]
}

// premises are those of Theorem 1 that the special state needs.
var premises = []engine.Hypothesis{sameFields, oneWrite, stableLeft, stableRight, unlocked}

// onPair returns a hypothesis on pairs. It holds if the analysis switches off the clause that
// expresses it, because then it is not a premise of a report.
func onPair(name, text string, clause abstract.Clause, met func(*Pair) bool) engine.Hypothesis {
	return engine.On(name, text, func(x paired) bool {
		p := x.sides()
		return p.In.Analysis.Without&clause != 0 || met(p)
	})
}

// Reported reports whether the pair meets the premises of Theorem 1.
func (x *Pair) Reported() bool { return engine.Meets(unclaimed{x}, premises) }

func (x *Pair) report() abstract.Report {
	return abstract.Report{
		Left:  abstract.Side{Unit: x.Units.Left, Access: x.Left.Access},
		Right: abstract.Side{Unit: x.Units.Right, Access: x.Right.Access},
		Race:  true,
	}
}

func (x *Pair) String() string {
	side := func(u *il.Unit, a considered) string {
		locks := fmt.Sprintf("at lock level %d", a.Lock)
		if len(x.In.Core.Locks) > 0 {
			locks = "holding " + holding(x.In.Core, a.Lock)
		}
		return fmt.Sprintf("the %s of %s %s at %s, in %s", a.Kind, a.Path, locks,
			x.In.Core.Source.At(a.At), u.Name)
	}
	form := ""
	if !check.ANF(x.In.Core) {
		form = ", methods not in ANF"
	}
	return side(x.Units.Left, x.Left) + ", and " + side(x.Units.Right, x.Right) + form
}

func (x *Pair) Accesses() engine.Accesses {
	return engine.Accesses{Units: x.Units, Sites: x.sites()}
}

func (x *Pair) sites() il.Sites { return x.Units.Sites(x.Left.Site(), x.Right.Site()) }

// inBothForms returns the case and, if it differs, the case of the same program with methods that
// are not lowered to ANF, which keep π := arg.
func inBothForms(c *engine.Case) []*engine.Case {
	type directForm struct{}
	direct := engine.Once(c, directForm{}, func() *engine.Case {
		if !storesFormal(c.Core.Program) {
			return nil
		}
		core, _ := check.Program(c.Core.Program, check.Options{NoANF: true})
		if core == nil {
			return nil
		}
		direct := engine.NewCase(core, c.Seed)
		direct.Analysis, direct.Variant = c.Analysis, c.Variant
		return direct
	})
	if direct == nil {
		return []*engine.Case{c}
	}
	return []*engine.Case{c, direct}
}

func storesFormal(p *il.Program) (found bool) {
	for _, d := range p.Decls {
		if m, ok := d.(*il.Method); ok {
			il.Walk(m.Body, func(s il.Stmt) {
				store, ok := s.(*il.Store)
				found = found || ok && slices.ContainsFunc(m.Formals,
					func(f il.Formal) bool { return f.Name == store.Src })
			})
		}
	}
	return found
}

// considered is an access of a method, with its properties in Theorems 6.10 and 2.
type considered struct {
	abstract.Access
	fields      string     // the fields of the path as text, such as ".f.g"
	Stable      bool       // whether no proper prefix is wobbly, leaving out WB
	independent bool       // whether it is not stable, or stable with WB too
	unit        abstract.D // the summary of its unit in mode Plus
}

func (a considered) Site() il.Site { return il.Site{At: a.At, Kind: a.Kind} }

// accesses returns the accesses in the summary of a unit. The error is a BoundError.
func accesses(c *engine.Case, u *il.Unit) ([]considered, error) {
	type key struct{}
	byUnit, err := engine.OnceErr(c, key{}, func() ([][]considered, error) {
		full, err := c.Sets()
		if err != nil {
			return nil, err
		}
		bare, err := c.SetsIn(abstract.Plus) // in which there is no WB
		if err != nil {
			return nil, err
		}
		list := make([][]considered, len(c.Core.Units)) // by Unit.Index
		for _, u := range c.Core.Units {
			d, without := full.Summary(u), bare.Summary(u)
			for _, a := range without.Accesses() {
				_, fields := a.Path.Cut()
				stable := without.Stable(a.Path)
				list[u.Index] = append(list[u.Index], considered{
					Access: a, fields: fields, Stable: stable,
					independent: !stable || d.Stable(a.Path), unit: without,
				})
			}
		}
		return list, nil
	})
	if err != nil {
		return nil, err
	}
	return byUnit[u.Index], nil
}

// fewStatements is the largest number of statements with which a case always gets a probe.
const fewStatements = 4

// Sampled ends the texts of statements about Probed programs.
const Sampled = "Checked for one C1 || C2 of every fourth case and of every case of few statements."

// Probed returns the probe of a case: the pair of units that exact searches visit, the same for all
// statements. Because searches take long, three in four cases with more than fewStatements have
// none.
func Probed(c *engine.Case) (p il.Pair, ok bool, err error) {
	type key struct{}
	x, err := engine.OnceErr(c, key{}, func() (*il.Pair, error) { // nil for none
		r := c.RandFor("probe")
		statements := slice.Sum(c.Core.Units, func(u *il.Unit) int { return compound.Size(u.Body) })
		if r.IntN(4) > 0 && statements > fewStatements {
			return nil, nil
		}
		programs, err := reporting(c)
		if len(programs) == 0 {
			return nil, err
		}
		return &programs[r.IntN(len(programs))], err
	})
	if x == nil {
		return il.Pair{}, false, err
	}
	return *x, true, err
}

// reporting lists the pairs of units with a report or, if there are none, those with a report of
// RacerDX+ or, if there are none of these, all. The error is a BoundError.
func reporting(c *engine.Case) ([]il.Pair, error) {
	all := c.Core.Pairs()
	var reported, plus []il.Pair
	for _, p := range all {
		pairs, err := pairsIn(c, p)
		switch {
		case err != nil:
			return nil, err
		case containsPair(pairs, (*Pair).Reported):
			reported = append(reported, p)
		case containsPair(pairs, (*Pair).ReportedPlus):
			plus = append(plus, p)
		}
	}
	switch {
	case len(reported) > 0:
		return reported, nil
	case len(plus) > 0:
		return plus, nil
	default:
		return all, nil
	}
}

func containsPair(pairs iter.Seq[*Pair], holds func(*Pair) bool) bool {
	for x := range pairs {
		if holds(x) {
			return true
		}
	}
	return false
}
