package abstract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
)

// Side is one access of a report: an element of A of a unit.
type Side struct {
	Unit *il.Unit
	Access
}

// Compare orders sides by unit in file order, then by access.
func (s Side) Compare(o Side) int {
	return cmp.Or(cmp.Compare(s.Unit.Index, o.Unit.Index), s.Access.Compare(o.Access))
}

// Report is a pair of accesses that agree in their fields (in mode Meet: in their
// last field), one of them a write, that the lock condition lets meet. It is
// reported as a race if both paths are stable (in the modes Plus and Meet: intact
// as far as it is asked for), and else filtered.
type Report struct {
	Left, Right Side // Left is not after Right
	Race        bool

	// Loose is set for a race that Theorem 2 or 2m alone gives, as a path is not
	// stable: both accesses are of one cell, but it need not be the last one of the
	// backbone (docs/plus.md).
	Loose bool

	// Rest is how many fields both threads walk from the object where their paths
	// meet, in mode Meet (Rest); 0 in the others.
	Rest int
}

// Compare orders reports by unit pair, then by positions.
func (r Report) Compare(o Report) int {
	return cmp.Or(
		cmp.Compare(r.Left.Unit.Index, o.Left.Unit.Index),
		cmp.Compare(r.Right.Unit.Index, o.Right.Unit.Index),
		r.Left.Access.Compare(o.Left.Access),
		r.Right.Access.Compare(o.Right.Access))
}

// Stable tells whether no proper prefix of the path is in W (section 6).
func (d D) Stable(path Expr) bool {
	return !slices.ContainsFunc(path.ProperPrefixes(), func(e Expr) bool { return d.W[e] })
}

// Conflict tells whether two accesses are a candidate pair: the same fields
// behind roots that may differ, at least one write, and lock levels that
// satisfy the condition. In mode Meet the last fields must be the same.
func Conflict(a, b Access, m Mode, c Condition) bool {
	return Options{Mode: m, Condition: c}.conflict(a, b)
}

// conflict is Conflict, as far as its clauses are not switched off.
func (o Options) conflict(a, b Access) bool {
	return o.sameFields(a.Path, b.Path) &&
		(o.without(ClauseOneWrites) || a.Kind == il.Write || b.Kind == il.Write) &&
		(o.without(ClauseLockCondition) || o.Condition.Holds(a.Lock, b.Lock))
}

// sameFields tells whether two paths differ in their roots at most, or in mode
// Meet whether they have the same last field.
func (o Options) sameFields(a, b Expr) bool {
	_, f := a.Cut()
	_, g := b.Cut()
	if o.Mode == Meet || o.without(ClauseSameFields) {
		f, g = f[strings.LastIndexByte(f, '.'):], g[strings.LastIndexByte(g, '.'):]
	}
	return f == g
}

// stable tells whether both paths of a candidate pair are stable, or in the
// modes Plus and Meet intact as far as they must be, the left one in terms of
// the summary l and the right one in terms of r.
func (o Options) stable(l, r D, a, b Access) bool {
	c, e := o.Mode.Held(a, b)
	return (o.without(ClauseStableLeft) || o.steady(l, a.Path, c)) &&
		(o.without(ClauseStableRight) || o.reads(ReadingOneSided) || o.steady(r, b.Path, e))
}

// Reports are all candidate pairs of one program C1 || C2, races and filtered,
// in order (the premises of Theorem 6.10, in mode Plus of Theorem 2, in mode Meet
// of Theorem 2m). In a self pair each unordered pair of accesses stands once.
func Reports(pair il.Pair, sums []D, opts Options) []Report {
	left, right := sums[pair.Left.Index], sums[pair.Right.Index]
	as, bs := left.Accesses(), right.Accesses()
	var all []Report
	for i, a := range as {
		if pair.Left == pair.Right {
			bs = as[i:]
		}
		for _, b := range bs {
			if opts.conflict(a, b) {
				race := opts.stable(left, right, a, b)
				loose := race && opts.Mode.Captures() && !(left.Stable(a.Path) && right.Stable(b.Path))
				rest := 0
				if opts.Mode == Meet {
					rest = Rest(a, b)
				}
				all = append(all, Report{Side{pair.Left, a}, Side{pair.Right, b}, race, loose, rest})
			}
		}
	}
	return all
}

// String prints the report on one line, for tests and logs.
func (r Report) String() string {
	verdict := "filtered"
	if r.Race {
		verdict = "race"
	}
	return verdict + " " + r.Left.String() + " / " + r.Right.String()
}

// String prints the side on one line.
func (s Side) String() string {
	return fmt.Sprintf("%s: %s of %s at %d under %d", s.Unit.Name, s.Kind, s.Path, s.At, s.Lock)
}
