package abstract

import (
	"cmp"
	"fmt"

	"wobbly/il"
)

// Side is one access of a report: an element of A of a unit.
type Side struct {
	Unit *il.Unit
	Access
}

// Compare orders sides by unit and access.
func (s Side) Compare(o Side) int {
	return cmp.Or(cmp.Compare(s.Unit.Index, o.Unit.Index), s.Access.Compare(o.Access))
}

// Report is a pair of accesses with the same fields (in mode CommonSuffix: the same last field), at
// least one of them a write, that satisfy the lock condition. It is a race if both paths are stable
// (in the modes Plus and CommonSuffix: as intact as the mode requires), and otherwise filtered.
type Report struct {
	Left, Right Side // Left is not after Right
	Race        bool

	// Loose is set for a race that only Theorem 2 or 2m proves, because a path is not stable: both
	// accesses have the same cell, but it need not be the last one of the backbone
	// (docs/theory.md).
	Loose bool

	// Rest is the number of fields that both threads walk from the object where their paths meet,
	// in mode CommonSuffix (Rest); 0 in the others.
	Rest int
}

// Compare orders reports by both units, and then by both accesses.
func (r Report) Compare(o Report) int {
	return cmp.Or(
		cmp.Compare(r.Left.Unit.Index, o.Left.Unit.Index),
		cmp.Compare(r.Right.Unit.Index, o.Right.Unit.Index),
		r.Left.Access.Compare(o.Left.Access),
		r.Right.Access.Compare(o.Right.Access))
}

// Stable reports whether no proper prefix of the path is in W (section 6).
func (d D) Stable(path Expr) bool {
	for e := range path.ProperPrefixes() {
		if d.W.Has(e) {
			return false
		}
	}
	return true
}

// conditions decides whether two accesses are a candidate pair, and whether such a pair is a race.
type conditions struct {
	oneWrites   func(a, b Access) bool
	locks       func(l1, l2 il.Level) bool
	premise                                      // of the mode, on the paths
	left, right func(d D, path Expr, n int) bool // premise.stays of each side
}

// premise is the requirement of a mode on the paths of two accesses.
type premise struct {
	// fields reports whether two paths are related at all.
	fields func(a, b Expr) bool
	// held returns the numbers of fields of the prefixes that must stay.
	held func(a, b Access) (left, right int)
	// stays reports whether the prefix with n fields does, by one summary.
	stays  func(d D, path Expr, n int) bool
	weaker bool                  // than stability: races can be loose
	rest   func(a, b Access) int // Report.Rest
}

func (c conditions) with(p premise) conditions {
	c.premise = p
	c.left, c.right = p.stays, p.stays
	return c
}

// stability is the premise of Theorem 6.10: paths with the same fields, all of which except the
// last are stable.
var stability = premise{
	fields: sameFields,
	held:   func(a, b Access) (left, right int) { return a.Path.Len() - 1, b.Path.Len() - 1 },
	stays:  func(d D, path Expr, _ int) bool { return d.Stable(path) },
	rest:   noRest,
}

// Conflict reports whether two accesses are a candidate pair: fields that the mode relates, the
// same after roots that may differ or, in mode CommonSuffix, the same last one, at least one write,
// and lock levels that satisfy the condition.
func Conflict(a, b Access, m Mode, c Condition) bool {
	return Options{Mode: m, Condition: c}.rules().conflict(a, b)
}

// LockCondition returns a function that reports whether accesses at two lock levels may be
// reported. It is Options.Condition unless the mode or a clause that is switched off replaces it.
func (o Options) LockCondition() func(l1, l2 il.Level) bool { return o.rules().locks }

// conflict reports whether two accesses are a candidate pair.
func (c *conditions) conflict(a, b Access) bool {
	return c.fields(a.Path, b.Path) && c.oneWrites(a, b) && c.locks(a.Lock, b.Lock) &&
		!a.History.Crosses(b.History)
}

// race reports whether a candidate pair is a race, the left path in terms of the summary l and the
// right one in terms of r.
func (c *conditions) race(l, r D, a, b Access) bool {
	m, n := c.held(a, b)
	return c.left(l, a.Path, m) && c.right(r, b.Path, n)
}

// sameFields reports whether two paths differ in their roots at most.
func sameFields(a, b Expr) bool {
	_, f := a.Cut()
	_, g := b.Cut()
	return f == g
}

func sameLast(a, b Expr) bool { return a[a.lastDot():] == b[b.lastDot():] }

func oneWrites(a, b Access) bool { return a.Kind == il.Write || b.Kind == il.Write }

// noRest is Report.Rest of a mode in which both paths are related by all of their fields.
func noRest(a, b Access) int { return 0 }

// Reports returns all candidate pairs of one program C1 || C2, races and filtered, in order (the
// premises of Theorem 6.10, in mode Plus of Theorem 2, in mode CommonSuffix of Theorem 2m). If both
// threads run the same method, each unordered pair of accesses is listed once.
func Reports(pair il.Pair, sums []D, opts Options) []Report {
	var all []Report
	left, right := sums[pair.Left.Index], sums[pair.Right.Index]
	opts.rules().reports(pair, left, right, left.Accesses(), right.Accesses(),
		func(r Report) { all = append(all, r) })
	return all
}

// reports visits what Reports lists. as and bs are the accesses of the summaries, in order.
func (c *conditions) reports(pair il.Pair, left, right D, as, bs []Access, visit func(Report)) {
	visit = distinct(len(left.Histories) > 0, visit)
	for i, a := range as {
		if pair.Left == pair.Right {
			bs = as[i:]
		}
		for _, b := range bs {
			if c.conflict(a, b) {
				race := c.race(left, right, a, b)
				loose := race && c.weaker && !(left.Stable(a.Path) && right.Stable(b.Path))
				visit(Report{
					Left: Side{pair.Left, a}, Right: Side{pair.Right, b},
					Race: race, Loose: loose, Rest: c.rest(a, b),
				})
			}
		}
	}
}

func (r Report) String() string {
	verdict := "filtered"
	if r.Race {
		verdict = "race"
	}
	return verdict + " " + r.Left.String() + " / " + r.Right.String()
}

func (s Side) String() string {
	return fmt.Sprintf("%s: %s of %s at %d under %v", s.Unit.Name, s.Kind, s.Path, s.At, s.Lock)
}
